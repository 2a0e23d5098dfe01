"""House rule, a deck of 36 cards instead of dice. Off by default."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.base.game import BaseGame
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Event, GameStarted, Roll
from companion.games.base.rules.house_rules import ROLL_DECK, remaining_cards
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory, Sensor
from companion.observations import DiceDetection, InputEntered, InputRefused, RolledDice
from tests.games.base.histories import FOUNDING, OPENING, SEATS, EventWithSource, in_play, story_of

DECK_OPTIONS, MARKED_DECK_OPTIONS = Options(roll_with="deck"), Options(roll_with="marked_deck")
GAME = BaseGame()


def history_with(*records: EventWithSource, options: Options = DECK_OPTIONS) -> GameHistory[Any, Event]:
    return story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, *records)


def draw_and_pass(state: State, dice: RolledDice) -> State:
    """The state after a card is drawn and the dice are passed."""
    colour = state.players[state.active].colour
    return apply(apply(state, Roll(colour, dice)), EndTurn(colour))


def test_no_edition_uses_a_roll_deck() -> None:
    assert {edition.roll_with for edition in EDITIONS.values()} == {"dice"}
    assert remaining_cards(in_play().state) == ()


def test_the_deck_has_each_pair_of_dice_once() -> None:
    sums = Counter(sum(card) for card in ROLL_DECK)
    assert len(ROLL_DECK) == len(set(ROLL_DECK)) == 36
    assert [sums[total] for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(("options", "cards"), [(DECK_OPTIONS, 36), (MARKED_DECK_OPTIONS, 31)])
def test_no_card_repeats_before_the_deck_is_shuffled(options: Options, cards: int) -> None:
    """The mark lies above the last five cards, so nobody can predict those."""
    state = in_play(options=options).state
    for n, card in enumerate(ROLL_DECK[:cards]):
        assert len(remaining_cards(state)) == 36 - n
        assert card in remaining_cards(state)
        state = draw_and_pass(state, card)
    assert remaining_cards(state) == ROLL_DECK


@given(st.permutations(ROLL_DECK), st.integers(0, 40))
def test_each_card_comes_once_in_any_order(order: Sequence[RolledDice], count: int) -> None:
    state = in_play(options=DECK_OPTIONS).state
    for card in order[:count]:
        state = draw_and_pass(state, card)
    assert set(remaining_cards(state)) == set(ROLL_DECK) - set(order[:count]) or count >= 36


def test_a_used_card_is_not_drawn_again() -> None:
    state = draw_and_pass(in_play(options=DECK_OPTIONS).state, (1, 1))
    assert violations(state, Roll("blue", (1, 1))) == RuleViolation.NOT_IN_DECK
    assert Roll("blue", (1, 1)) not in legal_events(state)
    assert Roll("blue", (6, 6)) in legal_events(state)


def test_an_entered_card_uses_up_any_pair_of_its_sum() -> None:
    """Cards show sums: one pair of that sum is used up."""
    state = draw_and_pass(draw_and_pass(in_play(options=DECK_OPTIONS).state, (1, 2)), (1, 2))
    assert not {(1, 2), (2, 1)} & set(remaining_cards(state))
    assert violations(state, Roll("white", (1, 2))) == RuleViolation.NOT_IN_DECK


def test_the_random_draw_gives_each_remaining_card_the_same_chance() -> None:
    history = history_with(Roll("red", (1, 1)), EndTurn("red"))
    data = {"kind": "draw_roll", "about": {"turn": 2}}

    def draw_first(n: int) -> Callable[[int], list[int]]:
        return lambda count: [n, *(k for k in range(count) if k != n)]

    drawn = [GAME.draw_random(history, data, draw_first(n)) for n in range(35)]
    assert {tuple(each["dice"]) for each in drawn} == set(ROLL_DECK) - {(1, 1)}
    assert all(each == {"kind": "roll", "dice": each["dice"], "about": {"turn": 2}} for each in drawn)
    assert GAME.interpret(history, InputEntered(99.0, "tablet", drawn[3])).events[0].kind == "roll"


def test_one_card_is_drawn_each_turn_and_none_with_dice() -> None:
    def draw_card(history: GameHistory[Any, Event]) -> Mapping[str, Any]:
        return GAME.draw_random(history, {"kind": "draw_roll"}, range)

    with pytest.raises(InputRefused, match="already drawn this turn"):
        draw_card(history_with(Roll("red", (1, 1))))
    with pytest.raises(InputRefused, match="rolls with dice"):
        draw_card(history_with(options=Options()))


def test_an_undo_returns_the_card() -> None:
    assert len(remaining_cards(history_with(Roll("red", (1, 1))).state)) == 35
    assert len(remaining_cards(history_with().state)) == 36


def test_with_a_deck_dice_are_not_watched_and_do_not_count() -> None:
    history = history_with()
    assert GAME.required_sensors(history.state) == {Sensor.PIECES}
    assert Sensor.PIP_DICE in GAME.required_sensors(history_with(options=Options()).state)
    seen = GAME.interpret(history, DiceDetection(99.0, "tower", (3, 3), 1.0))
    assert seen.events == ()
    assert seen.notice is not None


@pytest.mark.parametrize(("options", "cards"), [(DECK_OPTIONS, 35), (Options(), None)])
def test_everyone_sees_how_many_cards_are_left(options: Options, cards: int | None) -> None:
    assert GAME.view(history_with(Roll("red", (1, 1)), options=options))["roll_cards_left"] == cards
