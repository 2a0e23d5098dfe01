"""Legality of events by the rules and the contents of the box.

Violations are words, not exceptions: the table records what players entered, and flags it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.spot_it.effects import HARBORS, ISLAND_CARDS, counts_by_seat, team_card_count
from companion.games.spot_it.events import Counts, Event, GameScored, MatchStarted, RoundScored
from companion.games.spot_it.state import MatchState

MAX_HARBOR_COUNT: Final = 2 * HARBORS
"""Upper bound of all teams' harbors: a harbor borders at most two cards, so at most two teams."""


def violations(state: MatchState, event: Event) -> list[str]:
    """The rules that an event breaks in a state, in snake case; empty if it is legal.

    Raises:
        ValueError: the event is about a team that isn't at the table.
    """
    if isinstance(event, MatchStarted):
        return ["wrong_phase"] if state.teams else []
    if isinstance(event, RoundScored):
        return [
            *_phase_violations(state, 5),
            *_missing_count_violations(state, event.captured),
            *_round_violations(state, event),
        ]
    return [
        *_phase_violations(state, event.game),
        *_first_out_violations(event),
        *_missing_count_violations(state, event.counts),
        *_count_violations(state, event),
    ]


def _phase_violations(state: MatchState, game: int) -> Iterator[str]:
    if state.phase == "over":
        yield "game_over"
    elif state.game != game:
        yield "wrong_game"


def _first_out_violations(event: GameScored) -> Iterator[str]:
    """Games 1 to 3 end when a team has played all its cards; game 4 has no such end."""
    if event.game == 4 and event.first_out:
        yield "no_first_out_here"
    if event.game < 4 and not event.first_out:
        yield "nobody_out"


def _missing_count_violations(state: MatchState, counts: Counts) -> Iterator[str]:
    if len(counts) < len(state.teams):
        yield "team_not_counted"


def _count_violations(state: MatchState, event: GameScored) -> Iterator[str]:
    counts = counts_by_seat(state, event.counts)
    if event.game == 4:
        if sum(counts) != ISLAND_CARDS:
            yield "not_all_captured"
    elif event.game == 2:
        if max(counts) > HARBORS or sum(counts) > MAX_HARBOR_COUNT:
            yield "too_many_harbors"
    else:
        own = [team_card_count(state, team.colour, event.game) for team in state.teams]
        if any(count > most for count, most in zip(counts, own, strict=True)):
            yield "too_many_of_a_team"
        if sum(counts) > ISLAND_CARDS:
            yield "too_many_on_island"


def _round_violations(state: MatchState, event: RoundScored) -> Iterator[str]:
    """All teams but one lose their card in a round, which gives the number of captures."""
    if sum(counts_by_seat(state, event.captured)) != len(state.teams) - 1:
        yield "wrong_captures"
