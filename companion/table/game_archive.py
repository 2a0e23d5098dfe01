"""The games in the journal: their summaries, and statistics of the players."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.games.awards import Contest
from companion.games.capabilities import contests, external_ids, has_roll_list, roll_list
from companion.games.game_api import Game, winners
from companion.games.registry import GAMES
from companion.games.roll_list import RollList
from companion.i18n import message_to_json
from companion.journal import GameRecord, JournalDamagedError, JournalReader, UnknownGameError
from companion.journal.wire import Export
from companion.observations import InputRefused
from companion.table.api_types import (
    AsLastTime,
    BookOfKind,
    Expected,
    GameDetails,
    GameInShort,
    GameNamed,
    PlayerInShort,
)
from companion.table.book import books
from companion.table.render_check import REPLAY_ERROR_MESSAGE, guard_game_code, replay_session
from companion.table.session import IMPORT_SOURCE, GameSession


class GameArchive:
    """Reads a journal's games concurrently with its writer. Thread-safe."""

    def __init__(self, journal: Path, games: Mapping[str, Game[Any, Any]] = GAMES) -> None:
        """Open the archive of a journal.

        Args:
            journal: the journal's file.
            games: the games by kind; games of other kinds are left out.
        """
        self._journal = journal
        self._games = games
        self._lock = threading.Lock()
        self._details_cache: dict[int, tuple[int, GameDetails]] = {}
        self._setups: dict[int, AsLastTime | None] = {}
        self._contests: dict[int, Sequence[Contest]] = {}

    def list_games(self, *, unbegun: bool = False, archived: bool = False) -> list[GameInShort]:
        """Return a short summary of every game with events, the latest added to the journal first.

        Args:
            unbegun: include games without events.
            archived: list the archived games instead of the others.

        Returns:
            ``game``, ``uuid`` (its identity, the same for copies of a game), ``kind``, ``name`` (of the kind,
            for people), ``started`` (ISO 8601, UTC, by a clock that may have been wrong), ``imported`` (from
            a file), ``finished``, ``winner`` (a colour or None), ``winners`` (the colours of all winners,
            also of a sole one), ``players`` (``{"name", "colour", "points"}``, the best first), ``turns``,
            ``seconds``, and ``played``, if the kind has its own words for the length of a game. A game that
            can't be shown has no players, no turns, and ``unreadable``, the reason.

        Raises:
            JournalError: the journal can't be read now; the message says what to do.
        """
        with JournalReader.open(self._journal) as journal:
            archived_ids = journal.archived_games()
            return [
                row
                for record in reversed(journal.games())
                if record.kind in self._games
                and (record.id in archived_ids) == archived
                and (_has_begun(row := self._summary_row(journal, record)) or unbegun)
            ]

    def last_setup(self) -> AsLastTime | None:
        """Return the setup of the newest unarchived game that was played here, even one without events.

        None if there is no such game, or if the first event of its kind doesn't name the players.

        Raises:
            JournalError: as `list_games`.
        """
        for game in self.list_games(unbegun=True):
            if not game["imported"] and "unreadable" not in game:
                with self._lock:
                    return self._setups.get(game["game"])
        return None

    def game_kind(self, game_id: int) -> str | None:
        """Return the kind of a game; None if there is no such game, or its kind isn't played here.

        Raises:
            JournalError: as `list_games`.
        """
        with JournalReader.open(self._journal) as journal:
            try:
                kind = journal.game(game_id).kind
            except UnknownGameError:
                return None
        return kind if kind in self._games else None

    def game_details(self, game_id: int) -> GameDetails:
        """Return one game as `list_games` does, with the whole ``summary`` of its kind.

        Raises:
            UnknownGameError: there is no such game, or its kind isn't played here.
            InputRefused: it can't be shown; the message says why.
            JournalError: as `list_games`.
        """
        with JournalReader.open(self._journal) as journal:
            return self._details(journal, self._record(journal, game_id))

    def roll_list(self, game_id: int) -> RollList | None:
        """Return the rolls of a game as public knowledge; None if its kind can't list them.

        Raises:
            UnknownGameError, InputRefused, JournalError: as `game_details`.
        """
        with JournalReader.open(self._journal) as journal:
            record = self._record(journal, game_id)
            if not has_roll_list(self._games[record.kind]):
                return None
            with guard_game_code("listing rolls", REPLAY_ERROR_MESSAGE):
                session = self._replay(journal, record)
                return roll_list(session.game, session.history)

    def export_game(self, game_id: int) -> Export | None:
        """Export one game as the document that `companion import` accepts.

        Returns:
            The document; None for an unfinished game, as it contains the players' secrets.

        Raises:
            UnknownGameError, InputRefused, JournalError: as `game_details`.
        """
        if not winners(self.game_details(game_id)["summary"]):
            return None
        with JournalReader.open(self._journal) as journal:
            return journal.export(game_id)

    def books(self) -> list[BookOfKind]:
        """Return the statistics of all finished games for each kind (`companion.table.book.books`).

        Raises:
            JournalError: as `list_games`.
        """
        listed = self.list_games()
        with self._lock:
            return books(listed, self._contests)

    def _record(self, journal: JournalReader, game_id: int) -> GameRecord:
        record = journal.game(game_id)
        if record.kind not in self._games:
            raise UnknownGameError(game_id)
        return record

    def _replay(self, journal: JournalReader, record: GameRecord) -> GameSession[Any, Any]:
        return replay_session(self._games[record.kind], journal.entries(record.id))

    def _summary_row(self, journal: JournalReader, record: GameRecord) -> GameInShort:
        """Return a short summary of one game, with the reason where it can't be shown."""
        try:
            return _summarize(self._details(journal, record))
        except (InputRefused, JournalDamagedError) as error:
            named = self._game_header(journal, record)
            return {
                "game": named["game"],
                "uuid": named["uuid"],
                "kind": named["kind"],
                "name": named["name"],
                "started": named["started"],
                "imported": False,
                "unreadable": message_to_json(str(error)),
                "finished": False,
                "winners": [],
                "winner": None,
                "turns": 0,
                "seconds": 0.0,
                "players": [],
            }

    def _game_header(self, journal: JournalReader, record: GameRecord) -> GameNamed:
        return {
            "game": record.id,
            "uuid": journal.uuid(record.id),
            "kind": record.kind,
            "name": self._games[record.kind].setup_options()["name"],
            "started": record.started.isoformat(timespec="seconds"),
        }

    def _details(self, journal: JournalReader, record: GameRecord) -> GameDetails:
        """Return a game's details, cached until its journal grows."""
        length = journal.entry_count(record.id)
        with self._lock:
            cached = self._details_cache.get(record.id)
        if cached is not None and cached[0] == length:
            return cached[1]
        with guard_game_code("summarizing a stored game", REPLAY_ERROR_MESSAGE):
            session = self._replay(journal, record)
            details: GameDetails = {
                **self._game_header(journal, record),
                "elsewhere": external_ids(session.game, session.history),
                "lists_rolls": has_roll_list(session.game),
                "imported": session.entries[0].source == IMPORT_SOURCE if session.entries else False,
                "summary": session.game.summary(session.history),
            }
            compared = contests(session.game, session.history) if winners(details["summary"]) else ()
        with self._lock:
            self._details_cache[record.id] = (length, details)
            self._setups[record.id] = _setup_of(session)
            self._contests[record.id] = compared
        return details


