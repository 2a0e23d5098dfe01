"""The games in the journal: their summaries, and statistics of the players."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from companion.games.api_types import Contest
from companion.games.game_api import Game, RollList, winners
from companion.games.registry import GAMES
from companion.games.seats import normalize_name
from companion.i18n import message_to_json
from companion.journal import GameRecord, JournalDamagedError, JournalReader, UnknownGameError
from companion.journal.history import Export
from companion.observations import InputRefused
from companion.table import api_types
from companion.table.session import (
    IMPORT_SOURCE,
    REPLAY_ERROR_MESSAGE,
    GameSession,
    guard_game_code,
    replay_session,
)

# The club's book: statistics of the players over all games, separately for each kind of game.


Contests = Mapping[int, Sequence[Contest]]
"""The contests of finished games, by game number."""


def books(listed: Iterable[api_types.GameInShort], contests: Contests) -> list[api_types.BookOfKind]:
    """Return the statistics for each kind of game; the kind played most comes first.

    Players are identified by their normalized names. Habits are averages per game, over the games that have
    the contest.

    Args:
        listed: games, the newest first; unfinished ones are ignored, and a game with several copies counts
            once.
        contests: the contests of the finished games.
    """
    kinds: dict[str, list[api_types.GameInShort]] = {}
    counted: set[str] = set()
    for game in listed:
        if game["finished"] and game["uuid"] not in counted:
            counted.add(game["uuid"])
            kinds.setdefault(game["kind"], []).append(game)
    result = [_book(games, contests) for games in kinds.values()]
    return sorted(result, key=lambda book: -book["games"])


def _book(games: Sequence[api_types.GameInShort], contests: Contests) -> api_types.BookOfKind:
    return {
        "kind": games[0]["kind"],
        "name": games[0]["name"],
        "games": len(games),
        "players": player_histories(games),
        "meetings": _meetings(games),
        "habits": _habits(games, contests),
    }


def player_histories(listed: Iterable[api_types.GameInShort]) -> list[api_types.PlayerHistory]:
    """Return each player's results in finished games, by name; the most victories come first.

    Args:
        listed: games, the newest first.

    Returns:
        ``name``, ``games``, ``won``, ``points`` (on average), ``best``, and ``last`` (the start of the newest
        game, by the clock at that time).
    """
    games: dict[str, list[tuple[int, bool, str]]] = {}
    finished = [game for game in listed if game["finished"]]
    names = _latest_names(finished)
    for game in finished:
        for player in game["players"]:
            won = player["colour"] in game["winners"]
            played = games.setdefault(normalize_name(player["name"]), [])
            played.append((player["points"], won, game["started"]))
    found: list[api_types.PlayerHistory] = [
        {
            "name": names[key],
            "games": len(played),
            "won": sum(won for _, won, _ in played),
            "points": round(sum(points for points, _, _ in played) / len(played), 1),
            "best": max(points for points, _, _ in played),
            "last": played[0][2],
        }
        for key, played in games.items()
    ]
    return sorted(found, key=lambda each: (-each["won"], -each["points"], each["name"]))


def _latest_names(games: Sequence[api_types.GameInShort]) -> dict[str, str]:
    """Return the players' names in their latest spelling, by normalized name."""
    names: dict[str, str] = {}
    for game in games:
        for player in game["players"]:
            names.setdefault(normalize_name(player["name"]), player["name"].strip())
    return names


def _meetings(games: Sequence[api_types.GameInShort]) -> list[api_types.Meeting]:
    """Return how often each of two players finished ahead; the most frequent pairs come first."""
    names = _latest_names(games)
    met: dict[tuple[str, str], list[int]] = {}
    for game in games:
        # The winner is ahead of all others, whatever the points.
        places = {
            normalize_name(player["name"]): (player["colour"] in game["winners"], player["points"])
            for player in game["players"]
        }
        for one, other in combinations(sorted(places), 2):
            counts = met.setdefault((one, other), [0, 0, 0])
            counts[0] += 1
            counts[1] += places[one] > places[other]
            counts[2] += places[other] > places[one]
    found: list[api_types.Meeting] = [
        {"one": names[one], "other": names[other], "games": games_, "one_ahead": ahead, "other_ahead": behind}
        for (one, other), (games_, ahead, behind) in met.items()
    ]
    return sorted(found, key=lambda each: (-each["games"], each["one"], each["other"]))


