"""Camera positions: hardware.md's table matches the script, and each position sees the whole field."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "tools"))

import lens_table
from inserts import insert_text
from lens_table import FIELD, ISLAND, LENSES, SPARE, TILTS, Lens, Place, lowest, pixels

ROOT = Path(__file__).parents[2]
CORNERS = [(x * FIELD[0] / 2, y * FIELD[1] / 2) for x in (-1, 1) for y in (-1, 1)]


def fits(lens: Lens, place: Place, spare: float) -> bool:
    across, down = (math.tan(math.radians(angle / 2)) for angle in (lens.across, lens.down))
    seen = [place.project(x * spare, y * spare) for x, y in CORNERS]
    return all(abs(x) <= across + 1e-9 and abs(y) <= down + 1e-9 for x, y, _ in seen)


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_the_lowest_position_sees_the_whole_field_and_no_lower_one_does(lens: Lens, tilt: float) -> None:
    place = lowest(lens, tilt)
    assert fits(lens, place, SPARE)
    lower = [Place(place.height - 1, back / 10, tilt) for back in range(-200, 1000)]
    assert not any(fits(lens, one, SPARE) for one in lower)


def test_straight_above_the_pixel_size_is_that_of_a_pinhole_camera() -> None:
    lens = Lens("square", 90.0, 90.0)
    # From 50 cm a lens of 90 degrees sees 100 cm.
    assert pixels(lens, Place(50.0, 0.0, 0.0), 100.0, 1000) == pytest.approx((100.0, 100.0))


def test_a_tilted_view_shrinks_a_far_square_as_its_corners_predict() -> None:
    lens, place = LENSES[0], lowest(LENSES[0], 30)
    focal = 640 / math.tan(math.radians(lens.across / 2))
    side = 0.01
    x0, y0, _ = place.project(0.0, ISLAND / 2)
    x1, _, _ = place.project(side, ISLAND / 2)
    _, y1, _ = place.project(0.0, ISLAND / 2 + side)
    expected = focal * math.sqrt((x1 - x0) * (y1 - y0)) / side
    assert pixels(lens, place, 10.0, 1280)[0] == pytest.approx(expected, rel=1e-3)


def test_the_document_s_table_matches_the_script() -> None:
    document = (ROOT / "hardware.md").read_text("utf-8")
    assert document == insert_text(document, "lens table", lens_table.table()), (
        "python docs/tools/lens_table.py writes it anew"
    )


def test_a_document_without_markers_is_left_unchanged() -> None:
    with pytest.raises(ValueError, match="<!-- lens table -->"):
        insert_text("# Hardware\n", "lens table", "")
