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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Annotated, Any, Final, TypedDict
from uuid import UUID

from companion.games.game_api import PHONE_PREFIX, Insert, Replace, Undo
from companion.games.replay import RecordedEvent
from companion.i18n import sentence
from companion.journal.entries import (
    Body,
    Entry,
    EntryError,
    EventBody,
    EventJson,
    GameRecord,
    HistoryError,
    NewerFormatError,
    check_text,
    derive_uuid,
    draft_entry,
)
from companion.wire import Count, Share


def resolve(entries: Sequence[Entry]) -> tuple[RecordedEvent[EventJson], ...]:
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
    recorded: dict[int, Entry] = {}
    latest: dict[int, tuple[EventJson | None, Entry]] = {}
    for entry in entries:
        match entry.parsed_body:
            case EventBody(event):
                order.append(entry.number)
                recorded[entry.number], latest[entry.number] = entry, (event, entry)
            case Insert(before, event):
                if before not in recorded:
                    raise HistoryError(_no_event_message(before))
                order.insert(order.index(before), entry.number)
                recorded[entry.number], latest[entry.number] = entry, (event, entry)
            case Replace(number, replacement):
                if number not in recorded:
                    raise HistoryError(_no_event_message(number))
                if entry.number in holding:
                    latest[number] = replacement, entry
            case Undo():
                pass
    secret = _secret_numbers(entries)
    found = ((number, recorded[number], *latest[number]) for number in order if number in holding)
    return tuple(
        RecordedEvent(number, event, entry.t, by.source, by.certainty, number in secret, by.number)
        for number, entry, event, by in found
        if event is not None
    )


def _secret_numbers(entries: Sequence[Entry]) -> frozenset[int]:
    """Return the entries that a player's phone recorded or corrected; later corrections keep them secret."""
    return frozenset(
        entry.body.get("replace", entry.number) for entry in entries if entry.source.startswith(PHONE_PREFIX)
    )


def retracted_events(entries: Sequence[Entry]) -> tuple[RecordedEvent[EventJson], ...]:
    """Return the recorded events that were later undone, or replaced by others.

    Source, certainty and `as_of` are those of the entry that undid or replaced the event.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
    """
    holding = _effective_numbers(entries)
    undone: dict[int, Entry] = {}
    replaced: dict[int, Entry] = {}
    for entry in entries:
        if entry.number in holding:
            match entry.parsed_body:
                case Undo(group):
                    undone[group] = entry
                case Replace(number):
                    replaced[number] = entry
    found = []
    for entry in entries:
        body = entry.parsed_body
        by = undone.get(entry.group, replaced.get(entry.number))
        if (
            by is None
            or not isinstance(body, EventBody | Insert)
            or _is_confirmation(by.parsed_body, body.event)
        ):
            continue
        found.append(
            RecordedEvent(
                entry.number,
                body.event,
                entry.t,
                by.source,
                by.certainty,
                as_of=by.number,
                retracted_at=by.t,
            )
        )
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
    # Mostly the first one answers.
    last = next(
        (each for each in _effective_backwards(entries) if not isinstance(each.parsed_body, Undo)), None
    )
    return None if last is None or last.group == 1 else last.group


def find_redoable_group(entries: Sequence[Entry]) -> int | None:
    """Return the group of the undo that the next redo would revert; None if there is nothing to redo.

    It is the last effective undo of something other than an undo, as long as nothing but undos and redos
    followed it. A redo is an undo of an undo, so repeated redos walk forwards again.

    Raises:
        NewerFormatError, EntryError: as `resolve`.
    """
    for entry in _effective_backwards(entries):
        body = entry.parsed_body
        if not isinstance(body, Undo):
            return None
        if not isinstance(entries[body.group - 1].parsed_body, Undo):
            return entry.group
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


