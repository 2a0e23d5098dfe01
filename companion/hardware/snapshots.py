"""What a panel takes from the table's snapshots: the game says it of what everybody sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import optional
from companion.games.game_api import Game
from companion.island.pieces import COLOURS, PieceColour

Snapshot = Mapping[str, Any]
Games = Mapping[str, Game[Any, Any]]
"""The games that the table plays, by kind."""


def light(games: Games, snapshot: Snapshot) -> PieceColour | None:
    """Whose colour shines; None: nobody's."""
    on = snapshot["game"]
    if on is None:
        return None
    colour = optional.panel_light(games[on["kind"]], on["view"])
    return colour if colour in COLOURS else None


def next_input(games: Games, snapshot: Snapshot) -> Mapping[str, Any] | None:
    """What the button for the next player enters now; None: nothing, a press too many skips nobody."""
    on = snapshot["game"]
    return None if on is None else optional.panel_next(games[on["kind"]], on["view"])


class Sounds:
    """Notices an event that sounds once, when it happens.

    It is new where its entry is newer than all that were seen before it, and than all that happened
    before it: what a correction changes, inserts or brings back isn't. Of several the last alone counts,
    whether it sounds or not. The first snapshot that is seen only tells where the game stands.
    """

    def __init__(self, games: Games) -> None:
        """Take the games that the table plays."""
        self._games = games
        self._on: object = None
        self._newest = 0

    def falls(self, snapshot: Snapshot) -> bool:
        """Whether something that sounds happened since the last snapshot."""
        on = snapshot["game"]
        if on is None:
            return False
        log = on["view"]["log"]
        before = self._newest if on["id"] == self._on else None
        newest = max((line["number"] for line in log), default=0)
        self._newest = max(newest, before or 0)
        self._on = on["id"]
        if before is None:
            return False
        game = self._games[on["kind"]]
        told_after: float = float("inf")
        for line in reversed(log):
            sounds = optional.panel_sounds(game, line["event"])
            if sounds is not None:
                return sounds and before < line["number"] < told_after
            told_after = min(told_after, line["number"])
        return False
