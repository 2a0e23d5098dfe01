"""Blind draws: every possible draw with its probability."""

from collections.abc import Callable

import pytest

from companion.games.base.belief.branching import draw_blind, gain_unnamed_cards
from companion.games.base.belief.particle_set import ParticleSet


def test_one_blind_card_is_drawn_in_proportion_to_the_hand(worlds: Callable[..., ParticleSet]) -> None:
    after, cut = draw_blind(worlds((1, {"wool": 3, "ore": 1})), 0, 1)
    assert after.hand_distribution(0) == {(0, 0, 2, 0, 1, 0): 0.75, (0, 0, 3, 0, 0, 0): 0.25}
    assert not cut


def test_several_cards_are_drawn_without_replacement(worlds: Callable[..., ParticleSet]) -> None:
    after, _ = draw_blind(worlds((1, {"wool": 2, "ore": 2})), 0, 2)
    assert after.hand_distribution(0) == pytest.approx(
        {(0, 0, 1, 0, 1, 0): 4 / 6, (0, 0, 2, 0, 0, 0): 1 / 6, (0, 0, 0, 0, 2, 0): 1 / 6}
    )


def test_the_receiver_gets_the_drawn_cards(worlds: Callable[..., ParticleSet]) -> None:
    after, _ = draw_blind(worlds((1, {"wool": 1, "ore": 1}, {})), 0, 1, to=1)
    assert set(after.hand_distribution(1)) == {(0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 1, 0)}
    assert after.hand_size_distribution(0) == after.hand_size_distribution(1) == {1: 1.0}


def test_each_hypothesis_draws_its_own_number_of_cards(worlds: Callable[..., ParticleSet]) -> None:
    after, _ = draw_blind(worlds((1, {"wool": 4}), (1, {"ore": 2})), 0, [2, 0])
    assert after.hand_distribution(0) == {(0, 0, 2, 0, 0, 0): 0.5, (0, 0, 0, 0, 2, 0): 0.5}


def test_a_draw_takes_no_more_cards_than_the_hand_has(worlds: Callable[..., ParticleSet]) -> None:
    after, _ = draw_blind(worlds((1, {"wool": 1}), (1, {})), 0, 3)
    assert after.hand_distribution(0) == {(0, 0, 0, 0, 0, 0): 1.0}


def test_too_many_possible_draws_are_cut_to_the_likeliest(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds(*((1, dict.fromkeys(("lumber", "brick", "wool", "grain", "ore"), 4), {"wool": n % 90})
                       for n in range(500)))  # fmt: skip
    after, cut = draw_blind(several, 0, 10)
    assert cut
    assert len(after.weights) <= 500 * 20
    assert after.hand_size_distribution(0) == pytest.approx({10: 1.0})


def test_cards_from_the_bank_are_any_that_it_has(worlds: Callable[..., ParticleSet]) -> None:
    after = gain_unnamed_cards(worlds((1, {}, {"lumber": 19, "brick": 19, "wool": 19, "grain": 18})), 0, 2)
    assert set(after.hand_distribution(0)) == {(0, 0, 0, 1, 1, 0), (0, 0, 0, 0, 2, 0)}
