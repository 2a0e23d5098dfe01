"""The games that a table can play: a new one, one that was left before it was over, the last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.game_api import Game, Interpretation
from companion.games.registry import USUAL
from companion.i18n import sentence
from companion.journal import GameRecord, Journal, JournalReader
from companion.observations import InputRefused
from companion.table.archive import Archive
from companion.table.evenings import Evenings
from companion.table.last_played import NO_GAME, LastPlayed
from companion.table.session import IMPORTED, GameSession
from companion.table.showable import opened, reasoning, told
from companion.table.wire import Choices, Expected, PlayedKind

UNFINISHED_SHOWN: Final = 12

Begun = tuple[GameRecord, GameSession[Any, Any]]


class GameRepository:
    """The games of a journal, for the one table that plays them: under its lock, but for `choices`."""

    def __init__(self, journal: Journal, games: Mapping[str, Game[Any, Any]]) -> None:
        """Hold the games of a journal.

        Args:
            journal: open for writing.
            games: by kind.
        """
        self.evenings = Evenings(journal.path, games)
        self._archive = Archive(journal.path)
        self.seated: Sequence[Mapping[str, str]] = ()
        """Who is expected to play: ``name`` and ``colour`` of each, in seat order."""
        self._journal = journal
        self._games = games
        self._last_played = LastPlayed(journal.path)

    def last(self) -> GameRecord | None:
        """The game that was played here last, of whatever kind.

        None where there is none, or where it was given up: games that were imported are for reading. By the
        order of the journal, never by what a clock said: a computer without one begins each day anew.
        """
        noted = self._last_played.game
        return None if noted == NO_GAME else last_played(self._journal, noted)

    def opened(self, record: GameRecord) -> GameSession[Any, Any]:
        """A game of the journal, with all that will be shown of it worked out.

        Raises:
            InputRefused: it can't be followed, or not be shown.
            JournalError: it can't be read.
        """
        return opened(self._games[record.kind], self._journal.entries(record.id))

    def clear(self) -> None:
        """No game is on from now, also after a restart."""
        self._last_played.note(NO_GAME)

    def new(self, data: Mapping[str, Any]) -> Begun:
        """Begin a game, from `{"game": kind}` and what else its kind takes.

        Raises:
            InputRefused: what was chosen can't be played.
        """
        kind = data.get("game", USUAL)
        game = self._games.get(kind) if isinstance(kind, str) else None
        if game is None:
            raise InputRefused(
                sentence(
                    "no such game: {game}; known: {known}", game=str(kind)[:40], known=", ".join(self._games)
                )
            )
        before: GameSession[Any, Any] = GameSession.new(game)
        with reasoning("a new game"):
            try:
                opening = Interpretation(game.opening(data))
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
            raise InputRefused(sentence("there is no game {number} here to resume", number=str(number)[:20]))
        if self._journal.first_source(record.id) in (None, IMPORTED):
            raise InputRefused(sentence("an imported game is read-only: it can't be resumed"))
        session = self.opened(record)
        self._last_played.note(record.id)
        return record, session

    def put_away(self, number: object, archived: object) -> None:
        """Archive a game, or bring it back.

        Raises:
            InputRefused: there is none with that number.
            ArchiveError: it can't be noted.
        """
        known = (record.id for record in self._journal.games())
        if type(number) is not int or number not in known or not isinstance(archived, bool):
            raise InputRefused(sentence("there is no game {number} here", number=str(number)[:20]))
        self._archive.put(number, archived=archived)

    def choices(self, on: int | None) -> Choices:
        """What can be chosen, where game number `on` is on.

        Returns:
            ``games`` (each as its kind offers it, with its ``kind``), ``last`` (how the one played last
            began, as `Evenings.last` has it), ``names`` (of whoever played here, the latest first),
            ``seated`` (who is expected to play), ``unfinished`` (as `Evenings.listed` has them, without the
            one that is on and those in which nothing happened) and ``begun`` (whether anything happened in
            the one that is on, so that it is offered once it is left).

        Raises:
            JournalError: the journal can't be read now.
        """
        listed = self.evenings.listed()
        unfinished = [
            game
            for game in listed
            if not (game["finished"] or game["imported"] or "unreadable" in game or game["game"] == on)
        ]
        seated = [game["players"] for game in self.evenings.listed(unbegun=True)]
        return {
            "games": [PlayedKind(kind=kind, **game.setup_options()) for kind, game in self._games.items()],
            "last": self.evenings.last(),
            "names": list(dict.fromkeys(player["name"] for players in seated for player in players)),
            "seated": [Expected(name=player["name"], colour=player["colour"]) for player in self.seated],
            "unfinished": unfinished[:UNFINISHED_SHOWN],
            "begun": any(game["game"] == on for game in listed),
        }


def last_played(journal: JournalReader, noted: int | None) -> GameRecord | None:
    """The game noted as played last, where it is still there; else the newest that wasn't imported."""
    newest_first = reversed(journal.games())
    for record in sorted(newest_first, key=lambda record: record.id != noted):
        if journal.first_source(record.id) not in (None, IMPORTED):
            return record
    return None
