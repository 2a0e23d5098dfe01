"""Draw the paper strip that calibrates the tower without white dice, as SVG: `python docs/hardware/strip.py`.

Four squares of a die's size in a row: folded in the middle, the two ones are below, or turned over the
two sixes. Printed at 100 % it has its size; where it hasn't, its measures stand beside it. They come from
firmware/tower/params.scad.
"""

from __future__ import annotations

import sys
from pathlib import Path

from measures import ask
from sheet import FAINT, INK, Sheet

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.sources.tower.stand_ins.die_face import PIP_PITCH, PIP_RADIUS

OUTPUT = Path(__file__).parent
SCALE = 10
"""Units of the drawing per millimetre."""
ONE_PIP = ((0, 0),)
SIX_PIPS = tuple((column, row) for column in (-1, 1) for row in (-1, 0, 1))


def strip(die: float) -> Sheet:
    """Return the drawing for dice with this edge, in millimetres."""
    side, left, top = SCALE * die, 150.0, 160.0
    sheet = Sheet(1240, 560, "The strip of paper that teaches the tower", millimetre=SCALE)
    sheet.text(
        (30, 50), "No white dice? Print at 100 %, or draw it with a black felt pen", size=34, bold=True
    )
    for n, dots in enumerate((ONE_PIP, ONE_PIP, SIX_PIPS, SIX_PIPS)):
        corner = (left + n * side, top)
        sheet.box(corner, (side, side), fill="#ffffff", stroke=FAINT)
        for column, row in dots:
            middle = (
                corner[0] + side / 2 + column * PIP_PITCH * side,
                corner[1] + side / 2 + row * PIP_PITCH * side,
            )
            sheet.circle(middle, PIP_RADIUS * side, fill=INK)
    fold = left + 2 * side
    sheet.wire((fold, top - 40), (fold, top + side + 40), colour="#dc2626", width=3)
    sheet.text((fold, top - 52), "fold here, dots outwards", "middle", 26, "#dc2626")
    sheet.text((left + side, top + side + 50), "one dot each: for 6 up", "middle", 26)
    sheet.text((left + 3 * side, top + side + 50), "six dots each: for 1 up", "middle", 26)
    for n, words in enumerate((
        f"Squares of {die:g} mm, dots of {2 * PIP_RADIUS * die:.1f} mm, {PIP_PITCH * die:.1f} mm apart.",
        "White printer paper, four layers thick: fold two more, blank, into it. Lay it into the lane,",
        "flat on the glass, against the end wall and the lip, the asked dots down; on it any two dice.",
    )):  # fmt: skip
        sheet.text((60, top + side + 120 + 40 * n), words, size=24)
    return sheet


def main() -> None:
    """Draw the strip."""
    strip(ask("die")["die"]).save(OUTPUT / "strip.svg")


if __name__ == "__main__":
    main()
