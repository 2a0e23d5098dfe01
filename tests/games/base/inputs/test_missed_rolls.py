"""Correcting one roll too many or too few: later events move to the previous or next player."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    MoveRobber,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.options import Colour
from companion.games.game_api import PHONE_PREFIX, Interpretation
from companion.island.geometry import HexId, PathId
from companion.observations import InputEntered, InputRefused
from companion.table.session import GameSession
from tests.games.base.histories import FIRST_ENTRY, FOUNDING, OPENING, as_inferred, by_camera, holds

RED = by_camera(Roll("red", (3, 5)))
BLUE = (by_camera(EndTurn("red")), by_camera(Roll("blue", (6, 2))))
AT_WHITE = HexId("h1,1")
"""White's settlement i1,4 is there, and no other player's piece."""
WHITE = (by_camera(EndTurn("blue")), by_camera(Roll("white", (4, 4))))


def session_of(*records: Any) -> GameSession[Any, Event]:
    """A session of a founded game with these events."""
    session = GameSession.create(BaseGame())
    for record in (*OPENING, *FOUNDING, *records):
        event, source, certainty = record if isinstance(record, tuple) else (record, "tablet", 1.0)
        telling: Interpretation[Event] = Interpretation((event,), certainty=certainty)
        session = session.with_drafts(session.drafts(telling, t=1.0, source=source))
    return session


def events_after(session: GameSession[Any, Event], **data: Any) -> list[Event]:
    """The events since the founding after an input."""
    telling = BaseGame().interpret(session.history, InputEntered(2.0, "tablet", data))
    corrected = session.with_drafts(session.drafts(telling, t=2.0, source="tablet"))
    return [line.event for line in corrected.steps[FIRST_ENTRY - 1 :]]


def test_removing_the_last_roll_continues_the_previous_turn() -> None:
    assert events_after(session_of(RED, *BLUE), kind="no_roll", entry=FIRST_ENTRY + 2) == [
        Roll("red", (3, 5))
    ]


def test_removing_a_roll_gives_the_following_roll_to_its_player() -> None:
    events = events_after(session_of(RED, *BLUE, *WHITE), kind="no_roll", entry=FIRST_ENTRY + 2)
    assert events == [Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (4, 4))]


def test_adding_a_roll_gives_each_following_roll_to_the_next_player() -> None:
    session = session_of(RED, *BLUE, *WHITE)
    assert events_after(session, kind="another_roll", entry=FIRST_ENTRY + 2, dice=[1, 2]) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (1, 2)), EndTurn("blue"),
        Roll("white", (6, 2)), EndTurn("white"), Roll("red", (4, 4)),
    ]  # fmt: skip


def test_removing_and_adding_a_roll_reverse_each_other() -> None:
    session = session_of(RED, *BLUE, *WHITE)
    telling = BaseGame().interpret(
        session.history,
        InputEntered(2.0, "tablet", {"kind": "another_roll", "entry": FIRST_ENTRY + 2, "dice": [1, 2]}),
    )
    shifted = session.with_drafts(session.drafts(telling, t=2.0, source="tablet"))
    fresh = next(line.number for line in shifted.steps if line.event == Roll("blue", (1, 2)))
    events = events_after(shifted, kind="no_roll", entry=fresh)
    assert events == [line.event for line in session.steps[FIRST_ENTRY - 1 :]]


def test_actions_of_the_active_player_move_with_the_turn() -> None:
    robber = by_camera(MoveRobber("blue", HexId("h0,1")))
    bought = BuyDevelopmentCard("blue")
    events = events_after(
        session_of(RED, *BLUE, robber, bought), kind="another_roll", entry=FIRST_ENTRY + 2, dice=[1, 2]
    )
    assert events[-2:] == [MoveRobber("white", HexId("h0,1")), BuyDevelopmentCard("white")]


def test_a_roll_inserted_before_an_entry_gives_the_following_events_to_its_player() -> None:
    session = session_of(RED, BuyDevelopmentCard("red"), BuyDevelopmentCard("red"), *BLUE)
    event = {"kind": "roll", "player": "blue", "dice": [1, 2]}
    assert events_after(session, kind="correct", before=FIRST_ENTRY + 2, event=event) == [
        Roll("red", (3, 5)), BuyDevelopmentCard("red"), EndTurn("red"), Roll("blue", (1, 2)),
        BuyDevelopmentCard("blue"), EndTurn("blue"), Roll("white", (6, 2)),
    ]  # fmt: skip


def test_an_inserted_roll_removes_an_inferred_turn_end() -> None:
    """The next player seemed to act before the roll; now the action is known to follow it."""
    knight, robber = PlayDevelopmentCard("blue", "knight"), by_camera(MoveRobber("blue", HexId("h0,1")))
    passed = as_inferred(EndTurn("red"))
    session = session_of(
        RED, BuyDevelopmentCard("red"), passed, knight, robber, by_camera(Roll("blue", (6, 2)))
    )
    event = {"kind": "roll", "player": "blue", "dice": [1, 2]}
    assert events_after(session, kind="correct", before=FIRST_ENTRY + 1, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (1, 2)), BuyDevelopmentCard("blue"), knight,
        MoveRobber("blue", HexId("h0,1")), EndTurn("blue"), Roll("white", (6, 2)),
    ]  # fmt: skip


def test_an_inserted_roll_removes_inferences_that_no_longer_make_sense() -> None:
    """A knight explained the robber move only while the seven was unknown."""
    hex_ = HexId("h0,1")
    knight, robber = as_inferred(PlayDevelopmentCard("blue", "knight")), by_camera(MoveRobber("blue", hex_))
    session = session_of(RED, as_inferred(EndTurn("red")), knight, robber)
    event = {"kind": "roll", "player": "blue", "dice": [3, 4]}
    assert events_after(session, kind="correct", before=FIRST_ENTRY + 1, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (3, 4)), MoveRobber("blue", hex_),
    ]  # fmt: skip


def test_an_inserted_turn_end_gives_the_following_events_to_the_next_player() -> None:
    """A knight before the roll was recorded for the previous player; the next roll is the next player's."""
    knight, robber = PlayDevelopmentCard("red", "knight"), by_camera(MoveRobber("red", HexId("h0,1")))
    session = session_of(RED, knight, robber, by_camera(Roll("blue", (6, 2))))
    event = {"kind": "end_turn", "player": "red"}
    assert events_after(session, kind="correct", before=FIRST_ENTRY + 1, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), PlayDevelopmentCard("blue", "knight"),
        MoveRobber("blue", HexId("h0,1")), Roll("blue", (6, 2)),
    ]  # fmt: skip


