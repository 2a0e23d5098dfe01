"""An island in lines of text, row by row as it lies; and what people call its parts when they type them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from companion.cli.speech import plain, spoken
from companion.island.geometry import HEXES, HexId, position
from companion.island.layout import TERRAIN_NAMES
from companion.words import sentence

HARBOR_NAMES: Final[Mapping[str, str]] = {
    "generic": sentence("3:1"),
    "brick": sentence("brick"),
    "lumber": sentence("lumber"),
    "wool": sentence("wool"),
    "grain": sentence("grain"),
    "ore": sentence("ore"),
}
WIDE: Final = 22
"""Characters of a hex: its id, its terrain, its number."""


def island_lines(layout: Mapping[str, Any], doubted: Collection[str] = ()) -> list[str]:
    """The hexes in their rows, and the harbors in a line.

    Args:
        layout: as `Layout.to_json` gives it.
        doubted: hexes that are marked with a question mark.
    """
    rows: dict[float, list[HexId]] = {}
    for hex_id in HEXES:
        rows.setdefault(round(position(hex_id)[1], 3), []).append(hex_id)
    most = max(len(row) for row in rows.values())
    lines = []
    for _, row in sorted(rows.items()):
        cells = [_cell(hex_id, layout["hexes"][hex_id], hex_id in doubted) for hex_id in row]
        lines.append((" " * (WIDE * (most - len(row)) // 2) + "".join(cells)).rstrip())
    harbors = ", ".join(f"{path} {spoken(HARBOR_NAMES[kind])}" for path, kind in layout["harbors"].items())
    return [*lines, spoken(sentence("harbors: {harbors}", harbors=harbors or sentence("none")))]


def meant(typed: str, names: Mapping[Any, str]) -> str | None:
    """The thing that somebody calls so, in the terminal's language or by its own name; None: none is."""
    for name, called in names.items():
        if plain(typed) in (plain(spoken(called)), plain(str(name))):
            return str(name)
    return None


def _cell(hex_id: HexId, lies: Mapping[str, Any], doubted: bool) -> str:
    number = "" if lies["number"] is None else f" {lies['number']}"
    terrain = spoken(TERRAIN_NAMES[lies["terrain"]]).lower()
    return f"{hex_id} {terrain}{number}{'?' if doubted else ''}".ljust(WIDE)
