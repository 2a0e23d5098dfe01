"""The records of a journal: games with their numbered entries and their identity, and notes.

An entry's body is versioned JSON. It records an event, or a correction of earlier entries. It is one of::

    {"v": 1, "event": {...}}
    {"v": 1, "undo": group}
    {"v": 1, "replace": number, "event": {...} or null}
    {"v": 1, "insert": before, "event": {...}}

`history` defines the meaning of corrections.
"""

from __future__ import annotations

import json
import sqlite3
import unicodedata
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.errors import CompanionError
from companion.games.game_api import Insert, Replace, Undo
from companion.i18n import sentence

# The errors of a journal. Each message says in plain words what to do.


class JournalError(CompanionError):
    """The base class of all journal errors."""


class ForeignFileError(JournalError, ValueError):
    """The file is no journal; it was left as it is."""


class NewerFormatError(JournalError, ValueError):
    """A newer version of Companion wrote the data; it was left as it is."""


class JournalInUseError(JournalError, OSError):
    """Another program is writing to the journal."""


class JournalGrownError(JournalInUseError):
    """Another program has added entries to the game since this one last read or wrote it."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            sentence(
                "another Companion has added to this game in the journal {path}, so nothing was saved: stop "
                "one of the two, then start the other again",
                path=path,
            )
        )


class JournalUnusableError(JournalError, OSError):
    """The disk is full, read-only, failing, forbidden or missing; all recorded entries are preserved."""


class JournalDamagedError(JournalError, ValueError):
    """The journal contains data that Companion didn't write."""


class EntryError(JournalError, ValueError):
    """An invalid entry."""


class TokenTakenError(EntryError):
    """The journal already has an entry with this token.

    Attributes:
        token: the token.
        game_id: the game of the entry with the token.
        number: the number of that entry.
    """

    def __init__(self, token: str, game_id: int, number: int) -> None:
        super().__init__(f"{token!r} is recorded already, as entry {number} of game {game_id}")
        self.token = token
        self.game_id = game_id
        self.number = number


class HistoryError(JournalError, ValueError):
    """A correction of an entry that can't be corrected."""


class UnknownGameError(JournalError, LookupError):
    """The journal has no such game."""

    def __init__(self, game_id: int) -> None:
        super().__init__(sentence("the journal has no game {number}", number=game_id))


_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_FORBIDDEN = frozenset(
    {sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH}
)
_FAILING = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_NOLFS})
_UNREADABLE_PLACES = frozenset(
    {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}
)
"""Failures to read a single place, unlike those of a whole disk: the rest may be readable."""


SQLITE_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions that SQLite raises: if it quotes damaged text, even its message may be invalid UTF-8."""


def to_journal_error(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> JournalError:
    """Return the journal error that explains an SQLite error to a person."""
    # Errors of Python's sqlite3 module itself (undecodable text) have no code: they mean damage.
    extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    code = extended & 0xFF
    if code == sqlite3.SQLITE_FULL or extended == sqlite3.SQLITE_IOERR_SHMSIZE:
        return JournalUnusableError(
            sentence(
                "the disk of the journal {path} is full: free some space and continue; everything recorded "
                "so far is kept",
                path=path,
            )
        )
    if code in _BUSY:
        return JournalInUseError(
            sentence("another program is using the journal {path}: close it and try again", path=path)
        )
    if code in _FORBIDDEN:
        return JournalUnusableError(
            sentence(
                "the journal {path} can't be opened or written ({error}): make the file and its "
                "folder writable for this user, or choose another place",
                path=path,
                error=error,
            )
        )
    if code in _FAILING and extended not in _UNREADABLE_PLACES:
        return JournalUnusableError(
            sentence(
                "the disk of the journal {path} is failing ({error}): check the memory card or the stick, "
                "then start again; everything recorded so far is kept",
                path=path,
                error=error,
            )
        )
    return JournalDamagedError(
        sentence(
            "the journal {path} is damaged ({error}): start again, and Companion copies everything readable "
            "into a new one",
            path=path,
            error=error,
        )
    )


@contextmanager
def raise_journal_errors(path: Path) -> Iterator[None]:
    """Raise SQLite's errors as journal errors, which a person can understand."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # the caller used a closed connection; the file is fine
    except SQLITE_ERRORS as error:
        raise to_journal_error(path, error) from error


BODY_VERSION: Final = 1
"""The newest version of a body's JSON; readers also read all earlier versions."""

MAX_T_S: Final = 1e9
"""The latest time of an entry, in seconds: over 30 years of play."""
MAX_TEXT_LENGTH: Final = 200
"""The maximum length of a kind, a source or a token: several times the longest of them."""

_UUID_NAMESPACE: Final = uuid.UUID("6a0b4c1e-8a55-4f0e-9d52-0c1f7b6a2d34")
"""The namespace of the identities derived from the beginnings of games."""

EventJson: TypeAlias = Mapping[str, Any]
"""The JSON form of a game's event, as the game's `event_to_json` returns it."""


@dataclass(frozen=True)
class GameRecord:
    """A game in a journal.

    Attributes:
        id: 1, 2, 3 ... within the journal.
        kind: the kind of game ("base", ...).
        started: the start time, with time zone UTC.
    """

    id: int
    kind: str
    started: datetime


@dataclass(frozen=True)
class Note:
    """A note about a game, or about the journal; the newest value replaces all earlier ones.

    Attributes:
        game: the game's number; 0: the journal.
        name: "uuid", "archived", "current".
        value: a text whose meaning depends on the name.
    """

    game: int
    name: str
    value: str


