"""Whose knight it was: the player's on turn, or the next one's before the roll. Nothing on the board tells.

The likelier is told; where the largest army may depend on it, people are asked, and their answer moves the
whole play, with the passing of the dice, to the other side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.base.belief.believed_replay import (
    BaseHistory,
    BaseRecordedEvent,
    BelievedReplay,
    BelievedStep,
)
from companion.games.base.rules.effects.development import SMALLEST_ARMY
from companion.games.base.rules.events import EndTurn, Event, MoveRobber, PlayDevelopmentCard, Steal
from companion.games.base.rules.state import State
from companion.games.game_api import Answer, Insert, Interpretation, Question, Replace
from companion.games.replay import INFERRED
from companion.i18n import sentence
from companion.observations import InputRefused

DOUBTED_P: Final = 0.9
"""A knight told as surely as this isn't asked about."""
TURNS: Final = 2
"""So far back it is: later nobody remembers."""

Correction = Replace[Event] | Insert[Event]


def question(believed: BelievedReplay) -> Question | None:
    """Whose the last knight was that nobody told of, where the largest army may depend on it."""
    for step in reversed(believed.last_turns(TURNS)):
        recorded = step.recorded
        if _is_knight(recorded.event) and recorded.source == INFERRED and recorded.certainty < DOUBTED_P:
            return _asked(believed, step)
    return None


def _asked(believed: BelievedReplay, step: BelievedStep) -> Question | None:
    told = step.before.seat(_player(step.recorded))
    recorded_events = [each.recorded for each in believed.steps]
    for other in (step.before.beside(told, 1), step.before.beside(told, -1)):
        if _played_by_other(recorded_events, step.recorded, step.before, other) and _matters(
            step, told, other
        ):
            name, others = (step.before.players[seat].name for seat in (told, other))
            player = step.before.players[other].colour
            said = {"kind": "whose_knight", "entry": step.recorded.number, "player": player}
            answers = (Answer("knight_of", {"name": name}), Answer("knight_of", {"name": others}, said))
            return Question("whose_knight", answers, about=step.recorded.number)
    return None


def _matters(step: BelievedStep, told: int, other: int) -> bool:
    knights = [step.after.players[told].knights, step.before.players[other].knights + 1]
    return max(knights) >= SMALLEST_ARMY


def whose_knight(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Another player played a knight that was told: `entry`, `player`.

    Raises:
        InputRefused: there is no such knight, or that player can't have played it.
    """
    recorded = next((each for each in history.recorded if each.number == data.get("entry")), None)
    if recorded is None or not _is_knight(recorded.event):
        raise InputRefused(sentence("this entry of the game log is not a knight"))
    seat = history.state.seat(str(data.get("player")))
    corrections = _played_by_other(history.recorded, recorded, history.state, seat)
    if not corrections:
        raise InputRefused(sentence("only the next or the previous player can have played this knight"))
    return Interpretation(corrections=corrections)


def _played_by_other(
    recorded_events: Sequence[BaseRecordedEvent], knight: BaseRecordedEvent, state: State, seat: int
) -> tuple[Correction, ...]:
    """What makes a knight another seat's; nothing, where it can't be."""
    n = next(k for k, recorded in enumerate(recorded_events) if recorded.number == knight.number)
    told, other = state.seat(_player(knight)), state.players[seat].colour
    after = n + 1
    while after < len(recorded_events) and isinstance(recorded_events[after].event, MoveRobber | Steal):
        after += 1
    play = [_by(recorded, other) for recorded in recorded_events[n:after]]
    passed_before = n > 0 and isinstance(recorded_events[n - 1].event, EndTurn)
    passed_after = after == len(recorded_events) or isinstance(recorded_events[after].event, EndTurn)
    if seat == state.beside(told, 1) and passed_after:
        # The dice had been passed already.
        passing = Insert[Event](knight.number, EndTurn(state.players[told].colour))
        undone = [Replace[Event](c.number, None) for c in recorded_events[after : after + 1]]
        return (passing, *play, *undone)
    if seat == state.beside(told, -1) and passed_before and _player(recorded_events[n - 1]) == other:
        # They had not been passed yet.
        first = Replace[Event](recorded_events[n - 1].number, None)
        passing_after = [Insert[Event](c.number, EndTurn(other)) for c in recorded_events[after : after + 1]]
        return (first, *play, *passing_after)
    return ()


def _by(recorded: BaseRecordedEvent, player: Any) -> Replace[Event]:
    """The same done by another; who would rob himself robbed somebody nobody knows."""
    event = recorded.event
    assert isinstance(event, PlayDevelopmentCard | MoveRobber | Steal)
    if isinstance(event, Steal) and event.victim == player:
        return Replace(recorded.number, None)
    return Replace(recorded.number, replace(event, player=player))


def _is_knight(event: Event) -> bool:
    return isinstance(event, PlayDevelopmentCard) and event.card == "knight"


def _player(recorded: BaseRecordedEvent) -> str:
    event = recorded.event
    assert isinstance(event, PlayDevelopmentCard | EndTurn)
    return event.player
