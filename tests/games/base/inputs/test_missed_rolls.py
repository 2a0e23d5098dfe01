"""A roll too many or too few, put right: whose everything since then was, a turn earlier or later."""

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
from companion.games.game_api import PHONE_PREFIX, Interpretation
from companion.island.geometry import HexId, PathId
from companion.observations import InputEntered, InputRefused
from companion.table.session import GameSession
from tests.games.base.stories import FIRST, FOUNDING, OPENING, inferred, seen

RED = seen(Roll("red", (3, 5)))
BLUE = (seen(EndTurn("red")), seen(Roll("blue", (6, 2))))
WHITE = (seen(EndTurn("blue")), seen(Roll("white", (4, 4))))


def session_of(*told: Any) -> GameSession[Any, Event]:
    """A founded game in which this was told, one after the other."""
    session = GameSession.create(BaseGame())
    for said in (*OPENING, *FOUNDING, *told):
        event, source, certainty = said if isinstance(said, tuple) else (said, "tablet", 1.0)
        telling: Interpretation[Event] = Interpretation((event,), certainty=certainty)
        session = session.with_drafts(session.drafts(telling, t=1.0, source=source))
    return session


def after(session: GameSession[Any, Event], **data: Any) -> list[Event]:
    """What is told since the founding, once this is entered."""
    telling = BaseGame().interpret(session.history, InputEntered(2.0, "tablet", data))
    corrected = session.with_drafts(session.drafts(telling, t=2.0, source="tablet"))
    return [line.event for line in corrected.steps[FIRST - 1 :]]


def test_the_last_dice_were_no_roll_and_the_turn_before_them_goes_on() -> None:
    assert after(session_of(RED, *BLUE), kind="no_roll", entry=FIRST + 2) == [Roll("red", (3, 5))]


def test_what_was_rolled_after_dice_that_were_no_roll_was_rolled_by_their_player() -> None:
    told = after(session_of(RED, *BLUE, *WHITE), kind="no_roll", entry=FIRST + 2)
    assert told == [Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (4, 4))]


def test_dice_that_were_a_roll_make_the_one_after_them_the_next_player_s_and_so_on() -> None:
    session = session_of(RED, *BLUE, *WHITE)
    assert after(session, kind="another_roll", entry=FIRST + 2, dice=[1, 2]) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (1, 2)), EndTurn("blue"),
        Roll("white", (6, 2)), EndTurn("white"), Roll("red", (4, 4)),
    ]  # fmt: skip


def test_one_takes_back_what_the_other_says() -> None:
    session = session_of(RED, *BLUE, *WHITE)
    telling = BaseGame().interpret(
        session.history,
        InputEntered(2.0, "tablet", {"kind": "another_roll", "entry": FIRST + 2, "dice": [1, 2]}),
    )
    shifted = session.with_drafts(session.drafts(telling, t=2.0, source="tablet"))
    fresh = next(line.number for line in shifted.steps if line.event == Roll("blue", (1, 2)))
    told = after(shifted, kind="no_roll", entry=fresh)
    assert told == [line.event for line in session.steps[FIRST - 1 :]]


def test_what_the_player_on_turn_did_was_done_by_whoever_was_on_turn_then() -> None:
    robber = seen(MoveRobber("blue", HexId("h0,1")))
    bought = BuyDevelopmentCard("blue")
    told = after(session_of(RED, *BLUE, robber, bought), kind="another_roll", entry=FIRST + 2, dice=[1, 2])
    assert told[-2:] == [MoveRobber("white", HexId("h0,1")), BuyDevelopmentCard("white")]


def test_a_roll_before_a_line_gives_what_was_told_from_there_on_to_who_rolled() -> None:
    session = session_of(RED, BuyDevelopmentCard("red"), BuyDevelopmentCard("red"), *BLUE)
    event = {"kind": "roll", "player": "blue", "dice": [1, 2]}
    assert after(session, kind="correct", before=FIRST + 2, event=event) == [
        Roll("red", (3, 5)), BuyDevelopmentCard("red"), EndTurn("red"), Roll("blue", (1, 2)),
        BuyDevelopmentCard("blue"), EndTurn("blue"), Roll("white", (6, 2)),
    ]  # fmt: skip


