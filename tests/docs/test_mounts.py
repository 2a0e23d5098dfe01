"""Camera mounts: with the drawn measures, a camera sees its field."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "hardware"))

import mounts
from inserts import inserted
from lens_table import FIELD, Place

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "hardware.md").read_text("utf-8")
PLACES = {
    "books": (mounts.books().place, mounts.ISLAND_FIELD),
    "gooseneck": (mounts.gooseneck().place, mounts.ISLAND_FIELD),
    "boom": (mounts.boom().place, FIELD),
    "cross arm": (mounts.cross_arm().place, FIELD),
}


@pytest.mark.parametrize(("place", "field"), PLACES.values(), ids=PLACES)
def test_a_mounted_camera_sees_its_whole_field(place: Place, field: tuple[float, float]) -> None:
    across, down = (math.tan(math.radians(angle / 2)) for angle in (mounts.PHONE.across, mounts.PHONE.down))
    for x, y in ((a * field[0] / 2, b * field[1] / 2) for a in (-1, 1) for b in (-1, 1)):
        right, up, _ = place.seen(x, y)
        assert abs(right) <= across
        assert abs(up) <= down


def test_the_ruler_reaches_from_the_book_stack_to_the_camera() -> None:
    mount = mounts.books()
    way = (-mount.place.back - mount.behind, mount.place.height - mount.stack)
    assert math.hypot(*way) == pytest.approx(mounts.RULER)
    assert mount.book / (mount.front - mount.behind) == pytest.approx(way[1] / way[0])
    assert mount.front <= -mounts.ISLAND_FIELD[1] / 2 - 2, "the stack stands beside the island"
    assert mount.front - mount.behind > mounts.RULER / 2, "most of it lies on the stack: it doesn't tip"


def test_the_gooseneck_reaches_from_the_table_s_edge_to_the_camera() -> None:
    mount = mounts.gooseneck()
    assert mount.way[0][0] == -mounts.EDGE
    assert math.dist(mount.way[-1], (-mount.place.back, mount.place.height)) < 3
    assert mount.bought >= mount.length > math.dist(mount.way[0], mount.way[-1])


@pytest.mark.parametrize("mount", [mounts.boom(), mounts.cross_arm()])
def test_a_one_metre_boom_reaches_the_camera(mount: mounts.Boom) -> None:
    assert mount.joint[0] < -mounts.EDGE
    end = (mount.joint[0] + math.sqrt(mount.reach**2 - mount.rise**2), mount.joint[1] + mount.rise)
    assert end == pytest.approx((0, mount.place.height + 5))
    assert mount.reach < 0.7 * mounts.BOOM, "enough is left behind the joint for a weight"


def test_the_document_s_table_matches_the_script() -> None:
    assert inserted(DOCUMENT, "mounts", mounts.table()) == DOCUMENT, "python docs/hardware/mounts.py"


@pytest.mark.parametrize("name", mounts.DRAWINGS)
def test_a_drawing_shows_the_measures_of_the_table(name: str, tmp_path: Path) -> None:
    mounts.DRAWINGS[name]().save(tmp_path / "drawn.svg")
    drawn = (tmp_path / "drawn.svg").read_text("utf-8")
    assert drawn == (ROOT / "docs" / "hardware" / f"{name}.svg").read_text("utf-8")
    place = PLACES[name.removeprefix("mount_").replace("_", " ")][0]
    assert f">{place.height:.0f} cm<" in drawn
    assert f"(docs/hardware/{name}.svg)" in DOCUMENT
