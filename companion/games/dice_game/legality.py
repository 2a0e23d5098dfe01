"""Legality of an event, checked separately from its effect and before it.

A violation is a value, not an exception: the table records what people really did, flagged. Payment is
checked only where the dice were entered, and whether a throw precedes a knight only at a table that enters
throws.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.dice_game.effects import check_on_sheet
from companion.games.dice_game.events import Build, DiceGameStarted, Event, PassDice, Throw, UseKnight
from companion.games.dice_game.sheet import ANY_RESOURCE, MAX_THROWS, remaining_dice
from companion.games.dice_game.state import DiceGameState


class DiceGameViolation(enum.Flag):
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
    BEFORE_THROW = enum.auto()

    def words(self) -> list[str]:
        """Return the violations by name, in snake case."""
        return [
            violation.name.lower() for violation in DiceGameViolation if violation in self and violation.name
        ]


LEGAL: Final = DiceGameViolation(0)


def violations(state: DiceGameState, event: Event) -> DiceGameViolation:
    """Return the rules that an event breaks in a state; falsy where it is legal.

    Raises:
        ValueError: nobody plays that colour, or the sheet has nothing of that id.
    """
    return _CHECKS[type(event)](state, event)


def _violation_if(wrong: bool, violation: DiceGameViolation) -> DiceGameViolation:
    return violation if wrong else LEGAL


def _check_turn(state: DiceGameState, colour: str) -> DiceGameViolation:
    if state.phase == "over":
        return DiceGameViolation.GAME_OVER
    return _violation_if(state.seat(colour) != state.active, DiceGameViolation.NOT_ON_TURN)


def _game_started(state: DiceGameState, _: DiceGameStarted) -> DiceGameViolation:
    return _violation_if(state.phase != "seating", DiceGameViolation.WRONG_PHASE)


def _throw(state: DiceGameState, event: Throw) -> DiceGameViolation:
    return (
        _check_turn(state, event.player)
        | _violation_if(len(event.dice) != state.dice_count, DiceGameViolation.WRONG_NUMBER_OF_DICE)
        | _violation_if(state.throws >= MAX_THROWS, DiceGameViolation.NO_THROW_LEFT)
        | _violation_if(state.has_built, DiceGameViolation.AFTER_BUILDING)
    )


def _use_knight(state: DiceGameState, event: UseKnight) -> DiceGameViolation:
    check_on_sheet(state, "knight", event.knight)
    player = state.players[state.seat(event.player)]
    turns_into = state.sheet.knights_by_id[event.knight].resource
    return (
        _check_turn(state, event.player)
        | _violation_if(state.has_built, DiceGameViolation.AFTER_BUILDING)
        | _violation_if(state.dice_entered and not state.throws, DiceGameViolation.BEFORE_THROW)
        | _violation_if(event.knight not in player.built["knight"], DiceGameViolation.KNIGHT_NOT_BUILT)
        | _violation_if(event.knight in player.spent, DiceGameViolation.KNIGHT_SPENT)
        | _violation_if(turns_into not in (ANY_RESOURCE, event.resource), DiceGameViolation.WRONG_RESOURCE)
        | _violation_if(
            state.dice is not None and event.die is not None and event.die not in state.dice,
            DiceGameViolation.DIE_NOT_THERE,
        )
    )


def _build(state: DiceGameState, event: Build) -> DiceGameViolation:
    check_on_sheet(state, event.piece, event.at)
    built = state.players[state.seat(event.player)].built
    needs = state.sheet.prerequisites[event.piece][event.at]
    return (
        _check_turn(state, event.player)
        | _violation_if(event.at in built[event.piece], DiceGameViolation.ALREADY_BUILT)
        | _violation_if(bool(needs) and not built["road"] & set(needs), DiceGameViolation.NOT_REACHED)
        | _violation_if(
            state.unspent_dice is not None and remaining_dice(state.unspent_dice, event.piece) is None,
            DiceGameViolation.DICE_DO_NOT_PAY,
        )
    )


def _end_turn(state: DiceGameState, event: PassDice) -> DiceGameViolation:
    return _check_turn(state, event.player)


# Each function accepts one kind of event; the type of a mapping can't express that.
_CHECKS: Final[Mapping[type, Callable[[DiceGameState, Any], DiceGameViolation]]] = {
    DiceGameStarted: _game_started,
    Throw: _throw,
    UseKnight: _use_knight,
    Build: _build,
    PassDice: _end_turn,
}