def test_after_an_inserted_seven_the_robber_moves_before_the_theft() -> None:
    """The victim was entered before the camera saw the robber."""
    hex_ = HexId("h0,1")
    passed, knight = as_inferred(EndTurn("red")), as_inferred(PlayDevelopmentCard("blue", "knight"))
    stolen, again = Steal("red", "white", "wool"), as_inferred(Steal("blue", "white"))
    session = session_of(RED, stolen, passed, knight, by_camera(MoveRobber("blue", hex_)), again)
    event = {"kind": "roll", "player": "blue", "dice": [3, 4]}
    assert events_after(session, kind="correct", before=FIRST_ENTRY + 1, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (3, 4)), MoveRobber("blue", hex_),
        Steal("blue", "white", "wool"),
    ]  # fmt: skip


@pytest.mark.parametrize("player", ["red", "blue"])
def test_an_entered_seven_explains_a_robber_move_that_the_camera_saw(player: Colour) -> None:
    """The table inferred a knight for which there is no card, of either player."""
    passed = [as_inferred(EndTurn("red"))] if player == "blue" else []
    robbery = (
        as_inferred(PlayDevelopmentCard(player, "knight")),
        by_camera(MoveRobber(player, AT_WHITE)),
        as_inferred(Steal(player, "white")),
    )
    session = session_of(holds("white", wool=2), RED, *passed, *robbery)
    assert events_after(session, kind="roll", dice=[3, 4])[2:] == [
        EndTurn("red"), Roll("blue", (3, 4)), MoveRobber("blue", AT_WHITE), Steal("blue", "white"),
    ]  # fmt: skip


def test_a_knight_that_its_player_can_hold_is_no_seven_entered_late() -> None:
    bought = BuyDevelopmentCard("red", "knight")
    round_ = (bought, *BLUE, *WHITE, by_camera(EndTurn("white")), RED)
    knight = as_inferred(PlayDevelopmentCard("red", "knight"))
    hands = (holds("red", ore=1, wool=1, grain=1), holds("white", wool=2))
    moved = (by_camera(MoveRobber("red", AT_WHITE)), as_inferred(Steal("red", "white")))
    session = session_of(*hands, RED, *round_, knight, *moved)
    assert events_after(session, kind="roll", dice=[3, 4])[-5:] == [
        PlayDevelopmentCard("red", "knight"), MoveRobber("red", AT_WHITE), Steal("red", "white"),
        EndTurn("red"), Roll("blue", (3, 4)),
    ]  # fmt: skip


def test_a_victim_stays_the_victim_when_the_thief_changes() -> None:
    session = session_of(RED, Steal("red", "red"), *BLUE)
    event = {"kind": "roll", "player": "blue", "dice": [3, 4]}
    assert Steal("blue", "red") in events_after(session, kind="correct", before=FIRST_ENTRY + 1, event=event)


def test_a_roll_inserted_before_the_dice_are_thrown_moves_nothing() -> None:
    session = session_of(RED, BLUE[0], BuyDevelopmentCard("blue"))
    event = {"kind": "roll", "player": "blue", "dice": [1, 2]}
    assert events_after(session, kind="correct", before=FIRST_ENTRY + 2, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (1, 2)), BuyDevelopmentCard("blue"),
    ]  # fmt: skip


def test_seen_pieces_keep_their_colour_and_phone_entries_their_player() -> None:
    road = by_camera(PlaceRoad("blue", PathId("p3,-2")))
    phone_entry = (BuyDevelopmentCard("blue"), f"{PHONE_PREFIX}blue", 1.0)
    session = session_of(RED, *BLUE, road, phone_entry)
    events = events_after(session, kind="another_roll", entry=FIRST_ENTRY + 2, dice=[1, 2])
    assert events[-2:] == [PlaceRoad("blue", PathId("p3,-2")), BuyDevelopmentCard("blue")]


@pytest.mark.parametrize("kind", ["no_roll", "another_roll"])
@pytest.mark.parametrize("entry", [1, FIRST_ENTRY + 1, 999, None, "x"])
def test_correcting_an_entry_that_is_not_a_roll_is_refused(kind: str, entry: object) -> None:
    with pytest.raises(InputRefused):
        events_after(session_of(RED, *BLUE), kind=kind, entry=entry, dice=[1, 2])


@pytest.mark.parametrize("dice", [None, [1], [0, 7], "x"])
def test_another_roll_has_two_dice(dice: object) -> None:
    with pytest.raises(InputRefused):
        events_after(session_of(RED, *BLUE), kind="another_roll", entry=FIRST_ENTRY + 2, dice=dice)
