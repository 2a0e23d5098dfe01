"""Builds: charged to their owner on turn, after a trade with the bank, by a card, by an unseen roll."""

from companion.games.base.belief.believed_replay import MIN_CERTAINTY_P
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
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
from companion.island.geometry import IntersectionId
from companion.island.pieces import Standing
from tests.games.base.stories import FIRST, holds, in_play, seen
from tests.games.base.tracker.looks import Changed, free_intersections, free_paths, look, told

ROLL = Roll("red", (1, 1))
"""Nobody has built on a two."""


def test_a_road_that_can_be_paid_is_bought() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    path = free_paths(believed)[0]
    telling = told(believed, {path: ("road", "red")})
    assert telling.events == (PlaceRoad("red", path),)
    assert not telling.inferred
    assert 0.9 < telling.certainty < 1


def test_it_is_told_once_it_has_settled() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    road: Changed = {free_paths(believed)[0]: ("road", "red")}
    assert not told(believed, road, rested=SETTLED_S / 2).events
    assert told(believed, road, rested=SETTLED_S).events
    assert told(believed, road, rested=SETTLED_S / 2, closing=True).events


def test_a_road_that_leads_nowhere_is_no_road() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    assert not told(believed, {"p-4,-1": ("road", "red")}).events


def test_several_builds_of_a_turn_are_told_in_an_order_that_is_legal() -> None:
    believed = in_play(holds("red", lumber=2, brick=2), ROLL)
    first = free_paths(believed)[0]
    beyond = next(
        p for p in free_paths(in_play(holds("red", lumber=1, brick=1), ROLL, PlaceRoad("red", first)))
        if p not in free_paths(believed)
    )  # fmt: skip
    assert told(believed, {beyond: ("road", "red"), first: ("road", "red")}).events == (
        PlaceRoad("red", first),
        PlaceRoad("red", beyond),
    )


def test_a_build_that_needed_it_tells_of_a_trade_with_the_bank() -> None:
    believed = in_play(holds("red", lumber=1, wool=4), ROLL)
    path = free_paths(believed)[0]
    telling = told(believed, {path: ("road", "red")})
    trade = MaritimeTrade("red", cards_from_json({"wool": 4}), cards_from_json({"brick": 1}))
    assert telling.events == (trade, PlaceRoad("red", path))
    assert telling.inferred == {0}


def test_a_build_that_nothing_pays_is_told_and_flagged() -> None:
    believed = in_play(holds("red"), ROLL)
    path = free_paths(believed)[0]
    telling = told(believed, {path: ("road", "red")})
    assert telling.events == (PlaceRoad("red", path),)
    assert telling.certainty < 0.97


def test_two_roads_that_nobody_could_pay_are_a_card() -> None:
    believed = in_play(
        holds("red", wool=1, grain=1, ore=1), ROLL, BuyDevelopmentCard("red"), EndTurn("red"),
        Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"), ROLL,
    )  # fmt: skip
    one, other = free_paths(believed)[:2]
    telling = told(believed, {one: ("road", "red"), other: ("road", "red")})
    assert telling.events[0] == PlayDevelopmentCard("red", "road_building")
    assert set(telling.events[1:]) == {PlaceRoad("red", one), PlaceRoad("red", other)}
    assert telling.inferred == {0}


def test_a_city_takes_the_place_of_a_settlement() -> None:
    believed = in_play(holds("red", grain=2, ore=3), ROLL)
    assert told(believed, {"i4,1": ("city", "red")}).events == (PlaceCity("red", IntersectionId("i4,1")),)


def test_a_settlement_that_has_looked_like_a_city_ever_since_is_none() -> None:
    believed = in_play(holds("red", grain=2, ore=3), ROLL)
    since_before_it_was_told = look(believed, {"i4,1": ("city", "red")}, rested=999.5)
    assert not explain_board(believed, since_before_it_was_told).events


