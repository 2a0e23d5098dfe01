"""What a game or a round is worth to each team ("Points à marquer" of each game)."""

from __future__ import annotations

from typing import Final

from companion.games.spot_it.events import Counts, GameScored, RoundScored
from companion.games.spot_it.state import State

FIRST_OUT: Final = 1
CATEGORY: Final = 2
FACTOR_OF_SOLO: Final = 2
"""By how much the solo team's count is multiplied with five players, in games 1 to 4."""


def points(state: State, event: GameScored | RoundScored) -> tuple[int, ...]:
    """What each team scores, as they sit.

    Raises:
        ValueError: it is about a team that isn't at the table.
    """
    if isinstance(event, RoundScored):
        return by_seat(state, event.captured)
    category, out = _category(state, event), _first_out(state, event)
    return tuple(one + other for one, other in zip(category, out, strict=True))


def by_seat(state: State, counts: Counts) -> tuple[int, ...]:
    """Counts of the teams as they sit; 0 where nobody counted.

    Raises:
        ValueError: one is of a team that isn't at the table.
    """
    found = [0] * len(state.teams)
    for colour, count in counts:
        found[state.seat(colour)] = count
    return tuple(found)


def doubled(state: State, counts: Counts) -> tuple[int, ...]:
    """Counts as they are compared: with five players the solo team's twice ("Partie à 5 joueurs")."""
    return tuple(
        count * (FACTOR_OF_SOLO if team.colour == state.solo else 1)
        for team, count in zip(state.teams, by_seat(state, counts), strict=True)
    )


def _category(state: State, event: GameScored) -> tuple[int, ...]:
    """Two points for the most, also for each of those who tie; none for whom nobody counted."""
    counts = doubled(state, event.counts)
    counted = {colour for colour, _ in event.counts}
    most = max(counts)
    return tuple(
        CATEGORY if count == most and team.colour in counted else 0
        for team, count in zip(state.teams, counts, strict=True)
    )


def _first_out(state: State, event: GameScored) -> tuple[int, ...]:
    """One point in games 1 to 3; several at once by the table's option (clarifications.md, "Open")."""
    seats = [state.seat(colour) for colour in event.first_out]
    if event.game == 4 or (len(seats) > 1 and state.options.both_out == "neither"):
        seats = []
    return tuple(FIRST_OUT if seat in seats else 0 for seat in range(len(state.teams)))
