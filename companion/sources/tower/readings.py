"""Raw readings of a pocket's sensors, and what a person can mend who looks at them.

The values are those of the tower that `hardware.md` describes: tenths of a percent of the supply
voltage, nearly (0 to 1023); a phototransistor gives more the more light it gets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.i18n import counted, listed, sentence
from companion.sources.tower.wording import SIDES

GRID: Final = 9
"""Sensors under a die, in rows of three from the back left, seen from above."""

VALUES: Final = GRID + 2
"""Values of a pocket: the grid, the throat (pocket 2 only), the reference."""

REFERENCE: Final = (550, 800)
"""Where the reference (3.3 V of 5 V: 675) may lie; elsewhere the multiplexer or its wires are dead."""

TOO_BRIGHT: Final = 600
"""A reading with the lamps off above which the room leaves too little for the lamps."""

TOO_LIT: Final = 1015
"""A reading with the lamps on above which a sensor can't tell more light from less."""

DEAD: Final = 3
"""A change by the lamps of less than this is none: the glass alone gives more."""


@dataclass(frozen=True)
class PocketReading:
    """The sensors of one pocket, lamps off and on.

    Attributes:
        pocket: 1 or 2 (left or right, seen from where the dice come out).
        dark: 0 to 1023 each, the tower's lamps off.
        lit: as many, lamps on.
    """

    pocket: int
    dark: tuple[int, ...]
    lit: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """Whether these are the values of the tower that this program knows, rather than of another."""
        return len(self.dark) == len(self.lit) == VALUES

    @property
    def delta(self) -> tuple[int, ...]:
        """What the lamps add: what the die reflects, and the glass."""
        return tuple(lit - dark for dark, lit in zip(self.dark, self.lit, strict=False))

    @property
    def reference(self) -> int:
        """The fixed voltage that the multiplexer carries besides."""
        return self.lit[GRID + 1]


_PLACES: Final = (
    sentence("back left"),
    sentence("back middle"),
    sentence("back right"),
    sentence("middle left"),
    sentence("middle"),
    sentence("middle right"),
    sentence("front left"),
    sentence("front middle"),
    sentence("front right"),
)
"""Where each sensor lies in its pocket."""


def findings(reading: PocketReading) -> list[str]:
    """What is wrong with a pocket's readings, each with what to do; empty if nothing is.

    Of a tower whose values aren't known nothing is said.
    """
    if not reading.whole:
        return []
    side = SIDES[reading.pocket]
    low, high = REFERENCE
    if not low <= reading.reference <= high:
        return [
            sentence(
                "The {side} pocket's reference reads {value} instead of about 675: check that multiplexer's "
                "wires (3V3 to C15, S0 to S3, SIG, power).",
                side=side,
                value=reading.reference,
            )
        ]
    grid = range(GRID)
    if max(reading.dark[:GRID]) > TOO_BRIGHT:
        return [
            sentence(
                "The {side} pocket gets too much light: turn the tower away from the lamp or the window.",
                side=side,
            )
        ]
    if all(reading.delta[place] < DEAD for place in grid):
        return [
            sentence(
                "The {side} pocket's lamp changes nothing: check its LEDs, their transistor and wire.",
                side=side,
            )
        ]
    blind = [place for place in grid if reading.lit[place] < TOO_LIT and reading.delta[place] < DEAD]
    found: list[str] = []
    if blind:
        text = counted(
            "Sensor {sensors} in the {side} pocket doesn't see the lamp: look for dirt on the glass, then "
            "for a wire that came off.",
            "Sensors {sensors} in the {side} pocket don't see the lamp: look for dirt on the glass, then "
            "for wires that came off.",
            len(blind),
            sensors=_names(blind),
            side=side,
        )
        found.append(text)
    if over := [place for place in grid if reading.lit[place] >= TOO_LIT]:
        text = counted(
            "Sensor {sensors} in the {side} pocket gets more light than it can measure: look for a wire "
            "that touches 5 V, then take a smaller load resistor.",
            "Sensors {sensors} in the {side} pocket get more light than they can measure: look for wires "
            "that touch 5 V, then take smaller load resistors.",
            len(over),
            sensors=_names(over),
            side=side,
        )
        found.append(text)
    return found


def _names(places: list[int]) -> str:
    return listed([sentence("C{number} ({where})", number=place, where=_PLACES[place]) for place in places])
