"""Raw readings of the dice tower's pockets as a picture for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from companion.sources.tower.readings import GRID, PocketReading

LABEL: Final = 12
"""Columns of the text before a picture."""

_SIDES: Final = {1: "left pocket", 2: "right pocket"}
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
        lines.append(" " * LABEL + "  ".join(f"{_SIDES[each.pocket]:<{width}}" for each in whole).rstrip())
        lines += _rows("lit - dark", whole, lambda each: (each.delta, max(1, *each.delta[:GRID])), style)
        lines += _rows("lit", whole, lambda each: (each.lit, _FULL), style)
        lines += _rows("dark", whole, lambda each: (each.dark, _FULL), style)
        for each in whole:
            throat = f"throat {each.dark[GRID]} dark, {each.lit[GRID]} lit; " if each.pocket == 2 else ""
            lines.append(f"{_SIDES[each.pocket]}: {throat}reference {each.reference} (about 675)")
    for each in readings:
        if not each.whole:
            lines += [
                f"{_SIDES[each.pocket]} {name}: {' '.join(map(str, values))}"
                for name, values in (("dark", each.dark), ("lit", each.lit))
            ]
    return lines


def _rows(
    label: str,
    readings: Sequence[PocketReading],
    values_of: Callable[[PocketReading], tuple[tuple[int, ...], int]],
    style: Style,
) -> list[str]:
    """Three rows of sensors, back to front, and an empty line; the label stands before the first."""
    lines = []
    for row in range(3):
        pockets = []
        for reading in readings:
            values, full = values_of(reading)
            cells = values[3 * row : 3 * row + 3]
            pockets.append("".join(_cell(value, full, style) for value in cells))
        lines.append(f"{label if row == 0 else '':<{LABEL}}" + "  ".join(pockets))
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
