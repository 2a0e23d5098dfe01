"""Printability: overhangs are found, and no part of the tower has one."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "hardware"))

import bill
import liner
import prints

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "hardware.md").read_text("utf-8")
needs_openscad = pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")
FACES = ((0, 2, 1), (0, 3, 2), (4, 5, 6), (4, 6, 7), (0, 1, 5), (0, 5, 4), (1, 2, 6), (1, 6, 5), (2, 3, 7),
         (2, 7, 6), (3, 0, 4), (3, 4, 7))  # fmt: skip


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> np.ndarray:
    (x0, y0, z0), (x1, y1, z1) = low, high
    corners = np.array([(x, y, z) for z in (z0, z1) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])
    return np.array([[corners[n] for n in face] for face in FACES], dtype=float)


def body(*blocks: np.ndarray) -> np.ndarray:
    return np.concatenate(blocks)


def test_a_block_has_no_overhang_and_the_right_measures() -> None:
    found = prints.measure_triangles(block((0, 0, 0), (20, 10, 4)))
    assert found.size == (20, 10, 4)
    assert (found.lip, found.bridge) == (0, 0)


@pytest.mark.parametrize("reach", [1.6, 3.0])
def test_an_overhanging_lip_is_found_with_its_length(reach: float) -> None:
    found = prints.measure_triangles(
        body(block((0, 0, 0), (10, 10, 4)), block((10, 0, 3), (10 + reach, 10, 4)))
    )
    assert found.lip == pytest.approx(reach, abs=0.4)
    assert not found.fits


@pytest.mark.slow
def test_a_span_supported_at_both_ends_is_a_bridge() -> None:
    piers = [block((x, 0, 0), (x + 5, 10, 4)) for x in (0, 13)]
    found = prints.measure_triangles(body(*piers, block((5, 0, 3), (13, 10, 4))))
    assert found.lip == 0
    assert found.bridge == pytest.approx(8, abs=0.5)
    assert found.fits


@pytest.mark.slow
def test_a_slope_of_45_degrees_is_printable_and_a_flatter_one_is_not() -> None:
    def leaning(over: float) -> np.ndarray:
        made = block((0, 0, 0), (10, 10, 6))
        return made + np.where(made[..., 2:] > 1, np.array([over, 0, 0]), 0)

    assert prints.measure_triangles(leaning(5.5)).lip == 0
    assert prints.measure_triangles(leaning(18)).lip > 0.8


def test_a_part_that_is_too_long_for_the_bed_is_reported() -> None:
    assert not prints.measure_triangles(block((0, 0, 0), (181, 10, 4))).fits
    assert prints.measure_triangles(block((0, 0, 0), (180, 10, 4))).fits


def test_a_closed_mesh_has_no_open_edge_and_a_hole_has_three() -> None:
    whole = block((0, 0, 0), (20, 10, 4))
    assert prints.open_edges(whole) == 0
    assert prints.open_edges(whole[1:]) == 3


def test_bodies_that_only_touch_along_a_line_are_not_closed() -> None:
    assert prints.open_edges(body(block((0, 0, 0), (5, 5, 5)), block((5, 5, 0), (9, 9, 5)))) == 1


@needs_openscad
def test_the_chute_is_closed() -> None:
    assert prints.open_edges(prints.build("chute")) == 0


@needs_openscad
def test_the_page_lists_the_liner_s_pieces_and_the_films_on_the_bill_suffice() -> None:
    assert liner.table().strip() in DOCUMENT, "python docs/hardware/liner.py"
    strips = [piece for piece in liner.pieces() if piece.film == liner.PTFE]
    assert sum(piece.long for piece in strips) < 300
    assert max(piece.wide for piece in strips) < 50
    assert any("PTFE film 0.1 mm, 30 x 5 cm" in item.what for item in bill.TOWER)


@pytest.mark.slow
@needs_openscad
@pytest.mark.parametrize("part", prints.PARTS)
def test_a_tower_part_prints_without_supports_and_is_listed_with_its_measures(part: str) -> None:
    triangles = prints.build(part)
    assert prints.open_edges(triangles) == 0
    found = prints.measure_triangles(triangles)
    assert found.fits, found
    assert prints.table({part: found}).splitlines()[2] in DOCUMENT, "make -C firmware/tower prints"
