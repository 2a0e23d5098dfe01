"""The initial particles of a game that is joined in progress, from the hands that its players report."""

from __future__ import annotations

from typing import Final

from companion.games.base.belief.draws import MAX_UNNAMED_CARDS, gain_unnamed_cards
from companion.games.base.belief.particle_set import ParticleSet, mixture
from companion.games.base.rules.cards import UNIDENTIFIED_KIND
from companion.games.base.rules.events import Event, TakeUp
from companion.games.base.rules.state import State

LIKELY_HAND_SIZES: Final = range(8)
"""Possible hand sizes of a player who does not report one, equally likely; more than seven cards are rare."""


def is_start_of_play(before: State, event: Event, after: State) -> bool:
    """Return whether play begins with this event in a game that is joined in progress."""
    joining = isinstance(event, TakeUp) or before.taking_up is not None
    return joining and after.turn > before.turn


def seats_without_hand_size(state: State, event: TakeUp) -> frozenset[int]:
    """Return the seats that do not report the size of their hand."""
    reported = {state.seat(side.colour) for side in event.sides if side.hand is not None}
    return frozenset(range(len(state.players))) - reported


def initial_particles(before: State, event: Event, after: State) -> tuple[ParticleSet, bool]:
    """Return the particles with which play begins, and whether unlikely ones were left out."""
    entry = event if isinstance(event, TakeUp) else before.taking_up
    assert entry is not None
    particles = ParticleSet.from_empty_hands(len(after.players))
    particles, truncated = (
        particles.apply_change({seat: player.hand[:5] for seat, player in enumerate(after.players)}),
        False,
    )
    unknown_sizes = seats_without_hand_size(after, entry)
    for seat, player in enumerate(after.players):
        sizes = LIKELY_HAND_SIZES if seat in unknown_sizes else (player.hand[UNIDENTIFIED_KIND],)
        several = [_add_unnamed_cards(particles, seat, size) for size in sizes]
        particles = mixture([(dealt, 1.0) for dealt, _ in several]).merge_duplicates()
        resampled = particles.resample()
        truncated |= resampled is not particles or any(was_truncated for _, was_truncated in several)
        particles = resampled
    return particles, truncated


def _add_unnamed_cards(particles: ParticleSet, seat: int, count: int) -> tuple[ParticleSet, bool]:
    """Add unnamed cards, a few at a time; also return whether unlikely particles were left out."""
    truncated = False
    while count > 0:
        particles = gain_unnamed_cards(particles, seat, min(count, MAX_UNNAMED_CARDS)).merge_duplicates()
        resampled = particles.resample()
        truncated |= resampled is not particles
        particles, count = resampled, count - MAX_UNNAMED_CARDS
    return particles, truncated
