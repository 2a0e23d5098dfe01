"""The games that the journal keeps, looked back on: each by itself, and all of a player's."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.games.registry import GAMES
from companion.games.seam import Game, winners
from companion.journal import GameRecord, JournalReader, UnknownGameError
from companion.table.session import IMPORTED, Session


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
        self._lock = threading.Lock()
        self._known: dict[int, tuple[int, dict[str, Any]]] = {}

    def listed(self, *, unbegun: bool = False) -> list[dict[str, Any]]:
        """Every game in short in which something happened, the newest first.

        Args:
            unbegun: also those in which nothing did.

        Returns:
            ``game``, ``kind``, ``name`` (of the kind, for people), ``started`` (ISO 8601, UTC), ``imported``
            (from a file), ``finished``, ``winner`` (a colour or None), ``winners`` (the colours of those who
            share the victory, also of one who won alone), ``players`` (``{"name", "colour", "points"}``, the
            best first), ``turns``, ``seconds``.

        Raises:
            JournalError: the journal can't be read now; the message says what to do.
        """
        with JournalReader.open(self._journal) as journal:
            return [
                told
                for record in sorted(journal.games(), key=lambda each: each.started, reverse=True)
                if record.kind in self._games
                and (_is_begun(told := _in_short(self._told(journal, record))) or unbegun)
            ]

    def told(self, game_id: int) -> dict[str, Any]:
        """One game as `listed` has it, with its whole ``summary`` as its kind tells it.

        Raises:
            UnknownGameError: there is no such game, or none that is played here.
            JournalError: as `listed`.
        """
        with JournalReader.open(self._journal) as journal:
            record = journal.game(game_id)
            if record.kind not in self._games:
                raise UnknownGameError(game_id)
            return self._told(journal, record)

    def exported(self, game_id: int) -> dict[str, Any] | None:
        """One game as the document that `companion import` takes.

        Returns:
            The document; None where nobody has won: it says what players keep to themselves.

        Raises:
            UnknownGameError, JournalError: as `told`.
        """
        if not winners(self.told(game_id)["summary"]):
            return None
        with JournalReader.open(self._journal) as journal:
            return journal.export(game_id)

    def players(self) -> list[dict[str, Any]]:
        """What the finished games came to for each player, as `by_player` has it.

        Raises:
            JournalError: as `listed`.
        """
        return by_player(self.listed())

    def _told(self, journal: JournalReader, record: GameRecord) -> dict[str, Any]:
        """A game is told anew only when its journal has grown."""
        length = journal.length(record.id)
        with self._lock:
            known = self._known.get(record.id)
        if known is not None and known[0] == length:
            return known[1]
        session = Session.from_entries(self._games[record.kind], journal.entries(record.id))
        summary = session.game.summary(session.story)
        told = {
            "game": record.id,
            "kind": record.kind,
            "name": session.game.offer()["name"],
            "started": record.started.isoformat(timespec="seconds"),
            "imported": session.entries[0].source == IMPORTED if session.entries else False,
            "summary": summary,
        }
        with self._lock:
            self._known[record.id] = (length, told)
        return told


def _in_short(told: Mapping[str, Any]) -> dict[str, Any]:
    summary = told["summary"]
    players = [
        {field: player[field] for field in ("name", "colour", "points")} for player in summary["players"]
    ]
    return {
        **{field: told[field] for field in ("game", "kind", "name", "started", "imported")},
        "finished": bool(winners(summary)),
        "winners": winners(summary),
        **{field: summary[field] for field in ("winner", "turns", "seconds")},
        "players": players,
    }


def _is_begun(told: Mapping[str, Any]) -> bool:
    """Whether anything happened in a game: a turn was played, or somebody has a point by now."""
    return told["turns"] > 0 or any(player["points"] for player in told["players"])


def by_player(listed: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What finished games came to for each player, who is known by name; the most victories first.

    Returns:
        ``name``, ``games``, ``won``, ``points`` (on average), ``best``, and ``last`` (when the newest of
        them began).
    """
    games: dict[str, list[tuple[int, bool, str]]] = {}
    names: dict[str, str] = {}
    for game in listed:
        if not game["finished"]:
            continue
        for player in game["players"]:
            # The same person, however the name was typed that evening; spelt as it was last.
            key = player["name"].strip().casefold()
            names.setdefault(key, player["name"].strip())
            won = player["colour"] in game["winners"]
            games.setdefault(key, []).append((player["points"], won, game["started"]))
    found = [
        {
            "name": names[key],
            "games": len(played),
            "won": sum(won for _, won, _ in played),
            "points": round(sum(points for points, _, _ in played) / len(played), 1),
            "best": max(points for points, _, _ in played),
            "last": max(started for _, _, started in played),
        }
        for key, played in games.items()
    ]
    return sorted(found, key=lambda each: (-each["won"], -each["points"], each["name"]))
