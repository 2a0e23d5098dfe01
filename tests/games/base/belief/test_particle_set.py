"""Stacks of worlds: merged, seen from one seat, made fewer without losing doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from companion.games.base.belief.particle_set import CardChanges, ParticleSet, mixture


def test_equal_worlds_are_one(worlds: Callable[..., ParticleSet]) -> None:
    merged = worlds((1, {"ore": 1}, {}), (2, {}, {"ore": 1}), (1, {"ore": 1}, {})).merge_duplicates()
    assert len(merged.weights) == 2
    assert merged.hand_distribution(0) == {(0, 0, 0, 0, 1, 0): 0.5, (0, 0, 0, 0, 0, 0): 0.5}


def test_hands_that_differ_in_secrets_alone_are_not_one(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"ore": 1}), (1, {"ore": 1, "secret": 1})).merge_duplicates()
    assert len(several.weights) == 2
    assert several.hand_distribution(0) == {(0, 0, 0, 0, 1, 0): 1.0}
    assert several.secret_card_distribution(0) == {0: 0.5, 1: 0.5}


def in_the_box(worlds: ParticleSet) -> list[bool]:
    """Which worlds hold no more cards than there are, where some hold more."""
    held = worlds.feasible_mask()
    assert held is not None, "none holds more"
    return [bool(each) for each in held]


def test_the_most_probable_hand_comes_first(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"wool": 1}), (4, {"ore": 2}), (2, {"wool": 1}), (1, {}))
    assert list(several.hand_distribution(0)) == [(0, 0, 0, 0, 2, 0), (0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 0, 0)]
    assert several.hand_size_distribution(0) == pytest.approx({0: 1 / 8, 1: 3 / 8, 2: 4 / 8})


def test_what_is_seen_rules_worlds_out(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"wool": 1}), (1, {"ore": 2}), (2, {}))
    seen = several.reweight(np.array([1.0, 0.5, 0.0]))
    assert seen is not None
    assert seen.hand_distribution(0) == pytest.approx({(0, 0, 1, 0, 0, 0): 2 / 3, (0, 0, 0, 0, 2, 0): 1 / 3})
    assert several.reweight(np.zeros(3)) is None


def test_the_bank_has_what_nobody_holds(worlds: Callable[..., ParticleSet]) -> None:
    assert worlds((1, {"ore": 3, "wool": 1}, {"ore": 2})).bank().tolist() == [[19, 19, 18, 19, 14]]


def test_unidentified_cards_may_be_any(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"wool": 2, "ore": 1}), (1, {"wool": 1}))
    assert several.holds_mask(0, (0, 0, 1, 0, 0, 2)).tolist() == [True, False]


class TestFewer:
    @pytest.fixture
    def many(self) -> ParticleSet:
        """A thousand worlds: ten heavy ones, and a tail in which half of the hands hold an ore."""
        cards = np.zeros((1000, 2, 6), np.int8)
        cards[:, 0, 0] = np.arange(1000) % 100
        cards[:, 1, 1] = np.arange(1000) // 100
        cards[:, 1, 4] = np.arange(1000) % 2
        weights = np.where(np.arange(1000) < 10, 50.0, 1.0)
        return ParticleSet(cards, weights / weights.sum())

    def test_no_more_are_kept_than_asked_for(self, many: ParticleSet) -> None:
        assert len(many.resample(100).weights) <= 100
        assert many.resample(1000) is many

    def test_the_heavy_ones_keep_their_weight(self, many: ParticleSet) -> None:
        fewer = many.resample(100)
        assert fewer.weights[:10] == pytest.approx(many.weights[:10], rel=0.02)

    def test_what_is_rare_stays_as_probable_together(self, many: ParticleSet) -> None:
        def ore(worlds: ParticleSet) -> float:
            return float(worlds.weights[worlds.hand(1)[:, 4] > 0].sum())

        assert ore(many.resample(100)) == pytest.approx(ore(many), abs=0.03)
        assert many.resample(100).weights.sum() == pytest.approx(1)

    def test_always_the_same_ones(self, many: ParticleSet) -> None:
        assert many.resample(100) == many.resample(100)


def test_several_stacks_are_one_by_their_shares(worlds: Callable[..., ParticleSet]) -> None:
    both = mixture([(worlds((1, {"ore": 1})), 0.3), (worlds((1, {}), (1, {"wool": 1})), 0.1)])
    assert both.hand_distribution(0) == pytest.approx(
        {(0, 0, 0, 0, 1, 0): 0.75, (0, 0, 0, 0, 0, 0): 0.125, (0, 0, 1, 0, 0, 0): 0.125}
    )


class Plain:
    """Worlds as a list of hands with their weights: what `ParticleSet` computes, without any optimization."""

    def __init__(self, several: list[tuple[Any, float]]) -> None:
        self.several = several

    @classmethod
    def of(cls, worlds: ParticleSet) -> Plain:
        return cls(list(zip(worlds.cards.tolist(), worlds.weights.tolist(), strict=True)))

    def weighed(self, likelihood: Iterable[float]) -> Plain:
        kept = [
            (cards, weight * one)
            for (cards, weight), one in zip(self.several, likelihood, strict=True)
            if weight * one
        ]
        assert kept, "no world is left"
        return Plain(kept).scaled()

    def scaled(self) -> Plain:
        total = sum(weight for _, weight in self.several)
        return Plain([(cards, weight / total) for cards, weight in self.several])

    def branched(
        self,
        rows: Iterable[int],
        likelihood: Iterable[float],
        changes: npt.NDArray[Any],
        which: Iterable[int],
    ) -> Plain:
        none = np.zeros_like(changes[0])
        return Plain(
            [
                (_boxed(self.several[row][0] + (none if n < 0 else changes[n])), self.several[row][1] * one)
                for row, one, n in zip(rows, likelihood, which, strict=True)
            ]
        ).scaled()

    def moved(self, change: npt.NDArray[Any]) -> Plain:
        return Plain([(_boxed(np.array(cards) + change), weight) for cards, weight in self.several])

    def merged(self) -> Plain:
        found: dict[str, list[Any]] = {}
        for cards, weight in self.several:
            found.setdefault(str(cards), [cards, 0.0])[1] += weight
        return Plain([(cards, weight) for cards, weight in found.values()])

    def said(self) -> dict[str, Any]:
        return {str(cards): pytest.approx(weight) for cards, weight in self.merged().several}


def _boxed(cards: npt.NDArray[Any]) -> list[Any]:
    return list(np.minimum(cards, [19, 19, 19, 19, 19, 25]).tolist())


def _left(worlds: ParticleSet, likelihood: npt.NDArray[Any]) -> ParticleSet:
    left = worlds.reweight(likelihood)
    assert left is not None
    return left


def _said(worlds: ParticleSet) -> dict[str, float]:
    return {str(cards): weight for cards, weight in Plain.of(worlds.merge_duplicates()).merged().several}


@pytest.mark.parametrize("seed", range(40))
def test_whatever_happens_worlds_say_what_plain_lists_of_hands_say(seed: int) -> None:
    chance = np.random.default_rng(seed)
    seats = int(chance.integers(2, 7))
    cards = chance.integers(0, int(chance.choice([3, 19])), (12, seats, 6)).astype(np.int8)
    weights = chance.random(12)
    worlds = ParticleSet(cards, weights / weights.sum())
    plain = Plain.of(worlds)
    changes = chance.integers(-2, 3, (4, seats, 6)).astype(np.int8)
    for step in chance.choice(["moved", "weighed", "branched", "merged", "parted", "gathered"], 12):
        size = len(worlds.weights)
        if step == "moved":
            change = np.zeros((seats, 6), int)
            change[int(chance.integers(seats))] = chance.integers(-3, 4, 6)
            worlds = worlds.apply_change({n: row.tolist() for n, row in enumerate(change) if row.any()})
            plain = plain.moved(change)
        elif step == "weighed":
            likelihood = chance.choice([0.0, 0.5, 1.0], size)
            likelihood[0] = 1
            worlds, plain = _left(worlds, likelihood), plain.weighed(likelihood)
        elif step == "branched":
            rows, which = chance.integers(0, size, 20), chance.integers(-1, 4, 20)
            likelihood = chance.random(20) + 0.1
            worlds = worlds.branch(rows, likelihood, CardChanges(changes), which)
            plain = plain.branched(rows, likelihood, changes, which)
        elif step == "merged":
            worlds = worlds.merge_duplicates()
            assert worlds.cards.shape[0] == len(plain.merged().several)
            assert _said(worlds) == plain.said()
            plain = Plain.of(worlds)
        elif step == "parted" and size > 1:
            one = np.arange(size) % 3 > 0
            rows, which = np.arange(int(one.sum())), np.full(int(one.sum()), 2)
            likelihood = np.ones(len(rows))
            left, right = _left(worlds, one), _left(worlds, ~one)
            worlds = mixture(
                [(left.branch(rows, likelihood, CardChanges(changes), which), 0.25), (right, 0.75)]
            )
            a = plain.weighed(one).branched(rows, likelihood, changes, which).several
            b = plain.weighed(~one).several
            plain = Plain([(c, 0.25 * w) for c, w in a] + [(c, 0.75 * w) for c, w in b])
        elif step == "gathered":
            worlds = worlds.materialize()
        assert worlds.weights.sum() == pytest.approx(1)
        hands, of_hands = zip(*plain.several, strict=True)
        told, shares = zip(*Plain.of(worlds).several, strict=True)
        assert told == hands
        assert shares == pytest.approx(of_hands)
        for seat in range(seats):
            assert worlds.hand(seat).tolist() == [cards[seat][:5] for cards, _ in plain.several]
    assert _said(worlds) == plain.said()


def test_in_which_worlds_no_more_cards_are_held_than_there_are(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"ore": 10}, {"ore": 9}), (1, {"ore": 10}, {"ore": 10}))
    assert in_the_box(several) == [True, False]
    assert worlds((1, {"ore": 10}, {"ore": 9})).feasible_mask() is None


def test_the_bank_pays_what_it_has_in_every_world(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"ore": 10}, {"ore": 4}), (1, {"ore": 10}, {"ore": 6}))
    assert several.can_bank_pay([19, 0, 0, 0, 3])
    assert not several.can_bank_pay([0, 0, 0, 0, 4])


def test_a_hand_grows_to_what_the_box_has_and_no_further(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"wool": 18}, {}), (1, {"wool": 3}, {}))
    assert several.apply_change({0: (0, 0, 3, 0, 0), 1: (1, 0, 0, 0, 0)}).cards[:, :, :3].tolist() == [
        [[0, 0, 19], [1, 0, 0]],
        [[0, 0, 6], [1, 0, 0]],
    ]


def test_whoever_shows_more_cards_than_there_are_is_in_no_box(worlds: Callable[..., ParticleSet]) -> None:
    """People may enter any number; sums beyond a byte must not spill into the next kind."""
    several = worlds(*[(1, {"lumber": 95}, {"lumber": 95}, {"lumber": 95, "ore": 20}, {"ore": 1})])
    assert in_the_box(several) == [False]
    assert several.bank().tolist() == [[19 - 285, 19, 19, 19, -2]]
    assert not several.can_bank_pay([1, 0, 0, 0, 0])
    assert several.hand_sizes(2).tolist() == [115]
    assert worlds((1, {"lumber": 95, "brick": 95, "wool": 95, "ore": 95})).hand_sizes(0).tolist() == [380]
    assert several.apply_change({3: (1, 0, 0, 0, 0)}).cards[0, :, [0, 4]].T.tolist() == [
        [19, 0],
        [19, 0],
        [19, 19],
        [1, 1],
    ]