def _summarize(details: GameDetails) -> GameInShort:
    summary = details["summary"]
    short: GameInShort = {
        "game": details["game"],
        "uuid": details["uuid"],
        "kind": details["kind"],
        "name": details["name"],
        "started": details["started"],
        "imported": details["imported"],
        "finished": bool(winners(summary)),
        "winners": winners(summary),
        "winner": summary["winner"],
        "turns": summary["turns"],
        "seconds": summary["seconds"],
        "players": [
            PlayerInShort(name=player["name"], colour=player["colour"], points=player["points"])
            for player in summary["players"]
        ],
    }
    if "played" in summary:
        short["played"] = summary["played"]
    return short


def _setup_of(session: GameSession[Any, Any]) -> AsLastTime | None:
    """Return the setup of a game after all corrections, for another game of the same people."""
    if not session.steps:
        return None
    opening = session.game.event_to_json(session.steps[0].recorded.event)
    if not opening.get("players"):
        return None
    players = [Expected(name=each["name"], colour=each["colour"]) for each in opening["players"]]
    return {"kind": session.game.kind, "players": players, "options": opening.get("options") or {}}


def _has_begun(row: GameInShort) -> bool:
    """Return whether a game has a turn or a point, or can't be read."""
    return "unreadable" in row or row["turns"] > 0 or any(player["points"] for player in row["players"])
