"""What a running table shows, for tests in which a game is on and somebody plays the colour asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.api_types import GameOn
from companion.table.table import Table


def game_on(table: Table) -> GameOn:
    """The game that is on, as everybody sees it."""
    game = table.snapshot()["game"]
    assert game is not None, "no game is on"
    return game


def view(table: Table) -> Mapping[str, Any]:
    """What everybody sees of the game that is on."""
    return game_on(table)["view"]


def own_view(table: Table, colour: str) -> Mapping[str, Any]:
    """What the player of a colour alone sees of it."""
    seat = table.seats.snapshot(colour)["seat"]
    assert seat is not None, f"nobody plays {colour}"
    return seat
