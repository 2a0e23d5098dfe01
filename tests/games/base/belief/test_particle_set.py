"""Particle sets: merged, projected to one seat, and resampled without losing uncertainty."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from companion.games.base.belief.particle_set import CardChanges, ParticleSet, mixture


def test_equal_particles_are_merged(worlds: Callable[..., ParticleSet]) -> None:
    merged = worlds((1, {"ore": 1}, {}), (2, {}, {"ore": 1}), (1, {"ore": 1}, {})).merge_duplicates()
    assert len(merged.weights) == 2
    assert merged.hand_distribution(0) == {(0, 0, 0, 0, 1, 0): 0.5, (0, 0, 0, 0, 0, 0): 0.5}


def test_hands_that_differ_only_in_secret_cards_are_not_merged(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"ore": 1}), (1, {"ore": 1, "secret": 1})).merge_duplicates()
    assert len(several.weights) == 2
    assert several.hand_distribution(0) == {(0, 0, 0, 0, 1, 0): 1.0}
    assert several.secret_card_distribution(0) == {0: 0.5, 1: 0.5}


def feasible_particles(worlds: ParticleSet) -> list[bool]:
    """Return for each particle whether it holds no more cards than the supply, where some hold more."""
    held = worlds.feasible_mask()
    assert held is not None, "none holds more"
    return [bool(each) for each in held]


def test_the_most_probable_hand_comes_first(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"wool": 1}), (4, {"ore": 2}), (2, {"wool": 1}), (1, {}))
    assert list(several.hand_distribution(0)) == [(0, 0, 0, 0, 2, 0), (0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 0, 0)]
    assert several.hand_size_distribution(0) == pytest.approx({0: 1 / 8, 1: 3 / 8, 2: 4 / 8})


def test_an_observation_rules_particles_out(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"wool": 1}), (1, {"ore": 2}), (2, {}))
    seen = several.reweight(np.array([1.0, 0.5, 0.0]))
    assert seen is not None
    assert seen.hand_distribution(0) == pytest.approx({(0, 0, 1, 0, 0, 0): 2 / 3, (0, 0, 0, 0, 2, 0): 1 / 3})
    assert several.reweight(np.zeros(3)) is None


def test_the_bank_has_the_cards_that_nobody_holds(worlds: Callable[..., ParticleSet]) -> None:
    assert worlds((1, {"ore": 3, "wool": 1}, {"ore": 2})).bank().tolist() == [[19, 19, 18, 19, 14]]


def test_unidentified_cards_may_be_any(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"wool": 2, "ore": 1}), (1, {"wool": 1}))
    assert several.holds_mask(0, (0, 0, 1, 0, 0, 2)).tolist() == [True, False]


class TestResample:
    @pytest.fixture
    def many_particles(self) -> ParticleSet:
        """A thousand particles: ten heavy ones, and a tail in which half of the hands hold an ore."""
        cards = np.zeros((1000, 2, 6), np.int8)
        cards[:, 0, 0] = np.arange(1000) % 100
        cards[:, 1, 1] = np.arange(1000) // 100
        cards[:, 1, 4] = np.arange(1000) % 2
        weights = np.where(np.arange(1000) < 10, 50.0, 1.0)
        return ParticleSet(cards, weights / weights.sum())

    def test_resampling_keeps_no_more_particles_than_asked(self, many_particles: ParticleSet) -> None:
        assert len(many_particles.resample(100).weights) <= 100
        assert many_particles.resample(1000) is many_particles

    def test_heavy_particles_keep_their_weight(self, many_particles: ParticleSet) -> None:
        fewer = many_particles.resample(100)
        assert fewer.weights[:10] == pytest.approx(many_particles.weights[:10], rel=0.02)

    def test_rare_particles_keep_their_total_probability(self, many_particles: ParticleSet) -> None:
        def ore_probability(worlds: ParticleSet) -> float:
            return float(worlds.weights[worlds.hand(1)[:, 4] > 0].sum())

        assert ore_probability(many_particles.resample(100)) == pytest.approx(
            ore_probability(many_particles), abs=0.03
        )
        assert many_particles.resample(100).weights.sum() == pytest.approx(1)

    def test_weights_near_the_smallest_float_are_resampled_without_a_warning(self) -> None:
        """Weights with a tail of zeros, and weights whose mean underflows to zero."""
        cards = np.zeros((100, 2, 6), np.int8)
        cards[:, 0, 0] = np.arange(100)
        for tail in (0.0, 5e-324):
            weights = np.full(100, tail)
            weights[:10] = 0.1
            assert ParticleSet(cards, weights).resample(20).weights == pytest.approx([0.1] * 10)

    def test_resampling_is_deterministic(self, many_particles: ParticleSet) -> None:
        assert many_particles.resample(100) == many_particles.resample(100)


def test_a_mixture_weighs_particle_sets_by_their_shares(worlds: Callable[..., ParticleSet]) -> None:
    both = mixture([(worlds((1, {"ore": 1})), 0.3), (worlds((1, {}), (1, {"wool": 1})), 0.1)])
    assert both.hand_distribution(0) == pytest.approx(
        {(0, 0, 0, 0, 1, 0): 0.75, (0, 0, 0, 0, 0, 0): 0.125, (0, 0, 1, 0, 0, 0): 0.125}
    )


def test_a_particle_whose_weight_underflows_to_zero_is_dropped(worlds: Callable[..., ParticleSet]) -> None:
    both = mixture([(worlds((1, {"ore": 1})), 1.0), (worlds((1, {"wool": 1})), 1e-320 * 1e-10)])
    assert both.is_hand_unanimous(0)
    every = np.arange(2)
    branched = worlds((1, {"ore": 1}), (1, {"wool": 1})).branch(
        every, np.array([1.0, 0.0]), CardChanges(np.zeros((0, 1, 6), np.int8)), np.full(2, -1)
    )
    assert branched.hand_distribution(0) == {(0, 0, 0, 0, 1, 0): 1.0}


class PlainParticles:
    """A list of hands with their weights: the reference for `ParticleSet`, without any optimization."""

    def __init__(self, several: list[tuple[Any, float]]) -> None:
        self.several = several

    @classmethod
    def from_particles(cls, worlds: ParticleSet) -> PlainParticles:
        return cls(list(zip(worlds.cards.tolist(), worlds.weights.tolist(), strict=True)))

    def reweight(self, likelihood: Iterable[float]) -> PlainParticles:
        kept = [
            (cards, weight * one)
            for (cards, weight), one in zip(self.several, likelihood, strict=True)
            if weight * one
        ]
        assert kept, "no world is left"
        return PlainParticles(kept).normalize()

    def normalize(self) -> PlainParticles:
        total = sum(weight for _, weight in self.several)
        return PlainParticles([(cards, weight / total) for cards, weight in self.several])

    def branch(
        self,
        rows: Iterable[int],
        likelihood: Iterable[float],
        changes: npt.NDArray[Any],
        which: Iterable[int],
    ) -> PlainParticles:
        none = np.zeros_like(changes[0])
        return PlainParticles(
            [
                (
                    _limit_to_supply(self.several[row][0] + (none if n < 0 else changes[n])),
                    self.several[row][1] * one,
                )
                for row, one, n in zip(rows, likelihood, which, strict=True)
            ]
        ).normalize()

    def add_change(self, change: npt.NDArray[Any]) -> PlainParticles:
        return PlainParticles(
            [(_limit_to_supply(np.array(cards) + change), weight) for cards, weight in self.several]
        )

    def merge(self) -> PlainParticles:
        found: dict[str, list[Any]] = {}
        for cards, weight in self.several:
            found.setdefault(str(cards), [cards, 0.0])[1] += weight
        return PlainParticles([(cards, weight) for cards, weight in found.values()])

    def weights_by_hands(self) -> dict[str, Any]:
        return {str(cards): pytest.approx(weight) for cards, weight in self.merge().several}


def _limit_to_supply(cards: npt.NDArray[Any]) -> list[Any]:
    return list(np.minimum(cards, [19, 19, 19, 19, 19, 25]).tolist())


def _reweight(worlds: ParticleSet, likelihood: npt.NDArray[Any]) -> ParticleSet:
    left = worlds.reweight(likelihood)
    assert left is not None
    return left


def _weights_by_hands(worlds: ParticleSet) -> dict[str, float]:
    return {
        str(cards): weight
        for cards, weight in PlainParticles.from_particles(worlds.merge_duplicates()).merge().several
    }


@pytest.mark.parametrize("seed", range(40))
def test_particle_sets_match_plain_lists_of_hands(seed: int) -> None:
    chance = np.random.default_rng(seed)
    seats = int(chance.integers(2, 7))
    cards = chance.integers(0, int(chance.choice([3, 19])), (12, seats, 6)).astype(np.int8)
    weights = chance.random(12)
    worlds = ParticleSet(cards, weights / weights.sum())
    plain = PlainParticles.from_particles(worlds)
    changes = chance.integers(-2, 3, (4, seats, 6)).astype(np.int8)
    for step in chance.choice(["moved", "weighed", "branched", "merged", "parted", "gathered"], 12):
        size = len(worlds.weights)
        if step == "moved":
            change = np.zeros((seats, 6), int)
            change[int(chance.integers(seats))] = chance.integers(-3, 4, 6)
            worlds = worlds.apply_change({n: row.tolist() for n, row in enumerate(change) if row.any()})
            plain = plain.add_change(change)
        elif step == "weighed":
            likelihood = chance.choice([0.0, 0.5, 1.0], size)
            likelihood[0] = 1
            worlds, plain = _reweight(worlds, likelihood), plain.reweight(likelihood)
        elif step == "branched":
            rows, which = chance.integers(0, size, 20), chance.integers(-1, 4, 20)
            likelihood = chance.random(20) + 0.1
            worlds = worlds.branch(rows, likelihood, CardChanges(changes), which)
            plain = plain.branch(rows, likelihood, changes, which)
        elif step == "merged":
            worlds = worlds.merge_duplicates()
            assert worlds.cards.shape[0] == len(plain.merge().several)
            assert _weights_by_hands(worlds) == plain.weights_by_hands()
            plain = PlainParticles.from_particles(worlds)
        elif step == "parted" and size > 1:
            one = np.arange(size) % 3 > 0
            rows, which = np.arange(int(one.sum())), np.full(int(one.sum()), 2)
            likelihood = np.ones(len(rows))
            left, right = _reweight(worlds, one), _reweight(worlds, ~one)
            worlds = mixture(
                [(left.branch(rows, likelihood, CardChanges(changes), which), 0.25), (right, 0.75)]
            )
            a = plain.reweight(one).branch(rows, likelihood, changes, which).several
            b = plain.reweight(~one).several
            plain = PlainParticles([(c, 0.25 * w) for c, w in a] + [(c, 0.75 * w) for c, w in b])
        elif step == "gathered":
            worlds = worlds.materialize()
        assert worlds.weights.sum() == pytest.approx(1)
        hands, of_hands = zip(*plain.several, strict=True)
        weighted_hands, shares = zip(*PlainParticles.from_particles(worlds).several, strict=True)
        assert weighted_hands == hands
        assert shares == pytest.approx(of_hands)
        for seat in range(seats):
            assert worlds.hand(seat).tolist() == [cards[seat][:5] for cards, _ in plain.several]
    assert _weights_by_hands(worlds) == plain.weights_by_hands()


def test_particles_with_more_cards_than_the_supply_are_infeasible(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"ore": 10}, {"ore": 9}), (1, {"ore": 10}, {"ore": 10}))
    assert feasible_particles(several) == [True, False]
    assert worlds((1, {"ore": 10}, {"ore": 9})).feasible_mask() is None


def test_the_bank_can_pay_what_it_has_in_every_particle(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"ore": 10}, {"ore": 4}), (1, {"ore": 10}, {"ore": 6}))
    assert several.can_bank_pay([19, 0, 0, 0, 3])
    assert not several.can_bank_pay([0, 0, 0, 0, 4])


def test_a_hand_grows_to_the_supply_and_no_further(worlds: Callable[..., ParticleSet]) -> None:
    several = worlds((1, {"wool": 18}, {}), (1, {"wool": 3}, {}))
    assert several.apply_change({0: (0, 0, 3, 0, 0), 1: (1, 0, 0, 0, 0)}).cards[:, :, :3].tolist() == [
        [[0, 0, 19], [1, 0, 0]],
        [[0, 0, 6], [1, 0, 0]],
    ]


def test_a_shown_hand_beyond_the_supply_is_infeasible(worlds: Callable[..., ParticleSet]) -> None:
    """Players may enter any number; sums beyond a byte must not spill into the next kind."""
    several = worlds(*[(1, {"lumber": 95}, {"lumber": 95}, {"lumber": 95, "ore": 20}, {"ore": 1})])
    assert feasible_particles(several) == [False]
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
