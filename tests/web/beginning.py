"""A real game after its set-up: the island of the first game, all settlements placed, no roll yet."""

from __future__ import annotations

from typing import Any

from companion.island.setups import first_game_layout
from companion.table.table import Table

NAMES = {"red": "Ana", "blue": "Ben", "orange": "Cyr", "white": "Dora"}
FIRST_ROUND = ("i4,1 p3,0", "i5,-4 p3,-3", "i1,4 p1,2", "i7,-2 p4,-1")
SECOND_ROUND = ("i-2,-2 p-2,-1", "i-5,4 p-3,3", "i-2,4 p-1,3", "i-7,-1 p-4,-1")


def players(count: int = 4) -> list[dict[str, str]]:
    """Return the players in seat order."""
    return [{"name": name, "colour": colour} for colour, name in list(NAMES.items())[:count]]


def begin(table: Table, count: int = 4, **options: Any) -> Table:
    """Start a game at a table without one; returns the table."""
    table.start_game({"game": "base", "players": players(count), "options": options})
    table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    for founded in (*FIRST_ROUND[:count], *SECOND_ROUND[:count]):
        settlement, road = founded.split()
        table.submit({"kind": "place", "piece": "settlement", "at": settlement})
        table.submit({"kind": "place", "piece": "road", "at": road})
    return table
