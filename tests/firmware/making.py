"""Programs of the firmware that run on this machine, made once."""

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
def made(target: str) -> Path:
    """A target of the firmware's Makefile, made; skips the test where there is no compiler."""
    if not shutil.which("gcc"):
        pytest.skip("needs gcc: make test installs it")
    # Tests run side by side, in processes of their own: one makes, the others wait for it.
    with (FIRMWARE / ".making").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        make = subprocess.run(
            ["make", "--no-print-directory", "-C", FIRMWARE, target], capture_output=True, text=True
        )
    assert make.returncode == 0, make.stdout + make.stderr
    return FIRMWARE / target
