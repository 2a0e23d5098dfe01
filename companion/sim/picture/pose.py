"""The camera's pose, and its projection of the island's plane."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.errors import CompanionError

Floats = NDArray[np.float64]

HEX_SIDE_CM = 4.5
"""The side of the cardboard game's hex: the unit of the island's plane, in centimetres."""

# Degrees from straight down. A ray closer to the horizon meets the table metres away, far from the board.
_MAX_RAY_ANGLE_DEG = 85.0


class PoseError(CompanionError, ValueError):
    """An invalid camera pose."""


def _freeze(array: Floats) -> Floats:
    """Make an array read-only and return it."""
    array.setflags(write=False)
    return array


def _rotation_about_z(angle: float) -> Floats:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


@dataclass(frozen=True)
class CameraPose:
    """A pinhole camera over the table.

    The world is the island's plane (`companion.island.geometry`: unit = side of a hex, x east,
    y south) with z up from the table. Unturned, north is up in the picture and the camera leans
    back to the south, so that the southern edge is the near one.

    Attributes:
        width, height: size of the picture in pixels.
        distance: from the camera to the point it aims at, in hex sides.
        tilt: degrees from straight down, 0 to 60.
        rotation: the board's rotation in degrees clockwise, seen from above.
        roll: the picture's rotation about the camera's axis, in degrees clockwise.
        aim: the point of the plane in the middle of the picture.
        field_of_view: degrees across the width.
    """

    width: int = 1280
    height: int = 720
    distance: float = 17.0
    tilt: float = 15.0
    rotation: float = 0.0
    roll: float = 0.0
    aim: tuple[float, float] = (0.0, 0.0)
    field_of_view: float = 60.0

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise PoseError("the picture must be at least one pixel wide and high")
        if not 0 <= self.tilt <= 60:
            raise PoseError(f"tilt the camera by 0 to 60 degrees, not {self.tilt:g}")
        if not 10 <= self.field_of_view <= 120:
            raise PoseError(f"choose a field of view from 10 to 120 degrees, not {self.field_of_view:g}")
        if self.distance < 3:
            raise PoseError("move the camera to at least 3 hex sides from the board")
        corner = math.degrees(math.atan(math.hypot(self.width, self.height) / 2 / self.focal_length))
        if self.tilt + corner > _MAX_RAY_ANGLE_DEG:
            raise PoseError("the picture would contain the horizon: tilt less or choose a narrower view")

    @property
    def focal_length(self) -> float:
        """Focal length in pixels."""
        return self.width / 2 / math.tan(math.radians(self.field_of_view / 2))

    @cached_property
    def axes(self) -> Floats:
        """The camera's axes in the world, as rows (right, down, forward): by rotation, tilt, then roll."""
        turn, tilt, roll = (math.radians(a) for a in (self.rotation, self.tilt, self.roll))
        tilted = np.array(
            [[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, -math.sin(tilt), -math.cos(tilt)]]
        )
        return _freeze(_rotation_about_z(roll) @ tilted @ _rotation_about_z(turn))

    @cached_property
    def position(self) -> Floats:
        """The camera's position, (x, y, z), in hex sides."""
        forward = self.axes[2]
        return _freeze(np.array([*self.aim, 0.0]) - self.distance * forward)

    @cached_property
    def matrix(self) -> Floats:
        """The 3 x 4 matrix that maps homogeneous (x, y, z, 1) to homogeneous pixels."""
        f = self.focal_length
        lens = np.array([[f, 0, (self.width - 1) / 2], [0, f, (self.height - 1) / 2], [0, 0, 1]])
        axes = self.axes
        return _freeze(lens @ np.column_stack([axes, -axes @ self.position]))

    def homography(self) -> Floats:
        """Return the 3 x 3 matrix from the plane's (x, y, 1) to homogeneous pixels; bottom right is 1."""
        plane: Floats = self.matrix[:, [0, 1, 3]]
        scaled: Floats = plane / plane[2, 2]
        return scaled

    def project(self, points: ArrayLike) -> Floats:
        """Project N x 2 or N x 3 points to pixels: N x 2, x right, y down, pixel centres at integers."""
        world = np.atleast_2d(np.asarray(points, float))
        if world.shape[1] == 2:
            world = np.column_stack([world, np.zeros(len(world))])
        seen = np.column_stack([world, np.ones(len(world))]) @ self.matrix.T
        pixels: Floats = seen[:, :2] / seen[:, 2:]
        return pixels

    def depth(self, points: ArrayLike) -> Floats:
        """Return the distances of N x 3 points along the camera's axis, in hex sides."""
        along: Floats = (np.atleast_2d(np.asarray(points, float)) - self.position) @ self.axes[2]
        return along

    def pixels_per_side(self) -> float:
        """Return the length of a hex side in pixels at the point of aim."""
        return self.focal_length / self.distance
