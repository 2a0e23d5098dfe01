"""The GoDice protocol, as its maker publishes it: requests, and a parser of notifications.

Letters at the start give the kind of a message. `R`: rolling. `S`: stable after a roll. `FS`, `TS`, `MS`:
stable without a whole roll, tilted, or after a move. All `S` kinds carry the direction of gravity. `Bat` and
`Col` answer requests.
"""

from __future__ import annotations

import math
import struct
from typing import Final

from companion.sources.bluetooth import die_events

NAME_PREFIX: Final = "GoDice_"
"""Prefix of every GoDice's advertised name."""
SERVICE_UUID: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
ASK_BATTERY: Final = bytes([3])
ASK_COLOUR: Final = bytes([23])
COLOURS: Final[tuple[die_events.Colour, ...]] = ("black", "red", "green", "blue", "yellow", "orange")
"""Colour of the pips, by its number in a `Col` answer."""
COLOUR_LETTERS: Final[dict[str, die_events.Colour]] = {
    "K": "black",
    "R": "red",
    "G": "green",
    "B": "blue",
    "Y": "yellow",
    "O": "orange",
}
"""Colour of the pips, by the letter after the second underscore of the name."""

GRAVITY_BY_FACE: Final = {
    1: (-1, 0, 0),
    2: (0, 0, 1),
    3: (0, 1, 0),
    4: (0, -1, 0),
    5: (0, 0, -1),
    6: (1, 0, 0),
}
"""Direction of gravity for each top face of a plain die, in units of `GRAVITY_LENGTH`."""
GRAVITY_LENGTH: Final = 64
MIN_GRAVITY, MAX_GRAVITY = 0.7 * GRAVITY_LENGTH, 1.3 * GRAVITY_LENGTH
"""Accepted lengths of the vector: a die at rest measures only gravity."""
MIN_FLAT_COSINE: Final = math.cos(math.radians(20))
"""A face that leans by more than 20 degrees doesn't count as flat."""


def parse_notification(data: bytes) -> tuple[die_events.DieEvent, ...]:
    """Parse a notification into events; an irrelevant one gives none.

    Raises:
        GarbledError: the bytes are not a valid message.
    """
    if not data:
        raise die_events.GarbledError("empty message")
    if data == b"R":
        return (die_events.RollStarted(),)
    if data.startswith(b"Bat"):
        return (die_events.BatteryLevel(_parse_percent(data[3:])),)
    if data.startswith(b"Col"):
        return (die_events.DieDescription(_parse_colour(data[3:])),)
    if data.startswith(b"S"):
        face = _parse_top_face(data[1:])
        return (die_events.DieTilted() if face is None else die_events.DieRested(face),)
    if data[:2] in (b"FS", b"MS"):
        face = _parse_top_face(data[2:])
        return (die_events.DieTilted() if face is None else die_events.DieMoved(face),)
    if data.startswith(b"TS"):
        _parse_top_face(data[2:])
        return (die_events.DieTilted(),)
    return ()


def colour_from_name(name: str) -> die_events.Colour:
    """Return the colour encoded in a die's name; empty if there is none."""
    parts = name.split("_")
    return COLOUR_LETTERS.get(parts[2], "") if name.startswith(NAME_PREFIX) and len(parts) > 2 else ""


def _parse_top_face(data: bytes) -> int | None:
    """Return the top face, by the direction of gravity; None if the die doesn't lie flat."""
    if len(data) != 3:
        raise die_events.GarbledError(f"{len(data)} bytes instead of 3 for a direction")
    x, y, z = struct.unpack("bbb", data)
    length = math.sqrt(x * x + y * y + z * z)
    if not MIN_GRAVITY <= length <= MAX_GRAVITY:
        raise die_events.GarbledError(f"vector ({x}, {y}, {z}) doesn't have the length of gravity")
    face, share = max(
        ((face, (x * a + y * b + z * c) / length) for face, (a, b, c) in GRAVITY_BY_FACE.items()),
        key=lambda each: each[1],
    )
    return face if share >= MIN_FLAT_COSINE else None


def _parse_percent(data: bytes) -> int:
    if len(data) != 1 or data[0] > 100:
        raise die_events.GarbledError("invalid battery level")
    return data[0]


def _parse_colour(data: bytes) -> die_events.Colour:
    if len(data) != 1 or data[0] >= len(COLOURS):
        raise die_events.GarbledError("unknown colour")
    return COLOURS[data[0]]
