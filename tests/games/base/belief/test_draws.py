"""Cards drawn blindly: every way that there is, as probable as it is."""

from collections.abc import Callable

import pytest

from companion.games.base.belief.draws import draw_blind, gain_unnamed_cards
from companion.games.base.belief.particle_set import ParticleSet


def test_one_card_is_each_card_of_the_hand(worlds: Callable[..., ParticleSet]) -> None:
    after, cut = draw_blind(worlds((1, {"wool": 3, "ore": 1})), 0, 1)
    assert after.hand_distribution(0) == {(0, 0, 2, 0, 1, 0): 0.75, (0, 0, 3, 0, 0, 0): 0.25}
    assert not cut


def test_several_cards_are_drawn_without_putting_back(worlds: Callable[..., ParticleSet]) -> None:
    after, _ = draw_blind(worlds((1, {"wool": 2, "ore": 2})), 0, 2)
    assert after.hand_distribution(0) == pytest.approx(
        {(0, 0, 1, 0, 1, 0): 4 / 6, (0, 0, 2, 0, 0, 0): 1 / 6, (0, 0, 0, 0, 2, 0): 1 / 6}
    )


def test_who_gets_them_has_them(worlds: Callable[..., ParticleSet]) -> None:
    after, _ = draw_blind(worlds((1, {"wool": 1, "ore": 1}, {})), 0, 1, to=1)
    assert set(after.hand_distribution(1)) == {(0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 1, 0)}
    assert after.hand_size_distribution(0) == after.hand_size_distribution(1) == {1: 1.0}


def test_each_world_gives_its_own_number(worlds: Callable[..., ParticleSet]) -> None:
    after, _ = draw_blind(worlds((1, {"wool": 4}), (1, {"ore": 2})), 0, [2, 0])
    assert after.hand_distribution(0) == {(0, 0, 2, 0, 0, 0): 0.5, (0, 0, 0, 0, 2, 0): 0.5}


def test_a_hand_gives_no_more_than_it_holds(worlds: Callable[..., ParticleSet]) -> None:
    after, _ = draw_blind(worlds((1, {"wool": 1}), (1, {})), 0, 3)
    assert after.hand_distribution(0) == {(0, 0, 0, 0, 0, 0): 1.0}


def test_of_too_many_ways_the_likeliest_are_kept_and_it_is_said(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds(*((1, dict.fromkeys(("lumber", "brick", "wool", "grain", "ore"), 4), {"wool": n % 90})
                       for n in range(500)))  # fmt: skip
    after, cut = draw_blind(several, 0, 10)
    assert cut
    assert len(after.weights) <= 500 * 20
    assert after.hand_size_distribution(0) == pytest.approx({10: 1.0})


def test_cards_of_the_bank_are_any_that_it_has(worlds: Callable[..., ParticleSet]) -> None:
    after = gain_unnamed_cards(worlds((1, {}, {"lumber": 19, "brick": 19, "wool": 19, "grain": 18})), 0, 2)
    assert set(after.hand_distribution(0)) == {(0, 0, 0, 1, 1, 0), (0, 0, 0, 0, 2, 0)}
