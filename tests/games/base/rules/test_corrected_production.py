"""Corrected production: missed or excess cards, and a bank shortage."""

from __future__ import annotations

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import NO_CARDS
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Roll, TakeInstead
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.summary import build_roll_list, history_moments
from companion.games.game_api import Insert
from companion.island.geometry import CORNERS, HexId
from companion.observations import InputEntered, InputRefused
from tests.games.base.histories import FOUNDING, OPENING, in_play, story_of

GAME = BaseGame()
AT_FOREST = CORNERS[HexId("h2,-2")]


@pytest.fixture
def rolled_eight(position, island, play):
    """Red gets two lumber for an eight, and blue one."""
    layout = island({"h2,-2": ("forest", 8)})
    state = position(
        dice=None, layout=layout, red={"cities": [AT_FOREST[0]]}, blue={"settlements": [AT_FOREST[2]]}
    )
    return play(state, Roll("red", (4, 4)))


def test_a_player_who_missed_production_has_none(rolled_eight, play, cards):
    assert rolled_eight.production[0][0] == 2
    state = play(rolled_eight, TakeInstead("red", NO_CARDS))
    assert (state.players[0].hand, state.production[0]) == (NO_CARDS, NO_CARDS)
    assert sum(state.bank) + sum(sum(player.hand) for player in state.players) == 95


def test_a_player_who_took_too_much_has_it(rolled_eight, play, cards):
    state = play(rolled_eight, TakeInstead("blue", cards(lumber=2, ore=1)))
    assert state.players[1].hand == cards(lumber=2, ore=1)
    assert state.bank == cards(lumber=15, brick=19, wool=19, grain=19, ore=18)


def test_the_last_correction_counts(rolled_eight, play, cards):
    state = play(rolled_eight, TakeInstead("red", NO_CARDS), TakeInstead("red", cards(lumber=1)))
    assert state.players[0].hand == cards(lumber=1)


def test_a_correction_needs_a_roll_and_cards_in_the_bank(rolled_eight, position, cards):
    assert violations(position(dice=None), TakeInstead("red", NO_CARDS)) == RuleViolation.NOT_ROLLED
    assert violations(rolled_eight, TakeInstead("red", cards(lumber=19))) == RuleViolation.BANK_LACKS
    assert sum(apply(rolled_eight, TakeInstead("red", cards(lumber=19))).players[0].hand) == 19


def productive_roll():
    """A roll of red that gives a player cards, with that player and the cards."""
    start = in_play().state
    for dice in ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6)):
        takes = apply(start, Roll("red", dice)).production
        for seat, cards in enumerate(takes):
            if sum(cards):
                return Roll("red", dice), start.players[seat].colour, seat, cards
    raise AssertionError


def test_beliefs_follow_the_corrected_production():
    roll, colour, seat, cards = productive_roll()
    before = in_play(roll).belief.hand(seat).cards
    after = in_play(roll, TakeInstead(colour, NO_CARDS)).belief.hand(seat).cards
    assert tuple(had - has for had, has in zip(before, after, strict=True)) == cards


def test_the_summary_counts_the_corrected_production():
    roll, colour, *_ = productive_roll()
    history = story_of(*OPENING, *FOUNDING, roll, TakeInstead(colour, NO_CARDS))
    assert GAME.summary(history)["production"]["players"][colour]["taken"] == {}


def test_after_the_turn_ended_a_correction_belongs_to_the_last_roll():
    roll, colour, *_ = productive_roll()
    history = story_of(*OPENING, *FOUNDING, roll, EndTurn("red"))
    data = {"kind": "take_instead", "player": colour, "resources": {}}
    telling = GAME.interpret(history, InputEntered(99.0, "tablet", data))
    assert telling.corrections == (Insert(history.recorded_events[-1].number, TakeInstead(colour, NO_CARDS)),)


def test_a_correction_before_any_roll_is_refused():
    data = {"kind": "take_instead", "player": "red", "resources": {}}
    with pytest.raises(InputRefused, match="for a roll yet"):
        GAME.interpret(story_of(*OPENING, *FOUNDING), InputEntered(99.0, "tablet", data))


def interpret(history, **data):
    return GAME.interpret(history, InputEntered(99.0, "tablet", data))


def test_a_bank_shortage_gives_nobody_that_resource(cards):
    """clarifications.md, Bank shortage: a resource owed to several players is paid to none; others are."""
    roll = Roll("red", (2, 2))
    history = story_of(*OPENING, *FOUNDING, roll)
    assert history.state.production == (NO_CARDS, cards(wool=1, grain=1), cards(grain=1))
    telling = interpret(history, kind="bank_ran_out", resource="grain")
    assert telling.events == (TakeInstead("blue", cards(wool=1)), TakeInstead("white", NO_CARDS))
    after = story_of(*OPENING, *FOUNDING, roll, *telling.events).state
    assert after.bank[3] == history.state.bank[3] + 2


@pytest.mark.parametrize("resource", ["wool", "lumber", "gold", None])
def test_a_bank_shortage_needs_a_resource_owed_to_several_players(resource):
    history = story_of(*OPENING, *FOUNDING, Roll("red", (2, 2)))
    with pytest.raises(InputRefused):
        interpret(history, kind="bank_ran_out", resource=resource)


def test_a_repeated_correction_is_a_duplicate():
    history = story_of(*OPENING, *FOUNDING, Roll("red", (2, 2)), TakeInstead("blue", NO_CARDS))
    number = history.recorded_events[-1].number
    again = interpret(history, kind="take_instead", player="blue", resources={}, about={"after": number - 1})
    assert again.duplicate_of == (number,)


def test_the_roll_list_has_the_corrected_production():
    history = story_of(*OPENING, *FOUNDING, Roll("red", (2, 2)), TakeInstead("blue", NO_CARDS))
    (row,) = build_roll_list(history_moments(history)).rows
    assert sum(cell for cell in row[9:] if isinstance(cell, int)) == 1
