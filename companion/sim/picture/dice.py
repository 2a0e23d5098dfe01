"""Renders dice that lie, lean or fly: rounded cubes, drawn by ray casting.

Sizes are in hex sides, as everywhere in the island's plane; a hex side is 4.5 cm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.sim.picture.canvas import Colour
from companion.sim.picture.solids import HEX_SIDE_CM, CameraPose, ConvexSolid, Floats

_Box = tuple[int, int, int, int]
EDGE: Final = 1.6 / HEX_SIDE_CM
"""The edge of a usual die, in hex sides."""
_EDGE_RADIUS: Final = 0.16
"""Radius of a usual die's rounded edges, in edges."""
_PIP_RADIUS, _SINGLE_PIP_RADIUS = 0.095, 0.14
"""Radius of a pip, and of a single one, in edges."""
_PIP_PITCH: Final = 0.26
"""Distance between neighbouring pips, in edges."""
_RAYS_PER_PIXEL: Final = 3
"""Rays per pixel in each direction."""
_MARCH_STEPS: Final = 14
_FAR_PIP_SHARE: Final = 0.45
"""Visibility of the far pips through a clear die."""
_VEINS_PER_EDGE: Final = 2.6
"""Approximate number of a marbled die's veins per edge."""
_PIPS: Final = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)), 5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip
_FACES: Final[dict[int, tuple[int, int]]] = {
    1: (2, 1), 6: (2, -1), 2: (0, 1), 5: (0, -1), 3: (1, -1), 4: (1, 1),
}  # fmt: skip
"""Axis and side of each face of a die whose 1 is up: 1, 2 and 3 follow each other anticlockwise."""


@dataclass(frozen=True, eq=False)
class FaceArt:
    """The pictures on a die's faces, instead of pips.

    Attributes:
        pictures: 6 x N x N x 3, BGR, of the faces 1 to 6.
    """

    pictures: NDArray[np.uint8]


class DieError(CompanionError, ValueError):
    """A die with an invalid face."""


@dataclass(frozen=True)
class DrawnDie:
    """A die with pips.

    Attributes:
        at: the position of its centre.
        value: the face on top, 1 to 6.
        turn: degrees clockwise.
        colour, pips: BGR.
        edge: its size, in hex sides.
        tumble: an additional rotation as an axis whose length is the angle in degrees: small for a leaning
            die, any for a flying one; (0, 0, 0): the die lies flat.
        height: of its lowest corner above the table.
        streak: its movement while the shutter is open.
        swirl: the second colour of a marbled die, BGR; None: one colour.
        clear: transparency, 0 to 1.
        pip_size: size of its pips relative to usual ones.
        rounding: radius of its edges, in edges.
        art: pictures on its faces; None: pips.
    """

    at: tuple[float, float]
    value: int = 5
    turn: float = 20.0
    colour: Colour = (226.0, 230.0, 234.0)
    pips: Colour = (30.0, 28.0, 28.0)
    edge: float = EDGE
    tumble: tuple[float, float, float] = (0.0, 0.0, 0.0)
    height: float = 0.0
    streak: tuple[float, float] = (0.0, 0.0)
    swirl: Colour | None = None
    clear: float = 0.0
    pip_size: float = 1.0
    rounding: float = _EDGE_RADIUS
    art: FaceArt | None = None

    def __post_init__(self) -> None:
        if self.value not in _PIPS:
            raise DieError(f"a die's face must be 1 to 6, not {self.value}")

    @cached_property
    def axes(self) -> Floats:
        """The die's own axes as columns of a 3 x 3 matrix; unturned, the face 1 is on top."""
        axis, side = _FACES[self.value]
        up = np.zeros(3)
        up[axis] = side
        turned = _rotation((0.0, 0.0, self.turn)) @ _turn_upwards(up)
        return np.asarray(_rotation(self.tumble) @ turned)

    @cached_property
    def centre(self) -> Floats:
        """Its centre, (x, y, z)."""
        flat = 0.5 - self.rounding
        down = self.edge * (flat * float(np.abs(self.axes[2]).sum()) + self.rounding)
        return np.array([*self.at, self.height + down])

    def solid(self) -> ConvexSolid:
        """Return a cube without rounded edges, for the shadow."""
        half = self.edge / 2 * (1 - 0.4 * self.rounding)
        faces = []
        for axis in range(3):
            for side in (-half, half):
                corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
                faces.append(np.insert(corners, axis, side, axis=1) @ self.axes.T + self.centre)
        return ConvexSolid(tuple(faces), self.colour)