def _effective_backwards(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the effective entries, the last first.

    An undo names an earlier group: backwards, every undo of an entry is known before the entry.
    """
    undone: set[int] = set()
    for entry in reversed(entries):
        if entry.group not in undone:
            if isinstance(body := entry.parsed_body, Undo):
                undone.add(body.group)
            yield entry


def _effective_numbers(entries: Sequence[Entry]) -> frozenset[int]:
    return frozenset(entry.number for entry in _effective_backwards(entries))


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


# The JSON types of an exported game (see `companion.wire`).


class ExportedGame(TypedDict):
    """The exported game."""

    kind: str
    started: str
    uuid: Annotated[str, "Its identity in every journal, export and play log."]


class ExportedEntry(TypedDict):
    """An entry of the journal; docs/journal.md describes `body`."""

    number: Count
    group: Count
    t: float
    source: str
    certainty: Share
    body: Mapping[str, Any]
    token: str | None


class Export(TypedDict):
    """A finished game as the file that `companion import` reads."""

    format: str
    version: Count
    game: ExportedGame
    entries: list[ExportedEntry]


# A game as one JSON document, for export and import.
#
# The form is::
#
#     {"format": "companion-game", "version": 1,
#      "game": {"kind": "base", "started": "2026-01-31T19:30:00+00:00", "uuid": "5a4e..."},
#      "entries": [{"number": 1, "group": 1, "t": 0.0, "source": "tablet", "certainty": 1.0,
#                   "body": {"v": 1, "event": {...}}, "token": null}, ...]}
#
# `uuid` is the game's identity. A document without one was exported by an earlier version: its identity is
# derived from the game's beginning.


FORMAT: Final = "companion-game"
VERSION: Final = 1

_FIELDS: Final = ("number", "group", "t", "source", "certainty", "body", "token")


@dataclass(frozen=True)
class ExchangedGame:
    """A game as its document describes it.

    Attributes:
        kind: the kind of game.
        started: the start time, with time zone UTC.
        uuid: its identity.
        entries: all its entries.
    """

    kind: str
    started: datetime
    uuid: str
    entries: tuple[Entry, ...]


def game_to_json(game: GameRecord, uuid: str, entries: Sequence[Entry]) -> Export:
    """Return the JSON document of a game."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": {"kind": game.kind, "started": game.started.isoformat(), "uuid": uuid},
        "entries": [
            {
                "number": entry.number,
                "group": entry.group,
                "t": entry.t,
                "source": entry.source,
                "certainty": entry.certainty,
                "body": entry.body,
                "token": entry.token,
            }
            for entry in entries
        ],
    }


def game_from_json(data: object) -> ExchangedGame:
    """Parse the document that `game_to_json` returned.

    Raises:
        NewerFormatError: a newer version of Companion wrote it.
        EntryError: it describes no game.
        HistoryError: one of its corrections corrects an entry that can't be corrected.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT or type(data.get("version")) is not int:
        raise EntryError(f'this is no exported game: "format" must be "{FORMAT}" and "version" a number')
    if data["version"] > VERSION:
        raise NewerFormatError(
            sentence(
                "this game was exported by a newer version of Companion (version {version}, this one reads "
                "up to {known}): update Companion",
                version=data["version"],
                known=VERSION,
            )
        )
    match data.get("game"), data.get("entries"):
        case {"kind": kind, "started": str(started), **others}, [*rows]:
            check_text("a game's kind", kind)
            begun, entries = _parse_time(started), _parse_entries(rows)
            opening = [entry.body for entry in entries if entry.group == 1]
            given = others.get("uuid")
            uuid = derive_uuid(kind, begun, opening) if given is None else _parse_uuid(given)
            return ExchangedGame(kind, begun, uuid, entries)
    raise EntryError('an exported game has "game" with "kind" and "started", and a list of "entries"')


def _parse_time(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
        if time.tzinfo is not None:
            return time.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise EntryError(f"a game's start is an ISO 8601 time, not {text[:40]!r}") from error
    raise EntryError(f"a game's start names its time zone, unlike {text!r}")


def _parse_uuid(value: object) -> str:
    try:
        return str(UUID(str(value)))
    except ValueError as error:
        raise EntryError(f"a game's identity is a UUID, not {str(value)[:40]!r}") from error


def _parse_entries(rows: Sequence[object]) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for group, grouped in groupby((_parse_entry(row) for row in rows), key=lambda entry: entry.group):
        first = len(entries) + 1
        together = tuple(grouped)
        numbers = [entry.number for entry in together]
        if group != first or numbers != list(range(first, first + len(together))):
            raise EntryError(
                f"the entries from {first} on are not numbered 1, 2, 3 ... with each group named after "
                "its first"
            )
        check_corrections(entries, together)
        entries.extend(together)
    return tuple(entries)


def _parse_entry(row: object) -> Entry:
    match row:
        case {
            "number": int(number),
            "group": int(group),
            "t": int() | float() as t,
            "source": source,
            "certainty": int() | float() as certainty,
            "body": Mapping() as body,
            "token": token,
        } if not any(isinstance(value, bool) for value in (number, group, t, certainty)):
            if token is not None:
                check_text("an entry's token", token)
            return replace(draft_entry(t, source, certainty, body), number=number, group=group, token=token)
    raise EntryError(f"an exported entry has {', '.join(_FIELDS)}, unlike {repr(row)[:80]}")
