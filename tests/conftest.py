"""What tests of several folders need."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.firmware.making import made


@pytest.fixture(scope="session")
def firmware_build() -> Path:
    """The folder of the dice tower's firmware and its emulator, made."""
    if not shutil.which("avr-gcc"):
        pytest.skip("needs avr-gcc, avr-libc and libsimavr-dev: make test installs them")
    made("build/tower.elf")
    return made("build/tower-emulator").parent