def _habits(games: Sequence[api_types.GameInShort], contests: Contests) -> list[api_types.Habit]:
    """Return each player's average per game, for each contest that describes a habit."""
    names = _latest_names(games)
    kinds: dict[str, Contest] = {}
    counted: dict[str, dict[str, list[int]]] = {}
    for game in games:
        for contest in contests.get(game["game"], ()):
            if contest.describe_habit is None or not contest.counts:
                continue
            kinds.setdefault(str(contest.title), contest)
            counts = counted.setdefault(str(contest.title), {})
            for player in game["players"]:
                had = counts.setdefault(normalize_name(player["name"]), [])
                had.append(contest.counts.get(player["colour"], 0))
    return [_habit(kinds[title], counts, names) for title, counts in counted.items()]


def _habit(
    contest: Contest, counts: Mapping[str, Sequence[int]], names: Mapping[str, str]
) -> api_types.Habit:
    means = {key: sum(had) / len(had) for key, had in counts.items()}
    order = sorted(means, key=lambda key: (-means[key], names[key]))
    alone = len(order) > 1 and means[order[0]] > means[order[1]]
    values: list[api_types.HabitOf] = [
        {"name": names[key], "value": round(means[key], 1), "games": len(counts[key])} for key in order
    ]
    text = contest.describe_habit(names[order[0]]) if alone and contest.describe_habit is not None else None
    return {
        "title": message_to_json(contest.title),
        "told": None if text is None else message_to_json(text),
        "values": values,
    }


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
        self._details_cache: dict[int, tuple[int, api_types.GameDetails]] = {}
        self._setups: dict[int, api_types.AsLastTime | None] = {}
        self._contests: dict[int, Sequence[Contest]] = {}

    def list_games(self, *, unbegun: bool = False, archived: bool = False) -> list[api_types.GameInShort]:
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

    def last_setup(self) -> api_types.AsLastTime | None:
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

    def game_details(self, game_id: int) -> api_types.GameDetails:
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
            if not self._games[record.kind].has_roll_list:
                return None
            with guard_game_code("listing rolls", REPLAY_ERROR_MESSAGE):
                session = self._replay(journal, record)
                return session.game.roll_list(session.history)

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

    def books(self) -> list[api_types.BookOfKind]:
        """Return the statistics of all finished games for each kind (`companion.table.game_archive.books`).

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

    def _summary_row(self, journal: JournalReader, record: GameRecord) -> api_types.GameInShort:
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

    def _game_header(self, journal: JournalReader, record: GameRecord) -> api_types.GameNamed:
        return {
            "game": record.id,
            "uuid": journal.uuid(record.id),
            "kind": record.kind,
            "name": self._games[record.kind].setup_options()["name"],
            "started": record.started.isoformat(timespec="seconds"),
        }

    def _details(self, journal: JournalReader, record: GameRecord) -> api_types.GameDetails:
        """Return a game's details, cached until its journal grows."""
        length = journal.entry_count(record.id)
        with self._lock:
            cached = self._details_cache.get(record.id)
        if cached is not None and cached[0] == length:
            return cached[1]
        with guard_game_code("summarizing a stored game", REPLAY_ERROR_MESSAGE):
            session = self._replay(journal, record)
            details: api_types.GameDetails = {
                **self._game_header(journal, record),
                "elsewhere": session.game.external_ids(session.history),
                "lists_rolls": session.game.has_roll_list,
                "imported": session.entries[0].source == IMPORT_SOURCE if session.entries else False,
                "summary": session.game.summary(session.history),
            }
            compared = session.game.contests(session.history) if winners(details["summary"]) else ()
        with self._lock:
            self._details_cache[record.id] = (length, details)
            self._setups[record.id] = _setup_of(session)
            self._contests[record.id] = compared
        return details


def _summarize(details: api_types.GameDetails) -> api_types.GameInShort:
    summary = details["summary"]
    short: api_types.GameInShort = {
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
            api_types.PlayerInShort(name=player["name"], colour=player["colour"], points=player["points"])
            for player in summary["players"]
        ],
    }
    if "played" in summary:
        short["played"] = summary["played"]
    return short


def _setup_of(session: GameSession[Any, Any]) -> api_types.AsLastTime | None:
    """Return the setup of a game after all corrections, for another game of the same people."""
    if not session.steps:
        return None
    opening = session.game.event_to_json(session.steps[0].recorded.event)
    if not opening.get("players"):
        return None
    players = [api_types.Expected(name=each["name"], colour=each["colour"]) for each in opening["players"]]
    return {"kind": session.game.kind, "players": players, "options": opening.get("options") or {}}


def _has_begun(row: api_types.GameInShort) -> bool:
    """Return whether a game has a turn or a point, or can't be read."""
    return "unreadable" in row or row["turns"] > 0 or any(player["points"] for player in row["players"])
