"""Draws roads, settlements, cities and the robber as lit convex bodies with shadows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.island.geometry import (
    ENDS,
    HEX_INDEX,
    INTERSECTION_INDEX,
    HexId,
    IntersectionId,
    PathId,
    position,
)
from companion.island.pieces import PieceColour, PieceKind
from companion.sim.picture.canvas import Colour
from companion.sim.picture.pose import HEX_SIDE_CM, CameraPose, Floats
from companion.sim.picture.shapes import PieceSet, piece_bodies, place_body

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
