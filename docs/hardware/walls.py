"""The surfaces that dice hit in the tower, as flat slabs from firmware/tower/params.scad, and the outcome of
a throw.

Lengths in millimetres, in the tower's frame and the lane's (params.scad says which is which).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
MAX_DISTANCE = 1.0  # maximum distance in millimetres from its place at which a die is still read
SLAB = 6.0
CORNER_RADIUS = 1.6
NAMES = (
    "die", "along", "across", "lane_z", "lane_width", "lip", "bumpers", "bumper", "set_back", "lane_walls",
    "bar", "pocket_end", "mouth_right", "mouth_back", "guide", "chute_x", "chute_y",
    "lowest_tip", "stage", "reach", "chute_top",
)  # fmt: skip
KINDS = ("flat in both pockets", "askew in a pocket", "stuck on the way", "jumped out")


@dataclass(frozen=True)
class Frame:
    """The lane's frame in the tower's: columns of `turn` are u, v, w; millimetres."""

    turn: Floats
    origin: Floats

    @classmethod
    def from_slopes(cls, given: dict[str, Any]) -> Frame:
        """Return the frame for the slopes of params.scad."""
        a, c = np.radians((given["along"], given["across"]))
        left = np.array([[np.cos(a), 0, -np.sin(a)], [0, 1, 0], [np.sin(a), 0, np.cos(a)]])
        front = np.array([[1, 0, 0], [0, np.cos(c), -np.sin(c)], [0, np.sin(c), np.cos(c)]])
        return cls(left @ front, np.array([0, 0, given["lane_z"]]))

    def to_tower(self, point: Sequence[float]) -> Floats:
        """Convert a point of the lane's frame to the tower's."""
        return np.asarray(self.turn @ np.asarray(point) + self.origin)

    def to_lane(self, point: Floats) -> Floats:
        """Convert a point of the tower's frame to the lane's."""
        return self.turn.T @ (point - self.origin)

    def point_above(self, x: float, y: float, w: float) -> Floats:
        """Return the point of the tower's frame at x and y whose height above the glass is w."""
        normal = self.turn[:, 2]
        height = (w - normal @ (np.array([x, y, 0]) - self.origin)) / normal[2]
        return np.array([x, y, height])


def slabs(given: dict[str, Any], frame: Frame) -> list[Floats]:
    """Return all surfaces that dice may hit: corners of convex bodies in the tower's frame, in mm."""
    inside_lane = frame.to_tower((given["pocket_end"] + 25, given["lane_width"] / 2, given["bar"] / 2))
    found = [thick([frame.to_tower(point) for point in face], inside_lane) for face in lane_faces(given)]
    found += [np.array([frame.to_tower(point) for point in body]) for body in bumpers(given)]
    (left, right), (front, back) = given["chute_x"], given["chute_y"]
    top, bar = given["chute_top"], given["bar"]
    inside = np.array([(left + right) / 2, (front + back) / 2, top - 1])
    for a, b in (((left, front), (right, front)), ((right, front), (right, back)),
                 ((right, back), (left, back)), ((left, back), (left, front))):  # fmt: skip
        low = [frame.point_above(*a, bar), frame.point_above(*b, bar)]
        found.append(thick([*low, np.array([*b, top + 80]), np.array([*a, top + 80])], inside))
    foot = [frame.point_above(right, y, bar) for y in (front, back)]
    floor = [frame.to_tower((given["mouth_right"], v, 0)) for v in (given["mouth_back"], 0)]
    found.append(thick([*foot, *floor], inside_lane))
    for n in range(3):
        root, way = (left, 1) if n != 1 else (right, -1)
        tip = given["lowest_tip"] + n * given["stage"]
        edge = [(root, tip + given["reach"]), (root + way * given["reach"], tip)]
        upper = [np.array([x, y, z]) for (x, z), y in product(edge, (front, back))]
        found.append(np.array(upper + [point - (0, 0, 3) for point in upper]))
    return found


def lane_faces(given: dict[str, Any]) -> list[list[tuple[float, float, float]]]:
    """Return the faces of the lane and the mouth, in the lane's frame."""
    end, far, width = given["pocket_end"], given["mouth_right"] + 40, given["lane_width"]
    back, bar, high, front = given["mouth_back"], given["bar"], given["lane_walls"], -given["set_back"]
    (gu, gv), (hu, hv) = given["guide"]

    def wall(a: tuple[float, float], b: tuple[float, float], top: float) -> list[tuple[float, float, float]]:
        return [(*a, 0), (*b, 0), (*b, top), (*a, top)]

    return [
        [(-2, front - 3, 0), (far, front - 3, 0), (far, back + 2, 0), (-2, back + 2, 0)],
        wall((0, front - 3), (0, width + 2), high),
        wall((-2, front), (end + 2, front), given["lip"]),
        wall((-2, width), (end, width), high),
        wall((end, 0), (far, 0), bar),
        wall((gu, gv), (hu, hv), bar),
        wall((hu, hv), (far, back), bar),
    ]


def bumpers(given: dict[str, Any]) -> list[list[tuple[float, float, float]]]:
    """Return the bumpers before the lip, as corners of bodies in the lane's frame."""
    heights = [given["bumper"], given["bumper"], given["lip"]]
    return [
        list(product(ends, (-given["set_back"], 0.0), (0.0, height)))
        for ends, height in zip(given["bumpers"], heights, strict=True)
    ]


def thick(face: Sequence[Floats], inside: Floats) -> Floats:
    """Return a slab behind a face, on the side away from the point `inside`."""
    normal = np.cross(face[1] - face[0], face[2] - face[0])
    normal *= np.sign(normal @ (face[0] - inside)) / np.linalg.norm(normal)
    return np.array([*face, *(point + SLAB * normal for point in face)])


def rounded_cube(edge: float) -> Floats:
    """Return points whose convex hull is a die."""
    angles = np.linspace(0, np.pi / 2, 6)
    ball = [(np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)) for a, b in product(angles, angles)]
    corner = edge / 2 - CORNER_RADIUS + CORNER_RADIUS * np.array(ball)
    return np.concatenate([np.array(signs) * corner for signs in product((-1, 1), repeat=3)])


def outcome(places: Sequence[Floats], die: float) -> str:
    """Return the outcome of a throw, given both dice's places in the lane's frame, the lower one first."""
    aims = [np.array([(n + 0.5) * die, die / 2, die / 2]) for n in range(2)]
    if all(np.abs(place - aim).max() < MAX_DISTANCE for place, aim in zip(places, aims, strict=True)):
        return "flat in both pockets"
    if min(place[2] for place in places) < 0 or min(place[1] for place in places) < 0:
        return "jumped out"
    return "stuck on the way" if places[1][0] > 2.2 * die else "askew in a pocket"
