"""Draws the raw readings of the dice tower's pockets in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from companion.cli.common.terminal_output import translate_text
from companion.i18n import sentence
from companion.sources.tower.readings import GRID_SENSORS, PocketReading

LABEL_COLUMNS: Final = 12
"""Columns of the text before a picture."""

_POCKET_NAMES: Final = {1: sentence("left pocket"), 2: sentence("right pocket")}
_DELTA_LABEL: Final = sentence("lit - dark")
_LIT_LABEL: Final = sentence("lit")
_DARK_LABEL: Final = sentence("dark")
_MAX_READING: Final = 1023
_CELL_COLUMNS: Final = 8


class Style(Enum):
    """The graphics that a terminal supports."""

    COLOUR = "colour"
    """256 colours: shades of grey behind the figures."""
    BLOCKS = "blocks"
    """Block characters, five shades."""
    ASCII = "ascii"
    """Letters only."""


_SHADES: Final = {Style.BLOCKS: " ░▒▓█", Style.ASCII: " .:*#"}


def draw_pockets(readings: Sequence[PocketReading], style: Style) -> list[str]:
    """Draw both pockets side by side: the lamps' contribution, then the values with lamps on and off.

    The lamps' contribution is shaded relative to the pocket's brightest sensor, so that pips show on a die of
    any colour. The other two are shaded relative to full scale. Readings with an unknown layout are plain
    rows of figures.
    """
    known = [reading for reading in readings if reading.has_known_layout]
    lines = []
    if known:
        width = 3 * _CELL_COLUMNS
        sides = (f"{translate_text(_POCKET_NAMES[each.pocket]):<{width}}" for each in known)
        lines.append((" " * LABEL_COLUMNS + "  ".join(sides)).rstrip())
        lines += _sensor_rows(
            _DELTA_LABEL, known, lambda each: (each.delta, max(1, *each.delta[:GRID_SENSORS])), style
        )
        lines += _sensor_rows(_LIT_LABEL, known, lambda each: (each.lit, _MAX_READING), style)
        lines += _sensor_rows(_DARK_LABEL, known, lambda each: (each.dark, _MAX_READING), style)
        lines += [translate_text(_reference_line(each)) for each in known]
    for each in readings:
        if not each.has_known_layout:
            lines += [
                f"{translate_text(_POCKET_NAMES[each.pocket])} {translate_text(name)}: "
                f"{' '.join(map(str, values))}"
                for name, values in ((_DARK_LABEL, each.dark), (_LIT_LABEL, each.lit))
            ]
    return lines


def _reference_line(reading: PocketReading) -> str:
    """Return the line of a pocket's values that no die covers."""
    fields = {"side": _POCKET_NAMES[reading.pocket], "reference": reading.reference}
    if reading.pocket != 2:
        return sentence("{side}: reference {reference} (about 675)", **fields)
    return sentence(
        "{side}: throat {dark} dark, {lit} lit; reference {reference} (about 675)",
        dark=reading.dark[GRID_SENSORS],
        lit=reading.lit[GRID_SENSORS],
        **fields,
    )


def _sensor_rows(
    label: str,
    readings: Sequence[PocketReading],
    values_of: Callable[[PocketReading], tuple[tuple[int, ...], int]],
    style: Style,
) -> list[str]:
    """Draw three rows of sensors, back to front, and an empty line; the label precedes the first row."""
    label_text = translate_text(label)
    lines = []
    for row in range(3):
        pockets = []
        for reading in readings:
            values, max_value = values_of(reading)
            cells = values[3 * row : 3 * row + 3]
            pockets.append("".join(_cell(value, max_value, style) for value in cells))
        lines.append(f"{label_text if row == 0 else '':<{LABEL_COLUMNS}}" + "  ".join(pockets))
    return [*lines, ""]


def _cell(value: int, max_value: int, style: Style) -> str:
    """Draw one sensor, `_CELL_COLUMNS` wide."""
    share = min(max(value / max_value, 0.0), 1.0)
    if style is Style.COLOUR:
        grey = 232 + round(share * 23)  # the palette's 24 greys
        ink = 16 if share > 0.5 else 231  # black on light, white on dark
        return f"\x1b[48;5;{grey}m\x1b[38;5;{ink}m{value:>5}  \x1b[0m "
    shades = _SHADES[style]
    return f"{shades[min(int(share * len(shades)), len(shades) - 1)] * 2}{value:>5} "
