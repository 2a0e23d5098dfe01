"""Signs on photos equal those of the pages."""

from __future__ import annotations

import math
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.draw import SHAPES, draw_sign, sign_outlines, trace_path

STATIC = Path(__file__).parents[2] / "web" / "static"
GROUND, INK, PAPER = (128, 128, 128), (0, 0, 0), (255, 255, 255)


def area(path: str) -> float:
    """Rasterise the area of a path by the even-odd rule."""
    drawn_board = np.zeros((480, 480), np.uint8)
    placed = [
        np.array([(20 * z.real, 20 * z.imag) for z in each]).round().astype(int) for each in trace_path(path)
    ]
    cv2.fillPoly(drawn_board, placed, (1,))
    return float(drawn_board.sum()) / 400


def test_the_pages_use_the_same_signs() -> None:
    pages = "".join((STATIC / name).read_text("utf-8") for name in ("drawing/signs.js", "drawing/signs.js"))
    # Long ones extend over several lines.
    pages = re.sub(r'"\s*\+\s*"', "", pages)
    for name, path in SHAPES.items():
        assert f'{name}: "{path}"' in re.sub(r":\s+", ": ", pages), name


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("M2 2h20v20H2z", 400),
        ("M2 2H22V22h-20zM7 7h10v10H7z", 300),
        ("m2 2 20 0 0 20-20 0z", 400),
        ("M12 2a10 10 0 0 1 0 20 10 10 0 0 1 0-20z", math.pi * 100),
        ("M12 2a10 10 0 1 0 10 10h-10z", math.pi * 75),
        ("M12 2a10 10 0 0 1 10 10h-10z", math.pi * 25),
        ("M2 12a10 10 0 0 0 20 0z", math.pi * 50),
        ("M2 2c0 10 10 20 20 20H2z", 95),
    ],
)
def test_a_path_encloses_the_expected_area(path: str, expected: float) -> None:
    assert area(path) == pytest.approx(expected, rel=0.07)


def test_a_smooth_curve_continues_the_previous_tangent() -> None:
    assert trace_path("M0 12c0-6 6-12 12-12s12 6 12 12") == trace_path("M0 12c0-6 6-12 12-12c6 0 12 6 12 12")
    assert trace_path("M0 12l0 0s12 6 12 12") == trace_path("M0 12l0 0c0 0 12 6 12 12"), (
        "or as straight as a line"
    )


def test_an_unsupported_path_command_is_rejected() -> None:
    with pytest.raises(ValueError, match="isn't drawn"):
        trace_path("M0 0q1 1 2 2z")


@pytest.mark.parametrize("name", SHAPES)
def test_each_sign_lies_within_its_square_and_is_drawn_at_its_place(name: str) -> None:
    assert max(np.abs(outline).max() for outline in sign_outlines(name)) <= 0.51
    picture = np.full((100, 140, 3), GROUND, np.uint8)
    draw_sign(picture, name, (70.0, 40.0), 40.0, PAPER, INK)
    rows, columns = np.nonzero((picture != GROUND).any(axis=2))
    assert 10 <= rows.min() <= rows.max() <= 70
    assert 40 <= columns.min() <= columns.max() <= 100
    assert (picture == PAPER).all(axis=2).sum() > 100
    assert (picture == INK).all(axis=2).sum() > 50
