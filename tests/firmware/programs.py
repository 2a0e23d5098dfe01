"""Firmware programs for this machine, built once."""

from __future__ import annotations

import fcntl
import functools
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

FIRMWARE: Final = Path(__file__).parents[2] / "firmware"


@functools.cache
def build_target(target: str) -> Path:
    """Build a target of the firmware's Makefile and return its path; skip without a compiler."""
    if not shutil.which("gcc"):
        pytest.skip("needs gcc: make test installs it")
    # Tests run in parallel processes: one builds, the others wait.
    with (FIRMWARE / ".making").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        make = subprocess.run(
            ["make", "--no-print-directory", "-C", FIRMWARE, target], capture_output=True, text=True
        )
    assert make.returncode == 0, make.stdout + make.stderr
    return FIRMWARE / target
