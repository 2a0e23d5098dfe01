"""House rule, no seven in the first rounds: it is rolled again. Off by default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    EndTurn,
    Event,
    GameStarted,
    MoveRobber,
    PlayDevelopmentCard,
    Roll,
)
from companion.games.base.rules.legality import violations
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory
from companion.island.geometry import HexId
from companion.observations import DiceDetection, InputEntered
from tests.games.base.histories import FOUNDING, OPENING, SEATS, EventWithSource, in_play, story_of

ONE_ROUND, TWO_ROUNDS = Options(no_seven_rounds=1), Options(no_seven_rounds=2)
SEVEN = Roll("red", (3, 4))
GAME = BaseGame()


def history_with(*records: EventWithSource, options: Options = ONE_ROUND) -> GameHistory[Any, Event]:
    return story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, *records)


def test_no_edition_forbids_early_sevens() -> None:
    assert not any(edition.no_seven_rounds for edition in EDITIONS.values())
    assert in_play(SEVEN).state.robber_due


def test_an_early_seven_has_no_effect_and_is_rolled_again(play: Callable[..., State]) -> None:
    state = play(in_play(options=ONE_ROUND).state, SEVEN)
    assert (state.dice, state.rerolled_seven, state.robber_due, any(state.discards_due)) == (
        None,
        (3, 4),
        False,
        False,
    )

    state = play(state, Roll("red", (5, 6)))
    assert (state.dice, state.rerolled_seven) == ((5, 6), None)


def test_a_second_early_seven_is_rolled_again_too(play: Callable[..., State]) -> None:
    state = play(in_play(options=ONE_ROUND).state, SEVEN, Roll("red", (1, 6)), Roll("red", (4, 4)))
    assert state.dice == (4, 4)


@pytest.mark.parametrize(("options", "rounds"), [(Options(), 0), (ONE_ROUND, 1), (TWO_ROUNDS, 2)])
def test_the_rule_holds_for_the_chosen_number_of_rounds(options: Options, rounds: int) -> None:
    state = in_play(options=options).state
    for turn in range(9):
        colour = SEATS[turn % 3].colour
        after = apply(state, Roll(colour, (1, 6)))
        assert after.robber_due == (turn >= 3 * rounds), turn
        state = apply(apply(state, Roll(colour, (1, 1))), EndTurn(colour))


def test_the_rounds_count_by_the_roller_even_without_a_recorded_turn_end() -> None:
    """Blue rolls in the first round, though red's turn was not ended."""
    state = apply(in_play(Roll("red", (2, 3)), options=ONE_ROUND).state, Roll("blue", (3, 4)))
    assert (state.active, state.rerolled_seven) == (1, (3, 4))


def test_a_resumed_game_has_its_first_rounds_behind_it(position: Callable[..., State]) -> None:
    assert apply(position(dice=None, turn=1, was_taken_up=True, options=ONE_ROUND), SEVEN).robber_due


def test_an_early_seven_implies_no_discards() -> None:
    """A knight that moves the robber before the next roll settles no discards."""
    believed = in_play(
        SEVEN, PlayDevelopmentCard("red", "knight"), MoveRobber("red", HexId("h0,2")), options=ONE_ROUND
    )
    assert not believed.steps[-3].belief.seven.unreported
    assert not believed.belief.seven.assumed


def test_an_early_seven_is_no_violation_and_brings_no_question() -> None:
    history = history_with(SEVEN, Roll("red", (5, 6)))
    assert not any(history.replay.violations.values())
    for thrown in (SEVEN.dice, (2, 2)):
        telling = GAME.interpret(history_with(SEVEN), DiceDetection(99.0, "tower", thrown, 1.0))
        assert telling.events == (Roll("red", thrown),)
        assert telling.question is None


def test_the_dice_of_the_turn_can_be_entered_after_it() -> None:
    entered = InputEntered(99.0, "tablet", {"kind": "roll", "dice": [5, 6], "about": {"turn": 1}})
    assert GAME.interpret(history_with(SEVEN), entered).events == (Roll("red", (5, 6)),)


def test_entering_the_same_early_seven_again_is_a_duplicate() -> None:
    history = history_with(SEVEN)
    number = history.recorded_events[-1].number
    data = {"kind": "roll", "dice": [4, 3], "about": {"turn": 1, "after": number - 1}}
    assert GAME.interpret(history, InputEntered(99.0, "tablet", data)).duplicate_of == (number,)


def test_the_page_asks_to_roll_again() -> None:
    shown = GAME.view(history_with(SEVEN))
    assert shown["to_do"] == [{"kind": "roll", "colour": "red", "again": True, "fresh": False}]
    assert shown["last_roll"] is not None
    assert (shown["last_roll"]["sum"], shown["last_roll"]["again"]) == (7, True)
    assert not shown["rolled"]


def test_the_repeated_roll_breaks_no_rule() -> None:
    assert not violations(apply(in_play(options=ONE_ROUND).state, SEVEN), Roll("red", (3, 5)))
