"""Matches to try rules on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.spot_it.effects import apply, fold
from companion.games.spot_it.events import GameScored, MatchStarted, RoundScored, SeatedTeam
from companion.games.spot_it.legality import violations
from companion.games.spot_it.options import MatchOptions
from companion.games.spot_it.state import MatchState

Match = Callable[..., MatchState]


@pytest.fixture
def match() -> Match:
    """`match("blue", "red", mode="adventure")`: teams at the table, nothing scored; blue and red usually."""

    def begin(*colours: Any, **options: Any) -> MatchState:
        seats = tuple(SeatedTeam(colour.capitalize(), colour) for colour in colours or ("blue", "red"))
        return fold([MatchStarted(seats, MatchOptions(**options))])

    return begin


@pytest.fixture
def scored() -> Callable[..., MatchState]:
    """`scored(state, out=["red"], blue=7, red=5)`: the state once the game that is on was counted so.

    It has to be legal.
    """

    def score(state: MatchState, out: Any = (), **counts: Any) -> MatchState:
        told: Any = tuple(sorted(counts.items()))
        event = RoundScored(told) if state.game == 5 else GameScored(state.game, tuple(sorted(out)), told)
        assert violations(state, event) == []
        return apply(state, event)

    return score


@pytest.fixture
def points() -> Callable[[MatchState], dict[str, int]]:
    """`points(state)`: of each team, by colour."""
    return lambda state: {team.colour: team.points for team in state.teams}
