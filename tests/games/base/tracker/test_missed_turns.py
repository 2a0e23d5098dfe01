"""A roll that nobody saw, found out after the next one was told: who builds then threw the last dice."""

from dataclasses import replace
from typing import Any

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    PlaceRoad,
    Roll,
    UnseenRoll,
)
from companion.games.base.tracker import explain_board
from companion.games.game_api import Insert, Interpretation, Reattribute
from tests.games.base.stories import FIRST, Said, holds, in_play, seen
from tests.games.base.tracker.looks import NOW, free_paths, look

RED, BLUE, WHITE = Roll("red", (1, 1)), Roll("blue", (1, 1)), Roll("white", (1, 1))
"""Nobody has built on a two."""
RICH = holds("white", lumber=1, brick=1)


def shifted(*since: Said) -> BelievedReplay:
    """Blue's roll was missed, and white's told as blue's."""
    return in_play(RICH, RED, EndTurn("red"), seen(BLUE), *since)


def built(believed: BelievedReplay, *, unread: tuple[float, ...] = (), **how: Any) -> Interpretation[Event]:
    """What a road of white's tells, that has lain there for a while."""
    path = free_paths(believed, seat=2)[0]
    board = look(believed, {path: ("road", "white")}, **how)
    return explain_board(believed, replace(board, unread=unread))


class TestDiceThatCouldNotBeReadBeforeTheLastRoll:
    unread = (FIRST + 2.5,)
    """Between red's roll and the one after it."""

    def test_were_a_roll_that_nobody_saw_and_turns_are_right_again(self) -> None:
        believed = shifted()
        telling = built(believed, unread=self.unread, rested=5)
        assert telling.corrections == (
            Insert(FIRST + 3, UnseenRoll("blue")),
            Insert(FIRST + 3, EndTurn("blue")),
            Reattribute(FIRST + 3, WHITE, "camera", 0.9),
        )
        assert telling.events == (PlaceRoad("white", free_paths(believed, seat=2)[0]),)

    def test_take_what_was_told_of_the_player_on_turn_with_them(self) -> None:
        telling = built(shifted(BuyDevelopmentCard("blue")), unread=self.unread, rested=5)
        bought = [c for c in telling.corrections if isinstance(c, Reattribute)][1]
        assert bought.event == BuyDevelopmentCard("white")

    def test_were_none_of_it_where_the_player_told_to_have_rolled_has_built(self) -> None:
        believed = in_play(holds("blue", lumber=1, brick=1), RICH, RED, EndTurn("red"), seen(BLUE))
        road = PlaceRoad("blue", free_paths(believed, seat=1)[0])
        telling = built(
            in_play(holds("blue", lumber=1, brick=1), RICH, RED, EndTurn("red"), seen(BLUE), seen(road)),
            unread=(FIRST + 3.5,),
            rested=20,
        )
        assert telling.corrections == ()
        assert telling.events[:2] == (EndTurn("blue"), UnseenRoll("white"))


def test_dice_that_could_not_be_read_after_the_last_roll_were_the_builders() -> None:
    telling = built(shifted(), unread=(NOW - 30,), rested=20)
    assert telling.corrections == ()
    assert telling.events[:2] == (EndTurn("blue"), UnseenRoll("white"))


def test_a_piece_that_stood_there_before_the_roll_tells_nothing_of_it() -> None:
    assert not built(shifted(), unread=(FIRST + 2.5,), rested=NOW).events


def test_what_is_shown_for_a_moment_only_tells_nothing() -> None:
    telling = built(shifted(), unread=(FIRST + 2.5,), rested=2)
    assert (telling.events, telling.corrections) == ((), ())


def test_two_turns_were_missed_where_the_player_after_the_next_builds() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), RED, EndTurn("red"), seen(BLUE))
    path = free_paths(believed, seat=0)[0]
    board = replace(look(believed, {path: ("road", "red")}, rested=5), unread=(FIRST + 1.5, FIRST + 2.5))
    rolls = [c.event for c in explain_board(believed, board).corrections if isinstance(c, Insert)]
    assert rolls == [UnseenRoll("blue"), EndTurn("blue"), UnseenRoll("white"), EndTurn("white")]
