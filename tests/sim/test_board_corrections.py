"""Corrections by people: inputs bring the recorded game to the actual state."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import (
    EndTurn,
    Event,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    Roll,
    Steal,
)
from companion.games.base.rules.state import State
from companion.games.game_api import Interpretation
from companion.games.seats import Seat
from companion.island.geometry import HEXES, PATHS
from companion.observations import InputEntered
from companion.sim.board_corrections import (
    board_correction,
    inference_correction,
    is_board_correct,
    newest_entry,
)
from companion.sim.world import SimulatedGame, shuffled_island
from companion.table.session import GameSession

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))


class RecordedGame:
    """Recorded game with its reports and inputs."""

    def __init__(self, events: list[Event]) -> None:
        opening = BaseGame().opening({"players": [{"name": s.name, "colour": s.colour} for s in SEATS]})
        self.session = GameSession.create(BaseGame())
        self.tell(*opening, *events)

    def tell(self, *events: Event, certainty: float = 1.0) -> None:
        self._take(Interpretation(events, certainty=certainty), "camera")

    def enter(self, data: Mapping[str, Any]) -> None:
        entered = InputEntered(1.0, "people", data)
        self._take(self.session.game.interpret(self.session.history, entered), "people")

    def _take(self, telling: Interpretation[Any], source: str) -> None:
        drafts = self.session.drafts(telling, t=1.0, source=source)
        self.session = self.session.with_drafts(drafts)

    @property
    def view(self) -> dict[str, Any]:
        return {**self.session.game.view(self.session.history), "log": self.session.log()}

    def count_corrections(self, actual_state: State, since: int = 0) -> int:
        """Enter corrections until the board agrees; return their count."""
        count = 0
        while (correction := board_correction(self.view, actual_state, since)) is not None:
            self.enter(correction)
            count += 1
            assert count < 5
        assert is_board_correct(self.view, actual_state)
        return count


@pytest.fixture(scope="module")
def history() -> list[tuple[Event, State]]:
    """Events of a game until the first city, each with the state after it."""
    rng = random.Random(4)
    world = SimulatedGame(shuffled_island(rng), SEATS, rng)
    land = world.state.land
    assert land is not None
    found: list[tuple[Event, State]] = [(LayoutSet(land.layout), world.state)]
    for event in world.play():
        found.append((event, world.state))
        if isinstance(event, PlaceCity):
            return found
    raise AssertionError("a game without cities")


def split_at_last(history: list[tuple[Event, State]], kind: type[Event]) -> tuple[list[Event], Event, State]:
    """Split at the last event of a kind: the events before, the event, the state after it."""
    n = max(n for n, (event, _) in enumerate(history) if isinstance(event, kind))
    return [event for event, _ in history[:n]], *history[n]


def test_a_correct_account_needs_no_correction(history: list[tuple[Event, State]]) -> None:
    believed = RecordedGame([event for event, _ in history])
    assert is_board_correct(believed.view, history[-1][1])
    assert board_correction(believed.view, history[-1][1], 0) is None


@pytest.mark.parametrize("kind", [PlaceRoad, PlaceSettlement, PlaceCity])
def test_a_piece_that_was_not_seen_is_entered(history: list[tuple[Event, State]], kind: type[Event]) -> None:
    before, _, actual_state = split_at_last(history, kind)
    believed = RecordedGame(before)
    assert not is_board_correct(believed.view, actual_state)
    assert believed.count_corrections(actual_state) == 1


def test_a_misplaced_or_nonexistent_piece_is_removed(history: list[tuple[Event, State]]) -> None:
    before, road, actual_state = split_at_last(history, PlaceRoad)
    assert isinstance(road, PlaceRoad)
    believed = RecordedGame(before)
    taken = {event.at for event in before if isinstance(event, PlaceRoad)}
    free = next(at for at in PATHS if at not in taken and at != road.at)
    believed.tell(PlaceRoad(road.player, free))
    assert believed.count_corrections(actual_state) == 2
    believed.tell(PlaceRoad(road.player, free))
    assert believed.count_corrections(actual_state) == 1


def test_a_piece_of_the_wrong_colour_is_corrected_in_place(history: list[tuple[Event, State]]) -> None:
    before, road, actual_state = split_at_last(history, PlaceRoad)
    assert isinstance(road, PlaceRoad)
    other = next(seat.colour for seat in SEATS if seat.colour != road.player)
    believed = RecordedGame(before)
    believed.tell(PlaceRoad(other, road.at))
    assert believed.count_corrections(actual_state) == 1


def test_a_wrong_city_is_changed_back_to_a_settlement(history: list[tuple[Event, State]]) -> None:
    before, house, actual_state = split_at_last(history, PlaceSettlement)
    assert isinstance(house, PlaceSettlement)
    believed = RecordedGame([*before, house, PlaceCity(house.player, house.at)])
    assert believed.count_corrections(actual_state) == 1


def test_a_piece_missed_in_the_previous_turn_is_inserted_before_its_end(
    history: list[tuple[Event, State]],
) -> None:
    before, road, actual_state = split_at_last(history, PlaceRoad)
    assert isinstance(road, PlaceRoad)
    following = SEATS[([seat.colour for seat in SEATS].index(road.player) + 1) % 3].colour
    believed = RecordedGame([*before, EndTurn(road.player), Roll(following, (1, 1))])
    assert believed.count_corrections(actual_state) == 1
    event_types = [type(recorded.event) for recorded in believed.session.history.recorded_events]
    assert event_types[-3:] == [PlaceRoad, EndTurn, Roll]


def test_the_robber_is_entered_or_corrected(history: list[tuple[Event, State]]) -> None:
    before, moved, actual_state = split_at_last(history, MoveRobber)
    assert isinstance(moved, MoveRobber)
    missed = RecordedGame(before)
    since = newest_entry(missed.view)
    assert missed.count_corrections(actual_state, since) == 1
    wrong = RecordedGame(before)
    elsewhere = next(h for h in HEXES if h not in (moved.to, missed.view["robber"]))
    wrong.tell(MoveRobber(moved.player, elsewhere))
    assert wrong.count_corrections(actual_state, since) == 1
    robber_moves = [c.event for c in wrong.session.history.recorded_events if isinstance(c.event, MoveRobber)]
    assert robber_moves[-1] == moved


def test_a_wrong_inference_is_deleted_and_an_ambiguous_one_is_kept() -> None:
    believed = RecordedGame([])
    steal, trade = Steal("red", "blue"), MaritimeTrade("red", (4, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0))
    believed.tell(steal, trade, certainty=0.9)
    real: list[Event] = [Steal("red", "blue", "ore")]
    correction = inference_correction(believed.view, real, 0)
    assert correction is not None
    believed.enter(correction)
    assert inference_correction(believed.view, real, 0) is None
    assert [c.event for c in believed.session.history.recorded_events][-1] == steal
    assert inference_correction(believed.view, [], newest_entry(believed.view)) is None
