"""The public parts of a table as JSON for a snapshot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.i18n import message_to_json, sentence
from companion.journal import GameRecord, Journal
from companion.observations import SourceReport
from companion.table.api_types import GameOn, SourceShown
from companion.table.session import GameSession
from companion.wire import Sentence

MAX_TRANSIENT_NOTICES: Final = 5
"""Maximum number of transient notices."""


class Notices:
    """Notices for people: permanent ones, and transient ones until a later observation is recorded."""

    def __init__(self, standing: Sequence[str] = ()) -> None:
        self._permanent = list(standing)
        self._transient: list[str] = []
        self._new: set[str] = set()

    def add_permanent(self, text: str) -> None:
        """Add a permanent notice."""
        self._permanent.append(text)

    def add(self, text: str) -> None:
        """Add a notice until a later observation is recorded; a repeated one is shown once."""
        self._transient = [*(each for each in self._transient if each != text), text][-MAX_TRANSIENT_NOTICES:]
        self._new.add(text)

    def begin_observation(self) -> None:
        """Mark the notices so far as those of earlier observations."""
        self._new = set()

    def clear_earlier_notices(self) -> None:
        """Remove the transient notices of earlier observations after a new entry."""
        self._transient = [each for each in self._transient if each in self._new]

    def clear_transient(self) -> None:
        """Remove all transient notices, for another game."""
        self._transient = []

    def to_json(self) -> list[Sentence]:
        """Return all notices."""
        return [message_to_json(text) for text in (*self._permanent, *self._transient)]


def storage_notices(journal: Journal) -> list[Sentence]:
    """Return a notice while the journal can't be written, with the remedy."""
    if journal.write_error is None:
        return []
    text = sentence("Nothing can be saved at the moment, only shown: {why}", why=journal.write_error)
    return [message_to_json(text)]


def game_to_json(record: GameRecord | None, session: GameSession[Any, Any] | None) -> GameOn | None:
    """Return the game in progress; None: none.

    Returns:
        ``id``, ``kind``, ``newest`` (number of the last entry) and ``view`` with its ``log``.
    """
    if session is None or record is None:
        return None
    newest = len(session.entries)
    return {"id": record.id, "kind": record.kind, "newest": newest, "view": session.view}


def sources_to_json(reports: Mapping[str, SourceReport]) -> list[SourceShown]:
    """Return the health of each source, sorted by name."""
    return [
        {"name": name, "health": report.health, "text": message_to_json(report.text)}
        for name, report in sorted(reports.items())
    ]
