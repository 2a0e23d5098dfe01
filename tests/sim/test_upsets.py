"""Disturbances of a table: visible to the camera, and every piece stays in place."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.island.geometry import HexId, PathId
from companion.sim.camera import can_see_board, find_camera_pose
from companion.sim.hands import UPSETS, Upset, create_upset
from companion.sim.picture import Mug, Piece, Shade
from companion.sim.tabletop import ActionStart, Tabletop, TabletopMoment

FPS = 8.0
CAMERA = find_camera_pose(960, 540, 20, 10)
TABLE = Tabletop(CAMERA, (Piece("road", PathId("p1,0"), "blue"),), HexId("h0,0"))


def play_upset(upset: Upset, table: Tabletop = TABLE, seed: int = 0) -> list[TabletopMoment]:
    rng = random.Random(seed)
    return list(create_upset(upset, rng)(ActionStart(table, FPS, rng)))


@pytest.mark.parametrize("upset", UPSETS)
@pytest.mark.parametrize("seed", range(6))
def test_pieces_stay_in_place_and_the_island_in_the_picture(upset: Upset, seed: int) -> None:
    moments = play_upset(upset, seed=seed)
    assert moments
    assert moments[-1].overlay == ()
    for moment in moments:
        assert (moment.table.pieces, moment.table.robber) == (TABLE.pieces, TABLE.robber)
        assert can_see_board(moment.table.camera)


def island_shift_pixels(upset: Upset, seed: int) -> float:
    """Return the shift of the island's centre in pixels."""
    camera = play_upset(upset, seed=seed)[-1].table.camera
    return float(abs(camera.project([(2.0, 1.0)]) - CAMERA.project([(2.0, 1.0)])).max())


def test_a_nudged_camera_moves_less_than_a_knocked_one() -> None:
    little, much = (
        [island_shift_pixels(upset, seed) for seed in range(12)] for upset in ("nudged", "knocked")
    )
    assert 0.5 < max(little) < 25
    assert max(much) > 40


def test_a_pushed_board_moves_and_the_table_stays() -> None:
    after = play_upset("pushed")[-1].table
    assert after.camera != CAMERA
    assert after.ground == CAMERA
    again = play_upset("pushed", after, seed=1)[-1].table
    assert again.ground == CAMERA


def test_a_knocked_camera_also_shifts_the_tabletop() -> None:
    pushed = play_upset("pushed")[-1].table
    assert play_upset("nudged", pushed)[-1].table.ground is None


def test_a_mug_is_placed_and_removed_again() -> None:
    there = play_upset("mug")[-1].table
    assert [type(thing) for thing in there.clutter] == [Mug]
    assert play_upset("mug", there)[-1].table.clutter == ()


@pytest.mark.parametrize("upset", ["shade", "sleeve"])
def test_a_person_leaning_over_changes_nothing(upset: Upset) -> None:
    moments = play_upset(upset)
    assert moments[-1].table == TABLE
    assert any(moment.overlay for moment in moments)
    assert any(isinstance(thing, Shade) for m in moments for thing in m.overlay) == (upset == "shade")


def test_a_lamp_changes_only_the_light() -> None:
    for seed in range(4):
        after = play_upset("lamp", seed=seed)[-1].table
        assert after.light != TABLE.light
        assert replace(after, light=TABLE.light) == TABLE


def test_the_dice_area_stays_visible_on_request() -> None:
    beside = (9.5, 1.6)
    for rotation in (-20, 0, 160):
        x, y = find_camera_pose(1280, 720, 25, rotation, dice=True).project([beside])[0]
        assert 0 <= x < 1280
        assert 0 <= y < 720
