from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.halts import HALT_S, TICK_S, HaltClock

ROOT = Path(__file__).parent.parent

A_HALT = f"""
import os, pathlib, signal, subprocess

from tests.halts import *
from tests.conftest import pytest_terminal_summary

def halt():
    subprocess.Popen(["sh", "-c", "sleep {HALT_S + TICK_S + 2}; kill -CONT " + str(os.getpid())])
    os.kill(os.getpid(), signal.SIGSTOP)
"""

TESTS = """
import os, pathlib, pytest
from conftest import halt

RUNS = pathlib.Path(os.environ["RUNS"])

@pytest.fixture(scope="module")
def part():
    with RUNS.open("a") as runs:
        runs.write("made ")
    return 1

def run(what):
    with RUNS.open("a") as runs:
        runs.write(what + " ")
    return RUNS.read_text().split().count(what)

def test_that_is_late_once(part):
    if run("late") == 1:
        halt()
        assert False, "too late"

def test_that_is_wrong(part):
    run("wrong")
    assert False
"""


def test_time_that_goes_on_without_the_process_is_noticed() -> None:
    now = [10.0]
    clock = HaltClock(lambda: now[0])
    now[0] += TICK_S + HALT_S
    assert clock.halted() == 0
    now[0] += 300
    assert clock.halted() == 300 - TICK_S
    now[0] += TICK_S
    assert clock.halted() == 300 - TICK_S


def test_what_fails_while_the_machine_is_halted_is_run_again_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(A_HALT, "utf-8")
    (tmp_path / "test_halted.py").write_text(TESTS, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", str(tmp_path)],
        cwd=tmp_path,
        env=os.environ | {"RUNS": str(tmp_path / "runs"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "test_that_is_late_once was run again" in done.stdout
    assert (tmp_path / "runs").read_text("utf-8").split() == ["made", "late", "made", "late", "wrong"]
