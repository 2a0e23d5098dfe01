"""The tiers of the tests: which tests each runs, and their measured cost."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tiers import Outcome, compiling_once, is_outside_fast_tier, read_outcomes, send_if_needed

ROOT = Path(__file__).parents[1]

# The asserted 0.4 seconds leave room for ticks: the kernel counts the time of ended processes in hundredths.
TESTS = """
import subprocess, sys, pytest

BUSY = "import time\\nwhile time.process_time() < 0.5: pass"

@pytest.fixture(scope="module")
def shared_setup():
    subprocess.run([sys.executable, "-c", BUSY], check=True)

def test_plain(shared_setup): pass

@pytest.mark.slow
def test_slow(): pass

@pytest.mark.browser
@pytest.mark.smoke
def test_smoke(): pass

@pytest.mark.browser
def test_browser(): pass

def test_busy_child():
    subprocess.run([sys.executable, "-c", BUSY], check=True)

@pytest.fixture(scope="session")
def closing():
    yield
    subprocess.run([sys.executable, "-c", BUSY], check=True)

def test_wrong(closing):
    assert False
"""


def run_tier(folder: Path, *arguments: str) -> dict[str, Outcome]:
    """Run the tests above in a folder of their own; returns their outcomes by name."""
    (folder / "test_some.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow\n  browser\n  smoke\n")
    file = folder / "outcomes.json"
    plugins = ["-p", "tests.tiers", "-p", "no:schemathesis", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *plugins, "--rootdir", f"{folder}", "--outcomes", f"{file}"]
    subprocess.run([*command, *arguments, f"{folder}"], cwd=ROOT, check=False, capture_output=True)
    return {outcome.test.partition("::")[2]: outcome for outcome in read_outcomes(file)}


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["0", "1"])
def test_the_fast_tier_runs_smoke_tests_and_what_is_neither_slow_nor_in_a_browser(
    tmp_path: Path, workers: str
) -> None:
    outcomes = run_tier(tmp_path, "--tier", "fast", "-n", workers)
    assert set(outcomes) == {"test_plain", "test_smoke", "test_busy_child", "test_wrong"}


@pytest.mark.slow
def test_tier_all_runs_everything_and_measures_each_test_apart_from_shared_fixtures(tmp_path: Path) -> None:
    outcomes = run_tier(tmp_path)
    assert len(outcomes) == 6
    assert {name for name, outcome in outcomes.items() if outcome.failed} == {"test_wrong"}
    assert {name for name, outcome in outcomes.items() if outcome.is_slow} == {"test_slow"}
    assert outcomes["test_busy_child"].cpu_s >= 0.4, (
        "the CPU time of a process that it starts is a test's own"
    )
    assert outcomes["test_plain"].cpu_s < 0.2, "a shared fixture is not"
    assert outcomes["test_plain"].fixtures_s >= 0.4, "but it is recorded"
    assert outcomes["test_wrong"].cpu_s < 0.2, "nor is the end of the session's fixtures"
    assert outcomes["test_wrong"].fixtures_s < 0.2


@pytest.mark.parametrize(
    ("source", "outside"),
    [
        ("import pytest\npytestmark = pytest.mark.browser\n", True),
        ("import pytest\npytestmark = [pytest.mark.slow, pytest.mark.browser]\n", True),
        ("import pytest\npytestmark = pytest.mark.browser\n@pytest.mark.smoke\ndef test_a(): ...\n", False),
        ("import pytest\n@pytest.mark.browser\ndef test_a(): ...\n", False),
        ("import pytest\npytestmark = pytest.mark.timeout(5)\n", False),
    ],
)
def test_a_module_is_left_out_unread_if_its_own_marks_exclude_all_its_tests(
    source: str, outside: bool
) -> None:
    assert is_outside_fast_tier(source) is outside


def test_a_worker_sends_no_report_that_the_controller_does_not_need() -> None:
    messages = [
        ("logstart", {}),
        ("testreport", {"data": {"when": "setup", "outcome": "passed"}}),
        ("testreport", {"data": {"when": "setup", "outcome": "failed"}}),
        ("testreport", {"data": {"when": "setup", "outcome": "skipped"}}),
        ("testreport", {"data": {"when": "call", "outcome": "passed"}}),
        ("testreport", {"data": {"when": "teardown", "outcome": "passed"}}),
        ("logfinish", {}),
        ("workerfinished", {}),
    ]
    sent: list[tuple[str, object]] = []
    for name, about in messages:
        send_if_needed(lambda name, **about: sent.append((name, about)), name, **about)
    assert sent == [*messages[2:6], messages[7]]


def test_every_test_that_opens_a_browser_carries_the_marker(request: pytest.FixtureRequest) -> None:
    """Checks the tests that run with this one: all of them in `make test-all`."""
    opening = [item for item in request.session.items if "browser" in getattr(item, "fixturenames", ())]
    assert [item.nodeid for item in opening if not item.get_closest_marker("browser")] == []


class TestCompilingOnce:
    """The first collection of a new checkout."""

    @pytest.fixture(autouse=True)
    def compiled_modules(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "dont_write_bytecode", False)

    @staticmethod
    def may_collect(folder: Path) -> bool:
        """Return whether another process may collect the tests of a folder now."""
        other = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(other)
        return True

    def test_others_wait_until_the_first_has_collected(self, tmp_path: Path) -> None:
        with compiling_once(tmp_path):
            assert not self.may_collect(tmp_path)
        assert self.may_collect(tmp_path)

    def test_compiled_tests_are_collected_side_by_side(self, tmp_path: Path) -> None:
        (tmp_path / "test_a.py").write_text("def test_a(): pass")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--collect-only",
            "test_a.py",
        ]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
        with compiling_once(tmp_path):
            assert self.may_collect(tmp_path)

    def test_an_error_lets_others_collect(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="broken"), compiling_once(tmp_path):
            raise ValueError("broken")
        assert self.may_collect(tmp_path)
