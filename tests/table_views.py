"""Views of a running table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.api_types import GameOn
from companion.table.table import Table


def game_on(table: Table) -> GameOn:
    """The game in progress, as everyone sees it."""
    game = table.snapshot()["game"]
    assert game is not None, "no game is on"
    return game


def view(table: Table) -> Mapping[str, Any]:
    """The public view of the game in progress."""
    return game_on(table)["view"]


def own_view(table: Table, colour: str) -> Mapping[str, Any]:
    """The private view of a player."""
    seat = table.seats.snapshot(colour)["seat"]
    assert seat is not None, f"nobody plays {colour}"
    return seat
