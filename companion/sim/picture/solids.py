"""Draws roads, settlements, cities and the robber as lit convex bodies with shadows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal, get_args

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.errors import CompanionError
from companion.island.geometry import (
    ENDS,
    HEX_INDEX,
    INTERSECTION_INDEX,
    HexId,
    IntersectionId,
    PathId,
    PieceColour,
    PieceKind,
    position,
)
from companion.sim.picture.canvas import Colour

# The camera's pose, and its projection of the island's plane.


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


# The shapes of pieces: convex bodies in hex sides, around the origin, along x.
#
# Two sets: the flat wooden ones of most boxes, and sculpted plastic ones (bumpy roads, huddled houses,
# round walled cities).


PieceSet = Literal["wooden", "sculpted"]
PIECE_SETS: Final[tuple[PieceSet, ...]] = get_args(PieceSet)
Body = tuple[Floats, ...]
"""The corners of each flat face, N x 3."""


def place_body(body: Body, at: tuple[float, float], turn: float) -> Body:
    """Rotate a body (radians, clockwise seen from above) and move it to a place."""
    c, s = math.cos(turn), math.sin(turn)
    spin = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    return tuple(face @ spin + np.array([*at, 0]) for face in body)


def piece_bodies(kind: PieceKind, piece_set: PieceSet, rng: np.random.Generator) -> list[Body]:
    """Return the bodies of a piece; sculpted pieces vary randomly."""
    if piece_set == "wooden":
        return list(_WOODEN[kind])
    return {"road": _rubble_road, "settlement": _house_cluster, "city": _walled_city}[kind](rng)


def _prism(outline: Sequence[tuple[float, float]], length: float, shift: float = 0.0) -> Body:
    """Build a prism: an outline in (y, z), extruded along x."""
    ends = [np.array([(x + shift, y, z) for y, z in outline], np.float64) for x in (-length / 2, length / 2)]
    sides = [np.array([ends[0][n], ends[0][n - 1], ends[1][n - 1], ends[1][n]]) for n in range(len(outline))]
    return (*ends, *sides)


def _cm(*points: tuple[float, float]) -> list[tuple[float, float]]:
    return [(a / HEX_SIDE_CM, b / HEX_SIDE_CM) for a, b in points]


def _house(long: float, wide: float, wall: float, ridge: float, shift: float = 0.0) -> Body:
    half = wide / 2
    return _prism([(-half, 0), (half, 0), (half, wall), (0, wall + ridge), (-half, wall)], long, shift)


_HALF: Final = 0.5 / HEX_SIDE_CM
_WOODEN: Final[dict[PieceKind, tuple[Body, ...]]] = {
    "road": (_prism(_cm((-0.25, 0), (0.25, 0), (0.25, 0.5), (-0.25, 0.5)), 2.5 / HEX_SIDE_CM),),
    "settlement": (_prism(_cm((-0.5, 0), (0.5, 0), (0.5, 0.7), (0, 1.2), (-0.5, 0.7)), 1.4 / HEX_SIDE_CM),),
    "city": (
        _prism(_cm((-0.5, 0), (0.5, 0), (0.5, 1.4), (0, 1.9), (-0.5, 1.4)), 1.0 / HEX_SIDE_CM, -_HALF),
        _prism(_cm((-0.5, 0), (0.5, 0), (0.5, 0.9), (-0.5, 0.9)), 1.0 / HEX_SIDE_CM, _HALF),
    ),
}


def _rubble_road(rng: np.random.Generator) -> list[Body]:
    """Build a road of lumps in a row."""
    bodies = []
    for along in np.linspace(-0.18, 0.18, 5):
        lump = _house(rng.uniform(0.1, 0.15), rng.uniform(0.11, 0.18), rng.uniform(0.05, 0.08), 0.03)
        bodies.append(place_body(lump, (along, rng.normal(0, 0.012)), rng.normal(0, 0.35)))
    return bodies


def _house_cluster(rng: np.random.Generator) -> list[Body]:
    """Build a settlement of some houses, the tallest in the middle."""
    bodies = []
    first = rng.uniform(0, 2 * math.pi)
    for n in range(4):
        towards = first + n * math.pi / 2 + rng.normal(0, 0.25)
        house = _house(rng.uniform(0.16, 0.24), rng.uniform(0.1, 0.14), rng.uniform(0.08, 0.14), 0.06)
        at = (0.14 * math.cos(towards), 0.14 * math.sin(towards))
        bodies.append(place_body(house, at, rng.uniform(0, math.pi)))
    return [*bodies, place_body(_house(0.17, 0.13, 0.2, 0.08), (0, 0), rng.uniform(0, math.pi))]


def _walled_city(rng: np.random.Generator) -> list[Body]:
    """Build a round walled city with rows of roofs and a taller hall across."""
    angles = np.linspace(0, 2 * math.pi, 21)[:-1]
    ring = 0.27 * np.column_stack([np.cos(angles), np.sin(angles), np.zeros(20)])
    high = ring + np.array([0, 0, 0.12])
    wall = tuple(np.array([ring[n - 1], ring[n], high[n], high[n - 1]]) for n in range(20))
    turn = rng.uniform(0, math.pi)
    bodies: list[Body] = [(*wall, high)]
    for across in (-0.16, -0.08, 0.0, 0.08, 0.16):
        long = 2 * math.sqrt(0.24**2 - across**2) * rng.uniform(0.75, 1)
        row = place_body(_house(long, 0.045, rng.uniform(0.15, 0.19), 0.02), (0, across), 0)
        bodies.append(place_body(row, (0, 0), turn))
    return [*bodies, place_body(_house(0.34, 0.08, 0.26, 0.04), (0, 0), turn + math.pi / 2)]


PAINT: Final[dict[PieceColour, Colour]] = {
    "red": (38.0, 34.0, 196.0),
    "blue": (176.0, 78.0, 14.0),
    "orange": (24.0, 126.0, 242.0),
    "white": (226.0, 232.0, 236.0),
    "green": (62.0, 132.0, 40.0),
    "brown": (42.0, 74.0, 118.0),
}
_ROBBER: Final[Colour] = (92.0, 92.0, 90.0)
_SHIFT: Final = 4


class PieceError(CompanionError, ValueError):
    """A piece on an invalid site, or in an unknown colour."""


@dataclass(frozen=True)
class Piece:
    """A player's piece on its site.

    Attributes:
        kind: road, settlement or city.
        at: a path for a road, an intersection for a settlement or a city.
        colour: the owner's colour.
        offset: an additional offset from the site, in hex sides: east, south.
        askew: an additional rotation, in degrees clockwise.
    """

    kind: PieceKind
    at: IntersectionId | PathId
    colour: PieceColour
    offset: tuple[float, float] = (0.0, 0.0)
    askew: float = 0.0

    def __post_init__(self) -> None:
        if self.at not in (ENDS if self.kind == "road" else INTERSECTION_INDEX):
            raise PieceError(f"{self.at} is no site for a {self.kind}")
        if self.colour not in PAINT:
            raise PieceError(f"{self.colour} is no piece colour")


@dataclass(frozen=True)
class ConvexSolid:
    """A convex body.

    Attributes:
        faces: corners of each flat face, N x 3, in hex sides, z up.
        colour: of its paint, BGR.
    """

    faces: tuple[Floats, ...]
    colour: Colour

    @property
    def centre(self) -> Floats:
        """The mean of its faces' corners."""
        corners = np.concatenate(self.faces)
        mean: Floats = np.add.reduce(corners, axis=0) / len(corners)
        return mean


