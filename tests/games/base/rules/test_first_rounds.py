"""House rule, no seven in the first rounds: it is rolled again. Off unless a table chooses it."""

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
from companion.observations import InputEntered, RollSeen
from tests.games.base.stories import FOUNDING, OPENING, SEATS, Said, in_play, story_of

ONE, TWO = Options(no_seven_rounds=1), Options(no_seven_rounds=2)
SEVEN = Roll("red", (3, 4))
GAME = BaseGame()


def story(*told: Said, options: Options = ONE) -> GameHistory[Any, Event]:
    return story_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, *told)


def test_no_edition_knows_it() -> None:
    assert not any(edition.no_seven_rounds for edition in EDITIONS.values())
    assert in_play(SEVEN).state.robber_due


def test_such_a_seven_does_nothing_and_is_rolled_again(play: Callable[..., State]) -> None:
    state = play(in_play(options=ONE).state, SEVEN)
    assert (state.dice, state.rerolled_seven, state.robber_due, any(state.discards_due)) == (
        None,
        (3, 4),
        False,
        False,
    )

    state = play(state, Roll("red", (5, 6)))
    assert (state.dice, state.rerolled_seven) == ((5, 6), None)


def test_another_seven_is_rolled_again_too(play: Callable[..., State]) -> None:
    state = play(in_play(options=ONE).state, SEVEN, Roll("red", (1, 6)), Roll("red", (4, 4)))
    assert state.dice == (4, 4)


@pytest.mark.parametrize(("options", "rounds"), [(Options(), 0), (ONE, 1), (TWO, 2)])
def test_it_holds_for_just_so_many_rounds(options: Options, rounds: int) -> None:
    state = in_play(options=options).state
    for turn in range(9):
        colour = SEATS[turn % 3].colour
        after = apply(state, Roll(colour, (1, 6)))
        assert after.robber_due == (turn >= 3 * rounds), turn
        state = apply(apply(state, Roll(colour, (1, 1))), EndTurn(colour))


def test_whose_seven_it_is_counts_where_nobody_told_that_the_dice_were_passed() -> None:
    """Blue throws in the first round, though red's turn was never said to be over."""
    state = apply(in_play(Roll("red", (2, 3)), options=ONE).state, Roll("blue", (3, 4)))
    assert (state.active, state.rerolled_seven) == (1, (3, 4))


def test_a_game_that_is_taken_up_has_its_first_rounds_behind_it(position: Callable[..., State]) -> None:
    assert apply(position(dice=None, turn=1, was_taken_up=True, options=ONE), SEVEN).robber_due


def test_nobody_is_thought_to_have_discarded_for_it() -> None:
    """A knight that moves the robber before the next roll settles no discards."""
    believed = in_play(
        SEVEN, PlayDevelopmentCard("red", "knight"), MoveRobber("red", HexId("h0,2")), options=ONE
    )
    assert not believed.steps[-3].belief.seven.unreported
    assert not believed.belief.seven.assumed


def test_nothing_is_called_a_fault_and_nothing_is_asked() -> None:
    told = story(SEVEN, Roll("red", (5, 6)))
    assert not any(told.replay.violations.values())
    for thrown in (SEVEN.dice, (2, 2)):
        telling = GAME.interpret(story(SEVEN), RollSeen(99.0, "tower", thrown, 1.0))
        assert telling.events == (Roll("red", thrown),)
        assert telling.question is None


def test_the_dice_of_the_turn_can_be_entered_after_it() -> None:
    entered = InputEntered(99.0, "tablet", {"kind": "roll", "dice": [5, 6], "about": {"turn": 1}})
    assert GAME.interpret(story(SEVEN), entered).events == (Roll("red", (5, 6)),)


def test_who_had_not_seen_it_told_enters_the_same_throw() -> None:
    told = story(SEVEN)
    number = told.recorded_events[-1].number
    data = {"kind": "roll", "dice": [4, 3], "about": {"turn": 1, "after": number - 1}}
    assert GAME.interpret(told, InputEntered(99.0, "tablet", data)).duplicate_of == (number,)


def test_the_page_says_that_it_is_rolled_again() -> None:
    shown = GAME.view(story(SEVEN))
    assert shown["to_do"] == [{"kind": "roll", "colour": "red", "again": True, "fresh": False}]
    assert shown["last_roll"] is not None
    assert (shown["last_roll"]["sum"], shown["last_roll"]["again"]) == (7, True)
    assert not shown["rolled"]


def test_a_roll_that_counts_breaks_no_rule_in_that_turn() -> None:
    assert not violations(apply(in_play(options=ONE).state, SEVEN), Roll("red", (3, 5)))
