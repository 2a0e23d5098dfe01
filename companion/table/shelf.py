"""The games that a table can play: a new one, one that was left before it was over, the last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.seam import Game, Telling
from companion.journal import GameRecord, Journal
from companion.observations import InputRefused
from companion.table.evenings import Evenings
from companion.table.last_played import NO_GAME, LastPlayed
from companion.table.preview import told
from companion.table.session import IMPORTED, Session
from companion.words import sentence

UNFINISHED_SHOWN: Final = 12

Begun = tuple[GameRecord, Session[Any, Any]]


class Shelf:
    """The games of a journal, for the one table that plays them: under its lock, but for `choices`."""

    def __init__(self, journal: Journal, games: Mapping[str, Game[Any, Any]]) -> None:
        """Hold the games of a journal.

        Args:
            journal: open for writing.
            games: by kind.
        """
        self.evenings = Evenings(journal.path, games)
        self.seated: Sequence[Mapping[str, str]] = ()
        """Who is expected to play: ``name`` and ``colour`` of each, in seat order."""
        self._journal = journal
        self._games = games
        self._last_played = LastPlayed(journal.path)

    def last(self) -> tuple[GameRecord, Session[Any, Any] | None] | None:
        """The game that was played here last; its session is None where its kind isn't played here.

        None where there is none, or where it was given up: games that were imported are for reading.
        """
        noted = self._last_played.game
        if noted == NO_GAME:
            return None
        newest_first = sorted(self._journal.games(), key=lambda record: record.started, reverse=True)
        for record in sorted(newest_first, key=lambda record: record.id != noted):
            entries = self._journal.entries(record.id)
            if entries and entries[0].source != IMPORTED:
                game = self._games.get(record.kind)
                return record, None if game is None else Session.from_entries(game, entries)
        return None

    def clear(self) -> None:
        """No game is on from now, also after a restart."""
        self._last_played.note(NO_GAME)

    def new(self, data: Mapping[str, Any]) -> Begun:
        """Begin a game, from `{"game": kind}` and what else its kind takes.

        Raises:
            InputRefused: what was chosen can't be played.
        """
        kind = data.get("game", "base")
        game = self._games.get(kind) if isinstance(kind, str) else None
        if game is None:
            raise InputRefused(f"no such game: {str(kind)[:40]}; known: {', '.join(self._games)}")
        before: Session[Any, Any] = Session.new(game)
        try:
            opening = Telling(game.opening(data))
        except ValueError as error:
            raise InputRefused(str(error)) from error
        drafts = before.drafts(opening, t=0.0, source="tablet")
        after = told(before, drafts)
        record = self._journal.begin(str(kind), drafts)
        self._last_played.note(None)
        return record, after

    def left(self, number: object) -> Begun:
        """A game that was left, to be gone on with.

        Raises:
            InputRefused: there is none with that number, or it is for reading only.
        """
        record = next((each for each in self._journal.games() if each.id == number), None)
        if record is None or record.kind not in self._games or type(number) is not int:
            raise InputRefused(
                sentence("there is no game {number} here to go on with", number=str(number)[:20])
            )
        entries = self._journal.entries(record.id)
        if not entries or entries[0].source == IMPORTED:
            raise InputRefused(sentence("a game that was imported is for reading: nobody can go on with it"))
        session = Session.from_entries(self._games[record.kind], entries)
        self._last_played.note(record.id)
        return record, session

    def choices(self, on: int | None) -> dict[str, Any]:
        """What can be chosen, where game number `on` is on.

        Returns:
            ``games`` (each as its kind offers it, with its ``kind``), ``names`` (of whoever played here,
            the latest first), ``seated`` (who is expected to play), ``unfinished`` (as `Evenings.listed`
            has them, without the one that is on and those in which nothing happened) and ``begun`` (whether
            anything happened in the one that is on, so that it is offered once it is left).

        Raises:
            JournalError: the journal can't be read now.
        """
        listed = self.evenings.listed()
        unfinished = [
            game for game in listed if not (game["finished"] or game["imported"] or game["game"] == on)
        ]
        seated = [game["players"] for game in self.evenings.listed(unbegun=True)]
        return {
            "games": [{"kind": kind, **game.offer()} for kind, game in self._games.items()],
            "names": list(dict.fromkeys(player["name"] for players in seated for player in players)),
            "seated": [dict(player) for player in self.seated],
            "unfinished": unfinished[:UNFINISHED_SHOWN],
            "begun": any(game["game"] == on for game in listed),
        }
