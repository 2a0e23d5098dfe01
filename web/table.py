"""What the web knows of a table: its snapshot, and the inputs it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Evenings(Protocol):
    """The games that were played here, looked back on. All of it may be seen by everybody.

    Every method raises `companion.errors.CompanionError` where the journal can't be read now (its message
    says what to do), and those about one game a `LookupError` where there is no such game.
    """

    def listed(self) -> list[dict[str, Any]]:
        """Every game in short, the newest first (`companion.table.evenings.Evenings.listed`)."""

    def players(self) -> list[dict[str, Any]]:
        """What the finished games came to for each player, the most victories first."""

    def told(self, game_id: int) -> dict[str, Any]:
        """One game with its whole ``summary``."""

    def exported(self, game_id: int) -> dict[str, Any] | None:
        """One game as the document that `companion import` takes; None while it isn't over."""


class Table(Protocol):
    """A running table, called from the web server's threads, several at once.

    A snapshot is a JSON object with an ``epoch`` (a string, another one each time the table starts)
    and a ``version`` (a whole number that only rises within an epoch); both together name it. Its ``t``
    says when it was taken, by the clock of `now`.
    """

    def now(self) -> float:
        """Seconds since the game began."""

    @property
    def evenings(self) -> Evenings:
        """The games that were played here."""

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
            ``told`` (the events it led to), ``faults`` (rules they break) and ``version``.

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

    def start_game(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Start a game from ``{"game", "players": [{"name", "colour"}], "options"}``.

        One that is on already has ``taken_up`` besides (`companion.games.base.taking_up.described`).

        Returns:
            As `submit`.

        Raises:
            companion.observations.InputRefused: no such game, or not with these players.
        """
