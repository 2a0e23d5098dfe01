"""Limits of the computer that Companion runs on: memory and address width."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

from companion.i18n import sentence

MODEL_PATH: Final = Path("/proc/device-tree/model")
"""The file in which the kernel names the board, ended by a zero byte."""
SMALL_BOARDS: Final = ("Raspberry Pi Zero",)
"""Boards with at most 512 MB: too little to read pictures while serving the page."""

NEEDS_64_BIT_SYSTEM: Final = sentence(
    "This is a 32-bit system, but reading pictures needs 64 bits: write 64-bit Raspberry Pi OS to the card."
)


def read_board_model(path: Path = MODEL_PATH) -> str:
    """Return the board's name; empty if the kernel reports none."""
    try:
        return path.read_bytes().rstrip(b"\0").decode("utf-8", "replace").strip()
    except OSError:
        return ""


def explain_insufficient_memory(path: Path = MODEL_PATH) -> str:
    """Return a sentence on why this computer can't read pictures; empty if it can."""
    name = read_board_model(path)
    if not name.startswith(SMALL_BOARDS):
        return ""
    return sentence(
        "A {board} has too little memory to read pictures. It serves the page, the dice tower and Bluetooth "
        "dice, without a camera. For a camera, use a Raspberry Pi 4 or 5.",
        board=name,
    )


def address_bits() -> int:
    """Return the width of this Python's addresses in bits: 32 or 64."""
    return 8 * struct.calcsize("P")
