"""Events of a Bluetooth die, independent of its maker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Colour = Literal[
    "black", "red", "green", "blue", "yellow", "orange", "grey", "midnight", "aurora", "clear", "white", ""
]
"""A die's colour in its maker's terms; empty if unknown."""


class GarbledError(ValueError):
    """The bytes are no valid message of a die."""


@dataclass(frozen=True)
class RollStarted:
    """The die is rolling."""


@dataclass(frozen=True)
class DieHandled:
    """The die is in a hand, or was nudged."""


@dataclass(frozen=True)
class DieRested:
    """The die rolled and lies flat; `face` is on top, 1 to 6."""

    face: int


@dataclass(frozen=True)
class DieMoved:
    """The die lies flat, `face` on top, without a roll: it was placed, pushed or turned over."""

    face: int


@dataclass(frozen=True)
class DieTilted:
    """The die rests, but not flat, or with an unknown face."""


@dataclass(frozen=True)
class BatteryLevel:
    """State of the battery.

    Attributes:
        percent: 0 to 100.
        charging: the battery is being charged, or is full on the charger.
    """

    percent: int
    charging: bool = False


@dataclass(frozen=True)
class DieDescription:
    """Appearance of a die.

    Attributes:
        colour: the die's colour.
        pips: it has the faces 1 to 6.
    """

    colour: Colour
    pips: bool = True


DieEvent = RollStarted | DieHandled | DieRested | DieMoved | DieTilted | BatteryLevel | DieDescription
