"""Twelve whole games of an independent engine, followed by the tracker.

The engine's players play their knights before the roll or after it as chance has it, and put the robber
anywhere. If only rolls and board are known, the player of a knight is sometimes ambiguous.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from companion.games.base.belief import HandBelief
from companion.games.base.inconsistencies.card_count import MIN_TURNS_BETWEEN_COUNTS
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
from companion.observations import DiceDetection, InputEntered
from companion.sim.world import to_input
from tests.games.simulated_camera import ObservingSession, SimulatedCamera

NAMES = [f"g{n}" for n in (1000, 1003, 1005, 1007, 1011, 1016, 1019, 1023, 1030, 1034, 1041, 1050)]
EACH_GAME = [*NAMES[:2], *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES[2:])]
"""Each takes CPU seconds: `make test` follows two of them."""
ON_THE_BOARD = (PlaceRoad, PlaceSettlement, PlaceCity, MoveRobber)
PAUSE_S = 4.0
"""Between two things that people do."""
LOOKS_S = (0.0, 4.0)
"""After something was put down: when the board is looked at."""


@dataclass(frozen=True)
class Turn:
    """The game at the end of a turn.

    Attributes:
        number: of the file's event that ended it.
        truth: the state of all that happened.
        told: the state by the recorded events.
        hands: what the table believes of each hand.
    """

    number: int
    truth: State
    recorded_state: State
    hands: tuple[HandBelief, ...]


@dataclass(frozen=True)
class TrackedGame:
    """A whole game as a table recorded it."""

    oracle: Oracle
    turns: tuple[Turn, ...]
    table: ObservingSession


def track_game(oracle: Oracle, *, entered: bool) -> TrackedGame:
    """Report a game to a table.

    Args:
        oracle: the game.
        entered: people enter all that no camera sees, as they promised; else nobody enters anything.
    """
    started, laid = oracle.opening()
    assert isinstance(started, GameStarted)
    opening = (GameStarted(started.players, Options(all_told=entered)), laid)
    table, eyes = ObservingSession(*opening), SimulatedCamera()
    truth, t, turns = fold(opening), 0.0, []
    for event in oracle.events:
        for happened in oracle.translate_event(truth, event):
            truth = apply(truth, happened)
            t = _report_event(table, eyes, happened, truth, t + PAUSE_S, entered=entered)
        if event["type"] == "END_TURN" or truth.winner is not None:
            hands = tuple(table.belief.hand(seat) for seat in range(len(truth.players)))
            turns.append(Turn(event["n"], truth, table.state, hands))
    return TrackedGame(oracle, tuple(turns), table)


def _report_event(
    table: ObservingSession, eyes: SimulatedCamera, happened: Event, truth: State, t: float, *, entered: bool
) -> float:
    if isinstance(happened, Roll):
        table.observe(DiceDetection(t, "tower", happened.dice))
    elif isinstance(happened, ON_THE_BOARD):
        for after in LOOKS_S:
            table.observe(eyes.look(truth, t + after))
        return t + LOOKS_S[-1]
    elif entered and not isinstance(happened, EndTurn):
        table.observe(InputEntered(t, "tablet", to_input(happened)))
    return t


@pytest.fixture(scope="module", params=EACH_GAME)
def fully_entered_game(request: pytest.FixtureRequest, whole_games: Mapping[str, Any]) -> TrackedGame:
    """A game whose players enter all that no camera sees."""
    return track_game(Oracle.from_json(whole_games[request.param]), entered=True)


@pytest.fixture(scope="module", params=EACH_GAME)
def camera_only_game(request: pytest.FixtureRequest, whole_games: Mapping[str, Any]) -> TrackedGame:
    """A game of which the table observes the dice and the board only."""
    return track_game(Oracle.from_json(whole_games[request.param]), entered=False)


class TestFullyEnteredGames:
    def test_every_recorded_state_equals_the_true_one(self, fully_entered_game: TrackedGame) -> None:
        for turn in fully_entered_game.turns:
            assert fully_entered_game.oracle.row(
                turn.number, turn.recorded_state
            ) == fully_entered_game.oracle.row(turn.number, turn.truth)
        assert turn.recorded_state.winner == turn.truth.winner

    def test_no_violation_is_recorded_and_only_counts_are_asked(
        self, fully_entered_game: TrackedGame
    ) -> None:
        assert fully_entered_game.table.session.violations == {}
        asked = [question.word for question in fully_entered_game.table.questions]
        assert set(asked) <= {"count_cards"}
        assert len(asked) <= len(fully_entered_game.turns) / MIN_TURNS_BETWEEN_COUNTS

    def test_every_hand_is_certain_and_right(self, fully_entered_game: TrackedGame) -> None:
        for turn in fully_entered_game.turns:
            assert all(hand.certain for hand in turn.hands)
            assert [hand.cards for hand in turn.hands] == [player.hand for player in turn.truth.players]


class TestCameraOnlyGames:
    def test_the_recorded_board_is_right(self, camera_only_game: TrackedGame) -> None:
        for turn in camera_only_game.turns:
            assert turn.recorded_state.robber == turn.truth.robber
            assert turn.recorded_state.longest_road == turn.truth.longest_road
            for recorded, true in zip(turn.recorded_state.players, turn.truth.players, strict=True):
                assert recorded.roads == true.roads
                assert (recorded.settlements, recorded.cities) == (true.settlements, true.cities)

    def test_every_knight_is_recorded_and_points_are_right_except_for_its_owner(
        self, camera_only_game: TrackedGame
    ) -> None:
        for turn in camera_only_game.turns:
            seats = range(len(turn.truth.players))
            knights = [
                [player.knights for player in state.players] for state in (turn.recorded_state, turn.truth)
            ]
            assert sum(knights[0]) == sum(knights[1])
            if turn.recorded_state.largest_army == turn.truth.largest_army:
                points = [turn.truth.public_points(seat) for seat in seats]
                assert [turn.recorded_state.public_points(seat) for seat in seats] == points

    def test_no_certain_hand_is_wrong(self, camera_only_game: TrackedGame) -> None:
        for turn in camera_only_game.turns:
            for hand, player in zip(turn.hands, turn.truth.players, strict=True):
                assert not hand.certain or hand.cards == player.hand
