"""A panel's colour, next input and sounds, derived from the table's public snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import capabilities
from companion.games.game_api import Game
from companion.island.pieces import COLOURS, PieceColour

Snapshot = Mapping[str, Any]
Games = Mapping[str, Game[Any, Any]]
"""The games that the table plays, by kind."""


def panel_colour(games: Games, snapshot: Snapshot) -> PieceColour | None:
    """Return the colour that the light shows; None for no light."""
    current = snapshot["game"]
    if current is None:
        return None
    colour = capabilities.panel_light(games[current["kind"]], current["view"])
    return colour if colour in COLOURS else None


def next_input(games: Games, snapshot: Snapshot) -> Mapping[str, Any] | None:
    """Return the next-player button's input; None for no input, so that an extra press skips nobody."""
    current = snapshot["game"]
    return None if current is None else capabilities.panel_next(games[current["kind"]], current["view"])


class SoundDetector:
    """Detects each audible event once, when it happens.

    An event is new if its entry is newer than every entry processed before, and newer than the entries
    of all earlier events. Events that a correction changes, inserts or restores are therefore not new.
    Of several new events only the last counts, audible or not. The first snapshot is only a baseline.
    """

    def __init__(self, games: Games) -> None:
        """Start without a baseline; `games`: those that the table plays, by kind."""
        self._games = games
        self._game_id: object = None
        self._newest_entry = 0

    def detect_sound(self, snapshot: Snapshot) -> bool:
        """Return whether an audible event happened since the last snapshot."""
        current = snapshot["game"]
        if current is None:
            return False
        log = current["view"]["log"]
        before = self._newest_entry if current["id"] == self._game_id else None
        newest = max((line["number"] for line in log), default=0)
        self._newest_entry = max(newest, before or 0)
        self._game_id = current["id"]
        if before is None:
            return False
        game = self._games[current["kind"]]
        later_entry: float = float("inf")
        for line in reversed(log):
            sounds = capabilities.panel_sounds(game, line["event"])
            if sounds is not None:
                return sounds and before < line["number"] < later_entry
            later_entry = min(later_entry, line["number"])
        return False
