"""The exposure of a simulated camera follows its picture until it is locked."""

from __future__ import annotations

import random
import threading
from itertools import islice

import numpy as np

from companion.island.setups import first_game_layout
from companion.sim.camera import (
    TARGET_GREY,
    SimulatedCamera,
    SimulatedExposure,
    SimulatedTime,
    find_camera_pose,
)
from companion.sim.tabletop import TableAppearance, Tabletop
from companion.sources.camera import Frame
from vision.picture_quality import ACCEPTABLE_LEVELS, BURNT_LEVEL, exposure_factor, paper_level

POSE = find_camera_pose(640, 360, 15, 5)


def camera(exposure: SimulatedExposure) -> SimulatedCamera:
    looks = TableAppearance(cloth="slate")
    now = SimulatedTime()
    return SimulatedCamera(
        first_game_layout(), Tabletop(POSE), random.Random(1), now, appearance=looks, exposure=exposure
    )


def pictures(seen: SimulatedCamera, count: int) -> list[np.ndarray]:
    items = seen.frames(SimulatedTime(), threading.Event())
    return [item.image for item in islice((item for item in items if isinstance(item, Frame)), count)]


def test_automatic_exposure_overexposes_a_board_on_a_dark_cloth() -> None:
    last = pictures(camera(SimulatedExposure()), 8)[-1]
    assert abs(last.mean() - TARGET_GREY) < 20
    assert paper_level(last, POSE.project) > ACCEPTABLE_LEVELS[1]


def test_a_locked_exposure_stays_at_the_light_for_the_island() -> None:
    seen = camera(SimulatedExposure())
    picture = pictures(seen, 8)[-1]
    for _ in range(4):
        seen.lock_exposure(exposure_factor(picture, POSE.project))
        picture = pictures(seen, 2)[-1]
    assert ACCEPTABLE_LEVELS[0] <= paper_level(picture, POSE.project) <= ACCEPTABLE_LEVELS[1] < BURNT_LEVEL
    assert (pictures(seen, 3)[-1].mean() - picture.mean()) ** 2 < 1


def test_the_locked_exposure_is_reported_in_camera_units() -> None:
    seen = camera(SimulatedExposure(automatic=False))
    assert seen.lock_exposure() == {"exposure": 100.0}
    assert seen.lock_exposure(0.5) == {"exposure": 50.0}
