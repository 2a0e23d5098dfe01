"""Resolve a game's entries and corrections into the effective events.

Nothing is erased: a correction is an entry too, and a game's state is a pure function of its entries. Entries
are numbered 1, 2, 3 ... without gaps, in that order. Entries with the same `group` belong to one observation.

**Effect.** An entry is effective unless an effective `Undo` names its group. `Undo(group)` thus reverts a
whole observation: events, corrections, undos. Undoing an undo restores exactly what it had reverted, since an
ineffective undo has no effect at all.

**Places.** Every recorded event and every inserted one has a place, whether it is effective or not. Recorded
events are in the order of their numbers. `Insert(before)` puts its event right before the place of entry
`before`, after any earlier insertion there, so several insertions preserve their order. A place outlasts its
event: an event inserted before one that is later undone, or replaced by nothing, stays where it is.

**Replacement.** `Replace(number, event)` substitutes the event of the recorded or inserted entry `number`;
None deletes it. The last effective replacement counts, and undoing it restores the one before. The place and
the number stay those of the replaced entry, so later corrections refer to that entry. Undoing the replaced
entry hides its replacement as well; undoing that undo shows the replacement again.

**Validity** (`check_corrections`) is decided when a correction is appended: it must name an existing,
effective entry of an earlier observation. An event replaced by nothing is still effective and may be replaced
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.games.game_api import Insert, Replace, Undo
from companion.journal.entries import Body, Entry, EventBody, EventJson
from companion.journal.errors import HistoryError


class EffectiveEvent(NamedTuple):
    """An event that is effective after all corrections.

    Attributes:
        number: the entry that recorded it first.
        event: the event.
        stated_by: the entry that states its current form.
    """

    number: int
    event: EventJson
    stated_by: int


def resolve(entries: Sequence[Entry]) -> tuple[EffectiveEvent, ...]:
    """Return the events that are effective after all corrections, in the order in which they happened.

    Args:
        entries: all entries of a game, in order.

    Raises:
        NewerFormatError: a newer version of Companion wrote an entry.
        EntryError: an entry's body has none of the known forms.
        HistoryError: an entry corrects one that doesn't exist (`check_corrections` rejects such entries).
    """
    holding = _effective_numbers(entries)
    order: list[int] = []
    events: dict[int, tuple[EventJson | None, int]] = {}
    for entry in entries:
        match entry.parsed_body:
            case EventBody(event):
                order.append(entry.number)
                events[entry.number] = event, entry.number
            case Insert(before, event):
                if before not in events:
                    raise HistoryError(_no_event_message(before))
                order.insert(order.index(before), entry.number)
                events[entry.number] = event, entry.number
            case Replace(number, replacement):
                if number not in events:
                    raise HistoryError(_no_event_message(number))
                if entry.number in holding:
                    events[number] = replacement, entry.number
            case Undo():
                pass
    return tuple(
        EffectiveEvent(number, event, by)
        for number, (event, by) in ((number, events[number]) for number in order if number in holding)
        if event is not None
    )


class RetractedEvent(NamedTuple):
    """An event that was undone or replaced.

    Attributes:
        number: the entry that recorded it.
        event: the event.
        retracted_by: the entry that undid or replaced it.
    """

    number: int
    event: EventJson
    retracted_by: int


def retracted_events(entries: Sequence[Entry]) -> tuple[RetractedEvent, ...]:
    """Return the recorded events that were later undone, or replaced by others.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
    """
    holding = _effective_numbers(entries)
    undone: dict[int, int] = {}
    replaced: dict[int, int] = {}
    for entry in entries:
        if entry.number in holding:
            match entry.parsed_body:
                case Undo(group):
                    undone[group] = entry.number
                case Replace(number):
                    replaced[number] = entry.number
    found = []
    for entry in entries:
        body = entry.parsed_body
        by = undone.get(entry.group, replaced.get(entry.number))
        if (
            by is None
            or not isinstance(body, EventBody | Insert)
            or _is_confirmation(entries[by - 1].parsed_body, body.event)
        ):
            continue
        found.append(RetractedEvent(entry.number, body.event, by))
    return tuple(found)


def _is_confirmation(correction: Body, event: EventJson) -> bool:
    """Return whether a correction only repeats an event, as a confirmation does."""
    return isinstance(correction, Replace) and correction.event == event


def find_undoable_group(entries: Sequence[Entry]) -> int | None:
    """Return the group that the next undo would revert; None if there is nothing left.

    It is the last group with an effective entry that is more than an undo, so that repeated undos walk back
    through the game. Group 1 opened the game and is never offered.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
    """
    undone: set[int] = set()
    # Backwards, so that every undo of an entry is known before the entry; mostly the first one answers.
    for entry in reversed(entries):
        if entry.group in undone:
            continue
        body = entry.parsed_body
        if not isinstance(body, Undo):
            return entry.group if entry.group > 1 else None
        undone.add(body.group)
    return None


def find_redoable_group(entries: Sequence[Entry]) -> int | None:
    """Return the group of the undo that the next redo would revert; None if there is nothing to redo.

    It is the last effective undo of something other than an undo, as long as nothing but undos and redos
    followed it. A redo is an undo of an undo, so repeated redos walk forwards again.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
    """
    undone: set[int] = set()
    for entry in reversed(entries):
        if entry.group in undone:
            continue
        body = entry.parsed_body
        if not isinstance(body, Undo):
            return None
        if not isinstance(entries[body.group - 1].parsed_body, Undo):
            return entry.group
        undone.add(body.group)
    return None


def is_correction(entry: Entry) -> bool:
    """Return whether an entry corrects others instead of recording an event.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
    """
    return not isinstance(entry.parsed_body, EventBody)


def check_corrections(entries: Sequence[Entry], new_entries: Iterable[Entry]) -> None:
    """Check that the entries of one observation may follow a game's entries so far.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
        HistoryError: one corrects an entry that doesn't exist, belongs to the same observation, or was undone
            already.
    """
    first = len(entries) + 1
    so_far = list(entries)
    for entry in new_entries:
        body = entry.parsed_body
        if not isinstance(body, EventBody):
            _check_correction(so_far, body, first)
        so_far.append(entry)


def _effective_numbers(entries: Sequence[Entry]) -> frozenset[int]:
    undone: set[int] = set()
    holding: set[int] = set()
    # An undo names an earlier group: backwards, every undo of an entry is known before the entry.
    for entry in reversed(entries):
        if entry.group not in undone:
            holding.add(entry.number)
            if isinstance(entry.parsed_body, Undo):
                undone.add(entry.parsed_body.group)
    return frozenset(holding)


def _check_correction(
    entries: Sequence[Entry], correction: Undo | Replace[EventJson] | Insert[EventJson], first: int
) -> None:
    match correction:
        case Undo(target):
            if not (0 < target < first and entries[target - 1].group == target):
                raise HistoryError(f"there is nothing to undo at entry {target}: no observation begins there")
        case Replace(target) | Insert(target):
            if not (0 < target < first and isinstance(entries[target - 1].parsed_body, EventBody | Insert)):
                raise HistoryError(_no_event_message(target))
    # A group is undone as a whole: its first entry represents all of it.
    if target not in _effective_numbers(entries):
        raise HistoryError(f"entry {target} can't be corrected: it was undone already")


def _no_event_message(number: int) -> str:
    return f"there is no event to correct at entry {number}"
