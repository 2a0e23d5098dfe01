"""Certain buildings: by the rules or by the players' inputs, never by the camera alone."""

from __future__ import annotations

from typing import Any

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import MoveRobber, PlaceCity, PlacedPiece, PlaceSettlement, TakeUp
from companion.island.geometry import HexId, IntersectionId, Standing
from tests.games.base.histories import FOUNDING, OPENING, EventWithSource, by_camera, story_of

FIRST_SITE = IntersectionId("i4,1")
LATER_SETTLEMENT = PlaceSettlement("red", IntersectionId("i-1,-1"))
ROBBER_MOVE = MoveRobber("red", HexId("h1,0"))
FOUNDING_SETTLEMENTS = {
    one.at: Standing("settlement", one.player) for one in FOUNDING if isinstance(one, PlaceSettlement)
}
SEEN_FOUNDING = (*OPENING, *(by_camera(event) for event in FOUNDING))


def certain_buildings(*events: EventWithSource) -> Any:
    return BaseGame().certain_buildings(story_of(*events))


def test_founding_buildings_are_settlements_from_any_source() -> None:
    assert certain_buildings(*SEEN_FOUNDING) == FOUNDING_SETTLEMENTS


def test_a_later_building_seen_by_the_camera_is_not_certain() -> None:
    assert certain_buildings(*SEEN_FOUNDING, by_camera(LATER_SETTLEMENT)) == FOUNDING_SETTLEMENTS


def test_a_later_building_that_players_entered_is_certain() -> None:
    assert certain_buildings(*SEEN_FOUNDING, LATER_SETTLEMENT) == FOUNDING_SETTLEMENTS | {
        LATER_SETTLEMENT.at: Standing("settlement", "red")
    }
    assert certain_buildings(*SEEN_FOUNDING, PlaceCity("red", FIRST_SITE))[FIRST_SITE] == Standing(
        "city", "red"
    )


def test_a_settlement_that_the_camera_sees_as_a_city_is_not_certain_any_more() -> None:
    assert FIRST_SITE not in certain_buildings(*SEEN_FOUNDING, by_camera(PlaceCity("red", FIRST_SITE)))


def test_described_buildings_of_a_resumed_game_are_certain() -> None:
    pieces = (PlacedPiece(FIRST_SITE, "city", "red"), PlacedPiece(LATER_SETTLEMENT.at, "settlement", "blue"))
    taken_up = TakeUp("red", pieces=pieces)
    both = {FIRST_SITE: Standing("city", "red"), LATER_SETTLEMENT.at: Standing("settlement", "blue")}
    assert certain_buildings(*OPENING, taken_up) == both
    assert certain_buildings(*OPENING, by_camera(taken_up)) == {}


class TestCertainRobber:
    def test_the_robber_is_certainly_in_the_desert_at_the_start(self) -> None:
        story = story_of(*SEEN_FOUNDING)
        assert BaseGame().certain_robber(story) == story.state.robber is not None

    def test_a_robber_moved_by_a_player_is_certain(self) -> None:
        assert BaseGame().certain_robber(story_of(*SEEN_FOUNDING, ROBBER_MOVE)) == ROBBER_MOVE.to

    def test_a_robber_move_seen_by_the_camera_is_not_certain(self) -> None:
        assert BaseGame().certain_robber(story_of(*SEEN_FOUNDING, by_camera(ROBBER_MOVE))) is None
