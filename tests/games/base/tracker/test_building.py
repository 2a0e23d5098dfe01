"""Builds seen by the camera: by their active owner, after a bank trade, by a card, by an unseen roll."""

from dataclasses import replace

from companion.games.base.belief.believed_replay import MIN_CERTAINTY_P
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    MaritimeTrade,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    UnseenRoll,
)
from companion.games.base.tracker import explain_board
from companion.games.base.tracker.priors import SETTLED_S
from companion.games.game_api import Replace
from companion.island.geometry import IntersectionId, Standing
from tests.games.base.histories import FIRST_ENTRY, EventWithSource, by_camera, holds, in_play
from tests.games.base.tracker.looks import Changes, explain_look, free_intersections, free_paths, look

ROLL = Roll("red", (1, 1))
"""Nobody has built on a two."""


def test_an_affordable_road_is_bought() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    path = free_paths(believed)[0]
    telling = explain_look(believed, {path: ("road", "red")})
    assert telling.events == (PlaceRoad("red", path),)
    assert not telling.inferred
    assert 0.9 < telling.certainty < 1


def test_a_road_is_recorded_once_it_is_stable() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    road: Changes = {free_paths(believed)[0]: ("road", "red")}
    assert not explain_look(believed, road, rested=SETTLED_S / 2).events
    assert explain_look(believed, road, rested=SETTLED_S).events
    assert explain_look(believed, road, rested=SETTLED_S / 2, closing=True).events


def test_a_disconnected_road_is_ignored() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    assert not explain_look(believed, {"p-4,-1": ("road", "red")}).events


def test_several_builds_of_a_turn_are_recorded_in_a_legal_order() -> None:
    believed = in_play(holds("red", lumber=2, brick=2), ROLL)
    first = free_paths(believed)[0]
    beyond = next(
        p for p in free_paths(in_play(holds("red", lumber=1, brick=1), ROLL, PlaceRoad("red", first)))
        if p not in free_paths(believed)
    )  # fmt: skip
    assert explain_look(believed, {beyond: ("road", "red"), first: ("road", "red")}).events == (
        PlaceRoad("red", first),
        PlaceRoad("red", beyond),
    )


def test_a_build_that_needs_it_implies_a_bank_trade() -> None:
    believed = in_play(holds("red", lumber=1, wool=4), ROLL)
    path = free_paths(believed)[0]
    telling = explain_look(believed, {path: ("road", "red")})
    trade = MaritimeTrade("red", cards_from_json({"wool": 4}), cards_from_json({"brick": 1}))
    assert telling.events == (trade, PlaceRoad("red", path))
    assert telling.inferred == {0}


def test_an_unaffordable_build_is_recorded_and_flagged() -> None:
    believed = in_play(holds("red"), ROLL)
    path = free_paths(believed)[0]
    telling = explain_look(believed, {path: ("road", "red")})
    assert telling.events == (PlaceRoad("red", path),)
    assert telling.certainty < 0.97


def test_two_unaffordable_roads_are_a_road_building_card() -> None:
    believed = in_play(
        holds("red", wool=1, grain=1, ore=1), ROLL, BuyDevelopmentCard("red"), EndTurn("red"),
        Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"), ROLL,
    )  # fmt: skip
    one, other = free_paths(believed)[:2]
    telling = explain_look(believed, {one: ("road", "red"), other: ("road", "red")})
    assert telling.events[0] == PlayDevelopmentCard("red", "road_building")
    assert set(telling.events[1:]) == {PlaceRoad("red", one), PlaceRoad("red", other)}
    assert telling.inferred == {0}


def test_a_third_road_building_card_before_a_roll_means_that_an_inferred_one_was_none() -> None:
    card = PlayDevelopmentCard("red", "road_building")
    paths = free_paths(in_play(holds("red"), ROLL))

    def events_after(source: str, certainty: float) -> tuple[Event, ...]:
        story: list[EventWithSource] = [holds("red")]
        for roads in (paths[:2], paths[2:4]):
            story += [ROLL, (card, source, certainty), *(PlaceRoad("red", path) for path in roads)]
            story += [EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1))]
            story += [EndTurn("white")]
        believed = in_play(*story, ROLL)
        one, other = free_paths(believed, seat=1)[:2]
        return explain_look(believed, {one: ("road", "blue"), other: ("road", "blue")}).events

    assert events_after("camera", 0.9)[:2] == (EndTurn("red"), PlayDevelopmentCard("blue", "road_building"))
    assert PlayDevelopmentCard("blue", "road_building") not in events_after("tablet", 1.0)


def test_a_city_replaces_a_settlement() -> None:
    believed = in_play(holds("red", grain=2, ore=3), ROLL)
    assert explain_look(believed, {"i4,1": ("city", "red")}).events == (
        PlaceCity("red", IntersectionId("i4,1")),
    )


def test_a_settlement_that_always_looked_like_a_city_is_not_one() -> None:
    believed = in_play(holds("red", grain=2, ore=3), ROLL)
    look_before_its_record = look(believed, {"i4,1": ("city", "red")}, rested=999.5)
    assert not explain_board(believed, look_before_its_record).events


def test_a_settlement_that_looked_like_a_city_before_its_owners_turn_is_not_one() -> None:
    rolled = holds("red", grain=2, ore=3), ROLL
    after_the_turn = in_play(*rolled, EndTurn("red"), Roll("blue", (1, 1)))
    for believed in (in_play(*rolled), after_the_turn):
        looks = look(believed, {"i4,1": ("city", "red")}, t=FIRST_ENTRY + 9.0, rested=20.0)
        assert looks.since[IntersectionId("i4,1")] > 3.0, "after its record, while others founded"
        found = explain_board(believed, looks)
        assert not found.events
        assert not found.corrections


