"""The founding seen by the camera: the player due places a settlement, then a road beside it."""

from dataclasses import replace

from companion.games.base.belief.believed_replay import MIN_CERTAINTY_P
from companion.games.base.rules.events import (
    FirstPlayerChosen,
    GameStarted,
    LayoutSet,
    PlaceRoad,
    PlaceSettlement,
    Roll,
)
from companion.games.base.rules.options import Options
from companion.games.base.tracker import explain_board
from companion.games.game_api import Insert, Replace
from companion.island.geometry import ENDS, IntersectionId, PathId, Site, Standing
from companion.island.setups import first_game_layout
from tests.games.base.histories import FOUNDING, OPENING, SEATS, account_of, as_inferred, by_camera
from tests.games.base.tracker.looks import NOW_S, Changes, Piece, explain_look, look

OPENED_GAME = account_of(*OPENING)


def test_a_settlement_of_the_first_player_is_founded() -> None:
    telling = explain_look(OPENED_GAME, {"i4,1": ("settlement", "red")})
    assert telling.events == (PlaceSettlement("red", IntersectionId("i4,1")),)
    assert telling.certainty > 0.95


def test_settlement_and_road_are_recorded_in_order() -> None:
    telling = explain_look(OPENED_GAME, {"p3,0": ("road", "red"), "i4,1": ("settlement", "red")})
    assert telling.events == FOUNDING[:2]


def test_a_road_alone_waits_for_its_settlement() -> None:
    assert not explain_look(OPENED_GAME, {"p3,0": ("road", "red")}).events


def test_a_founding_settlement_that_looks_like_a_city_is_a_settlement() -> None:
    shares = {None: 0.02, Standing("city", "red"): 0.7, Standing("settlement", "red"): 0.28}
    assert explain_look(OPENED_GAME, {"i4,1": shares}).events == (
        PlaceSettlement("red", IntersectionId("i4,1")),
    )


def test_a_founding_road_that_glare_hides_is_inferred_from_the_next_players_settlement() -> None:
    settled = account_of(*OPENING, by_camera(PlaceSettlement("red", IntersectionId("i4,1"))))
    following: Changes = {"i5,-4": ("settlement", "blue")}
    assert not explain_look(settled, following, rested=5.0).events
    telling = explain_look(settled, following, rested=30.0)
    road, settlement = telling.events
    assert isinstance(road, PlaceRoad)
    assert road.player == "red"
    assert IntersectionId("i4,1") in ENDS[road.at]
    assert settlement == PlaceSettlement("blue", IntersectionId("i5,-4"))
    assert telling.inferred == {0}


def test_the_hidden_road_is_put_where_something_is_least_improbable() -> None:
    settled = account_of(*OPENING, by_camera(PlaceSettlement("red", IntersectionId("i4,1"))))
    faint = {None: 0.9, Standing("road", "red"): 0.01, Standing("road", "white"): 0.09}
    telling = explain_look(settled, {"p3,0": faint, "i5,-4": ("settlement", "blue")}, rested=30.0)
    assert telling.events[0] == PlaceRoad("red", PathId("p3,0"))


def test_a_founding_road_that_was_inferred_moves_to_where_it_is_seen_later() -> None:
    account = account_of(
        *OPENING,
        by_camera(PlaceSettlement("red", IntersectionId("i4,1"))),
        as_inferred(PlaceRoad("red", PathId("p2,1"))),
        by_camera(PlaceSettlement("blue", IntersectionId("i5,-4"))),
    )
    unseen: Changes = {"p2,1": None}
    assert not explain_look(account, unseen, rested=60.0).corrections
    telling = explain_look(account, {**unseen, "p3,0": ("road", "red")})
    assert telling.corrections == (Replace(4, PlaceRoad("red", PathId("p3,0"))),)


def test_a_founding_settlement_that_glare_hides_is_inferred_from_its_road() -> None:
    telling = explain_look(OPENED_GAME, {"p3,0": ("road", "red")}, rested=30.0)
    settlement, road = telling.events
    assert isinstance(settlement, PlaceSettlement)
    assert settlement.at in ENDS[PathId("p3,0")]
    assert road == PlaceRoad("red", PathId("p3,0"))


def test_another_than_the_first_seat_may_begin() -> None:
    telling = explain_look(OPENED_GAME, {"i4,1": ("settlement", "blue")}, rested=30.0)
    assert telling.events == (FirstPlayerChosen("blue"), PlaceSettlement("blue", IntersectionId("i4,1")))
    assert telling.inferred == {0}


def test_another_player_did_not_begin_while_a_hand_may_hide_the_first_players_piece() -> None:
    seen: Changes = {"i5,-4": ("settlement", "blue")}
    assert not explain_look(OPENED_GAME, seen, rested=3.0).events
    assert not explain_look(OPENED_GAME, seen, covered=["i4,1"], rested=30.0).events
    assert explain_look(OPENED_GAME, seen, covered=["i4,1"], rested=50.0).events
    both = explain_look(OPENED_GAME, {**seen, "i4,1": ("settlement", "red"), "p3,0": ("road", "red")})
    assert both.events[0] == PlaceSettlement("red", IntersectionId("i4,1"))


def test_nobody_founds_out_of_turn() -> None:
    believed = account_of(*OPENING, *FOUNDING[:2])
    assert not explain_look(believed, {"i1,4": ("settlement", "white")}).events


