"""Where a camera may stand so that it sees what it has to."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from companion.sim.picture import CameraPose, PoseError
from companion.sim.picture.sheet import FRAME

BESIDE: Final = (7.9, 0.0)
"""Where dice are thrown: to the east of the island, whose frame ends at 5.8;"""
SCATTER: Final = 1.6
"""they come to rest no farther from there."""
_MARGIN: Final = 10.0
"""What has to be seen is so many pixels within the picture."""
_TRIES: Final = 200
_NEAREST, _FARTHEST, _STEP = 14.0, 40.0, 0.25


def sees(camera: CameraPose, *, dice: bool = False) -> bool:
    """Whether the whole sea frame is in the picture, and where dice fall if that is asked."""
    x, y = BESIDE
    there = [(x + SCATTER, y - SCATTER), (x + SCATTER, y + SCATTER)] if dice else []
    seen = camera.project([*FRAME, *there])
    size = (camera.width - _MARGIN, camera.height - _MARGIN)
    return bool((seen > _MARGIN).all() and (seen < size).all())


def standpoint(
    width: int, height: int, tilt: float, rotation: float, *, dice: bool = False, field_of_view: float = 60.0
) -> CameraPose:
    """The nearest of a row of cameras that sees what it has to, with a little room for knocks.

    Args:
        width, height: of its pictures, in pixels.
        tilt, rotation, field_of_view: of the camera, in degrees.
        dice: whether dice fall where they must be seen.

    Raises:
        PoseError: none is far enough.
    """
    aim = (1.4, 0.0) if dice else (0.0, 0.0)
    distance = _NEAREST
    while distance < _FARTHEST:
        camera = CameraPose(width, height, distance, tilt, rotation, aim=aim, field_of_view=field_of_view)
        if sees(camera, dice=dice):
            return replace(camera, distance=distance + 1.0)
        distance += _STEP
    raise PoseError("no camera is far enough to see all of the island")


def shifted(camera: CameraPose, shift: float, turn: float, tilt: float, rng: random.Random) -> CameraPose:
    """A camera that stands otherwise and still sees the island.

    Args:
        camera: as it stood.
        shift: by how much at most another point is in the middle of the picture, in hex sides.
        turn, tilt: by how much at most it is turned and tilted, in degrees.
        rng: chance.

    Returns:
        The camera as it stood, where none is found.
    """
    x, y = camera.aim
    for _ in range(_TRIES):
        there = replace(
            camera,
            aim=(x + rng.uniform(-shift, shift), y + rng.uniform(-shift, shift)),
            rotation=camera.rotation + rng.uniform(-turn, turn),
            roll=camera.roll + rng.uniform(-turn, turn) / 4,
            tilt=max(0.0, camera.tilt + rng.uniform(-tilt, tilt)),
        )
        if sees(there):
            return there
    return camera