def draw_die(picture: NDArray[np.uint8], die: DrawnDie, camera: CameraPose, light: Floats) -> None:
    """Draw a die into a picture.

    Args:
        picture: H x W x 3, BGR, changed in place.
        die: the die.
        camera: the pose.
        light: direction towards the light, (x, y, z).
    """
    corners = np.concatenate(die.solid().faces)
    streak = np.array([*die.streak, 0.0])
    left, top, right, bottom = _bound_points(camera, np.vstack([corners + streak, corners - streak]), picture)
    box = _bound_points(camera, corners, picture)
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    paint, share = np.zeros((bottom - top, right - left, 3)), np.zeros((bottom - top, right - left))
    within = slice(box[1] - top, box[3] - top), slice(box[0] - left, box[2] - left)
    paint[within], share[within] = _cast_rays(die, camera, light, box)
    ends = camera.project(np.array([die.centre, die.centre + streak]))
    paint, share = _smear(paint, ends[1] - ends[0]), _smear(share, ends[1] - ends[0])
    patch = picture[top:bottom, left:right]
    patch[:] = np.clip(np.rint(patch * (1 - share[..., None]) + paint), 0, 255).astype(np.uint8)


def _bound_points(camera: CameraPose, points: Floats, picture: NDArray[np.uint8]) -> _Box:
    """Return the box (left, top, right, bottom) in pixels around points in a picture; it may be empty."""
    seen = camera.project(points)
    left, top = (max(0, math.floor(v) - 2) for v in seen.min(axis=0))
    right, bottom = (math.ceil(v) + 3 for v in seen.max(axis=0))
    return left, top, min(right, picture.shape[1]), min(bottom, picture.shape[0])


def _cast_rays(die: DrawnDie, camera: CameraPose, light: Floats, box: _Box) -> tuple[Floats, Floats]:
    """Cast rays at a die within a box of the picture.

    Returns:
        The colours multiplied by the coverage, H x W x 3, and the coverage, H x W.
    """
    left, top, right, bottom = box
    columns = left + (np.arange((right - left) * _RAYS_PER_PIXEL) + 0.5) / _RAYS_PER_PIXEL - 0.5
    rows = top + (np.arange((bottom - top) * _RAYS_PER_PIXEL) + 0.5) / _RAYS_PER_PIXEL - 0.5
    x, y = np.meshgrid(columns, rows)
    shape = x.shape
    # Points and directions are 3 x N, one row for each axis: this halves the computing time.
    pixels = np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    rays: Floats = np.asarray(np.linalg.inv(camera.matrix[:, :3]) @ pixels, np.float64)
    # From here on in the die's own axes: its centre is the origin, its edge 1.
    towards = die.axes.T @ (rays / _norms(rays))
    eye = ((camera.position - die.centre) @ die.axes / die.edge)[:, None]
    far = np.full(x.size, float(np.linalg.norm(eye)) - 0.9)
    for _ in range(_MARCH_STEPS):
        far += _signed_distance(eye + far * towards, die.rounding)
    at = eye + far * towards
    hit = np.flatnonzero(_signed_distance(at, die.rounding) < 0.01)
    at, towards = at[:, hit], towards[:, hit]
    core = np.clip(at, die.rounding - 0.5, 0.5 - die.rounding)
    normal = (at - core) / np.maximum(_norms(at - core), 1e-9)
    lamp = light / np.linalg.norm(light) @ die.axes
    # The same brightness as for pieces, and a specular highlight.
    bright = 0.5 + 0.62 * np.maximum(lamp @ normal, 0)
    half = lamp[:, None] - towards
    gleam = 50 * np.maximum((normal * half).sum(axis=0) / _norms(half), 0) ** 60
    body = _body_colour(die, at, towards)
    if die.art is None:
        spotted = _is_on_pip(at, normal, die.pip_size)
        colour = np.where(spotted[:, None], die.pips, body)
    else:
        spotted = np.zeros(at.shape[1], np.bool_)
        colour = _paint_faces(die.art, at, normal, body)
    dense = np.where(spotted, 1.0, 1.0 - die.clear)
    seen, cover = np.zeros((x.size, 3)), np.zeros(x.size)
    seen[hit] = np.clip(colour * (bright * dense)[:, None] + gleam[:, None], 0, 255)
    cover[hit] = dense
    size = (right - left, bottom - top)
    paint = cv2.resize(seen.reshape(*shape, 3), size, interpolation=cv2.INTER_AREA)
    share = cv2.resize(cover.reshape(shape), size, interpolation=cv2.INTER_AREA)
    return np.asarray(paint, np.float64), np.asarray(share, np.float64)


