"""Stacks of worlds: merged, seen from one seat, made fewer without losing doubt."""

import numpy as np
import pytest

from companion.games.base.belief.worlds import Worlds, together


def test_equal_worlds_are_one(worlds):
    merged = worlds((1, {"ore": 1}, {}), (2, {}, {"ore": 1}), (1, {"ore": 1}, {})).merged()
    assert len(merged.weights) == 2
    assert merged.hands(0) == {(0, 0, 0, 0, 1, 0): 0.5, (0, 0, 0, 0, 0, 0): 0.5}


def test_hands_that_differ_in_secrets_alone_are_not_one(worlds):
    several = worlds((1, {"ore": 1}), (1, {"ore": 1, "secret": 1})).merged()
    assert len(several.weights) == 2
    assert several.hands(0) == {(0, 0, 0, 0, 1, 0): 1.0}
    assert several.secrets(0) == {0: 0.5, 1: 0.5}


def test_the_most_probable_hand_comes_first(worlds):
    several = worlds((1, {"wool": 1}), (4, {"ore": 2}), (2, {"wool": 1}), (1, {}))
    assert list(several.hands(0)) == [(0, 0, 0, 0, 2, 0), (0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 0, 0)]
    assert several.sizes(0) == pytest.approx({0: 1 / 8, 1: 3 / 8, 2: 4 / 8})


def test_what_is_seen_rules_worlds_out(worlds):
    several = worlds((1, {"wool": 1}), (1, {"ore": 2}), (2, {}))
    seen = several.weighed(np.array([1.0, 0.5, 0.0]))
    assert seen.hands(0) == pytest.approx({(0, 0, 1, 0, 0, 0): 2 / 3, (0, 0, 0, 0, 2, 0): 1 / 3})
    assert several.weighed(np.zeros(3)) is None


def test_the_bank_has_what_nobody_holds(worlds):
    assert worlds((1, {"ore": 3, "wool": 1}, {"ore": 2})).bank().tolist() == [[19, 19, 18, 19, 14]]


def test_unidentified_cards_may_be_any(worlds):
    several = worlds((1, {"wool": 2, "ore": 1}), (1, {"wool": 1}))
    assert several.holding(0, (0, 0, 1, 0, 0, 2)).tolist() == [True, False]


class TestFewer:
    @pytest.fixture
    def many(self):
        """A thousand worlds: ten heavy ones, and a tail in which half of the hands hold an ore."""
        cards = np.zeros((1000, 2, 6), np.int8)
        cards[:, 0, 0] = np.arange(1000) % 100
        cards[:, 1, 1] = np.arange(1000) // 100
        cards[:, 1, 4] = np.arange(1000) % 2
        weights = np.where(np.arange(1000) < 10, 50.0, 1.0)
        return Worlds(cards, weights / weights.sum())

    def test_no_more_are_kept_than_asked_for(self, many):
        assert len(many.fewer(100).weights) <= 100
        assert many.fewer(1000) is many

    def test_the_heavy_ones_keep_their_weight(self, many):
        fewer = many.fewer(100)
        assert fewer.weights[:10] == pytest.approx(many.weights[:10], rel=0.02)

    def test_what_is_rare_stays_as_probable_together(self, many):
        def ore(worlds):
            return worlds.weights[worlds.hand(1)[:, 4] > 0].sum()

        assert ore(many.fewer(100)) == pytest.approx(ore(many), abs=0.03)
        assert many.fewer(100).weights.sum() == pytest.approx(1)

    def test_always_the_same_ones(self, many):
        assert many.fewer(100) == many.fewer(100)


def test_several_stacks_are_one_by_their_shares(worlds):
    both = together([(worlds((1, {"ore": 1})), 0.3), (worlds((1, {}), (1, {"wool": 1})), 0.1)])
    assert both.hands(0) == pytest.approx(
        {(0, 0, 0, 0, 1, 0): 0.75, (0, 0, 0, 0, 0, 0): 0.125, (0, 0, 1, 0, 0, 0): 0.125}
    )
