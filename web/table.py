"""The interface of a table for the web server: its snapshots, and the inputs it accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from companion.games.game_api import Game, RollList


class GameArchiveApi(Protocol):
    """The games that were played at this table. All of it is public.

    Every method raises `companion.errors.CompanionError` if the journal can't be read now (the message says
    what to do), and those about one game raise `LookupError` for an unknown game.
    """

    def list_games(self, *, archived: bool = False) -> Sequence[Mapping[str, Any]]:
        """Summarize every game, the newest first; `archived`: the archived games instead of the others.

        As `companion.table.game_archive.GameArchive.list_games`.
        """

    def books(self) -> Sequence[Mapping[str, Any]]:
        """Return the players' records over all finished games, for each kind of game."""

    def game_kind(self, game_id: int) -> str | None:
        """Return a game's kind, or None for an unknown game."""

    def game_details(self, game_id: int) -> Mapping[str, Any]:
        """Return one game with its complete ``summary``."""

    def roll_list(self, game_id: int) -> RollList | None:
        """Return the rolls of a game one by one, or None if its kind lists none."""

    def export_game(self, game_id: int) -> Mapping[str, Any] | None:
        """Return a finished game as a document for `companion import`; None for an unfinished one."""


class SeatsApi(Protocol):
    """The private view and inputs of each player, by colour, and trade offers.

    Inputs raise `companion.observations.InputRefused` or a `companion.errors.CompanionError`, as
    `TableApi.submit` does.
    """

    def snapshot(self, colour: str) -> Mapping[str, Any]:
        """Return the newest snapshot, with the player's private view as ``seat``, None for a free colour."""

    def submit(self, colour: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Apply a player's input about their own cards (`companion.games.base.inputs.seat_inputs`)."""

    def offer(self, colour: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Make a trade offer: ``{"give": cards, "take": cards, "to": colour or null}``."""

    def answer(
        self, colour: str, number: int, data: Mapping[str, Any], source: str | None = None
    ) -> Mapping[str, Any]:
        """Answer an offer: ``{"answer": "accept", "refuse", "withdraw" or "close", "with": colour}``."""


class TableApi(Protocol):
    """A running table.

    The web server calls it from several threads at the same time. A snapshot is a JSON object with an
    ``epoch`` (a string that differs for each start of the table) and a ``version`` (an integer that rises
    within an epoch); together they name it. Its ``t`` is its time, by the clock of `game_time`.
    """

    def game_time(self) -> float:
        """Return the seconds since the game began."""

    @property
    def playable(self) -> Mapping[str, Game[Any, Any]]:
        """The games that can be played here, by kind."""

    @property
    def game_archive(self) -> GameArchiveApi:
        """The games that were played here."""

    @property
    def seats(self) -> SeatsApi:
        """The private view and inputs of each player."""

    def snapshot(self) -> Mapping[str, Any]:
        """Return the newest snapshot."""

    def question_picture(self, number: int, index: int) -> bytes | None:
        """Return a picture of an open question as JPEG, or None if there is none."""

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> Mapping[str, Any] | None:
        """Return the newest snapshot as soon as it differs from the one named.

        Args:
            epoch: epoch of the caller's snapshot.
            version: its version.
            timeout: the longest wait in seconds.

        Returns:
            The snapshot, or None if the time ran out first.
        """

    def submit(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Apply an input, in the form of recordings and `POST /api/inputs`.

        Returns:
            ``told`` (the resulting events), ``violations`` (rules that they break) and ``version``.

        Raises:
            companion.observations.InputRefused: the input makes no sense; the message says why.
            companion.errors.CompanionError: it can't be saved now; the message says what to do.
        """

    def preview(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the effects of an input without applying it.

        Returns:
            As `submit`, and ``changes``: objects with ``what``, ``before`` and ``after``.

        Raises:
            companion.observations.InputRefused: as `submit`.
        """

    def lines_before(self, before: int) -> Sequence[Mapping[str, Any]]:
        """Return the log lines before that of an entry, in the form of the snapshot's log."""

    def choices(self) -> Mapping[str, Any]:
        """Return the games that can be started or resumed here (`GameRepository.choices`).

        Raises:
            companion.errors.CompanionError: the journal can't be read now; the message says what to do.
        """

    def resume_game(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Resume an earlier game, from ``{"game": its number, "abandon": whether to leave the current one}``.

        Returns:
            As `start_game`.

        Raises:
            companion.observations.InputRefused: a game is in progress, or there is no such game.
        """

    def leave(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Leave the current game, from ``{"game": its number}``; it is kept.

        Returns:
            As `start_game`, with that game's number.

        Raises:
            companion.observations.InputRefused: that game isn't in progress.
        """

    def archive(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Archive a game, or restore it, from ``{"game": its number, "archived": whether}``.

        Returns:
            The request's data, and the ``version``.

        Raises:
            companion.observations.InputRefused: it is in progress, or there is no such game.
            companion.errors.CompanionError: it can't be saved; the message says what to do.
        """

    def start_game(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Start a game from ``{"game", "players": [{"name", "colour"}], "options"}``.

        A game that started without Companion also has ``taken_up`` (`companion.games.api_types.TakingUp`).

        Returns:
            As `submit`.

        Raises:
            companion.observations.InputRefused: there is no such game, or it can't be played by these
                players.
        """
