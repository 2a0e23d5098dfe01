"""Interpret inputs about the log itself: undo, redo, correct, confirm."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games import history_inputs
from companion.games.base.belief import believed_replay
from companion.games.base.inputs import island_input
from companion.games.base.inputs.roll_decisions import insert_earlier_roll, insert_missed_event, remove_roll
from companion.games.base.rules import events
from companion.games.base.rules.building import SMALLEST_ARMY
from companion.games.base.rules.effects import apply
from companion.games.base.rules.reattribution import revise_event
from companion.games.base.rules.state import State
from companion.games.game_api import Answer, Insert, Interpretation, Question, Reattribute, Replace
from companion.games.history_inputs import Seating
from companion.games.replay import INFERRED_SOURCE
from companion.games.seats import check_distinct_names
from companion.i18n import sentence
from companion.observations import InputRefused

# Correct the seating: names, colours, seats or options, and the consequences for the log.
#
# A seat keeps its id (`Seat.id`) through all corrections. The recorded events change like this:
#
# - Pieces that the camera saw keep their colour, as long as somebody plays it.
# - Events of the active player that no phone entered belong to the player who was active then. In another
# order
#   of seats this may be another player.
# - All other events belong to the player at the seat, whatever the colour is.


Reseating = Replace[events.Event] | Reattribute[events.Event]


def reseat(
    history: believed_replay.BaseHistory,
    recorded: believed_replay.BaseRecordedEvent,
    event: events.GameStarted,
) -> tuple[Reseating, ...]:
    """Return the corrections that change the start of a game.

    Args:
        history: so far.
        recorded: the recorded start.
        event: the corrected start.

    Raises:
        InputRefused: a player with recorded events is removed.
    """
    started = recorded.event
    assert isinstance(started, events.GameStarted)
    seating = Seating(started.players, event.players)
    return history_inputs.reseat(history, recorded, event, seating, State(), apply, revise_event)


# Decide who played an inferred knight: the active player, or the next one before the roll.
#
# The board can't show which. The likelier player is recorded. If the largest army may depend on it, the
# players are asked, and their answer moves the whole play to the other side of the turn's end.


MAX_QUESTIONED_P: Final = 0.9
"""Knights recorded with this certainty or more are not asked about."""
MAX_TURNS_BACK: Final = 2
"""Number of turns that a question may go back; nobody remembers earlier ones."""

Correction = Replace[events.Event] | Insert[events.Event]


def knight_question(believed: believed_replay.BelievedReplay) -> Question | None:
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


def _build_question(
    believed: believed_replay.BelievedReplay, step: believed_replay.BelievedStep
) -> Question | None:
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


def _may_decide_army(step: believed_replay.BelievedStep, seat: int, other: int) -> bool:
    knights = [step.state_after.players[seat].knights, step.state_before.players[other].knights + 1]
    return max(knights) >= SMALLEST_ARMY


def reassign_knight(
    history: believed_replay.BaseHistory, data: Mapping[str, Any]
) -> Interpretation[events.Event]:
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
    recorded_events: Sequence[believed_replay.BaseRecordedEvent],
    knight: believed_replay.BaseRecordedEvent,
    state: State,
    seat: int,
) -> tuple[Correction, ...]:
    """Return the corrections that reassign a knight to another seat; none if that is impossible."""
    at = next(k for k, recorded in enumerate(recorded_events) if recorded.number == knight.number)
    player_seat, other = state.seat(_player_of(knight)), state.players[seat].colour
    after = at + 1
    while after < len(recorded_events) and isinstance(
        recorded_events[after].event, events.MoveRobber | events.Steal
    ):
        after += 1
    play = [_with_player(recorded, other) for recorded in recorded_events[at:after]]
    passed_before = at > 0 and isinstance(recorded_events[at - 1].event, events.EndTurn)
    passed_after = after == len(recorded_events) or isinstance(recorded_events[after].event, events.EndTurn)
    if seat == state.adjacent_seat(player_seat, 1) and passed_after:
        # The turn had ended before the knight.
        passing = Insert[events.Event](knight.number, events.EndTurn(state.players[player_seat].colour))
        deleted = [Replace[events.Event](c.number, None) for c in recorded_events[after : after + 1]]
        return (passing, *play, *deleted)
    if (
        seat == state.adjacent_seat(player_seat, -1)
        and passed_before
        and _player_of(recorded_events[at - 1]) == other
    ):
        # The turn had not ended before the knight.
        first = Replace[events.Event](recorded_events[at - 1].number, None)
        passing_after = [
            Insert[events.Event](c.number, events.EndTurn(other)) for c in recorded_events[after : after + 1]
        ]
        return (first, *play, *passing_after)
    return ()


def _with_player(recorded: believed_replay.BaseRecordedEvent, player: Any) -> Replace[events.Event]:
    """Return the same event by another player; a theft from that player is deleted."""
    event = recorded.event
    assert isinstance(event, events.PlayDevelopmentCard | events.MoveRobber | events.Steal)
    if isinstance(event, events.Steal) and event.victim == player:
        return Replace(recorded.number, None)
    return Replace(recorded.number, replace(event, player=player))


def _is_knight(event: events.Event) -> bool:
    return isinstance(event, events.PlayDevelopmentCard) and event.card == "knight"


def _player_of(recorded: believed_replay.BaseRecordedEvent) -> str:
    event = recorded.event
    assert isinstance(event, events.PlayDevelopmentCard | events.EndTurn)
    return event.player


_CODEC: Final = history_inputs.EventCodec(events.event_to_json, events.event_from_input)


def correct(history: believed_replay.BaseHistory, data: Mapping[str, Any]) -> Interpretation[events.Event]:
    """Correct the island, an event, or insert or delete one."""
    if "layout" in data:
        return island_input.correct_layout(history, data["layout"])
    if {"entry", "before", "event"} <= data.keys():
        return _move(history, data)
    interpretation = history_inputs.correct(history, _with_sides(history, data), _CODEC)
    (correction,) = interpretation.corrections
    if isinstance(correction, Replace) and isinstance(correction.event, events.GameStarted):
        check_distinct_names(correction.event.players)
        return Interpretation(
            corrections=reseat(
                history, history_inputs.find_recorded(history, correction.number), correction.event
            )
        )
    return insert_missed_event(history, correction) if isinstance(correction, Insert) else interpretation


def _move(history: believed_replay.BaseHistory, data: Mapping[str, Any]) -> Interpretation[events.Event]:
    """Move an entry before another one, or to the end; its event may change with its place."""
    recorded = history_inputs.find_recorded(history, data["entry"])
    removal, event = Replace[events.Event](recorded.number, None), events.event_from_input(data["event"])
    if data["before"] is None:
        return Interpretation((event,), (removal,))
    place = history_inputs.find_recorded(history, data["before"])
    if isinstance(recorded.event, events.GameStarted) or isinstance(place.event, events.GameStarted):
        raise InputRefused(sentence("nothing can happen before the players are seated"))
    return Interpretation(corrections=(removal, Insert[events.Event](place.number, event)))


def _with_sides(history: believed_replay.BaseHistory, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Merge a change of the sides into the recorded sides of a game that was joined in progress."""
    change = data.get("change")
    if not isinstance(change, Mapping) or "sides" not in change or "entry" not in data:
        return data
    event = history_inputs.find_recorded(history, data["entry"]).event
    if not isinstance(event, events.TakeUp):
        return data
    return {
        **data,
        "change": {**change, "sides": _sides(events.event_to_json(event)["sides"], change["sides"])},
    }


def _sides(recorded: list[dict[str, Any]], changes: object) -> object:
    """Return all sides, with the changes merged into those of the same colour."""
    if not isinstance(changes, list) or not all(isinstance(change, Mapping) for change in changes):
        return changes
    sides = {side["colour"]: side for side in recorded}
    for change in changes:
        colour = str(change.get("colour"))
        sides[colour] = {**sides.get(colour, {}), **change}
    return list(sides.values())


INTERPRETERS: Final[
    Mapping[str, Callable[[believed_replay.BaseHistory, Mapping[str, Any]], Interpretation[events.Event]]]
] = {
    "undo": lambda history, _: history_inputs.undo(history),
    "redo": lambda history, _: history_inputs.redo(history),
    "correct": correct,
    "confirm": history_inputs.confirm,
    "whose_knight": reassign_knight,
    "no_roll": remove_roll,
    "another_roll": insert_earlier_roll,
}
"""Interpreters by the kind of input. Each raises a ValueError, usually `InputRefused`, for an impossible
input.
"""

ROLL_CORRECTION_KINDS: Final = frozenset({"no_roll", "another_roll"})
"""Kinds of the inputs that decide whether dice were a roll."""
