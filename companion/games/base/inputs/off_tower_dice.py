"""Handle dice that settled outside the dice tower while the tower works.

People threw them there, or took them out of the tower. Such dice count as a roll if one is expected, and the
players are asked. No sensor can decide whether they were thrown. Later events give evidence: the player's
next action, or the next roll of the tower.
"""

from __future__ import annotations

from typing import Final

from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent, BelievedReplay
from companion.games.base.rules.events import (
    Discard,
    EndTurn,
    Event,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    Roll,
    Steal,
)
from companion.games.base.rules.state import State
from companion.games.base.tracker.board_diff import PieceAdded, diff_board
from companion.games.game_api import Answer, Interpretation, Question, Replace
from companion.observations import BoardSeenWithPendingDice, RollAfterSettledDice
from companion.rolled_dice import DiceSum, RolledDice, rolled_dice_to_json

_SEVEN_FOLLOW_UPS: Final = (Discard, MoveRobber, Steal)
_BUILD_EVENTS: Final = (PlaceRoad, PlaceSettlement, PlaceCity)
_CLEAR_LOG_ODDS: Final = 3.0
"""Minimal log odds of a piece that counts as evidence for whose turn it is."""


def is_roll_expected(state: State) -> bool:
    """Return whether a roll may come next, by what is visible on the board."""
    return not state.has_rolled or (not state.robber_due and not state.free_roads)


def was_roll_played(history: BaseHistory, rolled: BaseRecordedEvent) -> bool:
    """Return whether the player of a roll has since done something that requires the roll."""
    player = _roll_of(rolled).player
    since = (each.event for each in history.recorded_events[history.recorded_events.index(rolled) + 1 :])
    return any(
        isinstance(event, _SEVEN_FOLLOW_UPS)
        or (not isinstance(event, EndTurn) and getattr(event, "player", None) == player)
        for event in since
    )


def is_other_player_building(believed: BelievedReplay, seen: BoardSeenWithPendingDice) -> bool:
    """Return whether pieces show that the turn differs from the recorded one.

    If the dice were a roll of their own, the next player would be active. If they were recorded as one and
    were not, the previous player would be. New pieces of that player, and none of the recorded active player,
    are the evidence.
    """
    state = believed.state
    if state.phase != "play" or not state.has_rolled:
        return False
    active = state.players[state.active].colour
    step = -1 if seen.own_roll else 1
    other = state.players[state.adjacent_seat(state.active, step)].colour
    built = {
        change.after.colour
        for change, *_ in diff_board(believed, seen.board).values()
        if isinstance(change, PieceAdded) and change.gain > _CLEAR_LOG_ODDS and change.earliest_s > seen.since
    } | {
        step.record.event.player
        for step in believed.last_turns(1)
        if isinstance(step.record.event, _BUILD_EVENTS) and step.record.t > seen.since
    }
    return other in built and active not in built


def roll_question(history: BaseHistory, roll: Roll, number: int) -> Question:
    """Return the question whether dice that were counted are a roll."""
    dice = rolled_dice_to_json(roll.dice)
    name = history.state.players[history.state.seat(roll.player)].name
    answers = (
        Answer("a_roll", {"dice": dice}, thrown=True),
        Answer("no_roll", input={"kind": "no_roll", "entry": number}, thrown=False),
    )
    return Question("counted_beside", answers, {"name": name, "dice": dice}, number, until_kinds=(Roll.kind,))


def separate_roll_question(history: BaseHistory, dice: RolledDice, before: int) -> Question | None:
    """Return the question whether uncounted dice were a roll before the tower's; None: no such entry."""
    event = next((recorded.event for recorded in history.recorded_events if recorded.number == before), None)
    return _separate_roll_question(dice, event.dice, before) if isinstance(event, Roll) else None


def replace_roll(rolled: BaseRecordedEvent, seen: RollAfterSettledDice) -> Interpretation[Event]:
    """Replace the settled dice by the tower's roll, and ask whether that is correct."""
    roll = _roll_of(rolled)
    return Interpretation(
        corrections=(Replace[Event](rolled.number, Roll(roll.player, seen.dice)),),
        certainty=seen.confidence,
        question=_separate_roll_question(roll.dice, seen.dice, rolled.number),
    )


def both_rolls_question(rolled: BaseRecordedEvent, dice: RolledDice) -> Question:
    """Return the question whether both were rolls: the settled dice, and the tower's later roll."""
    roll = _roll_of(rolled)
    answers = (
        Answer("a_roll", {"dice": rolled_dice_to_json(roll.dice)}, thrown=True),
        Answer("no_roll", input={"kind": "no_roll", "entry": rolled.number}, thrown=False),
    )
    return Question("own_roll", answers, _dice_fields(roll.dice, dice), rolled.number)


def _separate_roll_question(resting: RolledDice, dice: RolledDice, number: int) -> Question:
    resting_dice = rolled_dice_to_json(resting)
    data = {"kind": "another_roll", "entry": number, "dice": resting_dice}
    answers = (Answer("no_roll", thrown=False), Answer("a_roll", {"dice": resting_dice}, data, thrown=True))
    return Question("own_roll", answers, _dice_fields(resting, dice), number)


def _dice_fields(resting: RolledDice, thrown: RolledDice) -> dict[str, list[int] | DiceSum]:
    return {"dice": rolled_dice_to_json(resting), "thrown": rolled_dice_to_json(thrown)}


def _roll_of(recorded: BaseRecordedEvent) -> Roll:
    assert isinstance(recorded.event, Roll)
    return recorded.event
