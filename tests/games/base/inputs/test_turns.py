"""The turn as it is kept without being told: whose card is played, and that the dice were passed for it."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import NO_CARDS
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    MoveRobber,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour
from companion.games.base.views.table_views import turn_began
from companion.games.game_api import GameHistory
from companion.island.geometry import HexId
from companion.observations import InputEntered, InputRefused
from tests.games.base.stories import FIRST, FOUNDING, OPENING, SEATS, account_of, holds, in_play

PRICE = {"wool": 1, "grain": 1, "ore": 1}
KNIGHT = {"kind": "play_development_card", "card": "knight"}
SKIPPED = {"kind": "roll", "dice": [1, 1], "player": "white"}


def told(believed: BelievedReplay, data: Mapping[str, Any]) -> tuple[Event, ...]:
    history = GameHistory(believed.replay)
    return BaseGame().interpret(history, InputEntered(0.0, "tablet", data)).events


def bought_by(colour: Colour) -> BelievedReplay:
    """Red's turn after the roll; one player bought a card in the round before."""
    events: list[Event] = []
    for seat in SEATS:
        events.append(Roll(seat.colour, (1, 1)))
        if seat.colour == colour:
            events.append(BuyDevelopmentCard(colour))
        events.append(EndTurn(seat.colour))
    return in_play(holds(colour, **PRICE), *events, Roll("red", (1, 1)))


def test_a_card_of_which_nobody_said_whose_it_is_is_that_of_who_is_on_turn() -> None:
    assert told(bought_by("red"), KNIGHT) == (PlayDevelopmentCard("red", "knight"),)


def test_or_the_next_players_before_the_roll_if_that_one_rather_has_one() -> None:
    assert told(bought_by("blue"), KNIGHT) == (EndTurn("red"), PlayDevelopmentCard("blue", "knight"))


def test_whoever_is_named_played_it() -> None:
    knight = PlayDevelopmentCard("red", "knight")
    assert told(bought_by("blue"), {**KNIGHT, "player": "red"}) == (knight,)


def test_two_tablets_that_end_a_turn_at_once_end_one() -> None:
    believed = bought_by("red")
    turn = believed.state.turn
    assert told(believed, {"kind": "end_turn", "turn": turn}) == (EndTurn("red"),)
    with pytest.raises(InputRefused, match=r"That turn is already over\."):
        told(believed, {"kind": "end_turn", "turn": turn - 1})


class TestSinceWhenTheTurnIsOn:
    """The stories tell their n-th event at second n."""

    def test_since_the_dice_were_passed_and_not_since_they_were_thrown(self) -> None:
        believed = in_play(Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)))
        assert turn_began(believed) == FIRST + 1

    def test_the_first_one_since_all_was_founded(self) -> None:
        assert turn_began(in_play(Roll("red", (1, 1)), BuyDevelopmentCard("red"))) == FIRST - 1

    def test_before_that_none_is(self) -> None:
        assert turn_began(account_of(*OPENING, *FOUNDING[:-1])) is None


class TestATurnThatWasSkipped:
    """Who throws the dice has got them, whoever had them before: that player's turn begins, in full."""

    BOUGHT = (holds("red", **PRICE), Roll("red", (1, 1)), BuyDevelopmentCard("red", "knight"))

    def test_the_passing_of_the_dice_is_told_with_the_roll(self) -> None:
        believed = in_play(*self.BOUGHT)
        events = told(believed, SKIPPED)
        assert events == (EndTurn("red"), EndTurn("blue"), Roll("white", (1, 1)))
        # What is odd of it stands there, flagged: blue's turn went by without a roll.
        assert violations(fold(events[:1], believed.state), events[1]) == RuleViolation.NOT_ROLLED

    def test_as_it_is_before_anybody_rolled(self) -> None:
        assert told(in_play(), SKIPPED) == (EndTurn("red"), EndTurn("blue"), Roll("white", (1, 1)))

    def test_and_with_the_end_of_a_turn_that_nobody_saw_begin(self) -> None:
        assert told(in_play(*self.BOUGHT), {"kind": "end_turn", "player": "blue"}) == (
            EndTurn("red"),
            EndTurn("blue"),
        )

    def test_a_roll_that_was_forgotten_still_finds_its_turn(self) -> None:
        history = in_play(Roll("red", (1, 1)), EndTurn("red"), EndTurn("blue"), Roll("white", (1, 1)))
        assert told(history, {"kind": "roll", "dice": [2, 3], "player": "blue"}) == ()

    @pytest.mark.parametrize("skipping", [Roll("white", (1, 1)), EndTurn("blue")])
    def test_cards_are_no_more_bought_this_turn(self, skipping: EndTurn | Roll) -> None:
        state = apply(in_play(*self.BOUGHT).state, skipping)
        assert state.players[0].bought_this_turn == NO_CARDS
        assert state.turn == in_play().state.turn + 2

    def test_nothing_of_the_turn_before_is_due_any_more(self) -> None:
        knight = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", HexId("h2,-2")))
        state = apply(in_play(*knight).state, Roll("white", (1, 1)))
        assert (state.steal_due, state.cards_played, state.has_built) == (False, 0, False)
        assert not violations(state, EndTurn("white"))

    @pytest.mark.parametrize("winner", ["blue", "white"])
    @pytest.mark.parametrize("skipping", [Roll("white", (1, 1)), EndTurn("white")])
    def test_who_had_ten_points_when_the_dice_came_by_has_won(
        self, winner: Colour, skipping: EndTurn | Roll
    ) -> None:
        believed = in_play(RevealVictoryPoints(winner, 8))
        assert believed.state.phase == "play"
        state = apply(believed.state, skipping)
        assert state.phase == "over"
        assert state.winner is not None
        assert state.players[state.winner].colour == winner

    def test_who_won_on_the_way_is_the_end_of_it(self) -> None:
        believed = in_play(RevealVictoryPoints("blue", 8), Roll("red", (1, 1)))
        assert told(believed, SKIPPED) == (EndTurn("red"), Roll("white", (1, 1)))
