"""Journal backups during play: daily and after each game; failures are reported."""

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


class MonotonicClock:
    """A monotonic clock that a test sets."""

    def __init__(self) -> None:
        self.t = 0.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture
def monotonic() -> MonotonicClock:
    return MonotonicClock()


@pytest.fixture
def journal(journal_path: Path) -> Iterator[Journal]:
    with Journal.open(journal_path) as opened:
        yield opened


@pytest.fixture
def generations(tmp_path: Path, journal_path: Path) -> Generations:
    return Generations(tmp_path / "backups", journal_path, max_copies=4)


@pytest.fixture
def table_with_backups(
    journal: Journal, generations: Generations, monotonic: MonotonicClock, base_game: dict[str, Any]
) -> Iterator[Table]:
    table = Table(journal, lambda: 0.0)
    table.start_game(base_game)
    table.start(
        [
            Backups(
                generations,
                lambda: table.session,
                interval_s=DAY_S,
                monotonic=monotonic,
                poll_interval_s=0.01,
            )
        ]
    )
    yield table
    table.stop()


def wait_until(what: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def wait_for_polls() -> None:
    """Wait for a few polls."""
    time.sleep(0.1)


def test_the_first_backup_follows_the_start_and_the_next_a_day_later_if_anything_is_new(
    table_with_backups: Table, generations: Generations, monotonic: MonotonicClock
) -> None:
    wait_for_polls()
    assert generations.list_newest_first() == ()
    monotonic.t = 61
    wait_until(lambda: len(generations.list_newest_first()) == 1)
    monotonic.t += DAY_S
    wait_for_polls()
    assert len(generations.list_newest_first()) == 1, "nothing is new"
    table_with_backups.submit({"kind": "show_hand", "player": "red", "resources": {}})
    wait_for_polls()
    assert len(generations.list_newest_first()) == 1, "it isn't a day since"
    monotonic.t += DAY_S
    wait_until(lambda: len(generations.list_newest_first()) == 2)


def test_a_backup_does_not_block_the_table(
    table_with_backups: Table,
    generations: Generations,
    monotonic: MonotonicClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copying, go_on = threading.Event(), threading.Event()
    real = generations.add

    def add_slowly() -> Any:
        copying.set()
        assert go_on.wait(PATIENCE_S)
        return real()

    monkeypatch.setattr(generations, "add", add_slowly)
    monotonic.t = 61
    assert copying.wait(PATIENCE_S)
    table_with_backups.submit({"kind": "show_hand", "player": "red", "resources": {}})
    assert table_with_backups.snapshot()["game"]
    go_on.set()
    wait_until(lambda: len(generations.list_newest_first()) == 1)


def test_a_failing_backup_is_shown_until_one_succeeds(
    table_with_backups: Table, generations: Generations, monotonic: MonotonicClock, tmp_path: Path
) -> None:
    (tmp_path / "backups").write_text("in the way")
    monotonic.t = 61

    def backup_health() -> list[str]:
        sources = table_with_backups.snapshot()["sources"]
        return [each["health"] for each in sources if each["name"] == "backup"]

    wait_until(lambda: backup_health() == ["fault"])
    (tmp_path / "backups").unlink()
    monotonic.t += 601
    wait_until(lambda: backup_health() == ["ok"])
    assert len(generations.list_newest_first()) == 1


def test_the_end_of_a_game_is_backed_up_immediately(
    journal: Journal, generations: Generations, monotonic: MonotonicClock
) -> None:
    class Ended:
        """A game that ends when the test says so."""

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
    source = Backups(generations, lambda: now[0], interval_s=DAY_S, monotonic=monotonic, poll_interval_s=0.01)
    with run_source(source):
        wait_for_polls()
        assert generations.list_newest_first() == ()
        now[0] = Ended("over")
        wait_until(lambda: len(generations.list_newest_first()) == 1)
    with JournalReader.open(generations.list_newest_first()[0].file) as copied:
        assert len(copied.games()) == 1


@contextmanager
def run_source(source: Backups) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=source.run, args=(lambda _: None, lambda: 0.0, stop))
    thread.start()
    yield
    stop.set()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
