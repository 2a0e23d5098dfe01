"""Infer turn ends: a player who does something that needs the active player's turn has the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.base.rules import events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.state import State
from companion.games.game_api import Interpretation

_EVENTS_BEFORE_ROLL: Final = (events.PlayDevelopmentCard, events.RevealVictoryPoints, events.ClaimVictory)
"""Events that may happen before the roll."""


def insert_turn_ends(
    state: State, interpretation: Interpretation[events.Event]
) -> Interpretation[events.Event]:
    """Insert the turn ends that an entered event implies.

    The next player plays a card or wins before the roll, or another player rolls or ends a turn: so the turns
    before that one are over.
    """
    if state.phase != "play" or interpretation.corrections or not interpretation.events:
        return interpretation
    event = interpretation.events[0]
    passed: list[events.Event] = []
    if isinstance(event, events.Roll | events.UnseenRoll | events.EndTurn):
        passed = _turn_ends_until(state, state.seat(event.player))
    elif (
        isinstance(event, _EVENTS_BEFORE_ROLL)
        and state.has_rolled
        and violations(state, event) & RuleViolation.NOT_ON_TURN
    ):
        passed = [events.EndTurn(state.players[state.active].colour)]
        if violations(apply(state, passed[0]), event) & RuleViolation.NOT_ON_TURN:
            return interpretation
    inferred = frozenset({*range(len(passed)), *(n + len(passed) for n in interpretation.inferred)})
    return (
        replace(interpretation, events=(*passed, *interpretation.events), inferred=inferred)
        if passed
        else interpretation
    )


def _turn_ends_until(state: State, seat: int) -> list[events.Event]:
    """Return the turn ends until a seat is active; none beyond a win."""
    passed: list[events.Event] = []
    while state.phase == "play" and state.active != seat and not state.players[seat].resting:
        passed.append(events.EndTurn(state.players[state.active].colour))
        state = apply(state, passed[-1])
    return passed
