"""The pieces of film that line the lane, with their sizes, into hardware.md: `python docs/hardware/liner.py`.

The sizes follow from firmware/tower/params.scad.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from inserts import insert
from measures import ask

NAMES: Final = (
    "lane_width",
    "lane_walls",
    "lip",
    "set_back",
    "bumpers",
    "pocket_end",
    "guide",
    "bar",
    "slide",
)
PTFE: Final = "adhesive PTFE"
FEP: Final = "clear FEP"


@dataclass(frozen=True)
class Piece:
    """A piece of film: its place, its kind, its sizes in whole millimetres, and how to lay it."""

    place: str
    film: str
    long: int
    wide: int
    note: str


def pieces(die: float = 16) -> tuple[Piece, ...]:
    """Return the pieces for dice of this size, in the order in which they are laid."""
    given: dict[str, Any] = ask(*NAMES, die=die)
    (from_u, from_v), (to_u, to_v) = given["guide"]
    ends = [end for bumper in given["bumpers"] for end in bumper]
    around = given["pocket_end"] + given["set_back"] * len(
        [end for end in ends if 0 < end < given["pocket_end"]]
    )
    return (
        Piece(
            "end wall",
            PTFE,
            _ceil(given["lane_width"] + given["set_back"]),
            _ceil(given["lane_walls"]),
            "first",
        ),
        Piece(
            "back wall",
            PTFE,
            _ceil(given["pocket_end"]),
            _ceil(given["lane_walls"]),
            "from the end wall",
        ),
        Piece(
            "lip",
            PTFE,
            _ceil(around),
            _ceil(given["lip"]),
            "pressed around the bumpers; cut along their tops",
        ),
        Piece(
            "guide",
            PTFE,
            _ceil(math.dist((from_u, from_v), (to_u, to_v))),
            _ceil(given["bar"]),
            "from the back wall",
        ),
        Piece(
            "glass",
            FEP,
            _ceil(given["slide"][0]),
            _ceil(given["slide"][1]),
            "loose; the lane's edge holds it",
        ),
    )


def _ceil(length: float) -> int:
    return math.ceil(length - 1e-6)


def table() -> str:
    """Format the pieces in Markdown."""
    lines = ["| piece | film | mm | |", "|---|---|--:|---|"]
    lines += [
        f"| {each.place} | {each.film} | {each.long} x {each.wide} | {each.note} |" for each in pieces()
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the table."""
    insert("hardware.md", "liner", table())


if __name__ == "__main__":
    main()
