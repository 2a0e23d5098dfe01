"""The robber seen by the camera: moved for a seven, by an unseen knight, or corrected."""

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
from tests.games.base.histories import FIRST_ENTRY, by_camera, holds, in_play
from tests.games.base.tracker.looks import NOW_S, explain_look, hexes_of, look

SEVEN = Roll("red", (3, 4))


def test_after_a_seven_the_active_player_moves_it_and_robs_the_only_neighbour() -> None:
    believed = in_play(SEVEN)
    to = hexes_of(believed, 1)[0]
    telling = explain_look(believed, robber=to)
    assert telling.events == (MoveRobber("red", to), Steal("red", "blue"))
    assert telling.inferred == {1}


def test_with_two_possible_victims_nobody_is_named() -> None:
    believed = in_play(SEVEN)
    both = [*hexes_of(believed, 1, 2), *hexes_of(believed, 0, 1, 2)]
    assert explain_look(believed, robber=both[0]).events == (MoveRobber("red", both[0]),)


def test_due_discards_are_inferred() -> None:
    believed = in_play(holds("white", wool=9), SEVEN)
    to = hexes_of(believed)[0]
    telling = explain_look(believed, robber=to)
    assert telling.events == (Discard("white", cards_of_kind(UNIDENTIFIED_KIND, 4)), MoveRobber("red", to))
    assert telling.inferred == {0}


def test_a_robber_move_without_a_seven_implies_a_knight() -> None:
    believed = in_play(
        holds("red", wool=1, grain=1, ore=1), Roll("red", (1, 1)), BuyDevelopmentCard("red"), EndTurn("red"),
        Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"), Roll("red", (1, 1)),
    )  # fmt: skip
    to = hexes_of(believed, 1)[0]
    telling = explain_look(believed, robber=to)
    knight = PlayDevelopmentCard("red", "knight")
    assert telling.events == (knight, MoveRobber("red", to), Steal("red", "blue"))
    assert telling.inferred == {0, 2}


def test_the_next_player_with_a_card_may_have_played_it_before_the_roll() -> None:
    believed = in_play(
        holds("blue", wool=1, grain=1, ore=1), Roll("red", (1, 1)), EndTurn("red"),
        Roll("blue", (1, 1)), BuyDevelopmentCard("blue"), EndTurn("blue"),
        Roll("white", (1, 1)), EndTurn("white"), Roll("red", (1, 1)),
    )  # fmt: skip
    to = hexes_of(believed, 2)[0]
    telling = explain_look(believed, robber=to)
    assert telling.events[:3] == (
        EndTurn("red"), PlayDevelopmentCard("blue", "knight"), MoveRobber("blue", to),
    )  # fmt: skip


def test_nobody_plays_a_knight_against_the_own_hex() -> None:
    believed = in_play(Roll("red", (1, 1)))
    telling = explain_look(believed, robber=hexes_of(believed, 0)[0])
    assert PlayDevelopmentCard("red", "knight") not in telling.events


def test_a_second_move_within_the_turn_is_a_correction() -> None:
    believed = in_play(SEVEN)
    first, other = hexes_of(believed, 1)[0], hexes_of(believed, 2)[0]
    believed = in_play(SEVEN, by_camera(MoveRobber("red", first)), (Steal("red", "blue"), "inferred", 0.9))
    telling = explain_look(believed, robber=other, t=FIRST_ENTRY + 5, rested=2)
    assert telling.corrections == (
        Replace(FIRST_ENTRY + 1, MoveRobber("red", other)),
        Replace(FIRST_ENTRY + 2, None),
    )
    assert telling.events == (Steal("red", "white"),)


def test_a_lifted_robber_has_not_moved() -> None:
    believed = in_play(SEVEN)
    assert not explain_look(believed, robber=None).events


def test_an_entered_robber_move_is_not_corrected_by_the_camera() -> None:
    believed = in_play(SEVEN)
    first, other = hexes_of(believed, 1)[0], hexes_of(believed, 2)[0]
    believed = in_play(SEVEN, MoveRobber("red", first), Steal("red", "blue"))
    assert not explain_look(believed, robber=other).corrections


FULL_REPORT_OPTIONS = Options(all_told=True)


def test_with_everything_reported_and_no_knight_an_unseen_seven_moved_it() -> None:
    """Dice had moved that could not be read."""
    believed = in_play(Roll("red", (1, 1)), options=FULL_REPORT_OPTIONS)
    to = hexes_of(believed, 2)[0]
    seen_at = replace(look(believed, robber=to, rested=20.0), unread=(NOW_S - 25.0,))
    telling = explain_board(believed, seen_at)
    assert telling.events == (
        EndTurn("red"), Roll("blue", (7,)), MoveRobber("blue", to), Steal("blue", "white"),
    )  # fmt: skip
    assert {0, 1} <= telling.inferred
    assert telling.certainty < 1


def test_an_entered_robbery_without_a_knight_implies_an_unseen_seven() -> None:
    believed = in_play(Roll("red", (1, 1)), Steal("red", "white"), options=FULL_REPORT_OPTIONS)
    to = hexes_of(believed, 2)[0]
    telling = explain_look(believed, robber=to)
    inserted = [c.event for c in telling.corrections if isinstance(c, Insert)]
    assert inserted == [EndTurn("red"), Roll("blue", (7,)), MoveRobber("blue", to)]
    (reattribution,) = [c for c in telling.corrections if isinstance(c, Reattribute)]
    assert reattribution.event == Steal("blue", "white")
    assert not telling.events


def test_entered_discards_imply_an_unseen_seven() -> None:
    gave = Discard("red", cards_of_kind(UNIDENTIFIED_KIND, 4))
    believed = in_play(holds("blue", wool=9), Roll("red", (1, 1)), gave, options=FULL_REPORT_OPTIONS)
    to = hexes_of(believed)[0]
    telling = explain_look(believed, robber=to)
    # The previous player had no discard due. The active player did, and moves the robber.
    assert [c.event for c in telling.corrections if isinstance(c, Reattribute)] == [
        Discard("blue", cards_of_kind(UNIDENTIFIED_KIND, 4))
    ]
    assert telling.events == (MoveRobber("blue", to),)


def test_a_held_knight_is_not_inferred_before_its_player_could_enter_it() -> None:
    believed = in_play(
        holds("red", wool=1, grain=1, ore=1), Roll("red", (1, 1)), BuyDevelopmentCard("red"), EndTurn("red"),
        Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)), EndTurn("white"), Roll("red", (1, 1)),
        options=FULL_REPORT_OPTIONS,
    )  # fmt: skip
    assert explain_look(believed, robber=hexes_of(believed, 1)[0], rested=5.0).events == ()