def test_a_settlement_touched_by_a_hand_may_be_a_city_at_lower_confidence() -> None:
    believed = in_play(holds("red", grain=2, ore=3), ROLL)
    doubtful = {None: 0.001, Standing("city", "red"): 0.4, Standing("settlement", "red"): 0.599}
    assert not explain_look(believed, {"i4,1": doubtful}).events
    city = PlaceCity("red", IntersectionId("i4,1"))
    assert explain_look(believed, {"i4,1": doubtful}, handled=["i4,1"]).events == (city,)
    poor = in_play(holds("red"), ROLL)
    assert not explain_look(poor, {"i4,1": doubtful}, handled=["i4,1"]).events


def test_a_settlement_that_was_lifted_is_a_city_although_it_looks_like_a_settlement() -> None:
    believed = in_play(holds("red", grain=2, ore=3), ROLL)
    like_before = {None: 0.001, Standing("city", "red"): 0.1, Standing("settlement", "red"): 0.899}
    looks = look(believed, {"i4,1": like_before}, handled=["i4,1"])
    city = PlaceCity("red", IntersectionId("i4,1"))
    assert explain_board(believed, looks).events == (city,)
    nudged = replace(looks, since={})
    assert not explain_board(believed, nudged).events
    recorded = in_play(holds("red", grain=2, ore=3), ROLL, by_camera(city))
    assert not explain_board(recorded, looks).corrections


def test_a_new_settlement_that_looks_like_a_city_is_a_settlement() -> None:
    hand = holds("red", lumber=2, brick=2, wool=1, grain=1)
    extended = (in_play(hand, ROLL, PlaceRoad("red", path)) for path in free_paths(in_play(hand, ROLL)))
    with_road = next(believed for believed in extended if free_intersections(believed))
    site = free_intersections(with_road)[0]
    doubtful = {None: 0.02, Standing("city", "red"): 0.6, Standing("settlement", "red"): 0.38}
    assert explain_look(with_road, {site: doubtful}).events == (PlaceSettlement("red", site),)


def test_a_build_before_the_roll_waits_for_the_roll() -> None:
    believed = in_play(holds("red", lumber=1, brick=1))
    road: Changes = {free_paths(believed)[0]: ("road", "red")}
    assert not explain_look(believed, road, rested=3).events
    assert not explain_look(believed, road, rested=2, closing=True).events


def test_a_build_by_the_next_player_implies_an_unseen_roll() -> None:
    believed = in_play(holds("blue", lumber=1, brick=1), ROLL)
    path = free_paths(believed, seat=1)[0]
    assert not explain_look(believed, {path: ("road", "blue")}, rested=3).events
    telling = explain_look(believed, {path: ("road", "blue")}, rested=20)
    assert telling.events == (EndTurn("red"), UnseenRoll("blue"), PlaceRoad("blue", path))
    assert telling.inferred == {0, 1}


def test_a_build_by_the_player_after_the_next_implies_two_unseen_rolls() -> None:
    believed = in_play(holds("white", lumber=1, brick=1), ROLL)
    path = free_paths(believed, seat=2)[0]
    assert explain_look(believed, {path: ("road", "white")}, rested=20, sure=0.999).events == (
        EndTurn("red"), UnseenRoll("blue"), EndTurn("blue"), UnseenRoll("white"), PlaceRoad("white", path),
    )  # fmt: skip


def test_a_build_by_the_active_player_without_a_roll_implies_an_unseen_roll() -> None:
    believed = in_play(holds("blue", lumber=1, brick=1), ROLL, EndTurn("red"))
    path = free_paths(believed, seat=1)[0]
    telling = explain_look(believed, {path: ("road", "blue")}, rested=20)
    assert telling.events == (UnseenRoll("blue"), PlaceRoad("blue", path))
    assert telling.inferred == {0}


def test_before_the_next_dice_a_build_soon_implies_an_unseen_roll() -> None:
    believed = in_play(holds("blue", lumber=1, brick=1), ROLL, EndTurn("red"))
    road: Changes = {free_paths(believed, seat=1)[0]: ("road", "blue")}
    assert not explain_look(believed, road, rested=2, closing=True).events
    assert explain_look(believed, road, rested=4, closing=True).events[0] == UnseenRoll("blue")


def test_a_piece_of_an_unused_colour_is_ignored() -> None:
    believed = in_play(ROLL)
    path = free_paths(believed)[0]
    assert not explain_look(believed, {path: {None: 0.02, Standing("road", "green"): 0.98}}).events


def test_a_pushed_road_is_not_bought_again() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    path = free_paths(believed)[0]
    assert not explain_look(believed, {"p3,0": None, path: ("road", "red")}).events


def test_a_road_moved_within_its_turn_is_a_corrected_build() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    first, second = free_paths(believed)[:2]
    believed = in_play(holds("red", lumber=1, brick=1), ROLL, by_camera(PlaceRoad("red", first)))
    telling = explain_look(believed, {first: None, second: ("road", "red")}, rested=4)
    assert telling.corrections == (Replace(FIRST_ENTRY + 2, None),)
    assert telling.events == (PlaceRoad("red", second),)
    assert telling.certainty > MIN_CERTAINTY_P
