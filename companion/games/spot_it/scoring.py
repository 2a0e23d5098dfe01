"""Points of each team for a game or a round ("Points à marquer" of each game)."""

from __future__ import annotations

from typing import Final

from companion.games.spot_it.events import Counts, GameScored, RoundScored
from companion.games.spot_it.state import MatchState

FIRST_OUT_POINTS: Final = 1
CATEGORY_POINTS: Final = 2
SOLO_FACTOR: Final = 2
"""Multiplier of the solo team's counts with five players, in games 1 to 4."""


def points(state: MatchState, event: GameScored | RoundScored) -> tuple[int, ...]:
    """The points that each team scores, in seat order.

    Raises:
        ValueError: the event is about a team that isn't at the table.
    """
    if isinstance(event, RoundScored):
        return counts_by_seat(state, event.captured)
    category, out = _category_points(state, event), _first_out_points(state, event)
    return tuple(one + other for one, other in zip(category, out, strict=True))


def counts_by_seat(state: MatchState, counts: Counts) -> tuple[int, ...]:
    """The counts in seat order; 0 for uncounted teams.

    Raises:
        ValueError: a count is of a team that isn't at the table.
    """
    found = [0] * len(state.teams)
    for colour, count in counts:
        found[state.seat(colour)] = count
    return tuple(found)


def comparable_counts(state: MatchState, counts: Counts) -> tuple[int, ...]:
    """The counts for comparison, with the solo team's doubled for five players ("Partie à 5 joueurs")."""
    return tuple(
        count * (SOLO_FACTOR if team.colour == state.solo_team else 1)
        for team, count in zip(state.teams, counts_by_seat(state, counts), strict=True)
    )


def _category_points(state: MatchState, event: GameScored) -> tuple[int, ...]:
    """Two points for the highest count and for ties; none for uncounted teams."""
    counts = comparable_counts(state, event.counts)
    counted = {colour for colour, _ in event.counts}
    most = max(counts)
    return tuple(
        CATEGORY_POINTS if count == most and team.colour in counted else 0
        for team, count in zip(state.teams, counts, strict=True)
    )


def _first_out_points(state: MatchState, event: GameScored) -> tuple[int, ...]:
    """One point in games 1 to 3; ties follow the table's option (clarifications.md, "Open")."""
    seats = [state.seat(colour) for colour in event.first_out]
    if event.game == 4 or (len(seats) > 1 and state.options.both_out == "neither"):
        seats = []
    return tuple(FIRST_OUT_POINTS if seat in seats else 0 for seat in range(len(state.teams)))
