"""Unseen rolls found after the next roll: the player who builds rolled the last dice."""

from dataclasses import replace
from typing import Any

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.cards import RESOURCE_INDEX, cards_of_kind
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceRoad,
    Roll,
    UnseenRoll,
)
from companion.games.base.rules.options import Colour, Options
from companion.games.base.tracker import explain_board
from companion.games.base.tracker.priors import missed_rolls_log_p
from companion.games.game_api import Insert, Interpretation, Reattribute
from tests.games.base.histories import FIRST_ENTRY, EventWithSource, by_camera, holds, in_play
from tests.games.base.tracker.looks import NOW_S, free_paths, hexes_of, look

RED, BLUE, WHITE = Roll("red", (1, 1)), Roll("blue", (1, 1)), Roll("white", (1, 1))
"""Nobody has built on a two."""
RICH = holds("white", lumber=1, brick=1)


def replay_with_shifted_turn(*since: EventWithSource) -> BelievedReplay:
    """Blue's roll was missed, and white's recorded as blue's."""
    return in_play(RICH, RED, EndTurn("red"), by_camera(BLUE), *since)


def explain_road(
    believed: BelievedReplay, *, unread: tuple[float, ...] = (), **how: Any
) -> Interpretation[Event]:
    """Explain a stable road of white."""
    path = free_paths(believed, seat=2)[0]
    board = look(believed, {path: ("road", "white")}, **how)
    return explain_board(believed, replace(board, unread=unread))


class TestUnreadDiceBeforeTheLastRoll:
    UNREAD_TIMES = (FIRST_ENTRY + 2.5,)
    """Between red's roll and the one after it."""

    def test_unread_dice_were_an_unseen_roll_and_later_events_are_reattributed(self) -> None:
        believed = replay_with_shifted_turn()
        telling = explain_road(believed, unread=self.UNREAD_TIMES, rested=5)
        assert telling.corrections == (
            Insert(FIRST_ENTRY + 3, UnseenRoll("blue")),
            Insert(FIRST_ENTRY + 3, EndTurn("blue")),
            Reattribute(FIRST_ENTRY + 3, WHITE, "camera", 0.9),
        )
        assert telling.events == (PlaceRoad("white", free_paths(believed, seat=2)[0]),)

    def test_events_of_the_active_player_are_reattributed_with_the_roll(self) -> None:
        telling = explain_road(
            replay_with_shifted_turn(BuyDevelopmentCard("blue")), unread=self.UNREAD_TIMES, rested=5
        )
        bought = [c for c in telling.corrections if isinstance(c, Reattribute)][1]
        assert bought.event == BuyDevelopmentCard("white")

    def test_unread_dice_are_ignored_if_the_recorded_roller_has_built(self) -> None:
        believed = in_play(holds("blue", lumber=1, brick=1), RICH, RED, EndTurn("red"), by_camera(BLUE))
        road = PlaceRoad("blue", free_paths(believed, seat=1)[0])
        telling = explain_road(
            in_play(
                holds("blue", lumber=1, brick=1), RICH, RED, EndTurn("red"), by_camera(BLUE), by_camera(road)
            ),
            unread=(FIRST_ENTRY + 3.5,),
            rested=20,
        )
        assert telling.corrections == ()
        assert telling.events[:2] == (EndTurn("blue"), UnseenRoll("white"))


def test_a_game_without_missed_rolls_makes_one_less_likely() -> None:
    new, usual = (missed_rolls_log_p(1, 0, 0, thrown) for thrown in (0, 60))
    often = missed_rolls_log_p(1, 0, 6, 60)
    assert usual < new < often
    moved = missed_rolls_log_p(1, 1, 0, 60)
    assert moved == missed_rolls_log_p(1, 1, 0, 0), "dice that moved are evidence of their own"


def test_dice_unread_after_the_last_roll_were_the_builders() -> None:
    telling = explain_road(replay_with_shifted_turn(), unread=(NOW_S - 30,), rested=20)
    assert telling.corrections == ()
    assert telling.events[:2] == (EndTurn("blue"), UnseenRoll("white"))


def test_a_piece_from_before_the_roll_says_nothing() -> None:
    assert not explain_road(replay_with_shifted_turn(), unread=(FIRST_ENTRY + 2.5,), rested=NOW_S).events


