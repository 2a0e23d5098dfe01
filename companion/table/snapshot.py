"""What everybody at the table may see of its parts, as JSON for a snapshot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.i18n import message_to_json, sentence
from companion.journal import GameRecord, Journal
from companion.observations import SourceReport
from companion.table.session import GameSession
from companion.table.wire import GameOn, SourceShown
from companion.wire import Sentence

KEPT: Final = 5
"""Most passing notices that are shown."""


class Notices:
    """What people should know: some of it always, some until the next thing is told."""

    def __init__(self, standing: Sequence[str] = ()) -> None:
        self._standing = list(standing)
        self._passing: list[str] = []

    def stand(self, text: str) -> None:
        """Say something from now on."""
        self._standing.append(text)

    def say(self, text: str) -> None:
        """Say something until the next thing is told; once, however often it is said."""
        self._passing = [*(each for each in self._passing if each != text), text][-KEPT:]

    @property
    def passing(self) -> Sequence[str]:
        """What is said until the next thing is told."""
        return tuple(self._passing)

    def pass_by(self) -> None:
        """The next thing was told."""
        self._passing = []

    def to_json(self) -> list[Sentence]:
        """All of them."""
        return [message_to_json(text) for text in (*self._standing, *self._passing)]


def unkept(journal: Journal) -> list[Sentence]:
    """That nothing can be kept, while nothing can be, and what to do."""
    if journal.unwritable is None:
        return []
    text = sentence("Nothing can be saved at the moment, only shown: {why}", why=journal.unwritable)
    return [message_to_json(text)]


def game(record: GameRecord | None, session: GameSession[Any, Any] | None) -> GameOn | None:
    """The game that is on; None: none is.

    Returns:
        ``id``, ``kind``, ``newest`` (number of the last entry that was told) and ``view`` with its ``log``.
    """
    if session is None or record is None:
        return None
    newest = len(session.entries)
    return {"id": record.id, "kind": record.kind, "newest": newest, "view": session.view}


def sources(reports: Mapping[str, SourceReport]) -> list[SourceShown]:
    """How each source is doing, by its name."""
    return [
        {"name": name, "health": report.health, "text": message_to_json(report.text)}
        for name, report in sorted(reports.items())
    ]
