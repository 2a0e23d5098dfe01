"""The printed tower without electronics: dice in any position pass through, tumble, and come out."""

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

pytestmark = pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")
NAMES = (
    "die",
    "wall",
    "plain_wide",
    "plain_deep",
    "plain_ramp",
    "plain_tips",
    "plain_high",
    "reach",
    "opening",
)


@pytest.fixture(scope="module")
def dimensions() -> dict[str, Any]:
    return ask(*NAMES)


def test_every_passage_is_wider_than_a_die_in_any_position(dimensions: dict[str, Any]) -> None:
    longest = dimensions["die"] * math.sqrt(3)
    low, high = dimensions["plain_tips"]
    slope = math.atan2(dimensions["plain_ramp"][0] - dimensions["plain_ramp"][1], dimensions["plain_wide"])
    over_ramp = (low - dimensions["plain_ramp"][0]) * math.cos(slope) + dimensions["reach"] * math.sin(slope)
    baffles_apart = (
        high - low - dimensions["reach"] + dimensions["plain_wide"] - dimensions["reach"]
    ) / math.sqrt(2)
    beside = dimensions["plain_wide"] - dimensions["reach"]
    for way in (over_ramp, baffles_apart, beside, dimensions["opening"], dimensions["plain_deep"]):
        assert way > longest


@pytest.mark.parametrize("friction", [0.35, 0.5])
def test_thrown_dice_come_out_and_none_gets_stuck(dimensions: dict[str, Any], friction: float) -> None:
    mujoco = pytest.importorskip("mujoco")
    import tumble

    world = tumble.model(bodies(dimensions), dimensions["die"], friction)
    data, rng = mujoco.MjData(world), np.random.default_rng(7)
    for _ in range(8):
        mujoco.mj_resetData(world, data)
        for n in range(2):
            turned = rng.normal(size=4)
            at = (
                rng.uniform(16, dimensions["plain_wide"] - 16),
                dimensions["plain_deep"] / 2,
                dimensions["plain_high"] + 32 * n,
            )
            data.qpos[7 * n : 7 * n + 7] = [
                *(np.array(at) / tumble.METRE),
                *(turned / np.linalg.norm(turned)),
            ]
        for _ in range(round(1.6 / tumble.STEP_S)):
            mujoco.mj_step(world, data)
        assert (data.qpos[0::7] * tumble.METRE > dimensions["plain_wide"]).all()


def bodies(dimensions: dict[str, Any]) -> list[np.ndarray]:
    """Return the obstacles of the dice: flat pieces as wide as the tower is deep, two walls, and the tray."""
    wide, deep, high, thick = (
        dimensions[name] for name in ("plain_wide", "plain_deep", "plain_high", "wall")
    )
    top = high + 80  # a hand that aims, in place of walls
    (left, right), reach = dimensions["plain_ramp"], dimensions["reach"]
    low, upper = dimensions["plain_tips"]
    pieces = [
        [(-6, 0), (0, 0), (0, top), (-6, top)],
        [
            (wide, right + dimensions["opening"]),
            (wide + 6, right + dimensions["opening"]),
            (wide + 6, top),
            (wide, top),
        ],
        [(0, left), (wide + thick, right), (wide + thick, right - 6), (0, left - 6)],
        [(0, low + reach), (reach, low), (reach, low - 3), (0, low + reach - 3)],
        [(wide, upper + reach), (wide - reach, upper), (wide - reach, upper - 3), (wide, upper + reach - 3)],
    ]
    made = [np.array([(x, y, z) for x, z in piece for y in (-1, deep + 1)]) for piece in pieces]
    made.extend(
        np.array([(x, y + dy, z) for x in (-6, wide + 6) for dy in (0, 6) for z in (0, top)])
        for y in (-6, deep)
    )
    made.append(np.array([(x, y, z) for x in (-50, 900) for y in (-400, 400) for z in (-6, 0)]))
    return made
