"""Of which buildings it is certain what they are: by the rules, or by what people said; never by a camera."""

from __future__ import annotations

from typing import Any

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import MoveRobber, PlaceCity, PlaceSettlement, TakeUp
from companion.games.base.rules.fields import PlacedPiece
from companion.island.geometry import HexId, IntersectionId
from companion.island.pieces import Standing
from tests.games.base.stories import FOUNDING, OPENING, Said, seen, story_of

FIRST = IntersectionId("i4,1")
LATER = PlaceSettlement("red", IntersectionId("i-1,-1"))
MOVED = MoveRobber("red", HexId("h1,0"))
FOUNDED = {one.at: Standing("settlement", one.player) for one in FOUNDING if isinstance(one, PlaceSettlement)}
WATCHED = (*OPENING, *(seen(event) for event in FOUNDING))


def certain(*told: Said) -> Any:
    return BaseGame().certain_buildings(story_of(*told))


def test_what_is_put_down_in_the_founding_is_a_settlement_whoever_tells_it() -> None:
    assert certain(*WATCHED) == FOUNDED


def test_what_a_camera_told_later_is_what_it_read() -> None:
    assert certain(*WATCHED, seen(LATER)) == FOUNDED


def test_what_people_said_of_later_ones_counts() -> None:
    assert certain(*WATCHED, LATER) == FOUNDED | {LATER.at: Standing("settlement", "red")}
    assert certain(*WATCHED, PlaceCity("red", FIRST))[FIRST] == Standing("city", "red")


def test_a_settlement_that_a_camera_told_to_be_a_city_by_now_is_not_certain_any_more() -> None:
    assert FIRST not in certain(*WATCHED, seen(PlaceCity("red", FIRST)))


def test_of_a_game_that_was_taken_up_it_is_certain_what_people_said_lies_there() -> None:
    pieces = (PlacedPiece(FIRST, "city", "red"), PlacedPiece(LATER.at, "settlement", "blue"))
    taken_up = TakeUp("red", pieces=pieces)
    both = {FIRST: Standing("city", "red"), LATER.at: Standing("settlement", "blue")}
    assert certain(*OPENING, taken_up) == both
    assert certain(*OPENING, seen(taken_up)) == {}


class TestTheRobber:
    def test_stands_in_the_desert_as_the_game_begins(self) -> None:
        story = story_of(*WATCHED)
        assert BaseGame().certain_robber(story) == story.state.robber is not None

    def test_stands_where_people_said_that_it_was_moved(self) -> None:
        assert BaseGame().certain_robber(story_of(*WATCHED, MOVED)) == MOVED.to

    def test_is_not_certain_to_be_where_a_camera_saw_it_go(self) -> None:
        assert BaseGame().certain_robber(story_of(*WATCHED, seen(MOVED))) is None
