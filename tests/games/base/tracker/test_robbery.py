"""The robber: moved because of a seven, by a knight that nobody saw, put right by who moved it."""

from dataclasses import replace

from companion.games.base.rules.cards import UNIDENTIFIED_KIND, cards_of_kind
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    MoveRobber,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.options import Options
from companion.games.base.tracker import explain_board
from companion.games.game_api import Insert, Reattribute, Replace
from tests.games.base.stories import FIRST, holds, in_play, seen
from tests.games.base.tracker.looks import NOW, hexes_of, look, told

SEVEN = Roll("red", (3, 4))


def test_after_a_seven_the_player_on_turn_moves_it_and_robs_the_only_one_there() -> None:
    believed = in_play(SEVEN)
    to = hexes_of(believed, 1)[0]
    telling = told(believed, robber=to)
    assert telling.events == (MoveRobber("red", to), Steal("red", "blue"))
    assert telling.inferred == {1}


def test_where_two_can_be_robbed_nobody_is_named() -> None:
    believed = in_play(SEVEN)
    both = [*hexes_of(believed, 1, 2), *hexes_of(believed, 0, 1, 2)]
    assert told(believed, robber=both[0]).events == (MoveRobber("red", both[0]),)


def test_what_had_to_be_discarded_was() -> None:
    believed = in_play(holds("white", wool=9), SEVEN)
    to = hexes_of(believed)[0]
    telling = told(believed, robber=to)
    assert telling.events == (Discard("white", cards_of_kind(UNIDENTIFIED_KIND, 4)), MoveRobber("red", to))
    assert telling.inferred == {0}


def test_without_a_seven_it_is_a_knight() -> None:
    believed = in_play(
        holds("red", wool=1, grain=1, ore=1), Roll("red", (1, 1)), BuyDevelopmentCard("red"), EndTurn("red"),
        Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"), Roll("red", (1, 1)),
    )  # fmt: skip
    to = hexes_of(believed, 1)[0]
    telling = told(believed, robber=to)
    knight = PlayDevelopmentCard("red", "knight")
    assert telling.events == (knight, MoveRobber("red", to), Steal("red", "blue"))
    assert telling.inferred == {0, 2}


def test_the_next_player_who_holds_a_card_may_play_it_before_the_roll() -> None:
    believed = in_play(
        holds("blue", wool=1, grain=1, ore=1), Roll("red", (1, 1)), EndTurn("red"),
        Roll("blue", (1, 1)), BuyDevelopmentCard("blue"), EndTurn("blue"),
        Roll("white", (1, 1)), EndTurn("white"), Roll("red", (1, 1)),
    )  # fmt: skip
    to = hexes_of(believed, 2)[0]
    telling = told(believed, robber=to)
    assert telling.events[:3] == (
        EndTurn("red"), PlayDevelopmentCard("blue", "knight"), MoveRobber("blue", to),
    )  # fmt: skip


def test_nobody_plays_a_knight_against_oneself() -> None:
    believed = in_play(Roll("red", (1, 1)))
    telling = told(believed, robber=hexes_of(believed, 0)[0])
    assert PlayDevelopmentCard("red", "knight") not in telling.events


def test_put_down_again_within_the_turn_it_is_put_right() -> None:
    believed = in_play(SEVEN)
    first, other = hexes_of(believed, 1)[0], hexes_of(believed, 2)[0]
    believed = in_play(SEVEN, seen(MoveRobber("red", first)), (Steal("red", "blue"), "inferred", 0.9))
    telling = told(believed, robber=other, t=FIRST + 5, rested=2)
    assert telling.corrections == (Replace(FIRST + 1, MoveRobber("red", other)), Replace(FIRST + 2, None))
    assert telling.events == (Steal("red", "white"),)


def test_lifted_off_the_board_it_has_not_moved() -> None:
    believed = in_play(SEVEN)
    assert not told(believed, robber=None).events


def test_where_people_said_it_stands_it_stands() -> None:
    believed = in_play(SEVEN)
    first, other = hexes_of(believed, 1)[0], hexes_of(believed, 2)[0]
    believed = in_play(SEVEN, MoveRobber("red", first), Steal("red", "blue"))
    assert not told(believed, robber=other).corrections


PROMISED = Options(all_told=True)


def test_where_all_is_told_and_no_knight_was_a_seven_that_nobody_saw_moved_it() -> None:
    """Dice were moved that could not be read."""
    believed = in_play(Roll("red", (1, 1)), options=PROMISED)
    to = hexes_of(believed, 2)[0]
    seen_at = replace(look(believed, robber=to, rested=20.0), unread=(NOW - 25.0,))
    telling = explain_board(believed, seen_at)
    assert telling.events == (
        EndTurn("red"), Roll("blue", (7,)), MoveRobber("blue", to), Steal("blue", "white"),
    )  # fmt: skip
    assert {0, 1} <= telling.inferred
    assert telling.certainty < 1


def test_a_robbery_that_people_said_without_a_knight_was_because_of_a_seven_that_nobody_saw() -> None:
    believed = in_play(Roll("red", (1, 1)), Steal("red", "white"), options=PROMISED)
    to = hexes_of(believed, 2)[0]
    telling = told(believed, robber=to)
    inserted = [c.event for c in telling.corrections if isinstance(c, Insert)]
    assert inserted == [EndTurn("red"), Roll("blue", (7,)), MoveRobber("blue", to)]
    (anew,) = [c for c in telling.corrections if isinstance(c, Reattribute)]
    assert anew.event == Steal("blue", "white")
    assert not telling.events


def test_cards_that_people_gave_up_were_so_because_of_a_seven_that_nobody_saw() -> None:
    gave = Discard("red", cards_of_kind(UNIDENTIFIED_KIND, 4))
    believed = in_play(holds("blue", wool=9), Roll("red", (1, 1)), gave, options=PROMISED)
    to = hexes_of(believed)[0]
    telling = told(believed, robber=to)
    # Who had the dice gave up nothing: who is on turn by then did, and moves the robber.
    assert [c.event for c in telling.corrections if isinstance(c, Reattribute)] == [
        Discard("blue", cards_of_kind(UNIDENTIFIED_KIND, 4))
    ]
    assert telling.events == (MoveRobber("blue", to),)


def test_a_knight_that_somebody_surely_holds_is_not_told_before_they_could_say_so() -> None:
    believed = in_play(
        holds("red", wool=1, grain=1, ore=1), Roll("red", (1, 1)), BuyDevelopmentCard("red"), EndTurn("red"),
        Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"), Roll("red", (1, 1)),
        options=PROMISED,
    )  # fmt: skip
    assert told(believed, robber=hexes_of(believed, 1)[0], rested=5.0).events == ()
