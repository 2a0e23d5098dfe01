"""An exported game's JSON, declared (`companion.wire`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from companion.wire import Count, Share


class ExportedGame(TypedDict):
    """Which game was exported."""

    kind: str
    started: str


class ExportedEntry(TypedDict):
    """An entry of the journal; `body`: as docs/journal.md says."""

    number: Count
    group: Count
    t: float
    source: str
    certainty: Share
    body: Mapping[str, Any]
    token: str | None


class Export(TypedDict):
    """A finished game as the file that `companion import` takes."""

    format: str
    version: Count
    game: ExportedGame
    entries: list[ExportedEntry]
