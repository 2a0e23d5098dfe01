"""What tests of several folders need."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[1] / "firmware"


@pytest.fixture(scope="session")
def firmware_build() -> Path:
    """The folder of the dice tower's firmware and its emulator, built."""
    if not shutil.which("avr-gcc"):
        pytest.skip("needs avr-gcc, avr-libc and libsimavr-dev: make test installs them")
    made = subprocess.run(
        ["make", "--no-print-directory", "-C", FIRMWARE, "all", "emulator"], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return FIRMWARE / "build"
