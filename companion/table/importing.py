"""Import of games from files into a journal, only after a complete replay.

A file may contain anything: a game that can't be shown would stay in the journal forever. So the game has to
pass the same checks as one that is entered: of the numbers and texts of each entry, and of its seats. A game
that the journal has already is imported again only if people want that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from companion.errors import CompanionError
from companion.games.game_api import Game
from companion.i18n import sentence
from companion.journal import GameRecord, Journal
from companion.journal.entries import derive_uuid
from companion.journal.exchange import ExchangedGame, game_from_json
from companion.observations import InputRefused
from companion.table.game_repository import NO_GAME_ID, last_played_record
from companion.table.render_check import REPLAY_ERROR_MESSAGE, guard_game_code, open_session
from companion.table.session import GameSession


class ImportRefusedError(CompanionError, ValueError):
    """A game that this version can't replay completely."""


class GameKnownError(ImportRefusedError):
    """The journal has the game already.

    Attributes:
        game_id: its number.
    """

    def __init__(self, game_id: int) -> None:
        super().__init__(
            sentence("This game is in the journal already, as game {number}. It wasn't saved again.",
                     number=game_id)
        )  # fmt: skip
        self.game_id = game_id


def import_game(
    journal: Journal, document: Mapping[str, Any], games: Mapping[str, Game[Any, Any]], *, again: bool = False
) -> GameRecord:
    """Save an exported game (`companion.journal.exchange`); the current game stays the same.

    Args:
        journal: the journal to save it in.
        document: the exported game.
        games: the games played here, by kind.
        again: save it even if the journal has it already, as another copy.

    Raises:
        GameKnownError: the journal has it already.
        ImportRefusedError: its events can't be replayed, its seats aren't permitted, or its kind isn't played
            here.
        JournalError: it is no exported game, or can't be written.
    """
    exchanged = game_from_json(document)
    kind = exchanged.kind
    if kind not in games:
        raise ImportRefusedError(
            sentence(
                "This version can't play games of the kind {kind}: update Companion, then import the game.",
                kind=kind,
            )
        )
    try:
        session = open_session(games[kind], exchanged.entries)
        with guard_game_code("summarizing an imported game", REPLAY_ERROR_MESSAGE):
            session.game.summary(session.history)
        _check_opening(session)
    except InputRefused as error:
        raise ImportRefusedError(
            sentence("The game in this file can't be replayed, and wasn't saved: {why}", why=error)
        ) from error
    return _save(journal, exchanged, again=again)


def save_game(
    journal: Journal, session: GameSession[Any, Any], document: object, *, again: bool = False
) -> GameRecord:
    """Save a complete session as a game started now; the current game stays the same.

    Args:
        journal: the journal to save it in.
        session: the session.
        document: the file from which it was built, which determines its identity.
        again: as in `import_game`.

    Raises:
        GameKnownError: the journal has it already.
        JournalError: it can't be written.
    """
    text = json.dumps(document, sort_keys=True)
    uuid = derive_uuid(session.game.kind, datetime.fromtimestamp(0, UTC), [text])
    exchanged = ExchangedGame(session.game.kind, datetime.now(UTC), uuid, session.entries)
    return _save(journal, exchanged, again=again)


def _save(journal: Journal, game: ExchangedGame, *, again: bool) -> GameRecord:
    known = journal.find_uuid(game.uuid)
    if known is not None:
        if not again:
            raise GameKnownError(known.id)
        # A token is unique in a journal; only an observation that may be repeated needs one.
        entries = tuple(replace(entry, token=None) for entry in game.entries)
        game = replace(game, entries=entries)
    if journal.current_game() is None:
        # The current game is current only because it is the newest.
        current = last_played_record(journal, None)
        journal.set_current_game(NO_GAME_ID if current is None else current.id)
    return journal.record_game(game)


def _check_opening(session: GameSession[Any, Any]) -> None:
    """Check that the form for a new game would accept the seats and options of a game.

    Raises:
        InputRefused: it wouldn't; the message says why.
    """
    if not session.steps:
        return
    opening = session.game.event_to_json(session.steps[0].recorded.event)
    if not opening.get("players"):
        return
    data = {"game": session.game.kind, "players": opening["players"], "options": opening.get("options")}
    try:
        session.game.opening(data)
    except ValueError as error:
        raise InputRefused(str(error)) from error
