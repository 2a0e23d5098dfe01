"""Decide who played an inferred knight: the active player, or the next one before the roll.

The board can't show which. The likelier player is recorded. If the largest army may depend on it, the players
are asked, and their answer moves the whole play to the other side of the turn's end.
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
from companion.games.replay import INFERRED_SOURCE
from companion.i18n import sentence
from companion.observations import InputRefused

MAX_QUESTIONED_P: Final = 0.9
"""Knights recorded with this certainty or more are not asked about."""
MAX_TURNS_BACK: Final = 2
"""Number of turns that a question may go back; nobody remembers earlier ones."""

Correction = Replace[Event] | Insert[Event]


def knight_question(believed: BelievedReplay) -> Question | None:
    """Return the question who played the last inferred knight, if the largest army may depend on it."""
    for step in reversed(believed.last_turns(MAX_TURNS_BACK)):
        recorded = step.record
        if (
            _is_knight(recorded.event)
            and recorded.source == INFERRED_SOURCE
            and recorded.certainty < MAX_QUESTIONED_P
        ):
            return _build_question(believed, step)
    return None


def _build_question(believed: BelievedReplay, step: BelievedStep) -> Question | None:
    recorded_seat = step.state_before.seat(_player_of(step.record))
    recorded_events = [each.record for each in believed.steps]
    for other in (
        step.state_before.adjacent_seat(recorded_seat, 1),
        step.state_before.adjacent_seat(recorded_seat, -1),
    ):
        if _reassignment(recorded_events, step.record, step.state_before, other) and _may_decide_army(
            step, recorded_seat, other
        ):
            name, others = (step.state_before.players[seat].name for seat in (recorded_seat, other))
            player = step.state_before.players[other].colour
            data = {"kind": "whose_knight", "entry": step.record.number, "player": player}
            answers = (Answer("knight_of", {"name": name}), Answer("knight_of", {"name": others}, data))
            return Question("whose_knight", answers, about=step.record.number)
    return None


def _may_decide_army(step: BelievedStep, seat: int, other: int) -> bool:
    knights = [step.state_after.players[seat].knights, step.state_before.players[other].knights + 1]
    return max(knights) >= SMALLEST_ARMY


def reassign_knight(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Interpret the answer that another player played a recorded knight: `entry`, `player`.

    Raises:
        InputRefused: there is no such knight, or that player can't have played it.
    """
    recorded = next((each for each in history.recorded_events if each.number == data.get("entry")), None)
    if recorded is None or not _is_knight(recorded.event):
        raise InputRefused(sentence("this entry of the game log is not a knight"))
    seat = history.state.seat(str(data.get("player")))
    corrections = _reassignment(history.recorded_events, recorded, history.state, seat)
    if not corrections:
        raise InputRefused(sentence("only the next or the previous player can have played this knight"))
    return Interpretation(corrections=corrections)


def _reassignment(
    recorded_events: Sequence[BaseRecordedEvent], knight: BaseRecordedEvent, state: State, seat: int
) -> tuple[Correction, ...]:
    """Return the corrections that reassign a knight to another seat; none if that is impossible."""
    at = next(k for k, recorded in enumerate(recorded_events) if recorded.number == knight.number)
    player_seat, other = state.seat(_player_of(knight)), state.players[seat].colour
    after = at + 1
    while after < len(recorded_events) and isinstance(recorded_events[after].event, MoveRobber | Steal):
        after += 1
    play = [_with_player(recorded, other) for recorded in recorded_events[at:after]]
    passed_before = at > 0 and isinstance(recorded_events[at - 1].event, EndTurn)
    passed_after = after == len(recorded_events) or isinstance(recorded_events[after].event, EndTurn)
    if seat == state.adjacent_seat(player_seat, 1) and passed_after:
        # The turn had ended before the knight.
        passing = Insert[Event](knight.number, EndTurn(state.players[player_seat].colour))
        deleted = [Replace[Event](c.number, None) for c in recorded_events[after : after + 1]]
        return (passing, *play, *deleted)
    if (
        seat == state.adjacent_seat(player_seat, -1)
        and passed_before
        and _player_of(recorded_events[at - 1]) == other
    ):
        # The turn had not ended before the knight.
        first = Replace[Event](recorded_events[at - 1].number, None)
        passing_after = [Insert[Event](c.number, EndTurn(other)) for c in recorded_events[after : after + 1]]
        return (first, *play, *passing_after)
    return ()


def _with_player(recorded: BaseRecordedEvent, player: Any) -> Replace[Event]:
    """Return the same event by another player; a theft from that player is deleted."""
    event = recorded.event
    assert isinstance(event, PlayDevelopmentCard | MoveRobber | Steal)
    if isinstance(event, Steal) and event.victim == player:
        return Replace(recorded.number, None)
    return Replace(recorded.number, replace(event, player=player))


def _is_knight(event: Event) -> bool:
    return isinstance(event, PlayDevelopmentCard) and event.card == "knight"


def _player_of(recorded: BaseRecordedEvent) -> str:
    event = recorded.event
    assert isinstance(event, PlayDevelopmentCard | EndTurn)
    return event.player
