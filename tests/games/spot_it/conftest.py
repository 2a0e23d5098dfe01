"""Fixtures for Spot It rules: matches, scores and points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.spot_it.effects import apply, fold
from companion.games.spot_it.events import GameScored, MatchStarted, RoundScored, SeatedTeam
from companion.games.spot_it.legality import violations
from companion.games.spot_it.state import MatchOptions, MatchState

Match = Callable[..., MatchState]


@pytest.fixture
def match() -> Match:
    """`match("blue", "red", mode="adventure")`: teams without points; blue and red by default."""

    def begin(*colours: Any, **options: Any) -> MatchState:
        seats = tuple(SeatedTeam(colour.capitalize(), colour) for colour in colours or ("blue", "red"))
        return fold([MatchStarted(seats, MatchOptions(**options))])

    return begin


@pytest.fixture
def score_game() -> Callable[..., MatchState]:
    """`score_game(state, out=["red"], blue=7, red=5)`: the state after the current game is counted.

    It has to be legal.
    """

    def score(state: MatchState, out: Any = (), **counts: Any) -> MatchState:
        sorted_counts: Any = tuple(sorted(counts.items()))
        event = (
            RoundScored(sorted_counts)
            if state.game == 5
            else GameScored(state.game, tuple(sorted(out)), sorted_counts)
        )
        assert violations(state, event) == []
        return apply(state, event)

    return score


@pytest.fixture
def points() -> Callable[[MatchState], dict[str, int]]:
    """`points(state)`: the points of each team, by colour."""
    return lambda state: {team.colour: team.points for team in state.teams}
