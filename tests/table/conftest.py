from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.island.setups import first_game
from companion.journal import Journal
from companion.table.table import Table
from tests.beginnings import FOUNDING
from tests.games.tally import Tally

PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]


class FakeClock:
    def __init__(self) -> None:
        self.t = 100.0

    def __call__(self) -> float:
        self.t += 0.25
        return self.t


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def journal_path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def open_table(journal_path: Path, clock: FakeClock) -> Iterator[Callable[[], Table]]:
    """Opens the table on the same journal, closing the one before: a restart."""
    opened: list[tuple[Table, Journal]] = []

    def close() -> None:
        while opened:
            table, journal = opened.pop()
            table.stop()
            journal.close()

    def open_() -> Table:
        close()
        journal = Journal.open(journal_path)
        table = Table(journal, clock, games={**GAMES, Tally.kind: Tally()})
        opened.append((table, journal))
        return table

    yield open_
    close()


@pytest.fixture
def table(open_table: Callable[[], Table]) -> Table:
    return open_table()


@pytest.fixture
def base_game() -> dict[str, Any]:
    return {"game": "base", "players": PLAYERS, "options": {}}


@pytest.fixture
def founded(table: Table, base_game: dict[str, Any]) -> Table:
    table.start_game(base_game)
    table.submit({"kind": "correct", "layout": first_game().to_json()})
    for piece, at in FOUNDING:
        table.submit({"kind": "place", "piece": piece, "at": at})
    return table