def test_a_doubtful_road_is_accepted_once_the_next_settlement_needs_it() -> None:
    believed = account_of(*OPENING, PlaceSettlement("red", IntersectionId("i4,1")))
    dim = {None: 0.9, Standing("road", "red"): 0.1}
    assert not explain_look(believed, {"p3,0": dim}).events
    both = explain_look(believed, {"p3,0": dim, "i5,-4": ("settlement", "blue")})
    assert both.events == (PlaceRoad("red", PathId("p3,0")), PlaceSettlement("blue", IntersectionId("i5,-4")))


def test_a_settlement_moved_before_its_road_is_corrected() -> None:
    believed = account_of(*OPENING, (PlaceSettlement("red", IntersectionId("i4,1")), "camera", 0.99))
    telling = explain_look(believed, {"i4,1": None, "i1,4": ("settlement", "red")})
    assert telling.corrections == (Replace(3, None),)
    assert telling.events == (PlaceSettlement("red", IntersectionId("i1,4")),)


def test_a_moved_settlement_keeps_its_road_in_a_new_entry() -> None:
    founded = (
        by_camera(PlaceSettlement("red", IntersectionId("i4,1"))),
        by_camera(PlaceRoad("red", PathId("p3,0"))),
    )
    other = next(end for end in ENDS[PathId("p3,0")] if end != "i4,1")
    moved: Changes = {"i4,1": None, other: ("settlement", "red")}
    telling = explain_look(account_of(*OPENING, *founded), moved)
    assert telling.corrections == (Replace(3, None), Replace(4, None))
    assert telling.events == (PlaceSettlement("red", other),)
    again = account_of(*OPENING, by_camera(PlaceSettlement("red", other)))
    assert explain_look(again, {"p3,0": ("road", "red")}).events == (PlaceRoad("red", PathId("p3,0")),)


def test_the_pieces_of_a_first_game_are_recorded_together() -> None:

    believed = account_of(GameStarted(SEATS, Options(setup="first_game")), LayoutSet(first_game_layout()))
    pieces: dict[Site, Piece] = {
        event.at: ("road" if isinstance(event, PlaceRoad) else "settlement", event.player)
        for event in FOUNDING
    }
    assert set(explain_look(believed, pieces).events) == set(FOUNDING)


def test_a_barely_visible_road_is_accepted_once_the_next_settlement_is_there() -> None:
    believed = account_of(*OPENING, PlaceSettlement("red", IntersectionId("i4,1")))
    faint = {None: 0.96, Standing("road", "red"): 0.04}
    both = explain_look(believed, {"p3,0": faint, "i5,-4": ("settlement", "blue")}, sure=0.998)
    assert both.events == (PlaceRoad("red", PathId("p3,0")), PlaceSettlement("blue", IntersectionId("i5,-4")))


def test_the_last_road_may_be_seen_after_the_first_roll() -> None:
    believed = account_of(*OPENING, *FOUNDING[:-1], Roll("red", (1, 1)))
    telling = explain_look(believed, {FOUNDING[-1].at: ("road", "red")})
    assert telling.corrections == (Insert(len(OPENING) + len(FOUNDING), FOUNDING[-1]),)


def test_the_last_pieces_of_two_players_may_be_seen_after_the_first_roll() -> None:
    believed = account_of(*OPENING, *FOUNDING[:-3], Roll("red", (1, 1)))
    road, settlement, last = FOUNDING[-3:]
    pieces: Changes = {
        road.at: ("road", "blue"), settlement.at: ("settlement", "red"), last.at: ("road", "red"),
    }  # fmt: skip
    number = len(OPENING) + len(FOUNDING) - 2
    inserted = tuple(Insert(number, event) for event in (road, settlement, last))
    assert explain_look(believed, pieces).corrections == inserted


def test_the_order_of_two_settlements_is_uncertain_if_a_hand_covered_the_first() -> None:
    founded = [by_camera(event) for event in FOUNDING[:4]]
    last = PlaceSettlement("white", IntersectionId("i1,4")), PlaceRoad("white", PathId("p1,2"))
    believed = account_of(*OPENING, *founded, *(by_camera(event) for event in last))
    second = IntersectionId("i-5,4")
    pieces: dict[Site, Piece] = {second: ("settlement", "white")}
    sure = look(believed, pieces, rested=5.0)
    sure = replace(sure, since={**sure.since, IntersectionId("i1,4"): NOW_S - 20.0})
    assert explain_board(believed, sure).certainty > MIN_CERTAINTY_P
    hidden = replace(sure, earliest={second: NOW_S - 40.0})
    assert explain_board(believed, hidden).events == (PlaceSettlement("white", second),)
    assert explain_board(believed, hidden).certainty < MIN_CERTAINTY_P
    other = replace(hidden, earliest={second: NOW_S - 10.0})
    assert explain_board(believed, other).certainty > MIN_CERTAINTY_P


def test_a_road_moved_after_the_next_player_founded_is_corrected() -> None:
    founded = [by_camera(event) for event in FOUNDING[:3]]
    believed = account_of(*OPENING, *founded)
    assert not explain_look(believed, {"p3,0": None}).corrections
    (moved,) = explain_look(believed, {"p3,0": None, "p2,1": ("road", "red")}).corrections
    assert moved == Replace(len(OPENING) + 2, PlaceRoad("red", PathId("p2,1")))


def test_an_unexplained_founding_piece_leaves_no_hand_certain() -> None:
    believed = account_of(*OPENING, *FOUNDING[:2])
    assert explain_look(believed, {"i1,4": ("settlement", "white")}).in_doubt == frozenset(
        {"red", "blue", "white"}
    )
