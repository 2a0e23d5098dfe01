"""Twelve whole games of an independent engine, told to the tracker: all that happened, or what a table shows.

The engine's players play their knights before the roll or after it as chance has it, and put the robber
anywhere. Where only rolls and board are told, whose knight it was can't always be known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.games.base.effects import apply, fold
from companion.games.base.events import (
    EndTurn,
    Event,
    GameStarted,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    Roll,
)
from companion.games.base.options import Options
from companion.games.base.oracle import Oracle
from companion.games.base.state import State
from companion.observations import InputEntered, RollSeen
from companion.sim.world import as_input
from tests.games.seen import Eyes, Listener

NAMES = [f"g{n}" for n in (1000, 1003, 1005, 1007, 1011, 1016, 1019, 1023, 1030, 1034, 1041, 1050)]
ON_THE_BOARD = (PlaceRoad, PlaceSettlement, PlaceCity, MoveRobber)
PAUSE_S = 4.0
"""Between two things that people do."""
LOOKS_S = (0.0, 4.0)
"""After something was put down: when the board is looked at."""


def telling(oracle: Oracle, *, entered: bool) -> Iterator[tuple[Mapping[str, Any], State, Listener]]:
    """Each of the file's turns as it ends: its last event, our state of all events, what a table was told.

    Args:
        oracle: the game.
        entered: people enter all that no camera sees, as they promised; else nobody enters anything.
    """
    started, laid = oracle.opening()
    assert isinstance(started, GameStarted)
    opening = (GameStarted(started.players, Options(all_told=entered)), laid)
    table, eyes = Listener(*opening), Eyes()
    truth, t = fold(opening), 0.0
    for event in oracle.events:
        for happened in oracle.told(truth, event):
            truth = apply(truth, happened)
            t = _tell(table, eyes, happened, truth, t + PAUSE_S, entered=entered)
        if event["type"] == "END_TURN" or truth.winner is not None:
            yield event, truth, table


def _tell(table: Listener, eyes: Eyes, happened: Event, truth: State, t: float, *, entered: bool) -> float:
    if isinstance(happened, Roll):
        table.observe(RollSeen(t, "tower", happened.dice))
    elif isinstance(happened, ON_THE_BOARD):
        for after in LOOKS_S:
            table.observe(eyes.look(truth, t + after))
        return t + LOOKS_S[-1]
    elif entered and not isinstance(happened, EndTurn):
        table.observe(InputEntered(t, "tablet", as_input(happened)))
    return t


@pytest.fixture(params=NAMES)
def oracle(request, whole_games):
    return Oracle.from_json(whole_games[request.param])


def test_told_the_same_things_it_comes_to_the_same_states(oracle):
    for event, truth, table in telling(oracle, entered=True):
        assert oracle.row(event["n"], table.state) == oracle.row(event["n"], truth), truth.turn
    assert table.state.winner == truth.winner
    assert not table.questions


def test_from_rolls_and_board_alone_all_that_stands_is_right(oracle):
    for _, truth, table in telling(oracle, entered=False):
        pieces = [(p.roads, p.settlements, p.cities, p.road_length) for p in truth.players]
        assert [(p.roads, p.settlements, p.cities, p.road_length) for p in table.state.players] == pieces
        assert table.state.robber == truth.robber
        assert table.state.longest_road == truth.longest_road
