"""A service that repeatedly dies at its start disables possible causes and reports it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.service.notify import FAILURES_UNTIL_NO_GAME, FAILURES_UNTIL_NO_SOURCES, StartCounter
from companion.errors import CompanionError


def starts(journal: Path, times: int) -> StartCounter:
    """Return the next start after a number of failed ones."""
    for _ in range(times):
        StartCounter(journal)
    return StartCounter(journal)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def test_the_first_starts_are_normal(journal: Path) -> None:
    begun = starts(journal, FAILURES_UNTIL_NO_SOURCES - 1)
    assert begun.should_watch
    assert begun.should_resume
    assert begun.notice is None


def test_repeated_failures_disable_the_sources_and_then_the_game(journal: Path) -> None:
    begun = starts(journal, FAILURES_UNTIL_NO_SOURCES)
    assert (begun.should_watch, begun.should_resume) == (False, True)
    assert begun.notice is not None
    assert f"{FAILURES_UNTIL_NO_SOURCES} times in a row" in begun.notice
    begun = starts(journal, FAILURES_UNTIL_NO_GAME - FAILURES_UNTIL_NO_SOURCES - 1)
    assert (begun.should_watch, begun.should_resume) == (False, False)
    assert begun.notice is not None
    assert "The game is saved" in begun.notice


def test_a_successful_start_resets_the_counter(journal: Path) -> None:
    with starts(journal, FAILURES_UNTIL_NO_GAME).track_start():
        pass
    assert StartCounter(journal).failed_starts == 0


def test_a_reported_error_is_not_a_failed_start(journal: Path) -> None:
    with pytest.raises(CompanionError), starts(journal, 3).track_start():
        raise CompanionError("the port is taken")
    assert StartCounter(journal).failed_starts == 0


def test_any_other_exit_is_a_failed_start(journal: Path) -> None:
    with pytest.raises(ZeroDivisionError), starts(journal, 3).track_start():
        raise ZeroDivisionError
    assert StartCounter(journal).failed_starts == 4


def test_an_unwritable_counter_stops_nothing(tmp_path: Path) -> None:
    begun = starts(tmp_path / "nosuch" / "journal.db", 20)
    assert begun.should_watch
    with begun.track_start():
        pass


@pytest.mark.slow
def test_a_service_that_was_killed_at_its_starts_runs_without_sources(journal: Path) -> None:
    starts(journal, FAILURES_UNTIL_NO_SOURCES - 1)
    command = [
        sys.executable, "-m", "companion", "serve", "--port", "0", "--tower", "", "--journal", str(journal),
        "--camera", "0",
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "LANGUAGE": "en"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as service:
        assert service.stdout is not None
        try:
            assert "has now started without camera, dice tower and buttons" in service.stdout.readline()
            assert any("http://" in line for line in service.stdout)
        finally:
            service.send_signal(signal.SIGTERM)
        assert service.wait(60) == 0
    assert StartCounter(journal).failed_starts == 0
