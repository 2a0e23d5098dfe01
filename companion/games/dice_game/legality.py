"""Whether an event could have happened by the rules: asked before it is applied, and apart from it.

What is wrong is a value, not an exception: the table records what people really did, flagged. What the dice
pay is judged only where they were entered.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.dice_game.dice import THROWS, after_paying
from companion.games.dice_game.effects import check_on_sheet
from companion.games.dice_game.events import Build, EndTurn, Event, GameStarted, Throw, UseKnight
from companion.games.dice_game.sheet import ANY
from companion.games.dice_game.state import State


class RuleViolation(enum.Flag):
    """The rules that an event breaks; none (falsy) where it is legal."""

    NOT_ON_TURN = enum.auto()
    WRONG_PHASE = enum.auto()
    GAME_OVER = enum.auto()
    WRONG_NUMBER_OF_DICE = enum.auto()
    NO_THROW_LEFT = enum.auto()
    AFTER_BUILDING = enum.auto()
    KNIGHT_NOT_BUILT = enum.auto()
    KNIGHT_SPENT = enum.auto()
    WRONG_RESOURCE = enum.auto()
    DIE_NOT_THERE = enum.auto()
    ALREADY_BUILT = enum.auto()
    NOT_REACHED = enum.auto()
    DICE_DO_NOT_PAY = enum.auto()

    def words(self) -> list[str]:
        """The violations by name, in snake case."""
        return [violation.name.lower() for violation in RuleViolation if violation in self and violation.name]


LEGAL: Final = RuleViolation(0)


def violations(state: State, event: Event) -> RuleViolation:
    """What is wrong with an event in a state; falsy where it is legal.

    Raises:
        ValueError: nobody plays that colour, or the sheet has nothing of that id.
    """
    return _QUESTIONS[type(event)](state, event)


def _if(wrong: bool, violation: RuleViolation) -> RuleViolation:
    return violation if wrong else LEGAL


def _on_turn(state: State, colour: str) -> RuleViolation:
    if state.phase == "over":
        return RuleViolation.GAME_OVER
    return _if(state.seat(colour) != state.active, RuleViolation.NOT_ON_TURN)


def _game_started(state: State, _: GameStarted) -> RuleViolation:
    return _if(state.phase != "seating", RuleViolation.WRONG_PHASE)


def _throw(state: State, event: Throw) -> RuleViolation:
    return (
        _on_turn(state, event.player)
        | _if(len(event.dice) != state.dice_count, RuleViolation.WRONG_NUMBER_OF_DICE)
        | _if(state.throws >= THROWS, RuleViolation.NO_THROW_LEFT)
        | _if(state.has_built, RuleViolation.AFTER_BUILDING)
    )


def _use_knight(state: State, event: UseKnight) -> RuleViolation:
    check_on_sheet(state, "knight", event.knight)
    player = state.players[state.seat(event.player)]
    turns_into = state.sheet.knight[event.knight].resource
    return (
        _on_turn(state, event.player)
        | _if(state.has_built, RuleViolation.AFTER_BUILDING)
        | _if(event.knight not in player.built["knight"], RuleViolation.KNIGHT_NOT_BUILT)
        | _if(event.knight in player.spent, RuleViolation.KNIGHT_SPENT)
        | _if(turns_into not in (ANY, event.resource), RuleViolation.WRONG_RESOURCE)
        | _if(
            state.dice is not None and event.die is not None and event.die not in state.dice,
            RuleViolation.DIE_NOT_THERE,
        )
    )


def _build(state: State, event: Build) -> RuleViolation:
    check_on_sheet(state, event.piece, event.at)
    built = state.players[state.seat(event.player)].built
    needs = state.sheet.needs[event.piece][event.at]
    return (
        _on_turn(state, event.player)
        | _if(event.at in built[event.piece], RuleViolation.ALREADY_BUILT)
        | _if(bool(needs) and not built["road"] & set(needs), RuleViolation.NOT_REACHED)
        | _if(
            state.left is not None and after_paying(state.left, event.piece) is None,
            RuleViolation.DICE_DO_NOT_PAY,
        )
    )


def _end_turn(state: State, event: EndTurn) -> RuleViolation:
    return _on_turn(state, event.player)


# Each takes its own kind of event, which the type system can't say of a table.
_QUESTIONS: Final[Mapping[type, Callable[[State, Any], RuleViolation]]] = {
    GameStarted: _game_started,
    Throw: _throw,
    UseKnight: _use_knight,
    Build: _build,
    EndTurn: _end_turn,
}
