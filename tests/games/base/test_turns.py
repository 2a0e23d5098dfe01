"""The turn as it is kept without being told: whose card is played, and that the dice were passed for it."""

import pytest
from stories import FIRST, FOUNDING, OPENING, account_of, holds, in_play

from companion.games.base.events import BuyDevelopmentCard, EndTurn, PlayDevelopmentCard, Roll
from companion.games.base.game import BaseGame
from companion.games.base.views import turn_began
from companion.games.seam import Story
from companion.observations import InputEntered, InputRefused

PRICE = {"wool": 1, "grain": 1, "ore": 1}
KNIGHT = {"kind": "play_development_card", "card": "knight"}


def told(account, data):
    story = Story(tuple(step.chapter for step in account.steps), account.state)
    return BaseGame().interpret(story, InputEntered(0.0, "tablet", data)).events


def bought_by(colour):
    """Red's turn after the roll; one player bought a card in the round before."""
    turns = [Roll(c, (1, 1)) for c in ("red", "blue", "white")]
    events = []
    for turn in turns:
        events.append(turn)
        if turn.player == colour:
            events.append(BuyDevelopmentCard(colour))
        events.append(EndTurn(turn.player))
    return in_play(holds(colour, **PRICE), *events, Roll("red", (1, 1)))


def test_a_card_of_which_nobody_said_whose_it_is_is_that_of_who_is_on_turn():
    assert told(bought_by("red"), KNIGHT) == (PlayDevelopmentCard("red", "knight"),)


def test_or_the_next_players_before_the_roll_if_that_one_rather_has_one():
    assert told(bought_by("blue"), KNIGHT) == (EndTurn("red"), PlayDevelopmentCard("blue", "knight"))


def test_whoever_is_named_played_it():
    knight = PlayDevelopmentCard("red", "knight")
    assert told(bought_by("blue"), {**KNIGHT, "player": "red"}) == (knight,)


def test_two_tablets_that_end_a_turn_at_once_end_one():
    account = bought_by("red")
    turn = account.state.turn
    assert told(account, {"kind": "end_turn", "turn": turn}) == (EndTurn("red"),)
    with pytest.raises(InputRefused, match=r"That turn is over already\."):
        told(account, {"kind": "end_turn", "turn": turn - 1})


class TestSinceWhenTheTurnIsOn:
    """The stories tell their n-th event at second n."""

    def test_since_the_dice_were_passed_and_not_since_they_were_thrown(self):
        account = in_play(Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1)))
        assert turn_began(account) == FIRST + 1

    def test_the_first_one_since_all_was_founded(self):
        assert turn_began(in_play(Roll("red", (1, 1)), BuyDevelopmentCard("red"))) == FIRST - 1

    def test_before_that_none_is(self):
        assert turn_began(account_of(*OPENING, *FOUNDING[:-1])) is None
