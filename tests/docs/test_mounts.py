"""Camera mounts: with the drawn measures, a camera sees its field."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "hardware"))

import bill
import mounts
from inserts import insert_text
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
        right, up, _ = place.project(x, y)
        assert abs(right) <= across
        assert abs(up) <= down


def test_the_ruler_reaches_from_the_book_stack_to_the_camera() -> None:
    mount = mounts.books()
    way = (-mount.place.back - mount.ruler_end_x, mount.place.height - mount.stack)
    assert math.hypot(*way) == pytest.approx(mounts.RULER)
    assert mount.book / (mount.front - mount.ruler_end_x) == pytest.approx(way[1] / way[0])
    assert mount.front <= -mounts.ISLAND_FIELD[1] / 2 - 2, "the stack stands beside the island"
    assert mount.front - mount.ruler_end_x > mounts.RULER / 2, "most of it lies on the stack: it doesn't tip"


def test_the_gooseneck_reaches_from_the_table_s_edge_to_the_camera() -> None:
    mount = mounts.gooseneck()
    assert mount.way[0][0] == -mounts.EDGE
    assert math.dist(mount.way[-1], (-mount.place.back, mount.place.height)) < 3
    assert mount.sold_length >= mount.length > math.dist(mount.way[0], mount.way[-1])


@pytest.mark.parametrize("mount", [mounts.boom(), mounts.cross_arm()])
def test_a_one_metre_boom_reaches_the_camera(mount: mounts.Boom) -> None:
    assert mount.joint[0] < -mounts.EDGE
    end = (mount.joint[0] + math.sqrt(mount.reach**2 - mount.rise**2), mount.joint[1] + mount.rise)
    assert end == pytest.approx((0, mount.place.height + 5))
    assert mount.reach < 0.7 * mounts.BOOM, "enough is left behind the joint for a weight"


def buyable(*words: str) -> int:
    """Return the length of the cables on the bill whose lines contain one of these words, centimetres."""
    lines = [item for item in (*bill.TABLE, *bill.TOWER) if any(word in item.what for word in words)]
    assert len(lines) == len(words)
    assert all(item.length_cm for item in lines)
    return sum(item.length_cm for item in lines)


@pytest.mark.parametrize("mount", [mounts.boom(), mounts.cross_arm()], ids=["boom", "cross arm"])
def test_the_bill_s_cables_reach_from_the_camera_to_the_pi(mount: mounts.Boom) -> None:
    way = mount.cable_way
    assert way[0] == (0, mount.place.height)
    assert -mounts.EDGE <= way[-1][0] <= -mounts.EDGE + mounts.PI_BOX[0], "the Pi stands on the table's edge"
    # The boom and the stand are followed: no shorter way is possible.
    assert mount.cable > mount.reach + mount.joint[1] - mounts.PI_BOX[1] + mounts.SLACK
    assert mount.cable <= buyable("USB camera", "USB extension")


def test_the_camera_s_own_cable_ends_where_the_extension_can_be_tied_to_the_stand() -> None:
    mount = mounts.boom()
    assert buyable("USB camera") > 5 + mount.reach, "beyond the joint"


@pytest.mark.parametrize("mount", [mounts.boom(), mounts.cross_arm()], ids=["boom", "cross arm"])
def test_a_ribbon_of_a_metre_does_not_reach_the_table(mount: mounts.Boom) -> None:
    assert mount.cable - mounts.SLACK > 100


def test_the_tower_s_cable_reaches_across_the_table() -> None:
    # The tower stands at the table's other edge at worst: across the table, and around the island.
    across = 2 * mounts.EDGE + (FIELD[1] - mounts.ISLAND_FIELD[1]) / 2
    assert across + mounts.SLACK <= buyable("USB cable for the Nano")


def test_the_pi_s_supply_reaches_a_socket_on_the_floor() -> None:
    assert buyable("power supply") >= mounts.TABLE + mounts.SLACK


def test_the_document_s_table_matches_the_script() -> None:
    assert insert_text(DOCUMENT, "mounts", mounts.table()) == DOCUMENT, "python docs/hardware/mounts.py"


@pytest.mark.parametrize("name", mounts.DRAWINGS)
def test_a_drawing_shows_the_measures_of_the_table(name: str, tmp_path: Path) -> None:
    mounts.DRAWINGS[name]().save(tmp_path / "drawn.svg")
    drawn = (tmp_path / "drawn.svg").read_text("utf-8")
    assert drawn == (ROOT / "docs" / "hardware" / f"{name}.svg").read_text("utf-8")
    place = PLACES[name.removeprefix("mount_").replace("_", " ")][0]
    assert f">{place.height:.0f} cm<" in drawn
    assert f"(docs/hardware/{name}.svg)" in DOCUMENT
