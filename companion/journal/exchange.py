"""A game as one JSON document, for export and import.

The form is::

    {"format": "companion-game", "version": 1,
     "game": {"kind": "base", "started": "2026-01-31T19:30:00+00:00", "uuid": "5a4e..."},
     "entries": [{"number": 1, "group": 1, "t": 0.0, "source": "tablet", "certainty": 1.0,
                  "body": {"v": 1, "event": {...}}, "token": null}, ...]}

`uuid` is the game's identity. A document without one was exported by an earlier version: its identity is
derived from the game's beginning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Final
from uuid import UUID

from companion.i18n import sentence
from companion.journal.entries import Entry, EntryDraft, GameRecord, check_text, derive_uuid
from companion.journal.errors import EntryError, NewerFormatError
from companion.journal.history import check_corrections
from companion.journal.wire import Export

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
            draft = EntryDraft(t, source, certainty, body)
            return Entry(number, group, float(draft.t), source, float(draft.certainty), body, token)
    raise EntryError(f"an exported entry has {', '.join(_FIELDS)}, unlike {repr(row)[:80]}")
