"""Fixtures for belief tests: a known position, or a weighted set of hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion.games.base.belief import Belief
from companion.games.base.belief.particle_set import ParticleSet
from companion.games.base.rules.cards import RESOURCES
from companion.games.base.rules.effects import apply
from companion.games.base.rules.state import State


@pytest.fixture
def worlds() -> Callable[..., ParticleSet]:
    """`worlds((3, {"wool": 1}, {}), (1, {}, {"ore": 2}))`: a weight, and each seat's hand, world by world.

    A hand may also say how many development cards were bought untold, as `secret`.
    """

    def make(*several: tuple[Any, ...]) -> ParticleSet:
        cards = [
            [[hand.get(name, 0) for name in (*RESOURCES, "secret")] for hand in hands]
            for _, *hands in several
        ]
        weights = np.array([weight for weight, *_ in several], float)
        return ParticleSet(np.array(cards, np.int8), weights / weights.sum())

    return make


@pytest.fixture
def believe() -> Callable[..., Belief]:
    """`believed(state, *events)`: what is known at a position, then what is believed after events.

    Every card in the hands of the position is known, and all of it happened before anybody's turn.
    """

    def update_belief(state: State, *events: Any, inferred: bool = False) -> Belief:
        cards = np.zeros((1, len(state.players), 6), np.int8)
        cards[0, :, :5] = [player.hand[:5] for player in state.players]
        belief = Belief(state.players, particles=ParticleSet(cards, np.ones(1)))
        for event in events:
            after = apply(state, event)
            belief = belief.update(state, event, after, inferred=inferred)
            state = after
        return belief

    return update_belief


@pytest.fixture
def hands_of() -> Callable[..., dict[tuple[int, ...], float]]:
    """`hands_of(belief, 0)`: the probability of each hand of a seat, five counts, to three places."""
    return lambda belief, seat: {
        cards[:5]: round(probability, 3)
        for cards, probability in belief.particles.hand_distribution(seat).items()
    }
