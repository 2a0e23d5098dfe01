"""What games have in common in which nobody keeps a secret: what happened is for everybody's eyes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from companion.games.game_api import DrawOrder, GameHistory
from companion.i18n import sentence
from companion.observations import InputRefused

S = TypeVar("S")
E = TypeVar("E")


class OpenGame(ABC, Generic[S, E]):
    """A part of `companion.games.game_api.Game`, which says what each of these is."""

    @abstractmethod
    def event_to_json(self, event: E) -> dict[str, Any]:
        """The JSON form of an event."""

    def event_in_public(self, state: S, event: E) -> dict[str, Any]:
        """The whole event: there is nothing to hide in it."""
        return self.event_to_json(event)

    def faults_in_public(self, story: GameHistory[S, E]) -> Mapping[int, tuple[str, ...]]:
        """The rules that a story's chapters break, by their numbers: all of them."""
        return story.replay.faults

    def faults_known_to(self, story: GameHistory[S, E], seat: str) -> Mapping[int, tuple[str, ...]]:
        """The same: nobody knows more than everybody."""
        return self.faults_in_public(story)

    def seat_view(self, story: GameHistory[S, E], seat: str) -> dict[str, Any] | None:
        """None: nobody sees more than everybody."""
        return None

    def seat_input(self, story: GameHistory[S, E], seat: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Refused: what happens is entered on the tablet."""
        raise InputRefused(sentence("This game has no secrets: enter it on the tablet."))

    def by_lot(
        self, story: GameHistory[S, E], data: Mapping[str, Any], order: DrawOrder
    ) -> Mapping[str, Any]:
        """The input itself: nothing is drawn here that people don't draw themselves."""
        return data

    def trade_input(
        self, story: GameHistory[S, E], seat: str, partner: str, give: object, take: object
    ) -> dict[str, Any]:
        """Refused: nothing is traded."""
        raise InputRefused(sentence("Nothing is traded in this game."))
