"""What the web knows of a table: its snapshot, and the inputs it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from companion.games.game_api import Game
from companion.games.roll_list import RollList


class EveningsApi(Protocol):
    """The games that were played here, looked back on. All of it may be seen by everybody.

    Every method raises `companion.errors.CompanionError` where the journal can't be read now (its message
    says what to do), and those about one game a `LookupError` where there is no such game.
    """

    def listed(self, *, archived: bool = False) -> Sequence[Mapping[str, Any]]:
        """Every game in short, the newest first; `archived`: those that are out of sight.

        As `companion.table.evenings.Evenings.listed`.
        """

    def books(self) -> Sequence[Mapping[str, Any]]:
        """What all finished games say of those who played, each kind of game by itself."""

    def kind(self, game_id: int) -> str | None:
        """Which game a game is; None where there is no such game."""

    def told(self, game_id: int) -> Mapping[str, Any]:
        """One game with its whole ``summary``."""

    def rolls(self, game_id: int) -> RollList | None:
        """The rolls of a game one by one; None where its kind has none to list."""

    def exported(self, game_id: int) -> Mapping[str, Any] | None:
        """One game as the document that `companion import` takes; None while it isn't over."""


class SeatsApi(Protocol):
    """What each player alone sees and enters, by the player's colour, and the offers of trade.

    What is entered raises `companion.observations.InputRefused` or a `companion.errors.CompanionError`, as
    `TableApi.submit` does.
    """

    def snapshot(self, colour: str) -> Mapping[str, Any]:
        """The newest snapshot, with what this player alone sees as ``seat``; None where nobody plays it."""

    def submit(self, colour: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take what a player entered about the own cards (`companion.games.base.inputs.seat_inputs`)."""

    def offer(self, colour: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Make an offer of trade: ``{"give": cards, "take": cards, "to": colour or null}``."""

    def answer(
        self, colour: str, number: int, data: Mapping[str, Any], source: str | None = None
    ) -> Mapping[str, Any]:
        """Answer an offer: ``{"answer": "accept", "refuse", "withdraw" or "close", "with": colour}``."""


class TableApi(Protocol):
    """A running table, called from the web server's threads, several at once.

    A snapshot is a JSON object with an ``epoch`` (a string, another one each time the table starts)
    and a ``version`` (a whole number that only rises within an epoch); both together name it. Its ``t``
    says when it was taken, by the clock of `now`.
    """

    def now(self) -> float:
        """Seconds since the game began."""

    @property
    def playable(self) -> Mapping[str, Game[Any, Any]]:
        """The games that can be played here, by kind."""

    @property
    def evenings(self) -> EveningsApi:
        """The games that were played here."""

    @property
    def seats(self) -> SeatsApi:
        """What each player alone sees and enters."""

    def snapshot(self) -> Mapping[str, Any]:
        """The newest snapshot."""

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> Mapping[str, Any] | None:
        """The newest snapshot, as soon as it is another than the one named.

        Args:
            epoch: epoch of the snapshot that the caller has.
            version: its version.
            timeout: seconds to wait at most.

        Returns:
            The snapshot, or None where the time ran out first.
        """

    def submit(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take an input, as recordings and `POST /api/inputs` have them.

        Returns:
            ``told`` (the events it led to), ``violations`` (rules they break) and ``version``.

        Raises:
            companion.observations.InputRefused: it makes no sense; the message says why.
            companion.errors.CompanionError: it can't be kept now; the message says what to do.
        """

    def preview(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """What an input would come to, without taking it.

        Returns:
            As `submit`, and ``changes``: objects with ``what``, ``before`` and ``after``.

        Raises:
            companion.observations.InputRefused: as `submit`.
        """

    def earlier(self, before: int) -> Sequence[Mapping[str, Any]]:
        """Lines of the story before that of an entry, as the snapshot's log has the last ones."""

    def choices(self) -> Mapping[str, Any]:
        """What can be played here (`companion.table.game_repository.GameRepository.choices`).

        Raises:
            companion.errors.CompanionError: it can't be read now; the message says what to do.
        """

    def go_on(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Go on with a game that was left, from ``{"game": its number, "abandon": whether one is given up}``.

        Returns:
            As `start_game`.

        Raises:
            companion.observations.InputRefused: a game is on, or there is no such game.
        """

    def leave(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Give up the game that is on, from ``{"game": its number}``; it is kept.

        Returns:
            As `start_game`, with that game's number.

        Raises:
            companion.observations.InputRefused: that game isn't on.
        """

    def archive(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Put a game out of sight, or bring it back, from ``{"game": its number, "archived": whether}``.

        Returns:
            What was said, and the ``version``.

        Raises:
            companion.observations.InputRefused: it is on, or there is no such game.
            companion.errors.CompanionError: it can't be noted; the message says what to do.
        """

    def start_game(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Start a game from ``{"game", "players": [{"name", "colour"}], "options"}``.

        One that is on already has ``taken_up`` besides (`companion.games.wire.TakingUp`).

        Returns:
            As `submit`.

        Raises:
            companion.observations.InputRefused: no such game, or not with these players.
        """
