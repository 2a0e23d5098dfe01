"""Twelve whole games of an independent engine, told to the tracker: all that happened, or what a table shows.

The engine's players play their knights before the roll or after it as chance has it, and put the robber
anywhere. Where only rolls and board are told, whose knight it was can't always be known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from companion.games.base.belief import HandBelief
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import (
    EndTurn,
    Event,
    GameStarted,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    Roll,
)
from companion.games.base.rules.options import Options
from companion.games.base.rules.oracle import Oracle
from companion.games.base.rules.state import State
from companion.observations import InputEntered, RollSeen
from companion.sim.world import to_input
from tests.games.seen import Eyes, Listener

NAMES = [f"g{n}" for n in (1000, 1003, 1005, 1007, 1011, 1016, 1019, 1023, 1030, 1034, 1041, 1050)]
ON_THE_BOARD = (PlaceRoad, PlaceSettlement, PlaceCity, MoveRobber)
PAUSE_S = 4.0
"""Between two things that people do."""
LOOKS_S = (0.0, 4.0)
"""After something was put down: when the board is looked at."""


@dataclass(frozen=True)
class Turn:
    """How things stand at the end of one turn.

    Attributes:
        number: of the file's event that ended it.
        truth: the state of all that happened.
        told: the state that the table was told.
        hands: what the table believes of each hand.
    """

    number: int
    truth: State
    told: State
    hands: tuple[HandBelief, ...]


@dataclass(frozen=True)
class Telling:
    """A whole game as a table was told it."""

    oracle: Oracle
    turns: tuple[Turn, ...]
    table: Listener


def telling(oracle: Oracle, *, entered: bool) -> Telling:
    """A game told to a table.

    Args:
        oracle: the game.
        entered: people enter all that no camera sees, as they promised; else nobody enters anything.
    """
    started, laid = oracle.opening()
    assert isinstance(started, GameStarted)
    opening = (GameStarted(started.players, Options(all_told=entered)), laid)
    table, eyes = Listener(*opening), Eyes()
    truth, t, turns = fold(opening), 0.0, []
    for event in oracle.events:
        for happened in oracle.translate_event(truth, event):
            truth = apply(truth, happened)
            t = _tell(table, eyes, happened, truth, t + PAUSE_S, entered=entered)
        if event["type"] == "END_TURN" or truth.winner is not None:
            hands = tuple(table.belief.hand(seat) for seat in range(len(truth.players)))
            turns.append(Turn(event["n"], truth, table.state, hands))
    return Telling(oracle, tuple(turns), table)


def _tell(table: Listener, eyes: Eyes, happened: Event, truth: State, t: float, *, entered: bool) -> float:
    if isinstance(happened, Roll):
        table.observe(RollSeen(t, "tower", happened.dice))
    elif isinstance(happened, ON_THE_BOARD):
        for after in LOOKS_S:
            table.observe(eyes.look(truth, t + after))
        return t + LOOKS_S[-1]
    elif entered and not isinstance(happened, EndTurn):
        table.observe(InputEntered(t, "tablet", to_input(happened)))
    return t


@pytest.fixture(scope="module", params=NAMES)
def entered(request: pytest.FixtureRequest, whole_games: Mapping[str, Any]) -> Telling:
    """A game of which people enter all that no camera sees."""
    return telling(Oracle.from_json(whole_games[request.param]), entered=True)


@pytest.fixture(scope="module", params=NAMES)
def shown(request: pytest.FixtureRequest, whole_games: Mapping[str, Any]) -> Telling:
    """A game of which a table hears the dice and sees the board, and nothing else."""
    return telling(Oracle.from_json(whole_games[request.param]), entered=False)


class TestToldTheSameThings:
    def test_it_comes_to_the_same_states(self, entered: Telling) -> None:
        for turn in entered.turns:
            assert entered.oracle.row(turn.number, turn.told) == entered.oracle.row(turn.number, turn.truth)
        assert turn.told.winner == turn.truth.winner

    def test_the_story_is_legal_and_nothing_is_asked(self, entered: Telling) -> None:
        assert entered.table.session.violations == {}
        assert entered.table.questions == []

    def test_every_hand_is_certain_and_right(self, entered: Telling) -> None:
        for turn in entered.turns:
            assert all(hand.certain for hand in turn.hands)
            assert [hand.cards for hand in turn.hands] == [player.hand for player in turn.truth.players]


class TestShownTheBoardAndTheDice:
    def test_all_that_stands_is_right(self, shown: Telling) -> None:
        for turn in shown.turns:
            assert turn.told.robber == turn.truth.robber
            assert turn.told.longest_road == turn.truth.longest_road
            for told, true in zip(turn.told.players, turn.truth.players, strict=True):
                assert told.roads == true.roads
                assert (told.settlements, told.cities) == (true.settlements, true.cities)

    def test_every_knight_is_told_and_points_are_right_but_for_whose_it_was(self, shown: Telling) -> None:
        for turn in shown.turns:
            seats = range(len(turn.truth.players))
            knights = [[player.knights for player in state.players] for state in (turn.told, turn.truth)]
            assert sum(knights[0]) == sum(knights[1])
            if turn.told.largest_army == turn.truth.largest_army:
                points = [turn.truth.public_points(seat) for seat in seats]
                assert [turn.told.public_points(seat) for seat in seats] == points

    def test_no_hand_is_called_certain_that_is_not_what_it_is_said_to_be(self, shown: Telling) -> None:
        for turn in shown.turns:
            for hand, player in zip(turn.hands, turn.truth.players, strict=True):
                assert not hand.certain or hand.cards == player.hand
