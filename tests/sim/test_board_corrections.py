"""What people notice of the table's account, and enter: step by step it comes to what happened."""

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
    Seat,
    Steal,
)
from companion.games.base.rules.state import State
from companion.games.game_api import Interpretation
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


class Account:
    """What a table tells, and the inputs that it takes."""

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

    def mended(self, happened: State, since: int = 0) -> int:
        """How many inputs it takes until the board agrees."""
        count = 0
        while (said := board_correction(self.view, happened, since)) is not None:
            self.enter(said)
            count += 1
            assert count < 5
        assert is_board_correct(self.view, happened)
        return count


@pytest.fixture(scope="module")
def course() -> list[tuple[Event, State]]:
    """Everything of a game until the first city stands, each with the state then."""
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


def until(course: list[tuple[Event, State]], kind: type[Event]) -> tuple[list[Event], Event, State]:
    """What happened before the last event of a kind; the event; the state then."""
    n = max(n for n, (event, _) in enumerate(course) if isinstance(event, kind))
    return [event for event, _ in course[:n]], *course[n]


def test_an_account_that_is_right_leaves_nothing_to_say(course: list[tuple[Event, State]]) -> None:
    believed = Account([event for event, _ in course])
    assert is_board_correct(believed.view, course[-1][1])
    assert board_correction(believed.view, course[-1][1], 0) is None


@pytest.mark.parametrize("kind", [PlaceRoad, PlaceSettlement, PlaceCity])
def test_a_piece_that_was_not_seen_is_entered(course: list[tuple[Event, State]], kind: type[Event]) -> None:
    before, _, happened = until(course, kind)
    believed = Account(before)
    assert not is_board_correct(believed.view, happened)
    assert believed.mended(happened) == 1


def test_a_piece_seen_elsewhere_or_where_none_is_is_taken_back(course: list[tuple[Event, State]]) -> None:
    before, road, happened = until(course, PlaceRoad)
    assert isinstance(road, PlaceRoad)
    believed = Account(before)
    taken = {event.at for event in before if isinstance(event, PlaceRoad)}
    free = next(at for at in PATHS if at not in taken and at != road.at)
    believed.tell(PlaceRoad(road.player, free))
    assert believed.mended(happened) == 2
    believed.tell(PlaceRoad(road.player, free))
    assert believed.mended(happened) == 1


def test_a_piece_of_another_colour_is_set_right_in_place(course: list[tuple[Event, State]]) -> None:
    before, road, happened = until(course, PlaceRoad)
    assert isinstance(road, PlaceRoad)
    other = next(seat.colour for seat in SEATS if seat.colour != road.player)
    believed = Account(before)
    believed.tell(PlaceRoad(other, road.at))
    assert believed.mended(happened) == 1


def test_a_city_that_is_none_is_a_settlement_again(course: list[tuple[Event, State]]) -> None:
    before, house, happened = until(course, PlaceSettlement)
    assert isinstance(house, PlaceSettlement)
    believed = Account([*before, house, PlaceCity(house.player, house.at)])
    assert believed.mended(happened) == 1


def test_what_was_missed_in_the_turn_before_is_put_before_its_end(course: list[tuple[Event, State]]) -> None:
    before, road, happened = until(course, PlaceRoad)
    assert isinstance(road, PlaceRoad)
    following = SEATS[([seat.colour for seat in SEATS].index(road.player) + 1) % 3].colour
    believed = Account([*before, EndTurn(road.player), Roll(following, (1, 1))])
    assert believed.mended(happened) == 1
    told = [type(recorded.event) for recorded in believed.session.history.recorded_events]
    assert told[-3:] == [PlaceRoad, EndTurn, Roll]


def test_the_robber_is_entered_or_corrected(course: list[tuple[Event, State]]) -> None:
    before, moved, happened = until(course, MoveRobber)
    assert isinstance(moved, MoveRobber)
    missed = Account(before)
    since = newest_entry(missed.view)
    assert missed.mended(happened, since) == 1
    wrong = Account(before)
    elsewhere = next(h for h in HEXES if h not in (moved.to, missed.view["robber"]))
    wrong.tell(MoveRobber(moved.player, elsewhere))
    assert wrong.mended(happened, since) == 1
    told = [c.event for c in wrong.session.history.recorded_events if isinstance(c.event, MoveRobber)]
    assert told[-1] == moved


def test_what_was_wrongly_inferred_is_taken_back_and_what_leaves_cards_open_is_not() -> None:
    believed = Account([])
    steal, trade = Steal("red", "blue"), MaritimeTrade("red", (4, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0))
    believed.tell(steal, trade, certainty=0.9)
    real: list[Event] = [Steal("red", "blue", "ore")]
    said = inference_correction(believed.view, real, 0)
    assert said is not None
    believed.enter(said)
    assert inference_correction(believed.view, real, 0) is None
    assert [c.event for c in believed.session.history.recorded_events][-1] == steal
    assert inference_correction(believed.view, [], newest_entry(believed.view)) is None
