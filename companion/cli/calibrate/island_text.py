"""Draws an island as a text map, and finds its parts by the names that people type."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.calibration.steps.island import PossibleContents
from companion.cli.common.terminal_output import normalize_typed, translate_text
from companion.i18n import sentence
from companion.island.geometry import HEXES, HexId, PathId, position
from companion.island.layout import TERRAIN_NAMES

NONE_TEXT: Final = sentence("none")
NO_ALTERNATIVES: Final = PossibleContents({}, {})
HARBOR_NAMES: Final[Mapping[str, str]] = {
    "generic": sentence("3:1"),
    "brick": sentence("brick"),
    "lumber": sentence("lumber"),
    "wool": sentence("wool"),
    "grain": sentence("grain"),
    "ore": sentence("ore"),
}
HEX_COLUMNS: Final = 13
"""Characters from a hex to its neighbour: a terrain and its number."""
HARBOR_COLUMNS: Final = 7
"""Greatest width of a harbor's label: its path, and below it its kind."""
ROW_LINES: Final = 3
"""Lines from a row of hexes to the next: terrain, id, and room for harbors."""
HARBOR_DISTANCE_RATIO: Final = 1.75
"""Distance of a harbor's label from the middle of its hex, relative to the distance of its path."""
MAP_COLUMNS: Final = 5 * HEX_COLUMNS + 2 * HARBOR_COLUMNS
LINES_ABOVE_MIDDLE: Final = 9
"""Lines above the middle row of hexes, including the harbors north of the first row."""
MAP_LINES: Final = 2 * LINES_ABOVE_MIDDLE + 2


def island_lines(
    layout: Mapping[str, Any], alternatives: PossibleContents = NO_ALTERNATIVES, width: int | None = None
) -> list[str]:
    """Draw the hexes and the harbors around them; if the map is too wide, list them instead.

    Args:
        layout: as `Layout.to_json` gives it.
        alternatives: the possible contents of uncertain places, which a question mark marks.
        width: characters of a line; None: as wide as the terminal.
    """
    if (width or shutil.get_terminal_size().columns) < MAP_COLUMNS:
        return _list_lines(layout, alternatives)
    canvas = [[" "] * MAP_COLUMNS for _ in range(MAP_LINES)]
    for hex_id in HEXES:
        _write_centered(
            canvas, position(hex_id), _cell(hex_id, layout["hexes"][hex_id], hex_id in alternatives.hexes)
        )
    for path, kind in layout["harbors"].items():
        _write_centered(
            canvas,
            _harbor_position(path),
            (translate_text(HARBOR_NAMES[kind]), f"{path}{'?' if path in alternatives.harbors else ''}"),
        )
    lines = ["".join(line).rstrip() for line in canvas]
    return [*lines, *_legend(layout, alternatives)]


def find_by_name(typed: str, names: Mapping[Any, str]) -> str | None:
    """Return the key whose name was typed, in the terminal's language or as the key itself; else None."""
    for name, display_name in names.items():
        if normalize_typed(typed) in (
            normalize_typed(translate_text(display_name)),
            normalize_typed(str(name)),
        ):
            return str(name)
    return None


def _write_centered(canvas: list[list[str]], at: tuple[float, float], texts: tuple[str, ...]) -> None:
    """Write lines below each other, centered on a point of the island's plane."""
    x, y = at
    top = round(y * ROW_LINES / 1.5) + LINES_ABOVE_MIDDLE
    for row, text in enumerate(texts, top):
        left = round(x * HEX_COLUMNS / math.sqrt(3) + MAP_COLUMNS / 2 - len(text) / 2)
        left = min(max(left, 0), MAP_COLUMNS - len(text))
        canvas[row][left : left + len(text)] = text


def _harbor_position(path: PathId) -> tuple[float, float]:
    """Return the point in the sea where the label of a coastal path is written."""
    x, y = position(path)
    land = min(HEXES, key=lambda each: math.dist(position(each), (x, y)))
    hex_x, hex_y = position(land)
    return hex_x + HARBOR_DISTANCE_RATIO * (x - hex_x), hex_y + HARBOR_DISTANCE_RATIO * (y - hex_y)


def _cell(hex_id: HexId, content: Mapping[str, Any], uncertain: bool) -> tuple[str, str]:
    return _hex_text(content), f"{hex_id}{' ?' if uncertain else ''}"


def _hex_text(content: Mapping[str, Any]) -> str:
    number = "" if content["number"] is None else f" {content['number']}"
    return f"{translate_text(TERRAIN_NAMES[content['terrain']]).lower()}{number}"


def _list_lines(layout: Mapping[str, Any], perhaps: PossibleContents) -> list[str]:
    """Return one line for each hex and each harbor."""
    cells = [_cell(hex_id, layout["hexes"][hex_id], hex_id in perhaps.hexes) for hex_id in HEXES]
    harbors = [
        f"{path}{' ?' if path in perhaps.harbors else ''}  {translate_text(HARBOR_NAMES[kind])}"
        for path, kind in layout["harbors"].items()
    ]
    return [*(f"{name}  {content}" for content, name in cells), *harbors, *_legend(layout, perhaps)]


def _legend(layout: Mapping[str, Any], perhaps: PossibleContents) -> Iterator[str]:
    """Explain the question marks, and list each uncertain place with its possible contents."""
    names_by_place = {
        at: [_hex_text(content) for content in contents] for at, contents in perhaps.hexes.items()
    }
    for path, kinds in perhaps.harbors.items():
        names_by_place[path] = [
            translate_text(NONE_TEXT if kind is None else HARBOR_NAMES[kind]) for kind in kinds
        ]
    if names_by_place:
        yield translate_text(sentence("? uncertain: check it first"))
    yield from (f"   {at:<6} {' / '.join(names)}" for at, names in names_by_place.items())
    if not layout["harbors"]:
        yield translate_text(sentence("No harbor was read."))
