"""How a demo opens: founded at a brisk pace, then the camera is knocked, once."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

from companion.games.base.rules.events import Roll
from companion.sim.camera import SimulatedTime
from companion.sim.opening import AFTER_S, BEFORE_S, BRISK, ROLLS, Opening
from companion.sim.picture import CameraPose
from companion.sim.tabletop import Tabletop

FPS = 10.0
FOUNDING: Any = SimpleNamespace(phase="founding")
PLAY: Any = SimpleNamespace(phase="play")
ROLL = Roll("red", (3, 4))


def test_people_found_briskly_and_then_play_at_their_pace() -> None:
    now = SimulatedTime(2.0)
    opening = Opening(now, random.Random(1))
    opening.before(object(), FOUNDING)
    assert now.speed == 2 * BRISK
    opening.before(ROLL, PLAY)
    assert now.speed == 2


def test_the_camera_is_knocked_once_when_cards_were_taken() -> None:
    opening = Opening(SimulatedTime(1.0), random.Random(1))
    scripts = []
    for _ in range(ROLLS + 3):
        opening.before(ROLL, PLAY)
        scripts.append(opening.between_turns())
    assert [bool(each) for each in scripts] == [False] * ROLLS + [True, False, False]


def test_it_is_worth_a_look_from_before_the_knock_until_the_board_can_be_found_again() -> None:
    opening = Opening(SimulatedTime(1.0), random.Random(1))
    for _ in range(ROLLS + 1):
        opening.before(ROLL, PLAY)
    table = Tabletop(CameraPose(640, 360))
    seen = []
    for script in opening.between_turns():
        for moment in script(table, FPS, random.Random(2)):
            seen.append((moment.table.camera != table.camera, opening.look))
            last = moment.table
        table = table if last.camera == table.camera else last
    before = [looked for moved, looked in seen if not moved]
    assert len(before) >= BEFORE_S * FPS
    assert len(seen) >= (BEFORE_S + AFTER_S) * FPS
    assert all(looked for _, looked in seen)
    assert not opening.look
