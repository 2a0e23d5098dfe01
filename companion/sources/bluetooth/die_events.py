"""What a die says of itself, whoever made it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Colour = Literal[
    "black", "red", "green", "blue", "yellow", "orange", "grey", "midnight", "aurora", "clear", "white", ""
]
"""Of a die, as its maker tells it; empty: it doesn't say."""


class GarbledError(ValueError):
    """Bytes that no die sends whole."""


@dataclass(frozen=True)
class Rolling:
    """It rolls."""


@dataclass(frozen=True)
class Handled:
    """It is in a hand, or was nudged."""


@dataclass(frozen=True)
class Rested:
    """It has rolled and lies flat: `face`, 1 to 6, is on top."""

    face: int


@dataclass(frozen=True)
class Moved:
    """It lies flat, `face` on top, and hasn't rolled: it was laid down, pushed or turned over."""

    face: int


@dataclass(frozen=True)
class Askew:
    """It rests, but not flat, or can't say how."""


@dataclass(frozen=True)
class Battery:
    """So full is its battery.

    Attributes:
        percent: 0 to 100.
        charging: it is being charged.
    """

    percent: int
    charging: bool = False


@dataclass(frozen=True)
class Described:
    """How it looks.

    Attributes:
        colour: its colour.
        pips: it has the faces 1 to 6.
    """

    colour: Colour
    pips: bool = True


DieEvent = Rolling | Handled | Rested | Moved | Askew | Battery | Described