def test_a_roll_before_a_line_takes_back_the_end_of_a_turn_that_was_only_inferred() -> None:
    """The next player did something before the roll, it seemed; now that is known to have been after it."""
    knight, robber = PlayDevelopmentCard("blue", "knight"), seen(MoveRobber("blue", HexId("h0,1")))
    passed = inferred(EndTurn("red"))
    session = session_of(RED, BuyDevelopmentCard("red"), passed, knight, robber, seen(Roll("blue", (6, 2))))
    event = {"kind": "roll", "player": "blue", "dice": [1, 2]}
    assert after(session, kind="correct", before=FIRST + 1, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (1, 2)), BuyDevelopmentCard("blue"), knight,
        MoveRobber("blue", HexId("h0,1")), EndTurn("blue"), Roll("white", (6, 2)),
    ]  # fmt: skip


def test_a_roll_before_a_line_takes_back_what_was_only_inferred_and_makes_no_sense_any_more() -> None:
    """A knight was the only reason for the robber's move as long as nobody knew of the seven."""
    hex_ = HexId("h0,1")
    knight, robber = inferred(PlayDevelopmentCard("blue", "knight")), seen(MoveRobber("blue", hex_))
    session = session_of(RED, inferred(EndTurn("red")), knight, robber)
    event = {"kind": "roll", "player": "blue", "dice": [3, 4]}
    assert after(session, kind="correct", before=FIRST + 1, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (3, 4)), MoveRobber("blue", hex_),
    ]  # fmt: skip


def test_the_passing_of_the_dice_before_a_line_gives_what_follows_to_the_next_player() -> None:
    """A knight before the roll, told of who had the dice; the roll after it is that player's already."""
    knight, robber = PlayDevelopmentCard("red", "knight"), seen(MoveRobber("red", HexId("h0,1")))
    session = session_of(RED, knight, robber, seen(Roll("blue", (6, 2))))
    event = {"kind": "end_turn", "player": "red"}
    assert after(session, kind="correct", before=FIRST + 1, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), PlayDevelopmentCard("blue", "knight"),
        MoveRobber("blue", HexId("h0,1")), Roll("blue", (6, 2)),
    ]  # fmt: skip


def test_a_seven_before_a_line_has_the_robber_moved_before_what_comes_only_after_that() -> None:
    """Who was robbed was said before the camera saw where the robber stands."""
    hex_ = HexId("h0,1")
    passed, knight = inferred(EndTurn("red")), inferred(PlayDevelopmentCard("blue", "knight"))
    stolen, again = Steal("red", "white", "wool"), inferred(Steal("blue", "white"))
    session = session_of(RED, stolen, passed, knight, seen(MoveRobber("blue", hex_)), again)
    event = {"kind": "roll", "player": "blue", "dice": [3, 4]}
    assert after(session, kind="correct", before=FIRST + 1, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (3, 4)), MoveRobber("blue", hex_),
        Steal("blue", "white", "wool"),
    ]  # fmt: skip


def test_who_was_robbed_stays_robbed_where_the_thief_was_taken_for_that_player() -> None:
    session = session_of(RED, Steal("red", "red"), *BLUE)
    event = {"kind": "roll", "player": "blue", "dice": [3, 4]}
    assert Steal("blue", "red") in after(session, kind="correct", before=FIRST + 1, event=event)


def test_a_roll_before_the_dice_are_thrown_shifts_nothing() -> None:
    session = session_of(RED, BLUE[0], BuyDevelopmentCard("blue"))
    event = {"kind": "roll", "player": "blue", "dice": [1, 2]}
    assert after(session, kind="correct", before=FIRST + 2, event=event) == [
        Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (1, 2)), BuyDevelopmentCard("blue"),
    ]  # fmt: skip


def test_pieces_keep_the_colour_in_which_they_were_seen_and_phones_their_player() -> None:
    road = seen(PlaceRoad("blue", PathId("p3,-2")))
    told_by_phone = (BuyDevelopmentCard("blue"), f"{PHONE_PREFIX}blue", 1.0)
    session = session_of(RED, *BLUE, road, told_by_phone)
    told = after(session, kind="another_roll", entry=FIRST + 2, dice=[1, 2])
    assert told[-2:] == [PlaceRoad("blue", PathId("p3,-2")), BuyDevelopmentCard("blue")]


@pytest.mark.parametrize("kind", ["no_roll", "another_roll"])
@pytest.mark.parametrize("entry", [1, FIRST + 1, 999, None, "x"])
def test_what_is_no_roll_of_the_story_is_refused(kind: str, entry: object) -> None:
    with pytest.raises(InputRefused):
        after(session_of(RED, *BLUE), kind=kind, entry=entry, dice=[1, 2])


@pytest.mark.parametrize("dice", [None, [1], [0, 7], "x"])
def test_another_roll_has_two_dice(dice: object) -> None:
    with pytest.raises(InputRefused):
        after(session_of(RED, *BLUE), kind="another_roll", entry=FIRST + 2, dice=dice)
