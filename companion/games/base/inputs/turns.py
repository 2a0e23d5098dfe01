"""Rolls and turn ends that are missing or wrong in the log, and what follows from them.

A player who does something that needs the active player's turn has the turn. If a roll is inserted or
deleted, the later events change their players: pieces that the camera saw keep their colour, and entries from
a phone their player; all events of the active player go to the player who was active at that time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, Final

from companion.games import history_inputs
from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent, BaseStep
from companion.games.base.inputs.placement_cost import violation_cost
from companion.games.base.rules import events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Event, Roll, UnseenRoll
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.reattribution import revise_events, revision_corrections
from companion.games.base.rules.state import State
from companion.games.game_api import Insert, Interpretation
from companion.games.replay import INFERRED_SOURCE
from companion.i18n import sentence
from companion.observations import InputRefused, RolledDice, rolled_dice_to_json

_EVENTS_BEFORE_ROLL: Final = (events.PlayDevelopmentCard, events.RevealVictoryPoints, events.ClaimVictory)
"""Events that may happen before the roll."""
_EXPLANATIONS: Final = (events.PlayDevelopmentCard, events.MaritimeTrade, events.DomesticTrade, events.Steal)
"""Events that are inferred because they explain others."""

Revision = tuple[Mapping[int, Sequence[Event]], Set[int]]
"""By position, the events inserted right before it; and the numbers of deleted lines."""


def insert_turn_ends(state: State, interpretation: Interpretation[Event]) -> Interpretation[Event]:
    """Insert the turn ends that an entered event implies.

    The next player plays a card or wins before the roll, or another player rolls or ends a turn: so the turns
    before that one are over.
    """
    if state.phase != "play" or interpretation.corrections or not interpretation.events:
        return interpretation
    event = interpretation.events[0]
    passed: list[Event] = []
    if isinstance(event, Roll | UnseenRoll | EndTurn):
        passed = _turn_ends_until(state, state.seat(event.player))
    elif (
        isinstance(event, _EVENTS_BEFORE_ROLL)
        and state.has_rolled
        and violations(state, event) & RuleViolation.NOT_ON_TURN
    ):
        passed = [EndTurn(state.players[state.active].colour)]
        if violations(apply(state, passed[0]), event) & RuleViolation.NOT_ON_TURN:
            return interpretation
    inferred = frozenset({*range(len(passed)), *(n + len(passed) for n in interpretation.inferred)})
    return (
        replace(interpretation, events=(*passed, *interpretation.events), inferred=inferred)
        if passed
        else interpretation
    )


def _turn_ends_until(state: State, seat: int) -> list[Event]:
    """Return the turn ends until a seat is active; none beyond a win."""
    passed: list[Event] = []
    while state.phase == "play" and state.active != seat and not state.players[seat].resting:
        passed.append(EndTurn(state.players[state.active].colour))
        state = apply(state, passed[-1])
    return passed


def remove_roll(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Delete a roll: the later rolls belong to the players one turn earlier.

    Raises:
        InputRefused: the entry is not a roll.
    """
    at, recorded, _ = _find_entry_roll(history, data)
    lines = history.recorded_events
    passed = next((each for each in lines[at + 1 :] if isinstance(each.event, EndTurn)), None)
    if passed is None and at == len(lines) - 1 and isinstance(lines[at - 1].event, EndTurn):
        # The previous turn went on; its end was only inferred from this roll.
        passed = lines[at - 1]
    deleted = {each.number for each in (recorded, passed) if each is not None}
    return Interpretation(corrections=revision_corrections(history.steps, {at: ()}, deleted))


