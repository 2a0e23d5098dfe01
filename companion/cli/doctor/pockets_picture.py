"""Raw readings of the dice tower's pockets as a picture for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from companion.cli.common.speech import spoken
from companion.i18n import sentence
from companion.sources.tower.readings import GRID, PocketReading

LABEL: Final = 12
"""Columns of the text before a picture."""

_SIDES: Final = {1: sentence("left pocket"), 2: sentence("right pocket")}
_ADDED: Final = sentence("lit - dark")
_LIT: Final = sentence("lit")
_DARK: Final = sentence("dark")
_FULL: Final = 1023
_CELL: Final = 8


class Style(Enum):
    """What a terminal can show."""

    COLOUR = "colour"
    """256 colours: shades of grey behind the figures."""
    BLOCKS = "blocks"
    """Block characters, five shades."""
    ASCII = "ascii"
    """Letters only."""


_SHADES: Final = {Style.BLOCKS: " ░▒▓█", Style.ASCII: " .:*#"}


def picture(readings: Sequence[PocketReading], style: Style) -> list[str]:
    """Lines of text: both pockets side by side, as they lie; what the lamps add, lamps on, lamps off.

    What the lamps add is shaded against the brightest sensor of the pocket, so that pips show whatever
    the die's colour; the other two against full scale. Readings of a tower whose values aren't known
    are plain rows of figures.
    """
    whole = [reading for reading in readings if reading.whole]
    lines = []
    if whole:
        width = 3 * _CELL
        sides = (f"{spoken(_SIDES[each.pocket]):<{width}}" for each in whole)
        lines.append((" " * LABEL + "  ".join(sides)).rstrip())
        lines += _rows(_ADDED, whole, lambda each: (each.delta, max(1, *each.delta[:GRID])), style)
        lines += _rows(_LIT, whole, lambda each: (each.lit, _FULL), style)
        lines += _rows(_DARK, whole, lambda each: (each.dark, _FULL), style)
        lines += [spoken(_below(each)) for each in whole]
    for each in readings:
        if not each.whole:
            lines += [
                f"{spoken(_SIDES[each.pocket])} {spoken(name)}: {' '.join(map(str, values))}"
                for name, values in ((_DARK, each.dark), (_LIT, each.lit))
            ]
    return lines


def _below(reading: PocketReading) -> str:
    """The values of a pocket that lie under no die."""
    below = {"side": _SIDES[reading.pocket], "reference": reading.reference}
    if reading.pocket != 2:
        return sentence("{side}: reference {reference} (about 675)", **below)
    return sentence(
        "{side}: throat {dark} dark, {lit} lit; reference {reference} (about 675)",
        dark=reading.dark[GRID],
        lit=reading.lit[GRID],
        **below,
    )


def _rows(
    label: str,
    readings: Sequence[PocketReading],
    values_of: Callable[[PocketReading], tuple[tuple[int, ...], int]],
    style: Style,
) -> list[str]:
    """Three rows of sensors, back to front, and an empty line; the label stands before the first."""
    named = spoken(label)
    lines = []
    for row in range(3):
        pockets = []
        for reading in readings:
            values, full = values_of(reading)
            cells = values[3 * row : 3 * row + 3]
            pockets.append("".join(_cell(value, full, style) for value in cells))
        lines.append(f"{named if row == 0 else '':<{LABEL}}" + "  ".join(pockets))
    return [*lines, ""]


def _cell(value: int, full: int, style: Style) -> str:
    """One sensor, `_CELL` columns wide."""
    share = min(max(value / full, 0.0), 1.0)
    if style is Style.COLOUR:
        grey = 232 + round(share * 23)  # the palette's 24 greys
        ink = 16 if share > 0.5 else 231  # black on light, white on dark
        return f"\x1b[48;5;{grey}m\x1b[38;5;{ink}m{value:>5}  \x1b[0m "
    shades = _SHADES[style]
    return f"{shades[min(int(share * len(shades)), len(shades) - 1)] * 2}{value:>5} "
