from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Entry, Journal
from companion.journal.entries import draft_entry

MakeDraft = Callable[..., Entry]


@pytest.fixture(autouse=True)
def closed_connections(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that each test closes its databases; Python warns of open ones from 3.13 on only."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def connect_and_record(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        opened.append(connection)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_and_record)
    yield
    assert [each for each in opened if _is_open(each)] == []


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.total_changes  # noqa: B018 (a closed connection raises)
    except sqlite3.ProgrammingError:
        return False
    return True


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path) as journal:
        yield journal


@pytest.fixture
def draft() -> MakeDraft:
    """Make a draft of event number `n`, or with the body given by keywords."""

    def make(n: int = 0, **body: Any) -> Entry:
        return draft_entry(float(n), "tablet", 0.9, {"v": 1, **(body or {"event": {"kind": "roll", "n": n}})})

    return make
