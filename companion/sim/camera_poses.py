"""Finds camera poses from which the whole island, and the dice if needed, are visible."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from companion.sim.picture import CameraPose, PoseError
from companion.sim.picture.sheet import FRAME_CORNERS

DICE_SPOT: Final = (7.9, 0.0)
"""The place of throws: east of the island, whose frame ends at x = 5.8."""
DICE_SCATTER: Final = 1.6
"""Greatest distance of dice at rest from `DICE_SPOT`, in hex sides."""
_MARGIN_PX: Final = 10.0
"""Least distance of the required points from the picture's border, in pixels."""
_MAX_TRIES: Final = 200
_NEAREST, _FARTHEST, _STEP = 14.0, 40.0, 0.25


def can_see_board(camera: CameraPose, *, dice: bool = False) -> bool:
    """Return whether the picture contains the whole sea frame, and with `dice` also the place of throws."""
    x, y = DICE_SPOT
    dice_corners = (
        [(x + DICE_SCATTER, y - DICE_SCATTER), (x + DICE_SCATTER, y + DICE_SCATTER)] if dice else []
    )
    pixels = camera.project([*FRAME_CORNERS, *dice_corners])
    size = (camera.width - _MARGIN_PX, camera.height - _MARGIN_PX)
    return bool((pixels > _MARGIN_PX).all() and (pixels < size).all())


def find_camera_pose(
    width: int, height: int, tilt: float, rotation: float, *, dice: bool = False, field_of_view: float = 60.0
) -> CameraPose:
    """Return the nearest pose that sees the required points, with a margin for knocks.

    Args:
        width, height: the picture's size in pixels.
        tilt, rotation, field_of_view: in degrees.
        dice: whether the place of throws must be visible.

    Raises:
        PoseError: no pose is far enough away.
    """
    aim = (1.4, 0.0) if dice else (0.0, 0.0)
    distance = _NEAREST
    while distance < _FARTHEST:
        camera = CameraPose(width, height, distance, tilt, rotation, aim=aim, field_of_view=field_of_view)
        if can_see_board(camera, dice=dice):
            return replace(camera, distance=distance + 1.0)
        distance += _STEP
    raise PoseError("no camera pose is far enough away to see the whole island")


def shift_camera(
    camera: CameraPose, shift: float, turn: float, tilt: float, rng: random.Random
) -> CameraPose:
    """Move a camera randomly so that it still sees the island.

    Args:
        camera: the present pose.
        shift: greatest shift of the aim in x and y, in hex sides.
        turn, tilt: greatest change of rotation and tilt, in degrees.
        rng: draws the changes.

    Returns:
        The new pose; the present one if none was found.
    """
    x, y = camera.aim
    for _ in range(_MAX_TRIES):
        moved = replace(
            camera,
            aim=(x + rng.uniform(-shift, shift), y + rng.uniform(-shift, shift)),
            rotation=camera.rotation + rng.uniform(-turn, turn),
            roll=camera.roll + rng.uniform(-turn, turn) / 4,
            tilt=max(0.0, camera.tilt + rng.uniform(-tilt, tilt)),
        )
        if can_see_board(moved):
            return moved
    return camera
