"""Production that somebody missed, or of which somebody took too much; and a bank that had run out."""

from __future__ import annotations

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import NO_CARDS
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Roll, TakeInstead
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.summary.moments import history_moments
from companion.games.base.summary.rolls import build_roll_list
from companion.games.game_api import Insert
from companion.island.geometry import CORNERS, HexId
from companion.observations import InputEntered, InputRefused
from tests.games.base.stories import FOUNDING, OPENING, in_play, story_of

GAME = BaseGame()
AT_FOREST = CORNERS[HexId("h2,-2")]


@pytest.fixture
def rolled(position, island, play):
    """Red takes two lumber of an eight, and blue one."""
    layout = island({"h2,-2": ("forest", 8)})
    state = position(
        dice=None, layout=layout, red={"cities": [AT_FOREST[0]]}, blue={"settlements": [AT_FOREST[2]]}
    )
    return play(state, Roll("red", (4, 4)))


def test_who_missed_it_has_nothing_of_it(rolled, play, cards):
    assert rolled.production[0][0] == 2
    state = play(rolled, TakeInstead("red", NO_CARDS))
    assert (state.players[0].hand, state.production[0]) == (NO_CARDS, NO_CARDS)
    assert sum(state.bank) + sum(sum(player.hand) for player in state.players) == 95


def test_who_took_too_much_has_it(rolled, play, cards):
    state = play(rolled, TakeInstead("blue", cards(lumber=2, ore=1)))
    assert state.players[1].hand == cards(lumber=2, ore=1)
    assert state.bank == cards(lumber=15, brick=19, wool=19, grain=19, ore=18)


def test_the_last_word_counts(rolled, play, cards):
    state = play(rolled, TakeInstead("red", NO_CARDS), TakeInstead("red", cards(lumber=1)))
    assert state.players[0].hand == cards(lumber=1)


def test_it_is_of_a_roll_and_out_of_the_box(rolled, position, cards):
    assert violations(position(dice=None), TakeInstead("red", NO_CARDS)) == RuleViolation.NOT_ROLLED
    assert violations(rolled, TakeInstead("red", cards(lumber=19))) == RuleViolation.BANK_LACKS
    assert sum(apply(rolled, TakeInstead("red", cards(lumber=19))).players[0].hand) == 19


def roll_that_gives():
    """A roll of red that gives somebody cards, and who takes what."""
    start = in_play().state
    for dice in ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6)):
        takes = apply(start, Roll("red", dice)).production
        for seat, cards in enumerate(takes):
            if sum(cards):
                return Roll("red", dice), start.players[seat].colour, seat, cards
    raise AssertionError


def test_what_is_believed_of_the_hand_follows():
    roll, colour, seat, cards = roll_that_gives()
    before = in_play(roll).belief.hand(seat).cards
    after = in_play(roll, TakeInstead(colour, NO_CARDS)).belief.hand(seat).cards
    assert tuple(had - has for had, has in zip(before, after, strict=True)) == cards


def test_the_evening_counts_what_was_taken():
    roll, colour, *_ = roll_that_gives()
    told = story_of(*OPENING, *FOUNDING, roll, TakeInstead(colour, NO_CARDS))
    assert GAME.summary(told)["production"]["players"][colour]["taken"] == {}


def test_once_the_dice_were_passed_it_is_still_of_that_roll():
    roll, colour, *_ = roll_that_gives()
    told = story_of(*OPENING, *FOUNDING, roll, EndTurn("red"))
    data = {"kind": "take_instead", "player": colour, "resources": {}}
    telling = GAME.interpret(told, InputEntered(99.0, "tablet", data))
    assert telling.corrections == (Insert(told.recorded_events[-1].number, TakeInstead(colour, NO_CARDS)),)


def test_before_any_roll_it_is_refused():
    data = {"kind": "take_instead", "player": "red", "resources": {}}
    with pytest.raises(InputRefused, match="for a roll yet"):
        GAME.interpret(story_of(*OPENING, *FOUNDING), InputEntered(99.0, "tablet", data))


def entered(told, **data):
    return GAME.interpret(told, InputEntered(99.0, "tablet", data))


def test_a_bank_that_had_run_out_gave_nobody_any_of_it(cards):
    """clarifications.md, Bank shortage: what is owed to several, none of them gets; other resources are not
    touched.
    """
    roll = Roll("red", (2, 2))
    told = story_of(*OPENING, *FOUNDING, roll)
    assert told.state.production == (NO_CARDS, cards(wool=1, grain=1), cards(grain=1))
    telling = entered(told, kind="bank_ran_out", resource="grain")
    assert telling.events == (TakeInstead("blue", cards(wool=1)), TakeInstead("white", NO_CARDS))
    after = story_of(*OPENING, *FOUNDING, roll, *telling.events).state
    assert after.bank[3] == told.state.bank[3] + 2


@pytest.mark.parametrize("resource", ["wool", "lumber", "gold", None])
def test_it_is_said_of_what_several_are_owed(resource):
    told = story_of(*OPENING, *FOUNDING, Roll("red", (2, 2)))
    with pytest.raises(InputRefused):
        entered(told, kind="bank_ran_out", resource=resource)


def test_said_twice_it_is_said_once():
    told = story_of(*OPENING, *FOUNDING, Roll("red", (2, 2)), TakeInstead("blue", NO_CARDS))
    number = told.recorded_events[-1].number
    again = entered(told, kind="take_instead", player="blue", resources={}, about={"after": number - 1})
    assert again.duplicate_of == (number,)


def test_the_list_of_rolls_has_what_was_taken():
    told = story_of(*OPENING, *FOUNDING, Roll("red", (2, 2)), TakeInstead("blue", NO_CARDS))
    (row,) = build_roll_list(history_moments(told)).rows
    assert sum(cell for cell in row[9:] if isinstance(cell, int)) == 1