def piece_solids(piece: Piece, rng: np.random.Generator, piece_set: PieceSet = "wooden") -> list[ConvexSolid]:
    """Return the bodies of a piece, with a small random offset and rotation."""
    x, y = np.add(position(piece.at), piece.offset)
    dx, dy = rng.normal(0, 0.014, 2)
    at = (x + float(np.clip(dx, -0.035, 0.035)), y + float(np.clip(dy, -0.035, 0.035)))
    if piece.kind == "road":
        (x0, y0), (x1, y1) = (position(end) for end in ENDS[PathId(piece.at)])
        turn = math.atan2(y1 - y0, x1 - x0) + rng.normal(0, math.radians(3))
    else:
        turn = rng.uniform(0, 2 * math.pi)
    turn += math.radians(piece.askew)
    return [
        ConvexSolid(place_body(body, at, turn), PAINT[piece.colour])
        for body in piece_bodies(piece.kind, piece_set, rng)
    ]


def robber_solids(
    at: HexId, rng: np.random.Generator, offset: tuple[float, float] = (0.0, 0.0)
) -> list[ConvexSolid]:
    """Return the bodies of the robber near the centre of a hex: a turned figure of rings.

    Args:
        at: the hex.
        rng: draws a small offset.
        offset: an additional offset from the centre, in hex sides: east, south.
    """
    if at not in HEX_INDEX:
        raise PieceError(f"{at} is no hex for the robber")
    x, y = np.add(position(at), offset)
    dx, dy = rng.normal(0, 0.05, 2)
    profile = [(0.75, 0), (0.75, 0.25), (0.6, 0.4), (0.78, 1.0), (0.72, 1.6), (0.45, 2.1), (0.34, 2.3)]
    profile += [(0.5 * math.cos(a), 2.8 + 0.5 * math.sin(a)) for a in np.radians((-70, -35, 0, 35, 65, 88))]
    solids = []
    angles = np.linspace(0, 2 * math.pi, 25)[:-1]
    around = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(24)])
    for (r0, z0), (r1, z1) in pairwise(profile):
        low = np.array([x + dx, y + dy, z0 / HEX_SIDE_CM]) + around * r0 / HEX_SIDE_CM
        high = np.array([x + dx, y + dy, z1 / HEX_SIDE_CM]) + around * r1 / HEX_SIDE_CM
        sides = tuple(np.array([low[n - 1], low[n], high[n], high[n - 1]]) for n in range(24))
        solids.append(ConvexSolid((*sides, high), _ROBBER))
    return solids


