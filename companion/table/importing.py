"""Games that come from files: taken into a journal once all of them was followed, and not before.

What a file says is anybody's: a journal that took in what it can't show would have it in the way for ever.
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
from companion.table.game_repository import last_played
from companion.table.last_played import NO_GAME, LastPlayed
from companion.table.session import GameSession
from companion.table.showable import UNFOLLOWED, opened, reasoning


class ImportRefusedError(CompanionError, ValueError):
    """A game that this version can't follow to its end."""


def take_in(journal: Journal, document: Mapping[str, Any], games: Mapping[str, Game[Any, Any]]) -> GameRecord:
    """Keep an exported game (`companion.journal.exchange`); the one that is on stays on.

    Args:
        journal: where it is kept.
        document: the exported game.
        games: those that are played here, by kind.

    Raises:
        ImportRefusedError: its events can't be followed, or no such game is played here.
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
        session = opened(games[kind], entries)
        with reasoning("a game that is taken in", UNFOLLOWED):
            session.game.summary(session.history)
    except InputRefused as error:
        raise ImportRefusedError(
            sentence("The game in this file can't be replayed, and wasn't saved: {why}", why=error)
        ) from error
    _stay_on(journal)
    return journal.keep_game(kind, started, entries)


def keep_played(journal: Journal, session: GameSession[Any, Any]) -> GameRecord:
    """Keep a whole game that was followed event by event, as begun now; the one that is on stays on.

    Raises:
        JournalError: it can't be written.
    """
    _stay_on(journal)
    return journal.keep_game(session.game.kind, datetime.now(UTC), session.entries)


def _stay_on(journal: Journal) -> None:
    """Have the game that is on stay it, where that is so far only because it is the newest."""
    note = LastPlayed(journal.path)
    if note.game is None:
        on = last_played(journal, None)
        note.note(NO_GAME if on is None else on.id)
