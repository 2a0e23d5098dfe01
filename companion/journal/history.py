"""What holds after all corrections: from a game's entries to the events that happened.

Nothing is erased: a correction is an entry too, and what a game came to is a pure function of its
entries. Entries are numbered 1, 2, 3 ... without gaps and stand in that order; those with the same
`group` were told by one observation.

**Holding.** An entry holds unless a holding `Undo` names its group. `Undo(group)` thus takes back
all that one observation told: events, corrections, undos. Undoing an undo brings back exactly what
it had taken, since an undo that doesn't hold has no effect whatever.

**Places.** Every told event and every inserted one has a place, whether it holds or not. Told events
stand in the order of their numbers; `Insert(before)` puts its event right before the place of entry
`before`, after whatever was inserted there earlier, so that several inserts keep their order. A place
outlasts its event: an event inserted before one that is later undone, or replaced by nothing, stays
where it is.

**Replacing.** `Replace(number, event)` says what happened in place of what the told or inserted entry
`number` says; None: nothing did. The last holding replacement counts, and undoing it brings back the
one before. The place and the number stay those of the replaced entry, which is therefore what later
corrections name. Undoing the replaced entry itself takes its replacement out of sight as well;
undoing that undo shows the replacement again.

**What may be corrected** (`check`) is decided when a correction is appended: it names an earlier
observation's entry that is there and holds. An event replaced by nothing still holds and may be
replaced again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.games.game_api import Insert, Replace, Undo
from companion.journal.entries import Body, Entry, EventJson, Told
from companion.journal.errors import HistoryError


class EffectiveEvent(NamedTuple):
    """An event that holds: the entry that first told it, and the one that tells it as it stands."""

    number: int
    event: EventJson
    by: int


def resolve(entries: Sequence[Entry]) -> tuple[EffectiveEvent, ...]:
    """The events that hold after all corrections, in the order in which they happened.

    Args:
        entries: all of a game's, in order.

    Raises:
        NewerFormatError: a newer version of Companion wrote an entry.
        EntryError: an entry's body says nothing.
        HistoryError: an entry corrects one that isn't there (`check` lets no such entry in).
    """
    holding = _holding(entries)
    order: list[int] = []
    events: dict[int, tuple[EventJson | None, int]] = {}
    for entry in entries:
        match entry.said:
            case Told(event):
                order.append(entry.number)
                events[entry.number] = event, entry.number
            case Insert(before, event):
                if before not in events:
                    raise HistoryError(_no_event(before))
                order.insert(order.index(before), entry.number)
                events[entry.number] = event, entry.number
            case Replace(number, replacement):
                if number not in events:
                    raise HistoryError(_no_event(number))
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
    """An event that an entry told and that isn't so any more, and the entry that says it isn't."""

    number: int
    event: EventJson
    by: int


def retracted_events(entries: Sequence[Entry]) -> tuple[RetractedEvent, ...]:
    """The events that were told and then taken back, or replaced by others.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
    """
    holding = _holding(entries)
    undone: dict[int, int] = {}
    replaced: dict[int, int] = {}
    for entry in entries:
        if entry.number in holding:
            match entry.said:
                case Undo(group):
                    undone[group] = entry.number
                case Replace(number):
                    replaced[number] = entry.number
    found = []
    for entry in entries:
        told = entry.said
        by = undone.get(entry.group, replaced.get(entry.number))
        if by is None or not isinstance(told, Told | Insert) or _still_told(entries[by - 1].said, told.event):
            continue
        found.append(RetractedEvent(entry.number, told.event, by))
    return tuple(found)


def _still_told(correction: Body, event: EventJson) -> bool:
    """Whether a correction only says an event again, as who confirms it does."""
    return isinstance(correction, Replace) and correction.event == event


def undoable(entries: Sequence[Entry]) -> int | None:
    """The group that an undo would take back next; None where there is nothing left.

    It is the last group with an entry that holds and is more than an undo, so that undo after undo
    walks back through the game. Group 1 opened the game and is never offered.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
    """
    undone: set[int] = set()
    # Backwards, so that all that could take an entry back is known; mostly the first one answers.
    for entry in reversed(entries):
        if entry.group in undone:
            continue
        body = entry.said
        if not isinstance(body, Undo):
            return entry.group if entry.group > 1 else None
        undone.add(body.group)
    return None


def is_correction(entry: Entry) -> bool:
    """Whether an entry corrects others rather than telling an event.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
    """
    return not isinstance(entry.said, Told)


def check(entries: Sequence[Entry], told: Iterable[Entry]) -> None:
    """Check that the entries of one observation may follow a game's entries so far.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
        HistoryError: one corrects what isn't there, was told by the same observation, or was taken
            back already.
    """
    first = len(entries) + 1
    so_far = list(entries)
    for entry in told:
        body = entry.said
        if not isinstance(body, Told):
            _check_correction(so_far, body, first)
        so_far.append(entry)


def _holding(entries: Sequence[Entry]) -> frozenset[int]:
    undone: set[int] = set()
    holding: set[int] = set()
    # An undo names an earlier group: going backwards, all that could take an entry back is known.
    for entry in reversed(entries):
        if entry.group not in undone:
            holding.add(entry.number)
            if isinstance(entry.said, Undo):
                undone.add(entry.said.group)
    return frozenset(holding)


def _check_correction(
    entries: Sequence[Entry], correction: Undo | Replace[EventJson] | Insert[EventJson], first: int
) -> None:
    match correction:
        case Undo(target):
            if not (0 < target < first and entries[target - 1].group == target):
                raise HistoryError(f"there is nothing to undo at entry {target}: no observation begins there")
        case Replace(target) | Insert(target):
            if not (0 < target < first and isinstance(entries[target - 1].said, Told | Insert)):
                raise HistoryError(_no_event(target))
    # A group is taken back as a whole: whether its first entry holds says it for all.
    if target not in _holding(entries):
        raise HistoryError(f"entry {target} can't be corrected: it was taken back already")


def _no_event(number: int) -> str:
    return f"there is no event to correct at entry {number}"
