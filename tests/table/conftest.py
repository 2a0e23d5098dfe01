from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.game_api import PHONE_PREFIX
from companion.games.registry import GAMES
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.table.seats import Seats
from companion.table.table import Table
from tests import declared
from tests.beginnings import FOUNDING
from tests.declared import of_known_game
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
    table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    for piece, at in FOUNDING:
        table.submit({"kind": "place", "piece": piece, "at": at})
    return table


@pytest.fixture(autouse=True)
def as_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test's table takes, answers and shows is as it is declared."""
    submit, preview, take = Table.submit, Table.preview, Table._create_snapshot
    of_phones = Seats.submit, Seats.snapshot

    def submitted(table: Table, data: Mapping[str, Any], source: str = "tablet") -> Any:
        told = submit(table, data, source)
        if table.session is None or table.session.game.kind in GAMES:
            declared.check("Outcome", told)
            if not source.startswith(PHONE_PREFIX):
                declared.check("Input", data)
        return told

    def previewed(table: Table, data: Mapping[str, Any], source: str = "tablet") -> Any:
        told = preview(table, data, source)
        if table.session is None or table.session.game.kind in GAMES:
            declared.check("Preview", told)
        return told

    def taken(table: Table, public: Any) -> Any:
        shown = take(table, public)
        if of_known_game(shown):
            declared.check("Snapshot", shown)
        return shown

    def said(seats: Seats, colour: str, data: Mapping[str, Any]) -> Any:
        told = of_phones[0](seats, colour, data)
        declared.check("SeatInput", data)
        return told

    def seen(seats: Seats, colour: str) -> Any:
        shown = of_phones[1](seats, colour)
        if of_known_game(shown):
            declared.check("SeatSnapshot", shown)
        return shown

    monkeypatch.setattr(Table, "submit", submitted)
    monkeypatch.setattr(Table, "preview", previewed)
    monkeypatch.setattr(Table, "_create_snapshot", taken)
    monkeypatch.setattr(Seats, "submit", said)
    monkeypatch.setattr(Seats, "snapshot", seen)
