"""Simulated tumbling dice: they hit the printed parts and follow rigid-body physics."""

from __future__ import annotations

import math
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "hardware"))

from measures import ask
from walls import NAMES, Frame, bumpers, lane_faces, outcome, rounded_cube, slabs, thick

pytestmark = pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")


@pytest.fixture(scope="module")
def dimensions() -> dict[str, Any]:
    return ask(*NAMES)


def test_the_lane_s_frame_slopes_as_printed_and_its_transform_is_invertible(
    dimensions: dict[str, Any],
) -> None:
    frame = Frame.from_slopes(dimensions)
    assert np.allclose(frame.to_lane(frame.to_tower((12, 5, 3))), (12, 5, 3))
    downhill = frame.to_tower((0, 0, 0)) - frame.to_tower((1, 0, 0))
    assert math.degrees(math.asin(-downhill[2])) == pytest.approx(dimensions["along"])
    assert frame.to_lane(frame.point_above(30, 20, 25))[2] == pytest.approx(25)


def gaps_around(dimensions: dict[str, Any], middle: tuple[float, float, float]) -> list[float]:
    """Return the gaps in mm between a square die and each body of the lane; 0 where it touches."""
    frame, die = Frame.from_slopes(dimensions), dimensions["die"]
    gaps = []
    for slab in slabs(dimensions, frame)[: len(lane_faces(dimensions)) + len(bumpers(dimensions))]:
        points = np.array([frame.to_lane(point) for point in slab])
        low, high = points.min(axis=0), points.max(axis=0)
        gaps.append(float(np.maximum(low - middle, middle - high).max()) - die / 2)
    return gaps


def test_a_resting_die_touches_only_glass_end_wall_and_its_bumper(
    dimensions: dict[str, Any],
) -> None:
    half = dimensions["die"] / 2
    gaps = gaps_around(dimensions, (half, half, half))
    touched = [0, 1, len(lane_faces(dimensions))]
    assert [gaps[n] for n in touched] == pytest.approx([0, 0, 0], abs=1e-6)
    assert min(gap for n, gap in enumerate(gaps) if n not in touched) > 0.9


def test_the_second_die_touches_only_glass_and_its_own_bumper(dimensions: dict[str, Any]) -> None:
    half = dimensions["die"] / 2
    gaps = gaps_around(dimensions, (3 * half, half, half))
    touched = [0, len(lane_faces(dimensions)) + 1]
    assert [gaps[n] for n in touched] == pytest.approx([0, 0], abs=1e-6)
    assert min(gap for n, gap in enumerate(gaps) if n not in touched) > 0.9


def test_bumpers_cover_the_middle_of_each_die_and_clear_its_turned_corner(
    dimensions: dict[str, Any],
) -> None:
    die, turned = dimensions["die"], dimensions["die"] / math.sqrt(2)
    for n, (start, end) in enumerate(dimensions["bumpers"][:2]):
        assert start <= n * die + die / 4
        assert end > (n + 0.5) * die
        assert end < n * die + turned - 1, "a die turned by 45 degrees stands on its corner beside it"
    assert die / 2 < dimensions["bumper"] < turned - 1


def test_a_slab_is_behind_its_face() -> None:
    face = [np.array(point, dtype=float) for point in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0))]
    assert thick(face, np.array([0, 0, 5.0]))[:, 2].max() == 0
    assert thick(face, np.array([0, 0, -5.0]))[:, 2].min() == 0


def test_a_die_has_its_nominal_size() -> None:
    assert np.ptp(rounded_cube(16), axis=0) == pytest.approx([16, 16, 16])


@pytest.mark.parametrize(
    ("first", "second", "became"),
    [
        ((8, 8, 8), (24, 8, 8), "flat in both pockets"),
        ((8, 8, 8), (26, 8, 8), "askew in a pocket"),
        ((8, 8, 10), (24, 8, 8), "askew in a pocket"),
        ((8, 8, 8), (60, 8, 8), "stuck on the way"),
        ((8, -30, 8), (24, 8, 8), "jumped out"),
    ],
)
def test_the_result_of_a_throw_follows_from_where_its_dice_rest(
    first: tuple[float, ...], second: tuple[float, ...], became: str
) -> None:
    assert outcome([np.array(first, dtype=float), np.array(second, dtype=float)], 16) == became


@pytest.mark.parametrize(("friction", "slides"), [(0.3, True), (0.6, False)])
def test_a_die_slides_down_a_slope_that_is_steeper_than_its_friction(friction: float, slides: bool) -> None:
    mujoco = pytest.importorskip("mujoco")
    import tumble

    slope = math.radians(25)  # its tangent is 0.47
    along = np.array([math.cos(slope), 0, math.sin(slope)])
    up = np.array([-math.sin(slope), 0, math.cos(slope)])
    face = [a * 400 * along + np.array([0, b * 200, 0]) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    world = tumble.model([thick(face, 100 * up)], 16, friction)
    data = mujoco.MjData(world)
    turn = (math.cos(slope / 2), 0, -math.sin(slope / 2), 0)
    for n in range(2):
        at = (n * 60) * along + 8.05 * up
        data.qpos[7 * n : 7 * n + 7] = [*(at / tumble.METRE), *turn]
    before = data.qpos[:3].copy()
    for _ in range(round(0.3 / tumble.STEP_S)):
        mujoco.mj_step(world, data)
    moved = float(np.linalg.norm(data.qpos[:3] - before)) * tumble.METRE
    if not slides:
        assert moved < 2
        return
    # g (sin - friction cos) t^2 / 2, sliding from rest
    expected = 9810 * (math.sin(slope) - friction * math.cos(slope)) * 0.3**2 / 2
    assert moved == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize("degrees", [42, 45, 48])
@pytest.mark.parametrize("axis", [2, 0], ids=["turned", "on an edge"])
def test_a_die_that_leans_on_a_bumper_by_half_a_turn_falls_flat(
    dimensions: dict[str, Any], degrees: float, axis: int
) -> None:
    mujoco = pytest.importorskip("mujoco")
    import tumble

    frame = Frame.from_slopes(dimensions)
    world = tumble.model(slabs(dimensions, frame), dimensions["die"], 0.35, 0.1)
    data = mujoco.MjData(world)
    half, angle = dimensions["die"] / 2, math.radians(degrees)
    reach = half * (math.sin(angle) + math.cos(angle)) + 0.2
    at = np.full(3, reach)
    at[axis] = half
    about = np.zeros(3)
    about[axis] = 1
    lane, turned, both = (np.zeros(4) for _ in range(3))
    mujoco.mju_mat2Quat(lane, frame.turn.ravel())
    mujoco.mju_axisAngle2Quat(turned, about, angle)
    mujoco.mju_mulQuat(both, lane, turned)
    data.qpos[:7] = [*(frame.to_tower(at.tolist()) / tumble.METRE), *both]
    data.qpos[7:14] = [0, 0, -20, 1, 0, 0, 0]  # the other one: out of the way
    for _ in range(round(0.35 / tumble.STEP_S)):
        mujoco.mj_step(world, data)
    assert frame.to_lane(data.qpos[:3] * tumble.METRE) == pytest.approx([half, half, half], abs=1)


def test_the_liner_covers_the_lane(dimensions: dict[str, Any]) -> None:
    pytest.importorskip("mujoco")
    import tumble

    assert len(tumble.LANE) == len(lane_faces(dimensions)) + len(bumpers(dimensions))
