"""Interpret inputs about the log itself: undo, redo, correct, confirm."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.games import history_inputs
from companion.games.base.belief import believed_replay
from companion.games.base.inputs import island_input
from companion.games.base.inputs.turns import insert_earlier_roll, insert_missed_event, remove_roll
from companion.games.base.rules import events
from companion.games.base.rules.building import SMALLEST_ARMY
from companion.games.base.rules.effects import apply
from companion.games.base.rules.options import Colour
from companion.games.base.rules.reattribution import revise_event, revision_corrections
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
#   order of seats this may be another player.
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


def knight_question(believed: believed_replay.BelievedReplay) -> Question | None:
    """Return the question who played the last inferred knight, if the largest army may depend on it."""
    for step in reversed(believed.last_turns(MAX_TURNS_BACK)):
        knight, state = step.record, step.state_before
        if (
            not _is_knight(knight.event)
            or knight.source != INFERRED_SOURCE
            or knight.certainty >= MAX_QUESTIONED_P
        ):
            continue
        player = state.seat(_player_of(knight))
        for other in (state.adjacent_seat(player, 1), state.adjacent_seat(player, -1)):
            knights = max(step.state_after.players[player].knights, state.players[other].knights + 1)
            if knights >= SMALLEST_ARMY and _reassignment(believed.replay.steps, knight, state, other):
                data = {
                    "kind": "whose_knight", "entry": knight.number, "player": state.players[other].colour
                }  # fmt: skip
                answers = (
                    Answer("knight_of", {"name": state.players[player].name}),
                    Answer("knight_of", {"name": state.players[other].name}, data),
                )
                return Question("whose_knight", answers, about=knight.number)
        return None
    return None


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
    corrections = _reassignment(history.steps, recorded, history.state, seat)
    if not corrections:
        raise InputRefused(sentence("only the next or the previous player can have played this knight"))
    return Interpretation(corrections=corrections)


def _reassignment(
    steps: Sequence[believed_replay.BaseStep],
    knight: believed_replay.BaseRecordedEvent,
    state: State,
    seat: int,
) -> tuple[Any, ...]:
    """Return the corrections that move the turn's end to the other side of a knight, so that another seat
    played it; none if that is impossible.
    """
    at = next(n for n, step in enumerate(steps) if step.number == knight.number)
    after = at + 1
    while after < len(steps) and isinstance(steps[after].event, events.MoveRobber | events.Steal):
        after += 1
    player, other = _player_of(knight), state.players[seat].colour
    before, following = steps[at - 1], steps[after : after + 1]
    if seat == state.adjacent_seat(state.seat(player), 1) and all(
        isinstance(step.event, events.EndTurn) for step in following
    ):
        inserted: dict[int, tuple[events.Event, ...]] = {at: (events.EndTurn(player),)}
        deleted = {step.number for step in following}
    elif isinstance(before.event, events.EndTurn) and before.event.player == other:
        inserted = {at: (), **({after: (before.event,)} if following else {})}
        deleted = {before.number}
    else:
        return ()
    # No player robs themselves.
    deleted |= {step.number for step in steps[at:after] if getattr(step.event, "victim", None) == other}
    return tuple(
        Replace(each.number, each.event) if isinstance(each, Reattribute) else each
        for each in revision_corrections(steps, inserted, deleted)
    )


def _is_knight(event: events.Event) -> bool:
    return isinstance(event, events.PlayDevelopmentCard) and event.card == "knight"


def _player_of(knight: believed_replay.BaseRecordedEvent) -> Colour:
    assert isinstance(knight.event, events.PlayDevelopmentCard)
    return knight.event.player


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
