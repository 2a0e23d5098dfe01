"""The games that the journal keeps, looked back on: each by itself, and all of a player's."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.games.awards import Contest
from companion.games.game_api import Game, winners
from companion.games.optional import contests, elsewhere, lists_rolls, roll_list
from companion.games.registry import GAMES
from companion.games.roll_list import RollList
from companion.i18n import message_to_json
from companion.journal import GameRecord, JournalDamagedError, JournalReader, UnknownGameError
from companion.journal.wire import Export
from companion.observations import InputRefused
from companion.table.archive import Archive
from companion.table.book import books
from companion.table.session import IMPORTED, GameSession
from companion.table.showable import UNFOLLOWED, followed, reasoning
from companion.table.wire import (
    AsLastTime,
    BookOfKind,
    Expected,
    GameInShort,
    GameNamed,
    GameTold,
    PlayerInShort,
)


class Evenings:
    """Looks back on a journal's games, beside whoever writes to it. Usable from any thread."""

    def __init__(self, journal: Path, games: Mapping[str, Game[Any, Any]] = GAMES) -> None:
        """Look back on the games of a journal.

        Args:
            journal: its file.
            games: by kind; games of other kinds are not shown.
        """
        self._journal = journal
        self._games = games
        self._archive = Archive(journal)
        self._lock = threading.Lock()
        self._known: dict[int, tuple[int, GameTold]] = {}
        self._opened: dict[int, AsLastTime | None] = {}
        self._contests: dict[int, Sequence[Contest]] = {}

    def listed(self, *, unbegun: bool = False, archived: bool = False) -> list[GameInShort]:
        """Every game in short in which something happened, that taken into the journal last first.

        Args:
            unbegun: also those in which nothing did.
            archived: those that are archived, in place of those that are not.

        Returns:
            ``game``, ``kind``, ``name`` (of the kind, for people), ``started`` (ISO 8601, UTC, by a clock
            that may have been wrong), ``imported`` (from a file), ``finished``, ``winner`` (a colour or
            None), ``winners`` (the colours of those who share the victory, also of one who won alone),
            ``players`` (``{"name", "colour", "points"}``, the best first), ``turns``, ``seconds``, and
            ``played``, where its kind says in words of its own how much was played. One that can't be shown
            has no players, no turns, and ``unreadable``, which says why.

        Raises:
            JournalError: the journal can't be read now; the message says what to do.
        """
        with JournalReader.open(self._journal) as journal:
            away = self._archive.games
            return [
                told
                for record in reversed(journal.games())
                if record.kind in self._games
                and (record.id in away) == archived
                and (_is_begun(told := self._listed(journal, record)) or unbegun)
            ]

    def last(self) -> AsLastTime | None:
        """How the newest game began that was played here and isn't archived, whether or not it was played on.

        None where there is none, or where its kind's first event doesn't say who sits there.

        Raises:
            JournalError: as `listed`.
        """
        for game in self.listed(unbegun=True):
            if not game["imported"] and "unreadable" not in game:
                with self._lock:
                    return self._opened.get(game["game"])
        return None

    def kind(self, game_id: int) -> str | None:
        """Which game a game is; None where there is no such game, or none that is played here.

        Raises:
            JournalError: as `listed`.
        """
        with JournalReader.open(self._journal) as journal:
            try:
                kind = journal.game(game_id).kind
            except UnknownGameError:
                return None
        return kind if kind in self._games else None

    def told(self, game_id: int) -> GameTold:
        """One game as `listed` has it, with its whole ``summary`` as its kind tells it.

        Raises:
            UnknownGameError: there is no such game, or none that is played here.
            InputRefused: it can't be shown; the message says why.
            JournalError: as `listed`.
        """
        with JournalReader.open(self._journal) as journal:
            return self._told(journal, self._record(journal, game_id))

    def rolls(self, game_id: int) -> RollList | None:
        """The rolls of a game, as everybody may know them; None where its kind has none to list.

        Raises:
            UnknownGameError, InputRefused, JournalError: as `told`.
        """
        with JournalReader.open(self._journal) as journal:
            record = self._record(journal, game_id)
            if not lists_rolls(self._games[record.kind]):
                return None
            with reasoning("the rolls of a game", UNFOLLOWED):
                session = self._followed(journal, record)
                return roll_list(session.game, session.history)

    def exported(self, game_id: int) -> Export | None:
        """One game as the document that `companion import` takes.

        Returns:
            The document; None where nobody has won: it says what players keep to themselves.

        Raises:
            UnknownGameError, InputRefused, JournalError: as `told`.
        """
        if not winners(self.told(game_id)["summary"]):
            return None
        with JournalReader.open(self._journal) as journal:
            return journal.export(game_id)

    def books(self) -> list[BookOfKind]:
        """What all finished games say of those who played, each kind by itself, as `books` has it.

        Raises:
            JournalError: as `listed`.
        """
        listed = self.listed()
        with self._lock:
            return books(listed, self._contests)

    def _record(self, journal: JournalReader, game_id: int) -> GameRecord:
        record = journal.game(game_id)
        if record.kind not in self._games:
            raise UnknownGameError(game_id)
        return record

    def _followed(self, journal: JournalReader, record: GameRecord) -> GameSession[Any, Any]:
        return followed(self._games[record.kind], journal.entries(record.id))

    def _listed(self, journal: JournalReader, record: GameRecord) -> GameInShort:
        """One game in short; whatever is wrong with it is said in its own row."""
        try:
            return _in_short(self._told(journal, record))
        except (InputRefused, JournalDamagedError) as error:
            named = self._named(record)
            return {
                "game": named["game"],
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

    def _named(self, record: GameRecord) -> GameNamed:
        return {
            "game": record.id,
            "kind": record.kind,
            "name": self._games[record.kind].setup_options()["name"],
            "started": record.started.isoformat(timespec="seconds"),
        }

    def _told(self, journal: JournalReader, record: GameRecord) -> GameTold:
        """A game is told anew only when its journal has grown."""
        length = journal.length(record.id)
        with self._lock:
            known = self._known.get(record.id)
        if known is not None and known[0] == length:
            return known[1]
        with reasoning("a game that is looked back on", UNFOLLOWED):
            session = self._followed(journal, record)
            told: GameTold = {
                **self._named(record),
                "elsewhere": elsewhere(session.game, session.history),
                "lists_rolls": lists_rolls(session.game),
                "imported": session.entries[0].source == IMPORTED if session.entries else False,
                "summary": session.game.summary(session.history),
            }
            compared = contests(session.game, session.history) if winners(told["summary"]) else ()
        with self._lock:
            self._known[record.id] = (length, told)
            self._opened[record.id] = _as_it_began(session)
            self._contests[record.id] = compared
        return told


def _in_short(told: GameTold) -> GameInShort:
    summary = told["summary"]
    short: GameInShort = {
        "game": told["game"],
        "kind": told["kind"],
        "name": told["name"],
        "started": told["started"],
        "imported": told["imported"],
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


def _as_it_began(session: GameSession[Any, Any]) -> AsLastTime | None:
    """How a game began, after all corrections: for another one of the same people."""
    if not session.steps:
        return None
    said = session.game.event_to_json(session.steps[0].recorded.event)
    if not said.get("players"):
        return None
    players = [Expected(name=each["name"], colour=each["colour"]) for each in said["players"]]
    return {"kind": session.game.kind, "players": players, "options": said.get("options") or {}}


def _is_begun(told: GameInShort) -> bool:
    """Whether anything happened in a game: a turn was played, or somebody has a point; or nobody can tell."""
    return "unreadable" in told or told["turns"] > 0 or any(player["points"] for player in told["players"])
