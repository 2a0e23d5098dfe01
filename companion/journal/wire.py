"""The JSON types of an exported game (see `companion.wire`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from companion.wire import Count, Share


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
