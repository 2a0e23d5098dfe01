"""Dice that came to rest beside a dice tower at work: people threw them there, or took them out of it.

Such dice are counted where a roll is waited for, and asked about. Nothing tells for sure whether they were
thrown; what comes next tells more: what their player then does, or the tower's next roll.
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
from companion.games.base.tracker.differences import Came, differences
from companion.games.game_api import Answer, Interpretation, Question, Replace
from companion.observations import PlayWatched, RollOverDice
from companion.thrown import DiceSum, Thrown, thrown_to_json

_AFTER_A_SEVEN: Final = (Discard, MoveRobber, Steal)
_BUILT: Final = (PlaceRoad, PlaceSettlement, PlaceCity)
_CLEAR_LOG_ODDS: Final = 3.0
"""Log odds from which on a piece is seen clearly enough to tell whose turn it is."""


def is_waited_for(state: State) -> bool:
    """Whether a roll may come next, by what everybody sees on the board."""
    return not state.rolled or (not state.robber_due and not state.free_roads)


def was_played(history: BaseHistory, rolled: BaseRecordedEvent) -> bool:
    """Whether something was done since a roll that its player does only after it."""
    player = _roll(rolled).player
    since = (each.event for each in history.recorded[history.recorded.index(rolled) + 1 :])
    return any(
        isinstance(event, _AFTER_A_SEVEN)
        or (not isinstance(event, EndTurn) and getattr(event, "player", None) == player)
        for event in since
    )


def shows_otherwise(believed: BelievedReplay, seen: PlayWatched) -> bool:
    """Whether pieces were put down by who can't be on turn as the story has it, but is if dice that lay there
    were a roll of their own, or where they were told as one, if they weren't.
    """
    state = believed.state
    if state.phase != "play" or not state.rolled:
        return False
    told = state.players[state.active].colour
    step = -1 if seen.own else 1
    other = state.players[state.beside(state.active, step)].colour
    built = {
        change.after.colour
        for change, *_ in differences(believed, seen.board).values()
        if isinstance(change, Came) and change.gain > _CLEAR_LOG_ODDS and change.earliest > seen.since
    } | {
        step.recorded.event.player
        for step in believed.last_turns(1)
        if isinstance(step.recorded.event, _BUILT) and step.recorded.t > seen.since
    }
    return other in built and told not in built


def is_right(history: BaseHistory, told: Roll, number: int) -> Question:
    """What is asked about dice that were counted: whether they were a roll."""
    dice = thrown_to_json(told.dice)
    name = history.state.players[history.state.seat(told.player)].name
    answers = (
        Answer("a_roll", {"dice": dice}, thrown=True),
        Answer("no_roll", input={"kind": "no_roll", "entry": number}, thrown=False),
    )
    return Question("counted_beside", answers, {"name": name, "dice": dice}, number, until=(Roll.kind,))


def own_roll(history: BaseHistory, dice: Thrown, before: int) -> Question | None:
    """What is asked about dice that lay there, and weren't counted, when the tower told a roll."""
    told = next((recorded.event for recorded in history.recorded if recorded.number == before), None)
    return _own_roll(dice, told.dice, before) if isinstance(told, Roll) else None


def instead(rolled: BaseRecordedEvent, seen: RollOverDice) -> Interpretation[Event]:
    """The tower's roll in the place of dice that only lay there, and whether that is right."""
    roll = _roll(rolled)
    return Interpretation(
        corrections=(Replace[Event](rolled.number, Roll(roll.player, seen.dice)),),
        certainty=seen.confidence,
        question=_own_roll(roll.dice, seen.dice, rolled.number),
    )


def both_rolls(rolled: BaseRecordedEvent, dice: Thrown) -> Question:
    """What is asked where both were told: the dice that lay there, and the tower's roll after them."""
    roll = _roll(rolled)
    answers = (
        Answer("a_roll", {"dice": thrown_to_json(roll.dice)}, thrown=True),
        Answer("no_roll", input={"kind": "no_roll", "entry": rolled.number}, thrown=False),
    )
    return Question("own_roll", answers, _dice(roll.dice, dice), rolled.number)


def _own_roll(lay: Thrown, dice: Thrown, number: int) -> Question:
    dice_lay = thrown_to_json(lay)
    said = {"kind": "another_roll", "entry": number, "dice": dice_lay}
    answers = (Answer("no_roll", thrown=False), Answer("a_roll", {"dice": dice_lay}, said, thrown=True))
    return Question("own_roll", answers, _dice(lay, dice), number)


def _dice(lay: Thrown, thrown: Thrown) -> dict[str, list[int] | DiceSum]:
    return {"dice": thrown_to_json(lay), "thrown": thrown_to_json(thrown)}


def _roll(recorded: BaseRecordedEvent) -> Roll:
    assert isinstance(recorded.event, Roll)
    return recorded.event
