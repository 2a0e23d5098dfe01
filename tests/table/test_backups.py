"""Copies of the journal are made beside the game: each day, at its end; where none can be, that is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Generations, Journal, JournalReader
from companion.table.backups import Backups
from companion.table.table import Table
from tests.patience import PATIENCE_S

DAY_S = 86400.0


class Pace:
    """Monotonic seconds that go on when a test says so."""

    def __init__(self) -> None:
        self.t = 0.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture
def pace() -> Pace:
    return Pace()


@pytest.fixture
def journal(journal_path: Path) -> Iterator[Journal]:
    with Journal.open(journal_path) as opened:
        yield opened


@pytest.fixture
def generations(tmp_path: Path, journal_path: Path) -> Generations:
    return Generations(tmp_path / "backups", journal_path, max_copies=4)


@pytest.fixture
def at_table(
    journal: Journal, generations: Generations, pace: Pace, base_game: dict[str, Any]
) -> Iterator[Table]:
    table = Table(journal, lambda: 0.0)
    table.start_game(base_game)
    table.start(
        [Backups(generations, lambda: table.session, interval_s=DAY_S, monotonic=pace, poll_interval_s=0.01)]
    )
    yield table
    table.stop()


def soon(what: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def rest() -> None:
    """A while in which it looks a few times."""
    time.sleep(0.1)


def test_the_first_is_made_soon_after_the_start_and_the_next_a_day_later_where_something_is_new(
    at_table: Table, generations: Generations, pace: Pace
) -> None:
    rest()
    assert generations.list_newest_first() == ()
    pace.t = 61
    soon(lambda: len(generations.list_newest_first()) == 1)
    pace.t += DAY_S
    rest()
    assert len(generations.list_newest_first()) == 1, "nothing is new"
    at_table.submit({"kind": "show_hand", "player": "red", "resources": {}})
    rest()
    assert len(generations.list_newest_first()) == 1, "it isn't a day since"
    pace.t += DAY_S
    soon(lambda: len(generations.list_newest_first()) == 2)


def test_while_it_copies_the_table_goes_on(
    at_table: Table, generations: Generations, pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    copying, go_on = threading.Event(), threading.Event()
    real = generations.add

    def slowly() -> Any:
        copying.set()
        assert go_on.wait(PATIENCE_S)
        return real()

    monkeypatch.setattr(generations, "add", slowly)
    pace.t = 61
    assert copying.wait(PATIENCE_S)
    at_table.submit({"kind": "show_hand", "player": "red", "resources": {}})
    assert at_table.snapshot()["game"]
    go_on.set()
    soon(lambda: len(generations.list_newest_first()) == 1)


def test_where_none_can_be_made_the_page_says_so_until_one_can(
    at_table: Table, generations: Generations, pace: Pace, tmp_path: Path
) -> None:
    (tmp_path / "backups").write_text("in the way")
    pace.t = 61

    def told() -> list[str]:
        sources = at_table.snapshot()["sources"]
        return [each["health"] for each in sources if each["name"] == "backup"]

    soon(lambda: told() == ["fault"])
    (tmp_path / "backups").unlink()
    pace.t += 601
    soon(lambda: told() == ["ok"])
    assert len(generations.list_newest_first()) == 1


def test_the_end_of_a_game_is_copied_at_once(journal: Journal, generations: Generations, pace: Pace) -> None:
    class Ended:
        """A game as the table has it, which comes to its end when the test says so."""

        history = None

        def __init__(self, phase: str) -> None:
            self.phase = phase

        @property
        def game(self) -> Any:
            return self

        def view(self, history: None) -> dict[str, str]:
            return {"phase": self.phase}

    now: list[Any] = [Ended("play")]
    journal.begin("base")
    source = Backups(generations, lambda: now[0], interval_s=DAY_S, monotonic=pace, poll_interval_s=0.01)
    with running(source):
        rest()
        assert generations.list_newest_first() == ()
        now[0] = Ended("over")
        soon(lambda: len(generations.list_newest_first()) == 1)
    with JournalReader.open(generations.list_newest_first()[0].file) as copied:
        assert len(copied.games()) == 1


@contextmanager
def running(source: Backups) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=source.run, args=(lambda _: None, lambda: 0.0, stop))
    thread.start()
    yield
    stop.set()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