def test_a_briefly_visible_piece_says_nothing() -> None:
    telling = explain_road(replay_with_shifted_turn(), unread=(FIRST_ENTRY + 2.5,), rested=2)
    assert (telling.events, telling.corrections) == ((), ())


def test_a_build_by_the_player_after_the_next_reveals_two_missed_turns() -> None:
    believed = in_play(holds("red", lumber=1, brick=1), RED, EndTurn("red"), by_camera(BLUE))
    path = free_paths(believed, seat=0)[0]
    board = replace(
        look(believed, {path: ("road", "red")}, rested=5), unread=(FIRST_ENTRY + 1.5, FIRST_ENTRY + 2.5)
    )
    rolls = [c.event for c in explain_board(believed, board).corrections if isinstance(c, Insert)]
    assert rolls == [UnseenRoll("blue"), EndTurn("blue"), UnseenRoll("white"), EndTurn("white")]


class TestActsEnteredAfterTheMissedRoll:
    """The next player's roll was missed, and that player's trade was recorded as the active player's."""

    GRAIN, ORE = RESOURCE_INDEX["grain"], RESOURCE_INDEX["ore"]
    HANDS = (holds("red", wool=1), holds("blue", lumber=1, brick=1, grain=4), RICH)

    def trade(self, player: Colour) -> MaritimeTrade:
        return MaritimeTrade(player, cards_of_kind(self.GRAIN, 4), cards_of_kind(self.ORE))

    def test_a_piece_of_the_next_player_moves_the_roll_before_that_trade(self) -> None:
        believed = in_play(*self.HANDS, RED, self.trade("red"))
        number = believed.steps[-1].record.number
        path = free_paths(believed, seat=1)[0]
        telling = explain_board(believed, look(believed, {path: ("road", "blue")}, rested=20))
        assert telling.corrections == (
            Insert(number, EndTurn("red")),
            Insert(number, UnseenRoll("blue")),
            Reattribute(number, self.trade("blue"), "", 1.0),
        )
        assert telling.events == (PlaceRoad("blue", path),)

    def test_a_trade_that_the_active_player_could_pay_stays(self) -> None:
        believed = in_play(holds("red", grain=4), *self.HANDS[1:], RED, self.trade("red"))
        path = free_paths(believed, seat=1)[0]
        telling = explain_board(believed, look(believed, {path: ("road", "blue")}, rested=20))
        assert telling.corrections == ()
        assert telling.events == (EndTurn("red"), UnseenRoll("blue"), PlaceRoad("blue", path))

    def test_a_trade_that_nobody_can_pay_stays(self) -> None:
        poor = holds("blue", lumber=1, brick=1)
        believed = in_play(self.HANDS[0], poor, RICH, RED, self.trade("red"))
        path = free_paths(believed, seat=1)[0]
        telling = explain_board(believed, look(believed, {path: ("road", "blue")}, rested=20))
        assert telling.corrections == ()

    def test_a_piece_after_the_next_roll_moves_the_missed_one_before_that_trade(self) -> None:
        believed = in_play(*self.HANDS, RED, self.trade("red"), EndTurn("red"), by_camera(BLUE))
        ended = believed.steps[-2].record
        path = free_paths(believed, seat=2)[0]
        telling = explain_board(believed, look(believed, {path: ("road", "white")}, rested=5))
        assert telling.corrections == (
            Insert(ended.number - 1, EndTurn("red")),
            Insert(ended.number - 1, UnseenRoll("blue")),
            Reattribute(ended.number - 1, self.trade("blue"), "", 1.0),
            Reattribute(ended.number, EndTurn("blue"), ended.source, ended.certainty),
            Reattribute(ended.number + 1, WHITE, "camera", 0.9),
        )
        assert telling.events == (PlaceRoad("white", path),)

    def test_a_robber_that_the_next_player_moved_moves_the_seven_before_that_trade(self) -> None:
        believed = in_play(*self.HANDS, RED, self.trade("red"), options=Options(all_told=True))
        number = believed.steps[-1].record.number
        to = hexes_of(believed, 0)[0]
        telling = explain_board(believed, look(believed, robber=to, rested=30))
        inserted = [c.event for c in telling.corrections if isinstance(c, Insert) and c.before == number]
        assert inserted[:3] == [EndTurn("red"), Roll("blue", (7,)), MoveRobber("blue", to)]
        assert Reattribute(number, self.trade("blue"), "", 1.0) in telling.corrections