def test_a_settlement_that_a_hand_has_changed_is_a_city_although_it_may_be_one_still() -> None:
    believed = in_play(holds("red", grain=2, ore=3), ROLL)
    doubtful = {None: 0.001, Standing("city", "red"): 0.4, Standing("settlement", "red"): 0.599}
    assert not told(believed, {"i4,1": doubtful}).events
    city = PlaceCity("red", IntersectionId("i4,1"))
    assert told(believed, {"i4,1": doubtful}, handled=["i4,1"]).events == (city,)
    poor = in_play(holds("red"), ROLL)
    assert not told(poor, {"i4,1": doubtful}, handled=["i4,1"]).events


def test_a_new_settlement_that_looks_more_like_a_city_is_a_settlement() -> None:
    hand = holds("red", lumber=2, brick=2, wool=1, grain=1)
    extended = (in_play(hand, ROLL, PlaceRoad("red", path)) for path in free_paths(in_play(hand, ROLL)))
    with_road = next(believed for believed in extended if free_intersections(believed))
    site = free_intersections(with_road)[0]
    doubtful = {None: 0.02, Standing("city", "red"): 0.6, Standing("settlement", "red"): 0.38}
    assert told(with_road, {site: doubtful}).events == (PlaceSettlement("red", site),)


def test_a_build_before_the_roll_waits_for_the_roll_to_be_told() -> None:
    believed = in_play(holds("red", lumber=1, brick=1))
    road: Changed = {free_paths(believed)[0]: ("road", "red")}
    assert not told(believed, road, rested=3).events
    assert not told(believed, road, rested=2, closing=True).events


def test_the_next_player_building_without_a_roll_has_missed_one() -> None:
    believed = in_play(holds("blue", lumber=1, brick=1), ROLL)
    path = free_paths(believed, seat=1)[0]
    assert not told(believed, {path: ("road", "blue")}, rested=3).events
    telling = told(believed, {path: ("road", "blue")}, rested=20)
    assert telling.events == (EndTurn("red"), UnseenRoll("blue"), PlaceRoad("blue", path))
    assert telling.inferred == {0, 1}


def test_whoever_comes_between_has_rolled_unseen_too() -> None:
    believed = in_play(holds("white", lumber=1, brick=1), ROLL)
    path = free_paths(believed, seat=2)[0]
    assert told(believed, {path: ("road", "white")}, rested=20, sure=0.999).events == (
        EndTurn("red"), UnseenRoll("blue"), EndTurn("blue"), UnseenRoll("white"), PlaceRoad("white", path),
    )  # fmt: skip


def test_who_builds_on_turn_without_a_roll_has_rolled_unseen() -> None:
    believed = in_play(holds("blue", lumber=1, brick=1), ROLL, EndTurn("red"))
    path = free_paths(believed, seat=1)[0]
    telling = told(believed, {path: ("road", "blue")}, rested=20)
    assert telling.events == (UnseenRoll("blue"), PlaceRoad("blue", path))
    assert telling.inferred == {0}


def test_the_next_dice_show_soon_that_a_roll_before_a_build_was_missed() -> None:
    believed = in_play(holds("blue", lumber=1, brick=1), ROLL, EndTurn("red"))
    road: Changed = {free_paths(believed, seat=1)[0]: ("road", "blue")}
    assert not told(believed, road, rested=2, closing=True).events
    assert told(believed, road, rested=4, closing=True).events[0] == UnseenRoll("blue")


def test_a_piece_of_a_colour_that_nobody_plays_is_none() -> None:
    believed = in_play(ROLL)
    path = free_paths(believed)[0]
    assert not told(believed, {path: {None: 0.02, Standing("road", "green"): 0.98}}).events


def test_a_road_pushed_aside_is_not_bought_anew() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    path = free_paths(believed)[0]
    assert not told(believed, {"p3,0": None, path: ("road", "red")}).events


def test_a_road_put_elsewhere_in_the_turn_it_was_built_in_is_surely_built_there() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), ROLL)
    first, second = free_paths(believed)[:2]
    believed = in_play(holds("red", lumber=1, brick=1), ROLL, seen(PlaceRoad("red", first)))
    telling = told(believed, {first: None, second: ("road", "red")}, rested=4)
    assert telling.corrections == (Replace(FIRST + 2, None),)
    assert telling.events == (PlaceRoad("red", second),)
    assert telling.certainty > MIN_CERTAINTY_P