def cast_shadows(
    picture: NDArray[np.uint8], solids: Sequence[ConvexSolid], camera: CameraPose, light: Floats, depth: float
) -> None:
    """Darken the picture in the shadows of solids on the board.

    Args:
        picture: H x W x 3, changed in place.
        solids: the bodies on the board.
        camera: the pose.
        light: direction towards the light, (x, y, z), z above 0.
        depth: darkness: 0 none, 1 black.
    """
    if not solids:
        return
    mask = np.zeros(picture.shape[:2], np.uint8)
    bodies = [np.concatenate(solid.faces) for solid in solids]
    corners = np.concatenate(bodies)
    shadow_corners = camera.project(corners[:, :2] - corners[:, 2:] * light[:2] / light[2]).astype(np.float32)
    for outline in np.split(shadow_corners, np.cumsum([len(body) for body in bodies])[:-1]):
        hull = cv2.convexHull(outline)
        cv2.fillConvexPoly(mask, np.rint(hull * (1 << _SHIFT)).astype(np.int32), (255,), cv2.LINE_AA, _SHIFT)
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return
    blur = max(0.6, 0.025 * camera.pixels_per_side())
    # Blur only a box around the mask, with a margin of twice the blur's reach, so that its rim stays light.
    reach = 2 * (math.ceil(4 * blur) + 1)
    box = slice(max(0, y - reach), y + height + reach), slice(max(0, x - reach), x + width + reach)
    soft = cv2.GaussianBlur(mask[box], (0, 0), blur)
    factors = 1 - np.float32(depth / 255) * np.arange(256, dtype=np.float32)
    factor_map = cv2.cvtColor(cv2.LUT(soft, factors), cv2.COLOR_GRAY2BGR)
    picture[box] = cv2.multiply(picture[box], factor_map, dtype=cv2.CV_8U)


def draw_solids(
    picture: NDArray[np.uint8], solids: Sequence[ConvexSolid], camera: CameraPose, light: Floats
) -> None:
    """Draw solids, the farthest first; a face is brighter the more it faces the light."""
    if not solids:
        return
    eye = camera.position
    towards = light / np.linalg.norm(light)
    sorted_solids = sorted(solids, key=lambda solid: -float(np.linalg.norm(solid.centre - eye)))
    faces = [face for solid in sorted_solids for face in solid.faces]
    solid_index = np.repeat(np.arange(len(sorted_solids)), [len(solid.faces) for solid in sorted_solids])
    counts = np.array([len(face) for face in faces])
    starts = np.cumsum(counts) - counts
    corners = np.concatenate(faces)
    # All faces at once: an arm has some hundreds.
    normals = np.cross(corners[starts + 1] - corners[starts], corners[starts + 2] - corners[starts + 1])
    lengths = np.linalg.norm(normals, axis=1)
    normals /= np.maximum(lengths, 1e-12)[:, None]
    centres = np.add.reduceat(corners, starts) / counts[:, None]
    outwards = centres - np.array([solid.centre for solid in sorted_solids])[solid_index]
    normals[(normals * outwards).sum(axis=1) < 0] *= -1
    facing = (lengths >= 1e-12) & ((normals * (eye - centres)).sum(axis=1) > 0)
    brightness = 0.5 + 0.62 * np.maximum(0.0, normals @ towards)
    pixels = np.rint(camera.project(corners) * (1 << _SHIFT)).astype(np.int32)
    for n in np.flatnonzero(facing):
        shade = [
            min(255.0, channel * float(brightness[n])) for channel in sorted_solids[solid_index[n]].colour
        ]
        outline = pixels[starts[n] : starts[n] + counts[n]]
        cv2.fillConvexPoly(picture, outline, shade, cv2.LINE_AA, _SHIFT)