def insert_earlier_roll(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Insert an earlier roll by the same player: the recorded one was the next player's, and so on.

    Raises:
        InputRefused: the entry is not a roll, or the input does not contain the earlier dice.
    """
    at, _, rolled = _find_entry_roll(history, data)
    before = events.event_from_json({"kind": Roll.kind, "player": rolled.player, "dice": data.get("dice")})
    inserted = {at: (before, EndTurn(rolled.player))}
    return Interpretation(corrections=revision_corrections(history.steps, inserted))


def _find_entry_roll(history: BaseHistory, data: Mapping[str, Any]) -> tuple[int, BaseRecordedEvent, Roll]:
    recorded = history_inputs.find_recorded(history, data.get("entry"))
    if not isinstance(recorded.event, Roll):
        raise InputRefused(sentence("this entry of the game log is not a roll"))
    return history.recorded_events.index(recorded), recorded, recorded.event


def insert_missed_event(history: BaseHistory, insertion: Insert[Event]) -> Interpretation[Event]:
    """Insert an unreported event before a log line; a roll by the next player also ends the turn.

    The later events of the active player are reassigned to the player who rolled, and so on. The same applies
    if only a turn end is inserted.
    """
    steps, missed = history.steps, insertion.event
    at = next(n for n, step in enumerate(steps) if step.number == insertion.before)
    state = steps[at].before
    if isinstance(missed, EndTurn) and state.phase == "play" and state.seat(missed.player) == state.active:
        end = _next_roll(steps, at)
        if end > at:
            return Interpretation(corrections=revision_corrections(steps[:end], {at: (missed,)}))
    revision = revise_for_roll(steps, at, missed) if isinstance(missed, Roll | UnseenRoll) else None
    if revision is None:
        return Interpretation(corrections=(insertion,))
    return Interpretation(corrections=revision_corrections(steps, *revision))


def revise_for_roll(steps: Sequence[BaseStep], at: int, roll: Roll | UnseenRoll) -> Revision | None:
    """Return what a roll before a line changes; None: its player can't have rolled there.

    A roll of the next player also ends the turn. The robber moves right after a seven. Lines that only
    explained what the roll explains are deleted.

    Args:
        steps: the log, from its first event.
        at: the position of the line.
        roll: the roll.
    """
    state = steps[at].before
    roller = state.next_seat if state.has_rolled else state.active
    if state.phase != "play" or roll.player != state.players[roller].colour:
        return None
    end = _next_roll(steps, at)
    inserted: dict[int, tuple[Event, ...]] = {at: (roll,)}
    deleted: Set[int] = frozenset()
    if state.has_rolled:
        inserted = {at: (EndTurn(state.players[state.active].colour), roll)}
        passed = next((step for step in steps[at : end - 1] if _is_inferred(step, EndTurn)), None)
        if passed is not None:
            # The turn end was only inferred from an action of the next player, who had rolled before it.
            deleted = {passed.number}
            if end < len(steps):
                inserted[end] = (EndTurn(roll.player),)
    if isinstance(roll, Roll) and sum(roll.dice) == 7:
        robber = next((n for n in range(at, end) if isinstance(steps[n].event, events.MoveRobber)), at)
        overtaking = next((n for n in range(at, robber) if _overtakes_robber(steps[n])), None)
        if overtaking is not None and isinstance(move := steps[robber].event, events.MoveRobber):
            moved = events.MoveRobber(roll.player, move.to)
            inserted[overtaking] = (*inserted.get(overtaking, ()), moved)
            deleted |= {steps[robber].number}
    for step in steps[at:end]:
        if _is_inferred(step, *_EXPLANATIONS):
            least = _cost(steps, inserted, deleted)
            without = _cost(steps, inserted, deleted | {step.number})
            # A theft after the robber's move is as probable as before.
            if without < least or (without == least and not isinstance(step.event, events.Steal)):
                deleted |= {step.number}
    return inserted, deleted


def _next_roll(steps: Sequence[BaseStep], at: int) -> int:
    """Return the position of the next roll, seen or not; without one, the number of steps."""
    return next(
        (n for n in range(at, len(steps)) if isinstance(steps[n].event, Roll | UnseenRoll)), len(steps)
    )


def _overtakes_robber(step: BaseStep) -> bool:
    """Return whether a line of a seven's turn happened after the robber's move."""
    return step.recorded.source != INFERRED_SOURCE and not isinstance(step.event, events.Discard)


def _is_inferred(step: BaseStep, *kinds: type[Event]) -> bool:
    return step.recorded.source == INFERRED_SOURCE and isinstance(step.event, kinds)


def _cost(steps: Sequence[BaseStep], inserted: Mapping[int, Sequence[Event]], deleted: Set[int]) -> float:
    return sum(
        violation_cost(each.before, each.event, violations(each.before, each.event))
        for each in revise_events(steps, inserted, deleted)
    )


def insert_roll_at_time(
    history: BaseHistory, dice: RolledDice, t: float, certainty: float
) -> Interpretation[Event]:
    """Insert a turn end and a roll at a time in the current turn, or a roll before its own.

    The later events follow them.

    Args:
        history: so far, in a turn with a roll.
        dice: the dice of the inserted roll.
        t: its time, in session seconds.
        certainty: of the roll.
    """
    state, lines = history.state, history.recorded_events
    if isinstance(lines[-1].event, Roll) and lines[-1].t > t:
        return insert_earlier_roll(history, {"entry": lines[-1].number, "dice": rolled_dice_to_json(dice)})
    roll = Roll(state.players[state.next_seat].colour, dice)
    at = len(lines)
    while lines[at - 1].t > t and not isinstance(lines[at - 1].event, Roll):
        at -= 1
    revision = None if at == len(lines) else revise_for_roll(history.steps, at, roll)
    if revision is None:
        return Interpretation((EndTurn(state.players[state.active].colour), roll), certainty=certainty)
    return Interpretation(corrections=revision_corrections(history.steps, *revision), certainty=certainty)


def backdate_roll(
    history: BaseHistory, interpretation: Interpretation[Event], t: float
) -> Interpretation[Event]:
    """Backdate the next player's entered roll to the time when the dice were thrown.

    The events since then follow it. Other interpretations are returned unchanged.
    """
    match interpretation.events:
        case (EndTurn(), Roll(dice=dice)) if not interpretation.corrections:
            return insert_roll_at_time(history, dice, t, interpretation.certainty)
    return interpretation
