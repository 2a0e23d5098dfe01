"""Opening of a demo: a quick setup phase, then one knock against the camera."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

from companion.games.base.rules.events import Roll
from companion.sim.camera import SimulatedTime
from companion.sim.people import (
    FOUNDING_SPEED_FACTOR,
    QUIET_AFTER_S,
    QUIET_BEFORE_S,
    ROLLS_BEFORE_KNOCK,
    Opening,
)
from companion.sim.picture import CameraPose
from companion.sim.tabletop import ActionStart, Tabletop

FPS = 10.0
FOUNDING: Any = SimpleNamespace(phase="founding")
PLAY: Any = SimpleNamespace(phase="play")
ROLL = Roll("red", (3, 4))


def test_people_set_up_quickly_and_then_play_at_normal_pace() -> None:
    now = SimulatedTime(2.0)
    opening = Opening(now, random.Random(1))
    opening.observe_event(object(), FOUNDING)
    assert now.speed == 2 * FOUNDING_SPEED_FACTOR
    opening.observe_event(ROLL, PLAY)
    assert now.speed == 2


def test_the_camera_is_knocked_once_after_the_first_production() -> None:
    opening = Opening(SimulatedTime(1.0), random.Random(1))
    scripts = []
    for _ in range(ROLLS_BEFORE_KNOCK + 3):
        opening.observe_event(ROLL, PLAY)
        scripts.append(opening.knock_scripts())
    assert [bool(each) for each in scripts] == [False] * ROLLS_BEFORE_KNOCK + [True, False, False]


def test_the_highlight_lasts_from_before_the_knock_until_the_board_is_found_again() -> None:
    opening = Opening(SimulatedTime(1.0), random.Random(1))
    for _ in range(ROLLS_BEFORE_KNOCK + 1):
        opening.observe_event(ROLL, PLAY)
    table = Tabletop(CameraPose(640, 360))
    seen = []
    for script in opening.knock_scripts():
        for moment in script(ActionStart(table, FPS, random.Random(2))):
            seen.append((moment.table.camera != table.camera, opening.should_show_picture))
            last = moment.table
        table = table if last.camera == table.camera else last
    before = [looked for moved, looked in seen if not moved]
    assert len(before) >= QUIET_BEFORE_S * FPS
    assert len(seen) >= (QUIET_BEFORE_S + QUIET_AFTER_S) * FPS
    assert all(looked for _, looked in seen)
    assert not opening.should_show_picture
