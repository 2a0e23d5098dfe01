"""Import of games from files into a journal, only after a complete replay.

A file may contain anything: a game that can't be shown would stay in the journal forever.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from companion.errors import CompanionError
from companion.games.game_api import Game
from companion.i18n import sentence
from companion.journal import GameRecord, Journal
from companion.journal.exchange import game_from_json
from companion.observations import InputRefused
from companion.table.current_game import NO_GAME_ID, CurrentGameNote
from companion.table.game_repository import last_played_record
from companion.table.render_check import REPLAY_ERROR_MESSAGE, guard_game_code, open_session
from companion.table.session import GameSession


class ImportRefusedError(CompanionError, ValueError):
    """A game that this version can't replay completely."""


def import_game(
    journal: Journal, document: Mapping[str, Any], games: Mapping[str, Game[Any, Any]]
) -> GameRecord:
    """Save an exported game (`companion.journal.exchange`); the current game stays the same.

    Args:
        journal: the journal to save it in.
        document: the exported game.
        games: the games played here, by kind.

    Raises:
        ImportRefusedError: its events can't be replayed, or its kind isn't played here.
        JournalError: it is no exported game, is in this journal already, or can't be written.
    """
    kind, started, entries = game_from_json(document)
    if kind not in games:
        raise ImportRefusedError(
            sentence(
                "This version can't play games of the kind {kind}: update Companion, then import the game.",
                kind=kind,
            )
        )
    try:
        session = open_session(games[kind], entries)
        with guard_game_code("summarizing an imported game", REPLAY_ERROR_MESSAGE):
            session.game.summary(session.history)
    except InputRefused as error:
        raise ImportRefusedError(
            sentence("The game in this file can't be replayed, and wasn't saved: {why}", why=error)
        ) from error
    _pin_current_game(journal)
    return journal.record_game(kind, started, entries)


def save_game(journal: Journal, session: GameSession[Any, Any]) -> GameRecord:
    """Save a complete session as a game started now; the current game stays the same.

    Raises:
        JournalError: it can't be written.
    """
    _pin_current_game(journal)
    return journal.record_game(session.game.kind, datetime.now(UTC), session.entries)


def _pin_current_game(journal: Journal) -> None:
    """Note the current game's number where it is current only because it is the newest."""
    note = CurrentGameNote(journal.path)
    if note.game_id is None:
        current = last_played_record(journal, None)
        note.save(NO_GAME_ID if current is None else current.id)
