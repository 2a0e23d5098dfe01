"""What happens to a table besides: it is seen, and no piece is anywhere else afterwards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.island.geometry import HexId, PathId
from companion.sim.camera_poses import can_see_board, find_camera_pose
from companion.sim.picture import Mug, Piece, Shade
from companion.sim.tabletop import Tabletop, TabletopMoment
from companion.sim.upsets import UPSETS, Upset, create_upset

FPS = 8.0
CAMERA = find_camera_pose(960, 540, 20, 10)
TABLE = Tabletop(CAMERA, (Piece("road", PathId("p1,0"), "blue"),), HexId("h0,0"))


def happened(what: Upset, table: Tabletop = TABLE, seed: int = 0) -> list[TabletopMoment]:
    rng = random.Random(seed)
    return list(create_upset(what, rng)(table, FPS, rng))


@pytest.mark.parametrize("what", UPSETS)
@pytest.mark.parametrize("seed", range(6))
def test_pieces_stay_where_they_are_and_the_island_in_the_picture(what: Upset, seed: int) -> None:
    moments = happened(what, seed=seed)
    assert moments
    assert moments[-1].overlay == ()
    for moment in moments:
        assert (moment.table.pieces, moment.table.robber) == (TABLE.pieces, TABLE.robber)
        assert can_see_board(moment.table.camera)


def moved(what: Upset, seed: int) -> float:
    """By how many pixels the island's middle is somewhere else."""
    camera = happened(what, seed=seed)[-1].table.camera
    return float(abs(camera.project([(2.0, 1.0)]) - CAMERA.project([(2.0, 1.0)])).max())


def test_a_knocked_camera_stands_otherwise_by_a_little_or_by_a_lot() -> None:
    little, much = ([moved(what, seed) for seed in range(12)] for what in ("nudged", "knocked"))
    assert 0.5 < max(little) < 25
    assert max(much) > 40


def test_a_pushed_board_moves_on_a_table_that_stays() -> None:
    after = happened("pushed")[-1].table
    assert after.camera != CAMERA
    assert after.ground == CAMERA
    again = happened("pushed", after, seed=1)[-1].table
    assert again.ground == CAMERA


def test_a_camera_that_is_knocked_sees_the_table_top_from_elsewhere_too() -> None:
    pushed = happened("pushed")[-1].table
    assert happened("nudged", pushed)[-1].table.ground is None


def test_a_mug_is_put_there_and_taken_away_again() -> None:
    there = happened("mug")[-1].table
    assert [type(thing) for thing in there.clutter] == [Mug]
    assert happened("mug", there)[-1].table.clutter == ()


@pytest.mark.parametrize("what", ["shade", "sleeve"])
def test_who_leans_over_leaves_all_as_it_was(what: Upset) -> None:
    moments = happened(what)
    assert moments[-1].table == TABLE
    assert any(moment.overlay for moment in moments)
    assert any(isinstance(thing, Shade) for m in moments for thing in m.overlay) == (what == "shade")


def test_a_lamp_changes_the_light_and_nothing_else() -> None:
    for seed in range(4):
        after = happened("lamp", seed=seed)[-1].table
        assert after.light != TABLE.light
        assert replace(after, light=TABLE.light) == TABLE


def test_where_dice_fall_has_to_be_seen_too_if_it_is_asked() -> None:
    beside = (9.5, 1.6)
    for rotation in (-20, 0, 160):
        x, y = find_camera_pose(1280, 720, 25, rotation, dice=True).project([beside])[0]
        assert 0 <= x < 1280
        assert 0 <= y < 720
