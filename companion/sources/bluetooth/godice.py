"""What a GoDice says, and what it is asked: the messages that its maker publishes.

A message begins with letters: `R` it rolls; `S` it lies stable after a roll; `FS`, `TS` and `MS` it lies
stable without a whole roll, tilted, or after a move, each with the direction of gravity; `Bat` and `Col` are
answers.
"""

from __future__ import annotations

import math
import struct
from typing import Final

from companion.sources.bluetooth.die_events import (
    Askew,
    Battery,
    Colour,
    Described,
    DieEvent,
    GarbledError,
    Moved,
    Rested,
    Rolling,
)

NAME: Final = "GoDice_"
"""Every one of them is called so, with letters behind it."""
SERVICE: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
ASK_BATTERY: Final = bytes([3])
ASK_COLOUR: Final = bytes([23])
COLOURS: Final[tuple[Colour, ...]] = ("black", "red", "green", "blue", "yellow", "orange")
"""By number: the colour of its pips."""
LETTERS: Final[dict[str, Colour]] = {
    "K": "black",
    "R": "red",
    "G": "green",
    "B": "blue",
    "Y": "yellow",
    "O": "orange",
}
"""In its name, behind the second underscore: the colour of its pips."""

UP: Final = {
    1: (-1, 0, 0),
    2: (0, 0, 1),
    3: (0, 1, 0),
    4: (0, -1, 0),
    5: (0, 0, -1),
    6: (1, 0, 0),
}
"""The direction that it tells where a face of a plain die is on top; it tells 64 of them."""
LONG: Final = 64
LEAST, MOST = 0.7 * LONG, 1.3 * LONG
"""A die at rest feels the earth's gravity, and nothing else."""
FLAT: Final = math.cos(math.radians(20))
"""A face that leans more than 20 degrees doesn't lie flat on a table."""


def said(data: bytes) -> tuple[DieEvent, ...]:
    """What a notification says; nothing where it is of no interest here.

    Raises:
        GarbledError: no die sends such bytes whole.
    """
    if not data:
        raise GarbledError("nothing at all")
    if data == b"R":
        return (Rolling(),)
    if data.startswith(b"Bat"):
        return (Battery(_share(data[3:])),)
    if data.startswith(b"Col"):
        return (Described(_colour(data[3:])),)
    if data.startswith(b"S"):
        face = _top(data[1:])
        return (Askew() if face is None else Rested(face),)
    if data[:2] in (b"FS", b"MS"):
        face = _top(data[2:])
        return (Askew() if face is None else Moved(face),)
    if data.startswith(b"TS"):
        _top(data[2:])
        return (Askew(),)
    return ()


def colour_in(name: str) -> Colour:
    """The colour that a die's name tells; empty: none."""
    parts = name.split("_")
    return LETTERS.get(parts[2], "") if name.startswith(NAME) and len(parts) > 2 else ""


def _top(data: bytes) -> int | None:
    """The face on top, by the direction of gravity; None: the die doesn't lie flat."""
    if len(data) != 3:
        raise GarbledError(f"{len(data)} bytes for a direction")
    x, y, z = struct.unpack("bbb", data)
    length = math.sqrt(x * x + y * y + z * z)
    if not LEAST <= length <= MOST:
        raise GarbledError(f"{x}, {y}, {z} is not as long as gravity")
    face, share = max(
        ((face, (x * a + y * b + z * c) / length) for face, (a, b, c) in UP.items()),
        key=lambda each: each[1],
    )
    return face if share >= FLAT else None


def _share(data: bytes) -> int:
    if len(data) != 1 or data[0] > 100:
        raise GarbledError("no share of a battery")
    return data[0]


def _colour(data: bytes) -> Colour:
    if len(data) != 1 or data[0] >= len(COLOURS):
        raise GarbledError("no colour that there is")
    return COLOURS[data[0]]
