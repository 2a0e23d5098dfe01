"""The printable sheet of markers: one A4 page of six cards to cut out, as PDF, to scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from companion.pdf import POINTS_PER_MM, assemble_pdf
from vision.markers import FRAME_APOTHEM_SIDES, MARKER_COUNT, MARKER_MM, SHEET_LAYOUT, TIP_MM, pattern

PAGE_MM: Final = (210.0, 297.0)
CARD_MM: Final = (64.0, TIP_MM + MARKER_MM + 12.0)
_LEFT_MM: Final = 9.0
_TOP_MM: Final = 62.0
_GAP_MM: Final = 6.0
_COLUMNS: Final = 3

_TITLE: Final = "Companion: markers / repères"
_INSTRUCTIONS: Final = """\
Print at 100 % on matt paper; cut out the cards. Lay them flat, 1 to 6 clockwise, each with its tip
at a corner of the sea frame; any corner may be the first. Leave them there.
Without a frame: lay four or more flat anywhere around the island before you calibrate.

Imprimer à 100 % sur papier mat ; découper les cartes. Les poser à plat, de 1 à 6 dans le sens horaire,
chacune la pointe contre un coin du cadre marin, en partant de n'importe quel coin. Ne plus les bouger.
Sans cadre : en poser au moins quatre à plat autour de l'île avant de calibrer."""
_RULER: Final = "50 mm: measure this line / mesurez cette ligne"


def render_marker_sheet() -> bytes:
    """Return the page as a PDF file."""
    drawn = [*_instruction_lines(), *_ruler(), *_plan()]
    for number in range(MARKER_COUNT):
        column, row = number % _COLUMNS, number // _COLUMNS
        left = _LEFT_MM + column * CARD_MM[0]
        drawn += _card(number, left, _TOP_MM + row * (CARD_MM[1] + _GAP_MM))
    return assemble_pdf(["\n".join(drawn).encode("cp1252")], PAGE_MM)


def _instruction_lines() -> list[str]:
    lines = _INSTRUCTIONS.splitlines()
    title = _text(_LEFT_MM, 14, _TITLE, 13, "F2")
    return [title, *(_text(_LEFT_MM, 21 + 5 * n, line, 10, "F1") for n, line in enumerate(lines))]


def _ruler() -> list[str]:
    down = _TOP_MM + 2 * (CARD_MM[1] + _GAP_MM) + 10
    line = f"0.3 w {_pdf_point(_LEFT_MM, down)} m {_pdf_point(_LEFT_MM + 50, down)} l S"
    ends = [
        f"{_pdf_point(_LEFT_MM + x, down - 2)} m {_pdf_point(_LEFT_MM + x, down + 2)} l S"
        for x in (0.0, 50.0)
    ]
    return [line, *ends, _text(_LEFT_MM + 54, down + 1, _RULER, 8, "F1")]


def _card(number: int, left: float, top: float) -> list[str]:
    """Return the drawing of a card, its top outwards, its tip below.

    Args:
        number: of the marker.
        left, top: in millimetres from the page's upper left.
    """
    width, height = CARD_MM
    middle, low = left + width / 2, top + height
    corners = [(left, top), (left + width, top), (left + width, low), (left, low)]
    drawn = [f"0.6 G 0.2 w [2 2] 0 d {_outline(corners)} [] 0 d 0 G"]
    drawn.append(_text(left + 3, top + 9, str(number + 1), 18, "F2"))
    left_end, right_end = _pdf_point(middle - 2.5, low - 4), _pdf_point(middle + 2.5, low - 4)
    tip = f"{left_end} m {_pdf_point(middle, low)} l {right_end} l f"
    drawn.append(f"0.5 g {tip} 0 g")
    cell = MARKER_MM / 6
    x0, y0 = middle - MARKER_MM / 2, low - TIP_MM - MARKER_MM
    drawn.append(_square(x0, y0, MARKER_MM))
    white = [
        _square(x0 + cell * column, y0 + cell * row, cell)
        for row, cells in enumerate(pattern(number))
        for column, light in enumerate(cells)
        if light
    ]
    return [*drawn, "1 g", *white, "0 g"]


def _plan() -> list[str]:
    """Return a small drawing of the cards' places around the frame."""
    x0, y0, unit = 150.0, 258.0, 4.2
    corner = FRAME_APOTHEM_SIDES / math.cos(math.pi / 6)
    turns = [math.pi / 3 * n for n in range(MARKER_COUNT)]
    frame = [(x0 + unit * corner * math.cos(a), y0 + unit * corner * math.sin(a)) for a in turns]
    drawn = [f"0.4 w {_outline(frame)}"]
    for number, corners in SHEET_LAYOUT.places.items():
        card = [(x0 + unit * float(x), y0 + unit * float(y)) for x, y in corners]
        drawn.append(_outline(card))
        x, y = (sum(values) / len(card) for values in zip(*card, strict=True))
        drawn.append(_text(x - 0.9, y + 1.2, str(number + 1), 9, "F2"))
    return drawn


def _outline(corners: Sequence[tuple[float, float]]) -> str:
    """Return a closed line through points in millimetres."""
    first, *others = (_pdf_point(x, y) for x, y in corners)
    return " ".join([f"{first} m", *(f"{other} l" for other in others), "s"])


def _pdf_point(x: float, y: float) -> str:
    """Convert a point in millimetres from the page's upper left to PDF points from its lower left."""
    return f"{x * POINTS_PER_MM:.3f} {(PAGE_MM[1] - y) * POINTS_PER_MM:.3f}"


def _square(left: float, top: float, side: float) -> str:
    return f"{_pdf_point(left, top + side)} {side * POINTS_PER_MM:.3f} {side * POINTS_PER_MM:.3f} re f"


def _text(left: float, base: float, words: str, size: float, font: str) -> str:
    safe = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /{font} {size:g} Tf {_pdf_point(left, base)} Td ({safe}) Tj ET"
