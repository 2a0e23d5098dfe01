"""What a journal is made of: games, and the numbered entries that tell them.

An entry's body is versioned JSON that says what an observation told: that something happened, or
that earlier entries are to be corrected. It is one of::

    {"v": 1, "event": {...}}
    {"v": 1, "undo": group}
    {"v": 1, "replace": number, "event": {...} or null}
    {"v": 1, "insert": before, "event": {...}}

`history` says what the corrections mean.
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
"""The newest version of a body's JSON; readers of a version read all before it."""

EventJson: TypeAlias = Mapping[str, Any]
"""The JSON form of a game's event, as the game's `event_to_json` makes it."""


@dataclass(frozen=True)
class GameRecord:
    """A game in a journal.

    Attributes:
        id: 1, 2, 3 ... within the journal.
        kind: which game it is ("base", ...).
        started: when it began, with its time zone, UTC.
    """

    id: int
    kind: str
    started: datetime


@dataclass(frozen=True)
class EntryDraft:
    """What is to become an entry.

    Attributes:
        t: session seconds of the observation.
        source: who or what said so: "tower", "camera", "tablet", "import", ...
        certainty: probability in [0, 1] that this is what happened.
        body: what was told, in the form above.

    Raises:
        EntryError: a number or a text that can't be. The body is checked when it is appended.
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
        group: number of the first entry told by the same observation; they are undone together.
        t, source, certainty, body: as in `EntryDraft`.
        token: durable identity of what was observed (one roll of one tower's session), unique in a
            journal, on the first entry of a group; None where nothing can be observed twice.
    """

    number: int
    group: int
    t: float
    source: str
    certainty: float
    body: Mapping[str, Any]
    token: str | None = None

    @cached_property
    def said(self) -> Body:
        """What the body says; read once, when somebody first asks.

        Raises:
            NewerFormatError, EntryError: as `read_body`.
        """
        return read_body(self.body)


@dataclass(frozen=True)
class Told:
    """Something happened: a body that is no correction."""

    event: EventJson


Body: TypeAlias = Told | Undo | Replace[EventJson] | Insert[EventJson]


def read_body(body: object) -> Body:
    """What a body says.

    Raises:
        NewerFormatError: a newer version of Companion wrote it.
        EntryError: it says nothing.
    """
    if not isinstance(body, Mapping) or type(body.get("v")) is not int or body["v"] < 1:
        raise EntryError(f"an entry's body is a JSON object with a version, not {_shown(body)}")
    if body["v"] > BODY_VERSION:
        raise NewerFormatError(
            f"a newer version of Companion wrote this entry (body version {body['v']}, this one reads "
            f"up to {BODY_VERSION}): update Companion"
        )
    if len(body) == 2 and isinstance(body.get("event"), Mapping):
        # Nearly every entry: no need to take the body apart.
        return Told(body["event"])
    match {key: value for key, value in body.items() if key != "v"}:
        case {"undo": int(group), **rest} if not rest:
            return Undo(group)
        case {"replace": int(number), "event": Mapping() | None as event, **rest} if not rest:
            return Replace(number, event)
        case {"insert": int(before), "event": Mapping() as event, **rest} if not rest:
            return Insert(before, event)
    raise EntryError(f"an entry tells an event, an undo, a replacement or an insertion, not {_shown(body)}")


def body_to_text(body: Mapping[str, Any]) -> str:
    """The JSON text that stands for a body on disk.

    Raises:
        EntryError: it holds what JSON can't.
    """
    try:
        return json.dumps(body, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise EntryError(f"an entry's body must be JSON: {error}") from error


def numbered(first: int, drafts: Sequence[EntryDraft], token: str | None = None) -> tuple[Entry, ...]:
    """The entries that drafts become as one group, just as they will be read again.

    Args:
        first: the number of the group's first entry.
        drafts: in the order in which it happened.
        token: of what was observed, for the first entry.

    Raises:
        EntryError: a body that isn't JSON.
    """
    return tuple(
        Entry(
            number,
            first,
            float(draft.t),
            draft.source,
            float(draft.certainty),
            json.loads(body_to_text(draft.body)),  # lists where tuples were
            token if number == first else None,
        )
        for number, draft in enumerate(drafts, first)
    )


def check_text(what: str, value: object) -> None:
    """Raise EntryError unless `value` is a text that can be kept."""
    # A lone surrogate is a str that no UTF-8 file can hold; it isn't printable either.
    if not isinstance(value, str) or not value or not value.isprintable():
        raise EntryError(f"{what} is a printable text and not empty, not {value!r}")


def _shown(data: object) -> str:
    text = repr(data)
    return text if len(text) <= 80 else text[:80] + "..."
