"""Faces of five sets of resource dice that no training picture shares, for path-traced throws.

Two sets have the symbols of the simulated table. The symbols of the other three are drawn here: emblems (an
axe, a crown) and strokes of a pen, as on home-made dice. No network learned from any of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.dice_game.sheet import FACES, Face
from companion.sim.picture.canvas import Colour
from companion.sim.resource_dice import draw_face_art
from tests.images import SET_COLOURS
from vision.training.resources.shapes import Shape, bar, box, oval

FACE_ART_PX: Final = 256
_SUBPIXEL_BITS: Final = 4
_PEN_WIDTH: Final = 0.055
"""Width of a pen's stroke, in faces."""

Path = tuple[tuple[float, float], ...]
"""Points in shares of a face, -0.5 to 0.5, y down."""


@dataclass(frozen=True)
class DieSet:
    """A set of dice.

    Attributes:
        name: a description.
        faces: 6 x FACE_ART_PX x FACE_ART_PX x 3, BGR, in the order of `FACES`.
        roughness: of its surface, 0 for polished to 1 for matt.
    """

    name: str
    faces: NDArray[np.uint8]
    roughness: float


def _polygon(*points: tuple[float, float]) -> Shape:
    return np.array(points)


_EMBLEMS: Final[Mapping[Face, tuple[tuple[int, Shape], ...]]] = {
    "lumber": (
        (1, bar((-0.22, 0.3), (0.12, -0.24), 0.07)),
        (0, _polygon((0.02, -0.3), (0.3, -0.26), (0.32, 0.06), (0.2, -0.06), (0.06, -0.12))),
    ),
    "brick": (
        (0, _polygon((-0.3, 0.0), (0.0, -0.32), (0.3, 0.0))),
        (0, box(0.0, 0.16, 0.44, 0.3)),
        (2, box(0.0, 0.2, 0.14, 0.22)),
        (1, box(0.18, -0.22, 0.08, 0.16)),
    ),
    "wool": (
        (1, bar((-0.3, -0.28), (0.26, 0.3), 0.04)),
        (1, bar((0.3, -0.28), (-0.26, 0.3), 0.04)),
        (0, oval(0.0, 0.04, 0.22, 0.22)),
        (2, bar((-0.16, -0.02), (0.12, 0.18), 0.03)),
        (2, bar((-0.1, -0.1), (0.18, 0.1), 0.03)),
    ),
    "grain": (
        (0, _polygon((-0.3, 0.28), (-0.16, -0.02), (0.16, -0.02), (0.3, 0.28))),
        (1, bar((-0.26, -0.3), (0.26, 0.14), 0.06)),
        (1, bar((0.26, -0.3), (-0.26, 0.14), 0.06)),
        (2, box(0.0, 0.2, 0.1, 0.16)),
    ),
    "ore": (
        (1, bar((0.0, -0.2), (0.0, 0.34), 0.07)),
        (0, _polygon((-0.34, -0.02), (-0.2, -0.22), (0.0, -0.3), (0.2, -0.22), (0.34, -0.02),
                     (0.16, -0.12), (0.0, -0.16), (-0.16, -0.12))),
    ),
    "gold": (
        (0, _polygon((-0.3, 0.24), (-0.32, -0.2), (-0.14, 0.0), (0.0, -0.28), (0.14, 0.0), (0.32, -0.2),
                     (0.3, 0.24))),
        (1, oval(0.0, 0.12, 0.07, 0.07)),
        (2, box(0.0, 0.22, 0.6, 0.03)),
    ),
}  # fmt: skip
"""Shapes of each emblem, in shares of a face; colour 0 and 1 are its own, 2 is the ground."""

_STROKES: Final[Mapping[Face, tuple[Path, ...]]] = {
    "lumber": (
        ((0.0, 0.34), (0.0, -0.3)),
        ((-0.22, -0.06), (0.0, -0.3), (0.22, -0.06)),
        ((-0.24, 0.16), (0.0, -0.08), (0.24, 0.16)),
    ),
    "brick": (
        ((-0.3, -0.2), (0.3, -0.2), (0.3, 0.2), (-0.3, 0.2), (-0.3, -0.2)),
        ((-0.3, 0.0), (0.3, 0.0)),
        ((0.02, -0.2), (0.02, 0.0)),
        ((-0.14, 0.0), (-0.14, 0.2)),
        ((0.16, 0.0), (0.16, 0.2)),
    ),
    "wool": (
        ((0.04, 0.0), (0.1, 0.06), (0.0, 0.12), (-0.12, 0.06), (-0.14, -0.1), (0.0, -0.22), (0.18, -0.16),
         (0.26, 0.02), (0.2, 0.2), (0.02, 0.3), (-0.2, 0.24), (-0.3, 0.06)),
    ),
    "grain": (
        ((0.0, 0.34), (0.0, -0.32)),
        ((-0.18, -0.26), (0.0, -0.12), (0.18, -0.26)),
        ((-0.18, -0.08), (0.0, 0.06), (0.18, -0.08)),
        ((-0.18, 0.1), (0.0, 0.24), (0.18, 0.1)),
    ),
    "ore": (
        ((-0.34, 0.24), (-0.16, -0.16), (-0.02, 0.1), (0.14, -0.26), (0.34, 0.24), (-0.34, 0.24)),
    ),
    "gold": (
        ((0.0, -0.3), (0.08, -0.08), (0.3, -0.08), (0.12, 0.06), (0.2, 0.28), (0.0, 0.14), (-0.2, 0.28),
         (-0.12, 0.06), (-0.3, -0.08), (-0.08, -0.08), (0.0, -0.3)),
    ),
}  # fmt: skip
"""Strokes of each home-made symbol."""

