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
from tests import schema_check
from tests.games.tally import Tally
from tests.schema_check import is_of_registered_game
from tests.table_setup import FOUNDING

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
    """Return a function that reopens the table on the same journal as after a restart."""
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
def founded_table(table: Table, base_game: dict[str, Any]) -> Table:
    table.start_game(base_game)
    table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    for piece, at in FOUNDING:
        table.submit({"kind": "place", "piece": piece, "at": at})
    return table


@pytest.fixture(autouse=True)
def _check_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the inputs, answers and snapshots of each test's table by the API's schemas."""
    submit, preview, take = Table.submit, Table.preview, Table._create_snapshot
    of_phones = Seats.submit, Seats.snapshot

    def submit_checked(table: Table, data: Mapping[str, Any], source: str = "tablet") -> Any:
        answer = submit(table, data, source)
        if table.session is None or table.session.game.kind in GAMES:
            schema_check.check("Outcome", answer)
            if not source.startswith(PHONE_PREFIX):
                schema_check.check("Input", data)
        return answer

    def preview_checked(table: Table, data: Mapping[str, Any], source: str = "tablet") -> Any:
        answer = preview(table, data, source)
        if table.session is None or table.session.game.kind in GAMES:
            schema_check.check("Preview", answer)
        return answer

    def create_snapshot_checked(table: Table, public: Any) -> Any:
        shown = take(table, public)
        if is_of_registered_game(shown):
            schema_check.check("Snapshot", shown)
        return shown

    def submit_seat_checked(seats: Seats, colour: str, data: Mapping[str, Any]) -> Any:
        answer = of_phones[0](seats, colour, data)
        schema_check.check("SeatInput", data)
        return answer

    def seat_snapshot_checked(seats: Seats, colour: str) -> Any:
        shown = of_phones[1](seats, colour)
        if is_of_registered_game(shown):
            schema_check.check("SeatSnapshot", shown)
        return shown

    monkeypatch.setattr(Table, "submit", submit_checked)
    monkeypatch.setattr(Table, "preview", preview_checked)
    monkeypatch.setattr(Table, "_create_snapshot", create_snapshot_checked)
    monkeypatch.setattr(Seats, "submit", submit_seat_checked)
    monkeypatch.setattr(Seats, "snapshot", seat_snapshot_checked)
