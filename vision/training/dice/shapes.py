"""The shape of a die as a camera sees it: a cube with rounded edges, ray-cast.

A die's own frame has its middle at the origin, edges of length one along the axes, and the top face towards
+z. `vision.training.dice.sprites` paints faces and material afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.training.textures import Rng

CANVAS_PX: Final = 128
"""Pixels across a cast."""
EDGE_PX: Final = 64.0
"""Pixels of a die's edge at the distance of its middle."""
_STEPS: Final = 20


@dataclass(frozen=True)
class DieShape:
    """The geometry of a die and its view.

    Attributes:
        tilt: angle between the line of sight and the top face's normal, radians.
        turn: the die's rotation about that normal, radians.
        distance: of the camera, in edges.
        rounding: radius of edges and corners, in edges.
        ball: radius of the ball that truncates the corners, in edges; 0.87 truncates none.
        lean: tilt of a cocked die out of the table's plane, radians; 0 for a flat one.
    """

    tilt: float
    turn: float
    distance: float = 20.0
    rounding: float = 0.08
    ball: float = 0.87
    lean: float = 0.0


@dataclass(frozen=True)
class DieCast:
    """The surface of a die at each pixel of a CANVAS_PX x CANVAS_PX square.

    Attributes:
        face: 0 to 5 for +x, -x, +y, -y, +z (the top), -z; -1 outside the die.
        on: h x w x 2, place on that face, -0.5 to 0.5.
        normal: h x w x 3, outwards in the camera's frame (x right, y down, z away from the camera).
        up: the table's normal in the camera's frame.
        at: pixel (x, y) of the top face's middle.
        size: pixels of an edge at the top face's distance.
    """

    face: NDArray[np.int8]
    on: NDArray[np.float32]
    normal: NDArray[np.float32]
    up: NDArray[np.float64]
    at: tuple[float, float]
    size: float


def random_shape(rng: Rng, max_tilt_deg: float = 55.0) -> DieShape:
    """Return a typical die, seen from at most `max_tilt_deg` degrees off the vertical."""
    return DieShape(
        tilt=float(np.deg2rad(min(rng.triangular(0, max_tilt_deg * 0.5, max_tilt_deg * 1.05), max_tilt_deg))),
        turn=float(rng.uniform(0, 2 * np.pi)),
        distance=float(np.exp(rng.uniform(np.log(5), np.log(40)))),
        rounding=float(rng.choice([0.015, 0.05, 0.1, 0.16, 0.22]) * rng.uniform(0.8, 1.2)),
        ball=float(rng.choice([0.87, 0.87, rng.uniform(0.68, 0.8)])),
    )


def _rotation(axis: int, angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    one, other = [(1, 2), (2, 0), (0, 1)][axis]
    turned = np.eye(3)
    turned[one, one] = turned[other, other] = c
    turned[one, other], turned[other, one] = -s, s
    return turned


def cast_die(shape: DieShape) -> DieCast:
    """Cast a die; its middle is in the middle of the canvas."""
    # From the table's frame to the camera's: the camera points down, then tilts back.
    table = _rotation(0, np.pi - shape.tilt)
    pose = table @ _rotation(0, shape.lean) @ _rotation(2, shape.turn)
    middle = np.array([0.0, 0.0, shape.distance])
    focal = EDGE_PX * shape.distance
    half = (CANVAS_PX - 1) / 2
    rows, columns = np.mgrid[0:CANVAS_PX, 0:CANVAS_PX] - half
    away = np.stack([columns / focal, rows / focal, np.ones_like(rows)], -1).reshape(-1, 3)
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    # In the die's frame, starting at the surface of the ball around the die.
    rays = (away @ pose).astype(np.float32)
    begin = (-middle @ pose).astype(np.float32)
    along: NDArray[Any] = np.full(len(rays), shape.distance - 0.9, np.float32)
    inner = 0.5 - shape.rounding
    near = np.flatnonzero(np.linalg.norm(np.cross(rays, begin), axis=1) < 0.9)
    for _ in range(_STEPS):
        along[near] += _signed_distance(begin + rays[near] * along[near, None], inner, shape)
    points = begin + rays[near] * along[near, None]
    hit = near[_signed_distance(points, inner, shape) < 0.01]
    points = begin + rays[hit] * along[hit, None]

    face = np.full(len(rays), -1, np.int8)
    on = np.zeros((len(rays), 2), np.float32)
    normal = np.zeros((len(rays), 3), np.float32)
    axis = np.abs(points).argmax(axis=1)
    each = np.arange(len(hit))
    face[hit] = 2 * axis + (points[each, axis] < 0)
    on[hit] = np.stack([points[each, (axis + 1) % 3], points[each, (axis + 2) % 3]], axis=1)
    normal[hit] = _surface_normals(points, inner, shape) @ pose.T.astype(np.float32)
    top = pose @ np.array([0, 0, 0.5]) + middle
    square = (CANVAS_PX, CANVAS_PX)
    return DieCast(
        face=face.reshape(square),
        on=on.reshape(*square, 2),
        normal=normal.reshape(*square, 3),
        up=table @ np.array([0, 0, 1.0]),
        at=(float(half + focal * top[0] / top[2]), float(half + focal * top[1] / top[2])),
        size=float(focal / top[2]),
    )


def _signed_distance(points: NDArray[Any], inner: float, shape: DieShape) -> NDArray[Any]:
    """Return the distances from points to the die's surface, negative inside."""
    beyond = np.abs(points) - inner
    box = np.sqrt((np.maximum(beyond, 0) ** 2).sum(1)) + np.minimum(beyond.max(1), 0) - shape.rounding
    return np.asarray(np.maximum(box, np.sqrt((points**2).sum(1)) - shape.ball))


def _surface_normals(points: NDArray[Any], inner: float, shape: DieShape) -> NDArray[np.float32]:
    beyond = np.maximum(np.abs(points) - inner, 0)
    length = np.sqrt((points**2).sum(1))
    box = np.sqrt((beyond**2).sum(1)) - shape.rounding
    rounded = np.where((length - shape.ball > box)[:, None], points, np.sign(points) * beyond)
    return np.asarray(rounded / np.maximum(np.linalg.norm(rounded, axis=1, keepdims=True), 1e-6), np.float32)