_EMBLEM_COLOURS: Final[Mapping[Face, tuple[Colour, Colour]]] = {
    "lumber": ((70.0, 130.0, 50.0), (40.0, 80.0, 120.0)),
    "brick": ((50.0, 80.0, 200.0), (60.0, 60.0, 90.0)),
    "wool": ((140.0, 200.0, 150.0), (90.0, 90.0, 90.0)),
    "grain": ((60.0, 180.0, 230.0), (30.0, 90.0, 140.0)),
    "ore": ((130.0, 120.0, 110.0), (50.0, 80.0, 110.0)),
    "gold": ((40.0, 200.0, 250.0), (60.0, 40.0, 180.0)),
}


def _to_fixed_point(shape: Shape | Path) -> NDArray[np.int32]:
    """Return points as OpenCV draws them, in fractions of a pixel."""
    pixels = (np.array(shape) + 0.5) * FACE_ART_PX * 2**_SUBPIXEL_BITS
    return np.round(pixels).astype(np.int32)


def _fill(picture: NDArray[np.uint8], shape: Shape, colour: Colour) -> None:
    cv2.fillPoly(picture, [_to_fixed_point(shape)], colour, cv2.LINE_AA, _SUBPIXEL_BITS)


def draw_emblem(face: Face, body: Colour, ink: Colour | None) -> NDArray[np.uint8]:
    """Draw an emblem in its own colours on a white disc, or in one ink; FACE_ART_PX square, BGR."""
    picture = np.full((FACE_ART_PX, FACE_ART_PX, 3), body, np.uint8)
    ground = body
    if ink is None:
        ground = (236.0, 240.0, 240.0)
        _fill(picture, oval(0.0, 0.0, 0.44, 0.44), ground)
    first, second = _EMBLEM_COLOURS[face] if ink is None else (ink, ink)
    for number, shape in _EMBLEMS[face]:
        _fill(picture, shape, (first, second, ground)[number])
    return picture


def draw_strokes(face: Face, body: Colour, ink: Colour) -> NDArray[np.uint8]:
    """Draw a home-made symbol with a pen; FACE_ART_PX square, BGR."""
    picture = np.full((FACE_ART_PX, FACE_ART_PX, 3), body, np.uint8)
    for path in _STROKES[face]:
        width = round(_PEN_WIDTH * FACE_ART_PX)
        points = [_to_fixed_point(path)]
        cv2.polylines(picture, points, isClosed=False, color=ink, thickness=width, lineType=cv2.LINE_AA,
                      shift=_SUBPIXEL_BITS)  # fmt: skip
    return picture


def _enlarge(pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    size = (FACE_ART_PX, FACE_ART_PX)
    return np.stack([cv2.resize(each, size, interpolation=cv2.INTER_CUBIC) for each in pictures]).astype(
        np.uint8
    )


def draw_die_sets() -> tuple[DieSet, ...]:
    """Draw the five sets."""
    wood, brown = (130.0, 180.0, 214.0), (30.0, 44.0, 70.0)
    blue, white, pen = (150.0, 90.0, 40.0), (232.0, 236.0, 238.0), (150.0, 50.0, 30.0)
    ivory, black = (_enlarge(draw_face_art(SET_COLOURS[which]).pictures) for which in (0, 2))
    return (
        DieSet("ivory, coloured pictures", ivory, 0.3),
        DieSet("black, white pictures", black, 0.25),
        DieSet("wooden, burnt emblems", np.stack([draw_emblem(face, wood, brown) for face in FACES]), 0.7),
        DieSet("blue, emblems on a disc", np.stack([draw_emblem(face, blue, None) for face in FACES]), 0.2),
        DieSet("home-made, a blue pen", np.stack([draw_strokes(face, white, pen) for face in FACES]), 0.6),
    )
