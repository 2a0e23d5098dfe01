"""The records of a journal: games, and their numbered entries.

An entry's body is versioned JSON. It records an event, or a correction of earlier entries. It is one of::

    {"v": 1, "event": {...}}
    {"v": 1, "undo": group}
    {"v": 1, "replace": number, "event": {...} or null}
    {"v": 1, "insert": before, "event": {...}}

`history` defines the meaning of corrections.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, TypeAlias

from companion.games.game_api import Insert, Replace, Undo
from companion.journal.errors import EntryError, NewerFormatError

BODY_VERSION: Final = 1
"""The newest version of a body's JSON; readers also read all earlier versions."""

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
class EntryDraft:
    """An entry that isn't numbered yet.

    Attributes:
        t: session seconds of the observation.
        source: the origin of the observation: "tower", "camera", "tablet", "import", ...
        certainty: probability in [0, 1] that the entry is right.
        body: the event or correction, in the form above.

    Raises:
        EntryError: a number or a text is invalid. The body is checked when it is appended.
    """

    t: float
    source: str
    certainty: float
    body: Mapping[str, Any]

    def __post_init__(self) -> None:
        if not abs(self.t) <= sys.float_info.max:
            raise EntryError(f"an entry's time is a finite number of seconds, not {self.t}")
        if not 0 <= self.certainty <= 1:
            raise EntryError(f"an entry's certainty is from 0 to 1, not {self.certainty}")
        check_text("an entry's source", self.source)


@dataclass(frozen=True)
class Entry:
    """One entry of a game.

    Attributes:
        number: 1, 2, 3 ... within its game, without gaps.
        group: number of the first entry from the same observation; an undo reverts the whole group.
        t, source, certainty, body: as in `EntryDraft`.
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


def number_entries(first: int, drafts: Sequence[EntryDraft], token: str | None = None) -> tuple[Entry, ...]:
    """Turn drafts into the numbered entries of one group, exactly as they will be read back.

    Args:
        first: number of the group's first entry.
        drafts: in the order of events.
        token: idempotency key of the observation, for the first entry.

    Raises:
        EntryError: a body isn't valid JSON.
    """
    return tuple(
        Entry(
            number,
            first,
            float(draft.t),
            draft.source,
            float(draft.certainty),
            json.loads(body_to_text(draft.body)),  # turns tuples into lists
            token if number == first else None,
        )
        for number, draft in enumerate(drafts, first)
    )


def check_text(name: str, value: object) -> None:
    """Raise EntryError unless `value` is a non-empty printable text."""
    # A lone surrogate can't be encoded as UTF-8; it isn't printable either.
    if not isinstance(value, str) or not value or not value.isprintable():
        raise EntryError(f"{name} is a printable text and not empty, not {value!r}")


def _abbreviate(data: object) -> str:
    text = repr(data)
    return text if len(text) <= 80 else text[:80] + "..."