def _norms(vectors: Floats) -> Floats:
    """Return the lengths of vectors, 3 x N."""
    x, y, z = vectors
    return np.asarray(np.sqrt(x * x + y * y + z * z))


def _body_colour(die: DrawnDie, at: Floats, towards: Floats) -> Floats:
    """Return the body's colours, N x 3, at surface points `at` (3 x N) of rays `towards` (3 x N)."""
    colour = np.tile(np.array(die.colour), (at.shape[1], 1))
    if die.swirl is not None:
        x, y, z = 2 * math.pi * _VEINS_PER_EDGE * at
        vein = np.sin(x + 1.7 * np.sin(0.8 * y + 0.5) + 1.3 * np.sin(0.7 * z + 1.1) + 0.6 * y)
        share = np.clip(0.5 + 0.9 * vein, 0, 1)[:, None]
        colour += share * (np.array(die.swirl) - colour)
    if die.clear > 0:
        # The ray leaves through the nearest of the faces ahead.
        steps = (0.5 * np.sign(towards) - at) / np.where(np.abs(towards) < 1e-9, 1e-9, towards)
        out = at + np.maximum(steps.min(axis=0), 0) * towards
        through = _is_on_pip(out, np.where(np.abs(out) > 0.495, np.sign(out), 0.0), die.pip_size)
        colour[through] += _FAR_PIP_SHARE * die.clear * (np.array(die.pips) - colour[through])
    return np.asarray(colour, np.float64)


def _signed_distance(at: Floats, rounding: float) -> Floats:
    """Return the signed distances of points, 3 x N, to a rounded unit cube at the origin; negative inside."""
    beyond = np.abs(at) - (0.5 - rounding)
    inside = np.minimum(np.maximum(np.maximum(beyond[0], beyond[1]), beyond[2]), 0)
    return np.asarray(_norms(np.maximum(beyond, 0)) + inside - rounding)


def _is_on_pip(at: Floats, normal: Floats, pip_size: float) -> NDArray[np.bool_]:
    """Return which points of the cube, 3 x N, are on a pip."""
    spotted = np.zeros(at.shape[1], np.bool_)
    for value, (axis, side) in _FACES.items():
        face = np.flatnonzero(normal[axis] * side > 0.8)
        u, v = (at[other, face] for other in range(3) if other != axis)
        radius = pip_size * (_SINGLE_PIP_RADIUS if value == 1 else _PIP_RADIUS)
        for column, row in _PIPS[value]:
            spotted[face] |= np.hypot(u - _PIP_PITCH * column, v - _PIP_PITCH * row) < radius
    return spotted


def _paint_faces(art: FaceArt, at: Floats, normal: Floats, body: Floats) -> Floats:
    """Return the colours, N x 3, of points of the cube, 3 x N, whose faces have pictures."""
    colour = body.copy()
    size = art.pictures.shape[1]
    for value, (axis, side) in _FACES.items():
        face = np.flatnonzero(normal[axis] * side > 0.8)
        column, row = (
            np.clip(np.rint((at[other, face] + 0.5) * size - 0.5), 0, size - 1).astype(int)
            for other in range(3)
            if other != axis
        )
        colour[face] = art.pictures[value - 1, row, column]
    return colour


def _smear(seen: Floats, by: Floats) -> Floats:
    """Blur a picture along a movement in pixels."""
    steps = math.ceil(float(np.abs(by).max()))
    if steps < 1:
        return seen
    size = (seen.shape[1], seen.shape[0])
    smeared = np.zeros_like(seen)
    for along in np.linspace(-0.5, 0.5, steps + 1):
        move = np.array([[1, 0, along * by[0]], [0, 1, along * by[1]]])
        smeared += cv2.warpAffine(seen, move, size)
    return smeared / (steps + 1)


def _rotation(degrees: tuple[float, float, float]) -> Floats:
    """Return the rotation about a vector by its length; (0, 0, 1) turns clockwise from above (y south)."""
    return np.asarray(cv2.Rodrigues(np.radians(np.array(degrees)))[0], np.float64)


def _turn_upwards(axis: Floats) -> Floats:
    """Return the rotation that turns one of a die's axes upwards."""
    if axis[2] != 0:
        return np.eye(3) if axis[2] > 0 else _rotation((180.0, 0.0, 0.0))
    x, y, z = 90 * np.cross(axis, (0, 0, 1))
    return _rotation((float(x), float(y), float(z)))
