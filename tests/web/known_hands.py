"""An evening of the base game at a real table, for tests of the players' phones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.table.table import Table
from tests.table_setup import FOUNDING, Seconds

PLAYERS: Final = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]
HANDS: Final = {
    "red": {"ore": 3, "wool": 2, "grain": 2},
    "blue": {"wool": 2, "brick": 1},
    "white": {"wool": 1},
}


@contextmanager
def game_with_hands(folder: Path, **options: Any) -> Iterator[Table]:
    """Return a real table after its set-up: each player has entered their hand, red has rolled."""
    with Journal.open(folder / "journal.db") as journal:
        table = Table(journal, Seconds())
        table.start_game({"players": PLAYERS, "options": {"all_told": True, **options}})
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        for piece, at in FOUNDING:
            table.submit({"kind": "place", "piece": piece, "at": at})
        for colour, hand in HANDS.items():
            table.seats.submit(colour, {"kind": "show_hand", "resources": hand})
        table.submit({"kind": "roll", "dice": [1, 1]})
        yield table
        table.stop()