@dataclass(frozen=True)
class Entry:
    """One entry of a game.

    Attributes:
        number: 1, 2, 3 ... within its game, without gaps; 0: a draft that has no number yet.
        group: number of the first entry from the same observation; an undo reverts the whole group.
        t: session seconds of the observation, at most `MAX_T_S` from the game's beginning.
        source: the origin of the observation: "tower", "camera", "tablet", "import", ...
        certainty: probability in [0, 1] that the entry is right.
        body: the event or correction, in the form above.
        token: idempotency key of the observation (one roll of one tower's session), unique in a journal, on
            the first entry of a group; None if the observation can't be repeated.
    """

    number: int
    group: int
    t: float
    source: str
    certainty: float
    body: Mapping[str, Any]
    token: str | None = None

    @cached_property
    def parsed_body(self) -> Body:
        """The parsed body, cached after the first access.

        Raises:
            NewerFormatError, EntryError: as `read_body`.
        """
        return read_body(self.body)


@dataclass(frozen=True)
class EventBody:
    """The body of an entry that records an event and corrects nothing."""

    event: EventJson


Body: TypeAlias = EventBody | Undo | Replace[EventJson] | Insert[EventJson]


def read_body(body: object) -> Body:
    """Parse an entry's body.

    Raises:
        NewerFormatError: a newer version of Companion wrote it.
        EntryError: it has none of the known forms.
    """
    if not isinstance(body, Mapping) or type(body.get("v")) is not int or body["v"] < 1:
        raise EntryError(f"an entry's body is a JSON object with a version, not {_abbreviate(body)}")
    if body["v"] > BODY_VERSION:
        raise NewerFormatError(
            f"a newer version of Companion wrote this entry (body version {body['v']}, this one reads "
            f"up to {BODY_VERSION}): update Companion"
        )
    if len(body) == 2 and isinstance(body.get("event"), Mapping):
        # Fast path: nearly every entry records an event.
        return EventBody(body["event"])
    match {key: value for key, value in body.items() if key != "v"}:
        case {"undo": int(group), **rest} if not rest:
            return Undo(group)
        case {"replace": int(number), "event": Mapping() | None as event, **rest} if not rest:
            return Replace(number, event)
        case {"insert": int(before), "event": Mapping() as event, **rest} if not rest:
            return Insert(before, event)
    raise EntryError(
        f"an entry's body is an event, an undo, a replacement or an insertion, not {_abbreviate(body)}"
    )


def body_to_text(body: Mapping[str, Any]) -> str:
    """Return the JSON text of a body, as stored on disk.

    Raises:
        EntryError: the body contains a value that JSON can't represent.
    """
    try:
        return json.dumps(body, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise EntryError(f"an entry's body must be JSON: {error}") from error


def draft_entry(t: float, source: str, certainty: float, body: Mapping[str, Any]) -> Entry:
    """Return an entry that isn't numbered yet.

    Raises:
        EntryError: a number or a text is invalid. The body is checked when it is appended.
    """
    if not abs(t) <= MAX_T_S:
        raise EntryError(f"an entry's time is a number of seconds up to {MAX_T_S:.0f}, not {t}")
    if not 0 <= certainty <= 1:
        raise EntryError(f"an entry's certainty is from 0 to 1, not {certainty}")
    check_text("an entry's source", source)
    return Entry(0, 0, float(t), source, float(certainty), body)


def number_entries(first: int, drafts: Sequence[Entry], token: str | None = None) -> tuple[Entry, ...]:
    """Turn drafts into the numbered entries of one group, exactly as they will be read back.

    Args:
        first: number of the group's first entry.
        drafts: in the order of events.
        token: idempotency key of the observation, for the first entry.

    Raises:
        EntryError: a body isn't valid JSON.
    """
    return tuple(
        replace(
            draft,
            number=number,
            group=first,
            body=json.loads(body_to_text(draft.body)),  # turns tuples into lists
            token=token if number == first else None,
        )
        for number, draft in enumerate(drafts, first)
    )


def check_text(name: str, value: object) -> None:
    """Raise EntryError unless `value` is a printable text of 1 to `MAX_TEXT_LENGTH` characters."""
    # A lone surrogate can't be encoded as UTF-8; it isn't printable either.
    if not isinstance(value, str) or not 0 < len(value) <= MAX_TEXT_LENGTH or not value.isprintable():
        raise EntryError(
            f"{name} is a printable text of 1 to {MAX_TEXT_LENGTH} characters, not {_abbreviate(value)}"
        )


def derive_uuid(kind: str, started: datetime, opening: Sequence[object]) -> str:
    """Return the identity of a game that was recorded without one.

    It depends only on what no later entry changes. So a journal, an earlier export and a later one of the
    same game give the same identity.

    Args:
        kind: the kind of game.
        started: the start time.
        opening: the bodies of the entries of group 1.
    """
    beginning = {"kind": kind, "started": started.astimezone(UTC).isoformat(), "opening": list(opening)}
    text = json.dumps(beginning, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    data = unicodedata.normalize("NFC", text).encode("utf-8", "surrogatepass")
    return str(uuid.uuid5(_UUID_NAMESPACE, data.hex()))


def _abbreviate(data: object) -> str:
    text = repr(data)
    return text if len(text) <= 80 else text[:80] + "..."
