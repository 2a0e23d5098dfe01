"""The games that a table can open: a new game, an unfinished one, the last one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.game_api import Game, Interpretation
from companion.games.registry import DEFAULT_GAME
from companion.i18n import sentence
from companion.journal import GameRecord, Journal, JournalReader
from companion.journal.entries import derive_uuid
from companion.journal.history import ExchangedGame, game_from_json
from companion.observations import InputRefused
from companion.table.api_types import Choices, Expected, PlayedKind
from companion.table.game_archive import GameArchive
from companion.table.session import (
    IMPORT_SOURCE,
    REPLAY_ERROR_MESSAGE,
    GameSession,
    append_validated,
    guard_game_code,
    open_session,
)

MAX_UNFINISHED_SHOWN: Final = 12
NO_GAME_ID: Final = 0
"""The number of the current game in the journal's notes after a game was quit; no game has it."""

RecordAndSession = tuple[GameRecord, GameSession[Any, Any]]


class GameRepository:
    """The games of a journal for the one table that writes to it.

    The table calls all methods except `choices` under its lock.
    """

    def __init__(self, journal: Journal, games: Mapping[str, Game[Any, Any]]) -> None:
        """Open the repository of a journal.

        Args:
            journal: open for writing.
            games: the games by kind.
        """
        self.game_archive = GameArchive(journal.path, games)
        self.expected_players: Sequence[Mapping[str, str]] = ()
        """The expected players: ``name`` and ``colour`` of each, in seat order."""
        self._journal = journal
        self._games = games

    def last_played_game(self) -> GameRecord | None:
        """Return the record of the game that was played here last, of whatever kind.

        None if there is none, or if it was quit. Imported games are read-only. The order is that of the
        journal, never of a clock: a computer without a real-time clock starts each day with the same time.
        """
        noted = self._journal.current_game()
        return None if noted == NO_GAME_ID else last_played_record(self._journal, noted)

    def open_game(self, record: GameRecord) -> GameSession[Any, Any]:
        """Return the session of a recorded game after checking that it can be rendered.

        Raises:
            InputRefused: it can't be replayed or rendered.
            JournalError: it can't be read.
        """
        return open_session(self._games[record.kind], self._journal.entries(record.id))

    def clear_current_game(self) -> None:
        """Record that no game is in progress, also after a restart."""
        self._journal.set_current_game(NO_GAME_ID)

    def create_game(self, data: Mapping[str, Any]) -> RecordAndSession:
        """Start a game from `{"game": kind}` and the other fields of its kind.

        Raises:
            InputRefused: the choice can't be played.
        """
        kind = data.get("game", DEFAULT_GAME)
        game = self._games.get(kind) if isinstance(kind, str) else None
        if game is None:
            raise InputRefused(
                sentence(
                    "no such game: {game}; known: {known}", game=str(kind)[:40], known=", ".join(self._games)
                )
            )
        before: GameSession[Any, Any] = GameSession.create(game)
        with guard_game_code("creating a game"):
            try:
                opening = Interpretation(game.opening(data))
            except ValueError as error:
                raise InputRefused(str(error)) from error
        drafts = before.drafts(opening, t=0.0, source="tablet")
        after = append_validated(before, drafts)
        return self._journal.begin(str(kind), drafts), after

    def resume_game(self, number: object) -> RecordAndSession:
        """Open an unfinished game to continue it.

        Raises:
            InputRefused: there is none with that number, or it is read-only.
        """
        record = next((each for each in self._journal.games() if each.id == number), None)
        if record is None or record.kind not in self._games or type(number) is not int:
            raise InputRefused(sentence("there is no game {number} here to resume", number=str(number)[:20]))
        if self._journal.first_source(record.id) in (None, IMPORT_SOURCE):
            raise InputRefused(sentence("an imported game is read-only: it can't be resumed"))
        session = self.open_game(record)
        self._journal.set_current_game(record.id)
        return record, session

    def set_archived(self, number: object, archived: object) -> None:
        """Archive a game or restore it.

        Raises:
            InputRefused: there is none with that number.
            JournalError: it can't be saved.
        """
        known = (record.id for record in self._journal.games())
        if type(number) is not int or number not in known or not isinstance(archived, bool):
            raise InputRefused(sentence("there is no game {number} here", number=str(number)[:20]))
        self._journal.set_archived(number, archived=archived)

    def choices(self, current_game: int | None) -> Choices:
        """Return the choices for the next game; `current_game` is the number of the game in progress.

        Returns:
            ``games`` (the setup options of each kind, with its ``kind``), ``last`` (the setup of the last
            game, as `GameArchive.last_setup`), ``names`` (of everybody who played here, the latest first),
            ``seated`` (the expected players), ``unfinished`` (as `GameArchive.list_games`, without the
            current game and games without events) and ``begun`` (whether the current game has events, so that
            it will be offered once it is left).

        Raises:
            JournalError: the journal can't be read now.
        """
        games = self.game_archive.list_games()
        unfinished = [
            game
            for game in games
            if not (
                game["finished"] or game["imported"] or "unreadable" in game or game["game"] == current_game
            )
        ]
        seatings = [game["players"] for game in self.game_archive.list_games(unbegun=True)]
        return {
            "games": [PlayedKind(kind=kind, **game.setup_options()) for kind, game in self._games.items()],
            "last": self.game_archive.last_setup(),
            "names": list(dict.fromkeys(player["name"] for players in seatings for player in players)),
            "seated": [
                Expected(name=player["name"], colour=player["colour"]) for player in self.expected_players
            ],
            "unfinished": unfinished[:MAX_UNFINISHED_SHOWN],
            "begun": any(game["game"] == current_game for game in games),
        }


def last_played_record(journal: JournalReader, noted_id: int | None) -> GameRecord | None:
    """Return the record with the noted number if it exists; else the newest that wasn't imported."""
    newest_first = reversed(journal.games())
    for record in sorted(newest_first, key=lambda record: record.id != noted_id):
        if journal.first_source(record.id) not in (None, IMPORT_SOURCE):
            return record
    return None


# Import of games from files into a journal, only after a complete replay.
#
# A file may contain anything: a game that can't be shown would stay in the journal forever. So the game has
# to pass the same checks as one that is entered: of the numbers and texts of each entry, and of its seats. A
# game that the journal has already is imported again only if people want that.


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
    """Save an exported game (`companion.journal.history`); the current game stays the same.

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
