"""A simulated camera's exposure follows all that it sees, until it is held."""

from __future__ import annotations

import random
import threading
from itertools import islice

import numpy as np

from companion.island.setups import first_game
from companion.sim.camera import SimulatedCamera, SimulatedTime
from companion.sim.exposing import MIDDLE, SimulatedExposure
from companion.sim.standpoints import standpoint
from companion.sim.tabletop import Looks, Tabletop
from companion.sources.camera import Frame
from vision.metering import BURNT, FINE, light_wanted, paper_level

POSE = standpoint(640, 360, 15, 5)


def camera(exposure: SimulatedExposure) -> SimulatedCamera:
    looks = Looks(cloth="slate")
    now = SimulatedTime()
    return SimulatedCamera(
        first_game(), Tabletop(POSE), random.Random(1), now, looks=looks, exposure=exposure
    )


def pictures(seen: SimulatedCamera, count: int) -> list[np.ndarray]:
    items = seen.frames(SimulatedTime(), threading.Event())
    return [item.image for item in islice((item for item in items if isinstance(item, Frame)), count)]


def test_by_itself_it_meters_the_table_and_burns_a_board_on_a_dark_cloth() -> None:
    last = pictures(camera(SimulatedExposure()), 8)[-1]
    assert abs(last.mean() - MIDDLE) < 20
    assert paper_level(last, POSE.project) > FINE[1]


def test_held_at_the_light_that_the_island_wants_it_stays_there() -> None:
    seen = camera(SimulatedExposure())
    picture = pictures(seen, 8)[-1]
    for _ in range(4):
        seen.lock_exposure(light_wanted(picture, POSE.project))
        picture = pictures(seen, 2)[-1]
    assert FINE[0] <= paper_level(picture, POSE.project) <= FINE[1] < BURNT
    assert (pictures(seen, 3)[-1].mean() - picture.mean()) ** 2 < 1


def test_what_is_held_is_told_in_units_of_its_own() -> None:
    seen = camera(SimulatedExposure(automatic=False))
    assert seen.lock_exposure() == {"exposure": 100.0}
    assert seen.lock_exposure(0.5) == {"exposure": 50.0}
