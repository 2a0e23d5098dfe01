"""Dice regions: a tray, everything but the island, anywhere; and the dice size there."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.sim.picture import CameraPose
from tests.score.dice import Labelled, judge, labelled_photos
from vision.dice import read_dice
from vision.dice.region import DiceRegion, RegionError, find_foot, region_beside_island
from vision.lattice import CENTRES

CAMERA = CameraPose(1280, 720, tilt=20, distance=17)
REGION_BESIDE_ISLAND = region_beside_island(CAMERA.homography(), CAMERA.width, CAMERA.height)
TRAY = DiceRegion(inside=((0.5, 0.5), (1.0, 0.5), (1.0, 1.0), (0.5, 1.0)))


def is_inside(region: DiceRegion, points: np.ndarray) -> np.ndarray:
    x, y = np.round(CAMERA.project(points)).astype(int).T
    return np.asarray(region.mask(CAMERA.width, CAMERA.height)[y, x])


def test_the_default_region_is_the_whole_picture() -> None:
    assert DiceRegion().mask(64, 48).all()
    assert DiceRegion().mask(64, 48).shape == (48, 64)


def test_a_tray_is_the_same_part_of_the_picture_at_any_resolution() -> None:
    for width, height in ((64, 48), (1280, 720)):
        mask = TRAY.mask(width, height)
        assert mask[-1, -1]
        assert not mask[: height // 2 - 2].any()
        assert mask.mean() == pytest.approx(0.25, abs=0.02)


def test_the_region_beside_the_island_excludes_land_and_sea() -> None:
    sea = 4.9 * np.column_stack([np.cos(angles := np.arange(0, 6.3, 0.1)), np.sin(angles)])
    assert not is_inside(REGION_BESIDE_ISLAND, CENTRES).any()
    assert not is_inside(REGION_BESIDE_ISLAND, sea).any()
    assert is_inside(REGION_BESIDE_ISLAND, np.array([(6.4, 0.0), (-6.4, 0.0)])).all()
    assert is_inside(REGION_BESIDE_ISLAND.including_island(), CENTRES).all()


@pytest.mark.parametrize("edge_cm", [1.2, 1.6, 2.0])
def test_the_island_scale_gives_the_dice_size(edge_cm: float) -> None:
    least, most = REGION_BESIDE_ISLAND.die_widths_px(CAMERA.width) or (0, 0)
    for at in ((6.5, -2.0), (-6.5, 3.0), (6.5, 3.5)):
        ends = np.array([(*at, 0.3), (at[0] + edge_cm / 4.5, at[1], 0.3)])
        width = np.linalg.norm(np.diff(CAMERA.project(ends), axis=0))
        assert least < width < most
    assert most < 6 * least


@pytest.mark.parametrize("roll", [0.0, 90.0, 180.0, 250.0])
@pytest.mark.parametrize("tilt", [20.0, 45.0])
def test_the_island_pose_gives_the_up_direction(tilt: float, roll: float) -> None:
    camera = CameraPose(1280, 720, tilt=tilt, distance=24, roll=roll, field_of_view=45)
    region = region_beside_island(camera.homography(), 1280, 720)
    foot, smaller = (np.array(region.foot_px(*extent) or (0, 0)) for extent in ((1280, 720), (640, 360)))
    assert np.allclose(2 * smaller + 0.5, foot), "at any resolution"
    for at in ((6.5, -2.0), (-6.5, 3.0), (0.0, 0.0)):
        low, high = camera.project([(*at, 0.0), (*at, 0.3)])
        away, up = low - foot, high - low
        assert away @ up / np.linalg.norm(away) / np.linalg.norm(up) > np.cos(np.deg2rad(8))


@pytest.mark.parametrize("region", [DiceRegion(), TRAY, REGION_BESIDE_ISLAND])
def test_a_region_round_trips_through_json(region: DiceRegion) -> None:
    assert DiceRegion.from_json(json.loads(json.dumps(region.to_json()))) == region


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"format": 99},
        {"format": 1, "inside": [[0, 0], [1, 1]]},
        {"format": 1, "outside": [[0, 0], [1, "x"], [1, 1]]},
        {"format": 1, "sizes": [0.1]},
        {"format": 1, "sizes": [0.2, 0.1]},
    ],
)
def test_an_invalid_region_is_rejected(data: object) -> None:
    with pytest.raises(RegionError):
        DiceRegion.from_json(data)


def test_a_picture_without_an_island_gives_no_up_direction() -> None:
    assert find_foot(np.full((240, 320, 3), 90, np.uint8)) is None


@pytest.mark.slow
def test_dice_on_a_board_are_read_from_the_far_side_of_the_table(photos: Path) -> None:
    turned = {
        one.name: one
        for one in labelled_photos(photos, "mixed")
        if one.name.split("_")[1] in ("227", "245", "319", "366")
    }
    assert len(turned) == 4

    def correct(one: Labelled, *, by_island: bool) -> int:
        height, width = one.picture.shape[:2]
        picture = np.ascontiguousarray(one.picture[::-1, ::-1])
        reading = read_dice(picture, foot=find_foot(picture) if by_island else None)
        back = replace(
            reading,
            dice=tuple(
                replace(die, at=(width - 1 - die.at[0], height - 1 - die.at[1])) for die in reading.dice
            ),
        )
        return judge(one.name, back, one.dice, one.reach).correct_count

    count = sum(len(one.dice) for one in turned.values())
    assert sum(correct(one, by_island=True) for one in turned.values()) == count
    assert sum(correct(one, by_island=False) for one in turned.values()) < count
