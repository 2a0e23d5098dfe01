"""An island as a map of letters, as it lies; and what people call its parts when they type them."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.calibration.steps.island import Perhaps
from companion.cli.common.speech import plain, spoken
from companion.i18n import sentence
from companion.island.geometry import HEXES, HexId, PathId, position
from companion.island.layout import TERRAIN_NAMES

NONE: Final = sentence("none")
NOTHING_ELSE: Final = Perhaps({}, {})
HARBOR_NAMES: Final[Mapping[str, str]] = {
    "generic": sentence("3:1"),
    "brick": sentence("brick"),
    "lumber": sentence("lumber"),
    "wool": sentence("wool"),
    "grain": sentence("grain"),
    "ore": sentence("ore"),
}
WIDE: Final = 13
"""Characters from a hex to the one beside it: a terrain and its number."""
LONG: Final = 7
"""Characters of a harbor's label at the most: its path, its kind below."""
TALL: Final = 3
"""Lines from a row of hexes to the next: what lies there, its id, and room for harbors."""
OUT: Final = 1.75
"""How far a harbor's label lies from the hex that it belongs to, in shares of the way to its path."""
MAP_WIDE: Final = 5 * WIDE + 2 * LONG
MIDDLE: Final = 9
"""Lines above that of the middle row of hexes: harbors lie to the north of the first."""
MAP_TALL: Final = 2 * MIDDLE + 2


def island_lines(
    layout: Mapping[str, Any], perhaps: Perhaps = NOTHING_ELSE, width: int | None = None
) -> list[str]:
    """The hexes as they lie with the harbors around them; in a list, where that doesn't fit.

    Args:
        layout: as `Layout.to_json` gives it.
        perhaps: what the places that are marked with a question mark may be.
        width: characters of a line; None: as the terminal has them.
    """
    if (width or shutil.get_terminal_size().columns) < MAP_WIDE:
        return _listed(layout, perhaps)
    canvas = [[" "] * MAP_WIDE for _ in range(MAP_TALL)]
    for hex_id in HEXES:
        _write(canvas, position(hex_id), _cell(hex_id, layout["hexes"][hex_id], hex_id in perhaps.hexes))
    for path, kind in layout["harbors"].items():
        _write(
            canvas,
            _off(path),
            (spoken(HARBOR_NAMES[kind]), f"{path}{'?' if path in perhaps.harbors else ''}"),
        )
    lines = ["".join(line).rstrip() for line in canvas]
    return [*lines, *_legend(layout, perhaps)]


def meant(typed: str, names: Mapping[Any, str]) -> str | None:
    """The thing that somebody calls so, in the terminal's language or by its own name; None: none is."""
    for name, called in names.items():
        if plain(typed) in (plain(spoken(called)), plain(str(name))):
            return str(name)
    return None


def _write(canvas: list[list[str]], at: tuple[float, float], texts: tuple[str, ...]) -> None:
    """Write lines below each other, their middle at a place of the island's plane."""
    x, y = at
    top = round(y * TALL / 1.5) + MIDDLE
    for row, text in enumerate(texts, top):
        left = round(x * WIDE / math.sqrt(3) + MAP_WIDE / 2 - len(text) / 2)
        left = min(max(left, 0), MAP_WIDE - len(text))
        canvas[row][left : left + len(text)] = text


def _off(path: PathId) -> tuple[float, float]:
    """A place in the sea before a coastal path."""
    x, y = position(path)
    land = min(HEXES, key=lambda each: math.dist(position(each), (x, y)))
    hex_x, hex_y = position(land)
    return hex_x + OUT * (x - hex_x), hex_y + OUT * (y - hex_y)


def _cell(hex_id: HexId, lies: Mapping[str, Any], doubted: bool) -> tuple[str, str]:
    return _lies(lies), f"{hex_id}{' ?' if doubted else ''}"


def _lies(lies: Mapping[str, Any]) -> str:
    number = "" if lies["number"] is None else f" {lies['number']}"
    return f"{spoken(TERRAIN_NAMES[lies['terrain']]).lower()}{number}"


def _listed(layout: Mapping[str, Any], perhaps: Perhaps) -> list[str]:
    """A line for each hex and for each harbor."""
    cells = [_cell(hex_id, layout["hexes"][hex_id], hex_id in perhaps.hexes) for hex_id in HEXES]
    harbors = [
        f"{path}{' ?' if path in perhaps.harbors else ''}  {spoken(HARBOR_NAMES[kind])}"
        for path, kind in layout["harbors"].items()
    ]
    return [*(f"{name}  {lies}" for lies, name in cells), *harbors, *_legend(layout, perhaps)]


def _legend(layout: Mapping[str, Any], perhaps: Perhaps) -> Iterator[str]:
    """What the marks mean; of each place in doubt what it may be, as it is typed."""
    may = {at: [_lies(lies) for lies in all_] for at, all_ in perhaps.hexes.items()}
    for path, kinds in perhaps.harbors.items():
        may[path] = [spoken(NONE if kind is None else HARBOR_NAMES[kind]) for kind in kinds]
    if may:
        yield spoken(sentence("? uncertain: check it first"))
    yield from (f"   {at:<6} {' / '.join(names)}" for at, names in may.items())
    if not layout["harbors"]:
        yield spoken(sentence("No harbor was read."))
