"""House rule, a deck of 36 instead of dice. Off unless a table chooses it."""

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
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.base.rules.roll_deck import ROLL_DECK, remaining_cards
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory, Sensor
from companion.observations import InputEntered, InputRefused, RollSeen
from companion.rolled_dice import RolledDice
from tests.games.base.stories import FOUNDING, OPENING, SEATS, Said, in_play, story_of

DECK, MARKED = Options(roll_with="deck"), Options(roll_with="marked_deck")
GAME = BaseGame()


def story(*told: Said, options: Options = DECK) -> GameHistory[Any, Event]:
    return story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, *told)


def rolled(state: State, dice: RolledDice) -> State:
    """The state once a card was drawn and the dice passed."""
    colour = state.players[state.active].colour
    return apply(apply(state, Roll(colour, dice)), EndTurn(colour))


def test_no_edition_knows_it() -> None:
    assert {edition.roll_with for edition in EDITIONS.values()} == {"dice"}
    assert remaining_cards(in_play().state) == ()


def test_it_has_each_pair_of_dice_once() -> None:
    sums = Counter(sum(card) for card in ROLL_DECK)
    assert len(ROLL_DECK) == len(set(ROLL_DECK)) == 36
    assert [sums[total] for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(("options", "cards"), [(DECK, 36), (MARKED, 31)])
def test_no_card_comes_twice_before_it_is_shuffled(options: Options, cards: int) -> None:
    """The mark lies on the last five cards: which come before it, nobody can reckon to the end."""
    state = in_play(options=options).state
    for n, card in enumerate(ROLL_DECK[:cards]):
        assert len(remaining_cards(state)) == 36 - n
        assert card in remaining_cards(state)
        state = rolled(state, card)
    assert remaining_cards(state) == ROLL_DECK


@given(st.permutations(ROLL_DECK), st.integers(0, 40))
def test_in_whatever_order_they_come_each_card_comes_once(order: Sequence[RolledDice], count: int) -> None:
    state = in_play(options=DECK).state
    for card in order[:count]:
        state = rolled(state, card)
    assert set(remaining_cards(state)) == set(ROLL_DECK) - set(order[:count]) or count >= 36


def test_a_card_that_is_used_up_is_not_drawn_again() -> None:
    state = rolled(in_play(options=DECK).state, (1, 1))
    assert violations(state, Roll("blue", (1, 1))) == RuleViolation.NOT_IN_DECK
    assert Roll("blue", (1, 1)) not in legal_events(state)
    assert Roll("blue", (6, 6)) in legal_events(state)


def test_who_enters_a_card_may_name_another_pair_of_its_sum() -> None:
    """Cards say sums: of those that come to it, one is used up."""
    state = rolled(rolled(in_play(options=DECK).state, (1, 2)), (1, 2))
    assert not {(1, 2), (2, 1)} & set(remaining_cards(state))
    assert violations(state, Roll("white", (1, 2))) == RuleViolation.NOT_IN_DECK


def test_the_lot_draws_each_card_that_is_left_with_the_same_chance() -> None:
    told = story(Roll("red", (1, 1)), EndTurn("red"))
    data = {"kind": "draw_roll", "about": {"turn": 2}}

    def first(n: int) -> Callable[[int], list[int]]:
        return lambda count: [n, *(k for k in range(count) if k != n)]

    drawn = [GAME.draw_random(told, data, first(n)) for n in range(35)]
    assert {tuple(said["dice"]) for said in drawn} == set(ROLL_DECK) - {(1, 1)}
    assert all(said == {"kind": "roll", "dice": said["dice"], "about": {"turn": 2}} for said in drawn)
    assert GAME.interpret(told, InputEntered(99.0, "tablet", drawn[3])).events[0].kind == "roll"


def test_one_card_a_turn_and_none_where_dice_are_rolled() -> None:
    def drawn(history: GameHistory[Any, Event]) -> Mapping[str, Any]:
        return GAME.draw_random(history, {"kind": "draw_roll"}, range)

    with pytest.raises(InputRefused, match="already drawn this turn"):
        drawn(story(Roll("red", (1, 1))))
    with pytest.raises(InputRefused, match="rolls with dice"):
        drawn(story(options=Options()))


def test_an_undo_puts_the_card_back() -> None:
    assert len(remaining_cards(story(Roll("red", (1, 1))).state)) == 35
    assert len(remaining_cards(story().state)) == 36


def test_no_dice_are_watched_and_none_that_fall_count() -> None:
    told = story()
    assert GAME.required_sensors(told.state) == {Sensor.PIECES}
    assert Sensor.PIP_DICE in GAME.required_sensors(story(options=Options()).state)
    seen = GAME.interpret(told, RollSeen(99.0, "tower", (3, 3), 1.0))
    assert seen.events == ()
    assert seen.notice is not None


@pytest.mark.parametrize(("options", "cards"), [(DECK, 35), (Options(), None)])
def test_everybody_sees_how_many_are_left(options: Options, cards: int | None) -> None:
    assert GAME.view(story(Roll("red", (1, 1)), options=options))["roll_cards_left"] == cards
