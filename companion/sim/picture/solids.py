"""What stands on the board: wooden roads, settlements and cities, and the robber, as lit solids."""

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
from companion.sim.picture.shapes import PieceSet, placed, shape

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
    """A piece that can't stand where it is told to."""


@dataclass(frozen=True)
class Piece:
    """A player's piece on its site.

    Attributes:
        kind: what it is.
        at: a path for a road, an intersection for a settlement or a city.
        colour: whose it is.
        aside: how far from there it lies besides, in hex sides: east, south.
        askew: by how much it is turned besides, degrees clockwise.
    """

    kind: PieceKind
    at: IntersectionId | PathId
    colour: PieceColour
    aside: tuple[float, float] = (0.0, 0.0)
    askew: float = 0.0

    def __post_init__(self) -> None:
        if self.at not in (ENDS if self.kind == "road" else INTERSECTION_INDEX):
            raise PieceError(f"no {self.kind} can stand on {self.at}")
        if self.colour not in PAINT:
            raise PieceError(f"no piece is {self.colour}")


@dataclass(frozen=True)
class Solid:
    """A body without dents.

    Attributes:
        faces: corners of each flat face, N x 3, in hex sides, z up.
        colour: of its paint, BGR.
    """

    faces: tuple[Floats, ...]
    colour: Colour

    @property
    def middle(self) -> Floats:
        """The mean of its corners."""
        corners = np.concatenate(self.faces)
        mean: Floats = np.add.reduce(corners, axis=0) / len(corners)
        return mean


def piece_solids(piece: Piece, rng: np.random.Generator, of: PieceSet = "wooden") -> list[Solid]:
    """The bodies of a piece of a set, laid a little carelessly."""
    x, y = np.add(position(piece.at), piece.aside)
    dx, dy = rng.normal(0, 0.014, 2)
    at = (x + float(np.clip(dx, -0.035, 0.035)), y + float(np.clip(dy, -0.035, 0.035)))
    if piece.kind == "road":
        (x0, y0), (x1, y1) = (position(end) for end in ENDS[PathId(piece.at)])
        turn = math.atan2(y1 - y0, x1 - x0) + rng.normal(0, math.radians(3))
    else:
        turn = rng.uniform(0, 2 * math.pi)
    turn += math.radians(piece.askew)
    return [Solid(placed(body, at, turn), PAINT[piece.colour]) for body in shape(piece.kind, of, rng)]


def robber_solids(
    at: HexId, rng: np.random.Generator, aside: tuple[float, float] = (0.0, 0.0)
) -> list[Solid]:
    """The robber, a turned figure, near the middle of a hex: rings from its foot to its head.

    Args:
        at: the hex.
        rng: how carelessly it stands.
        aside: how far from the middle it stands besides, in hex sides: east, south.
    """
    if at not in HEX_INDEX:
        raise PieceError(f"the robber stands on a hex, not on {at}")
    x, y = np.add(position(at), aside)
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
        solids.append(Solid((*sides, high), _ROBBER))
    return solids


def cast_shadows(
    picture: NDArray[np.uint8], solids: Sequence[Solid], camera: CameraPose, light: Floats, depth: float
) -> None:
    """Darkens the picture where solids keep the light from the board.

    Args:
        picture: H x W x 3, changed in place.
        solids: what stands on the board.
        camera: that sees them.
        light: direction towards the light, (x, y, z), z above 0.
        depth: how dark: 0 not at all, 1 black.
    """
    if not solids:
        return
    mask = np.zeros(picture.shape[:2], np.uint8)
    bodies = [np.concatenate(solid.faces) for solid in solids]
    corners = np.concatenate(bodies)
    fallen = camera.project(corners[:, :2] - corners[:, 2:] * light[:2] / light[2]).astype(np.float32)
    for outline in np.split(fallen, np.cumsum([len(body) for body in bodies])[:-1]):
        hull = cv2.convexHull(outline)
        cv2.fillConvexPoly(mask, np.rint(hull * (1 << _SHIFT)).astype(np.int32), (255,), cv2.LINE_AA, _SHIFT)
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return
    blur = max(0.6, 0.025 * camera.pixels_per_side())
    # Nothing is darker farther off: twice as far as the blur reaches, so that its own border is as light.
    reach = 2 * (math.ceil(4 * blur) + 1)
    dark = slice(max(0, y - reach), y + height + reach), slice(max(0, x - reach), x + width + reach)
    soft = cv2.GaussianBlur(mask[dark], (0, 0), blur)
    kept = 1 - np.float32(depth / 255) * np.arange(256, dtype=np.float32)
    keep = cv2.cvtColor(cv2.LUT(soft, kept), cv2.COLOR_GRAY2BGR)
    picture[dark] = cv2.multiply(picture[dark], keep, dtype=cv2.CV_8U)


def draw_solids(
    picture: NDArray[np.uint8], solids: Sequence[Solid], camera: CameraPose, light: Floats
) -> None:
    """Draws solids, the farthest first, each face as bright as it faces the light."""
    if not solids:
        return
    eye = camera.position
    towards = light / np.linalg.norm(light)
    far_first = sorted(solids, key=lambda solid: -float(np.linalg.norm(solid.middle - eye)))
    faces = [face for solid in far_first for face in solid.faces]
    of = np.repeat(np.arange(len(far_first)), [len(solid.faces) for solid in far_first])
    counts = np.array([len(face) for face in faces])
    starts = np.cumsum(counts) - counts
    corners = np.concatenate(faces)
    # All faces at once: an arm has some hundreds.
    normals = np.cross(corners[starts + 1] - corners[starts], corners[starts + 2] - corners[starts + 1])
    lengths = np.linalg.norm(normals, axis=1)
    normals /= np.maximum(lengths, 1e-12)[:, None]
    centres = np.add.reduceat(corners, starts) / counts[:, None]
    outwards = centres - np.array([solid.middle for solid in far_first])[of]
    normals[(normals * outwards).sum(axis=1) < 0] *= -1
    facing = (lengths >= 1e-12) & ((normals * (eye - centres)).sum(axis=1) > 0)
    brightness = 0.5 + 0.62 * np.maximum(0.0, normals @ towards)
    pixels = np.rint(camera.project(corners) * (1 << _SHIFT)).astype(np.int32)
    for n in np.flatnonzero(facing):
        shade = [min(255.0, channel * float(brightness[n])) for channel in far_first[of[n]].colour]
        outline = pixels[starts[n] : starts[n] + counts[n]]
        cv2.fillConvexPoly(picture, outline, shade, cv2.LINE_AA, _SHIFT)
