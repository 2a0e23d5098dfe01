"""The computer that this runs on, as far as it can't do everything."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

from companion.i18n import sentence

MODEL: Final = Path("/proc/device-tree/model")
"""Where the kernel of a board says which one it is, with a zero byte at the end."""
SMALL: Final = ("Raspberry Pi Zero",)
"""Boards of 512 MB at most: too few for reading pictures beside serving the page."""

BITS_32: Final = sentence(
    "This is a 32-bit system, but reading pictures needs 64 bits: write 64-bit Raspberry Pi OS to the card."
)


def model(path: Path = MODEL) -> str:
    """The board's name; nothing where the kernel names none."""
    try:
        return path.read_bytes().rstrip(b"\0").decode("utf-8", "replace").strip()
    except OSError:
        return ""


def too_small_for_a_camera(path: Path = MODEL) -> str:
    """Why this computer can't read pictures; nothing where it can."""
    name = model(path)
    if not name.startswith(SMALL):
        return ""
    return sentence(
        "A {board} has too little memory to read pictures. It serves the page, the dice tower and Bluetooth "
        "dice, without a camera. For a camera, use a Raspberry Pi 4 or 5.",
        board=name,
    )


def bits() -> int:
    """Of this Python's addresses: 32 or 64."""
    return 8 * struct.calcsize("P")
