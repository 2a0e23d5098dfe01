"""Renders the complete picture: table, board, pieces, photograph."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.island.geometry import HexId
from companion.island.layout import Layout
from companion.picture_decoder import decode_picture
from companion.sim.picture import sheet
from companion.sim.picture.canvas import Colour, Field, blend, fractal_noise, mix_colours, pixels_to_plane
from companion.sim.picture.clutter import Clutter, cast_shade, hand_solids, object_solids
from companion.sim.picture.dice import DrawnDie, draw_die
from companion.sim.picture.sheet import Printing
from companion.sim.picture.solids import (
    CameraPose,
    ConvexSolid,
    Floats,
    Piece,
    PieceSet,
    cast_shadows,
    draw_solids,
    piece_solids,
    robber_solids,
)

# Turns a clean picture into a photograph: light, lens, sensor, JPEG.


class LightError(CompanionError, ValueError):
    """A light or a lens with an invalid value."""


@dataclass(frozen=True)
class Light:
    """The lamp over the table.

    Attributes:
        brightness: exposure; 1 is well lit, 0.4 dim, 1.4 overexposed.
        warmth: -1 bluish daylight, 0 neutral, 1 a yellow bulb.
        bearing: the lamp's direction, in degrees clockwise from the picture's north.
        height: degrees above the table.
        falloff: darkening of the side away from the lamp, 0 to 1.
        glare: strength of the lamp's reflection on the board, 0 to 1.
        shadows: darkness of shadows, 0 to 1.
    """

    brightness: float = 1.0
    warmth: float = 0.15
    bearing: float = 320.0
    height: float = 55.0
    falloff: float = 0.2
    glare: float = 0.0
    shadows: float = 0.45

    def __post_init__(self) -> None:
        if not 0 < self.brightness <= 4:
            raise LightError(f"the brightness must be above 0 and at most 4, not {self.brightness:g}")
        if not 10 <= self.height <= 90:
            raise LightError(f"the lamp must be 10 to 90 degrees above the table, not {self.height:g}")

    def direction(self, rotation: float) -> Floats:
        """Return the unit vector towards the light, (x, y, z), in the axes of a rotated board (degrees)."""
        bearing, height = math.radians(self.bearing - rotation), math.radians(self.height)
        flat = math.cos(height)
        return np.array([flat * math.sin(bearing), -flat * math.cos(bearing), math.sin(height)])


@dataclass(frozen=True)
class CameraEffects:
    """The effects of lens, sensor and compression.

    Attributes:
        blur: standard deviation of the unsharpness in pixels.
        vignette: darkening of the corners, 0 to 1.
        noise: standard deviation of the sensor's noise in grey levels at middle grey.
        jpeg_quality: 1 to 100; None: the picture isn't compressed.
    """

    blur: float = 0.6
    vignette: float = 0.2
    noise: float = 2.5
    jpeg_quality: int | None = 92

    def __post_init__(self) -> None:
        if self.jpeg_quality is not None and not 1 <= self.jpeg_quality <= 100:
            raise LightError(f"the JPEG quality must be 1 to 100, not {self.jpeg_quality}")


def photograph(
    picture: NDArray[np.uint8], light: Light, lens: CameraEffects, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return the picture (H x W x 3, BGR) as a camera would deliver it, in the same size."""
    exposure, spot = _exposure_maps(picture.shape[0], picture.shape[1], light, lens.vignette)
    seen = np.asarray(cv2.multiply(picture, exposure, dtype=cv2.CV_32F), np.float32)
    if spot is not None:
        seen += spot
    if lens.blur > 0:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), lens.blur), np.float32)
    if lens.noise > 0:
        grain = rng.standard_normal(seen.shape, dtype=np.float32)
        # Shot noise grows with the root of the light.
        seen += grain * np.float32(lens.noise) * np.sqrt(np.clip(seen, 8, 255) / np.float32(128))
    # Each value rounded to an integer from 0 to 255.
    developed = np.asarray(cv2.add(seen, np.zeros(4), dtype=cv2.CV_8U), np.uint8)
    if lens.jpeg_quality is None:
        return developed
    _, packed = cv2.imencode(".jpg", developed, [cv2.IMWRITE_JPEG_QUALITY, lens.jpeg_quality])
    return decode_picture(packed.tobytes())


@lru_cache(maxsize=2)
def _exposure_maps(height: int, width: int, light: Light, vignette: float) -> tuple[Field, Field | None]:
    """Return the factors of each pixel's colours, H x W x 3, and the lamp's reflection, H x W x 1."""
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * np.float32(height / width)
    bearing = math.radians(light.bearing)
    towards = np.float32(math.sin(bearing)) * x - np.float32(math.cos(bearing)) * y
    exposure = np.float32(light.brightness) * (1 + np.float32(light.falloff / 2) * towards)
    exposure *= 1 - np.float32(vignette * width**2 / (width**2 + height**2)) * (x * x + y * y)
    balance = np.array([1 - 0.16 * light.warmth, 1.0, 1 + 0.1 * light.warmth], np.float32)
    if light.glare <= 0:
        return exposure[..., None] * balance, None
    spot_x, spot_y = np.float32(0.35 * math.sin(bearing)), np.float32(-0.35 * math.cos(bearing))
    spot = np.exp(-((x - spot_x) ** 2 + (y - spot_y) ** 2) / np.float32(0.03))
    return exposure[..., None] * balance, (np.float32(190 * light.glare) * spot)[..., None]


# Procedural table tops under the board.


Table = Literal["oak", "walnut", "redwood", "linen", "slate"]
TABLES: Final[tuple[Table, ...]] = get_args(Table)

HALF_SIDE: Final = 21.0
"""Half the side of the painted square, in hex sides; the table continues as its mirror image."""
SCALE: Final = 32
"""Pixels of a table top in a hex side."""
_TABLE_PX: Final = round(2 * HALF_SIDE * SCALE)
TABLE_TO_PLANE: Final = pixels_to_plane(_TABLE_PX, HALF_SIDE)
"""The 3 x 3 matrix from a table top's pixels to the island's plane."""
_PLANK: Final = 4.2

_WOODS: Final[Mapping[Table, tuple[Colour, Colour]]] = {
    "oak": ((92, 142, 184), (128, 180, 214)),
    "walnut": ((38, 56, 78), (64, 92, 122)),
    "redwood": ((36, 54, 118), (58, 86, 158)),
}


@lru_cache(maxsize=2)
def table_top(table: Table, seed: int) -> NDArray[np.uint8]:
    """Draw a table from above: S x S x 3, BGR, over [-HALF_SIDE, HALF_SIDE] x [-HALF_SIDE, HALF_SIDE]."""
    size = _TABLE_PX
    rng = np.random.default_rng([seed, 2])
    if table in _WOODS:
        paint = _draw_wood(rng, size, *_WOODS[table])
    elif table == "linen":
        paint = _draw_linen(rng, size)
    else:
        paint = mix_colours((58, 54, 50), (104, 98, 92), fractal_noise(rng, size, 12, 6))
    return np.clip(np.rint(paint), 0, 255).astype(np.uint8)


def _draw_wood(rng: np.random.Generator, size: int, dark: Colour, light: Colour) -> Field:
    """Draw wooden boards from west to east, with the grain along them."""
    grain = 0.55 * fractal_noise(rng, size, 320, 3, stretch=40) + 0.45 * fractal_noise(
        rng, size, 24, 4, stretch=8
    )
    y = np.arange(size) / SCALE
    plank = (y / _PLANK).astype(int)
    tone = rng.uniform(0.88, 1.08, plank.max() + 1)[plank]
    seam = np.minimum(y % _PLANK, _PLANK - y % _PLANK) < 0.03
    tone = np.where(seam, 0.55, tone)
    return mix_colours(dark, light, np.asarray(grain, np.float32)) * tone.astype(np.float32)[:, None, None]


def _draw_linen(rng: np.random.Generator, size: int) -> Field:
    """Draw a woven cloth with long folds."""
    thread = np.arange(size, dtype=np.float32) * np.float32(2 * np.pi / 5)
    weave = 0.5 + 0.25 * np.sin(thread)[None, :] + 0.25 * np.sin(thread)[:, None]
    folds = fractal_noise(rng, size, 4, 3)
    share = np.asarray(0.35 * weave + 0.65 * folds, np.float32)
    return mix_colours((150, 166, 172), (206, 216, 220), share)


_FRAME_HEIGHT = 0.05
_DEFAULT_CAMERA, _DEFAULT_LIGHT, _DEFAULT_LENS = CameraPose(), Light(), CameraEffects()


def render_board(
    layout: Layout,
    pieces: Iterable[Piece] = (),
    robber: HexId | None = None,
    *,
    camera: CameraPose = _DEFAULT_CAMERA,
    light: Light = _DEFAULT_LIGHT,
    lens: CameraEffects = _DEFAULT_LENS,
    table: Table | NDArray[np.uint8] = "oak",
    piece_set: PieceSet = "wooden",
    printing: Printing = "painted",
    clutter: Sequence[Clutter] = (),
    seed: int = 0,
    shot: int = 0,
) -> NDArray[np.uint8]:
    """Render a photo of the board.

    Args:
        layout: terrain, tokens and harbors.
        pieces: the players' pieces.
        robber: the robber's hex; None: it is off the board.
        camera: the pose, and the size of the picture.
        light: the lamp.
        lens: the camera's effects.
        table: the table top, or its picture as of `table_top`.
        piece_set: wooden or sculpted pieces.
        printing: the inks of the board.
        clutter: foreign objects on or over the board.
        seed: seeds the tiles' art and the offsets of tokens and pieces; a piece's offset doesn't depend on
            the other pieces.
        shot: the number of the photo of the same scene: it changes only the sensor's noise.

    Returns:
        camera.height x camera.width x 3, BGR. The same arguments give the same picture.

    Raises:
        PieceError: the robber's hex isn't on the island.
    """
    picture = draw_board(layout, camera, light, table=table, seed=seed, printing=printing)
    draw_scene(
        picture, standing_solids(pieces, robber, piece_set=piece_set, seed=seed), clutter, camera, light
    )
    return photograph(picture, light, lens, np.random.default_rng([seed, shot]))


def standing_solids(
    pieces: Iterable[Piece],
    robber: HexId | None,
    robber_offset: tuple[float, float] = (0.0, 0.0),
    *,
    piece_set: PieceSet = "wooden",
    seed: int = 0,
) -> list[ConvexSolid]:
    """Return the bodies of pieces and robber; see `render_board`."""
    solids: list[ConvexSolid] = []
    for piece in pieces:
        solids += piece_solids(piece, _rng_for(seed, f"{piece.kind} {piece.at}"), piece_set)
    if robber is not None:
        solids += robber_solids(robber, _rng_for(seed, f"robber {robber}"), robber_offset)
    return solids


def draw_scene(
    picture: NDArray[np.uint8],
    solids: Sequence[ConvexSolid],
    clutter: Sequence[Clutter],
    camera: CameraPose,
    light: Light,
) -> None:
    """Draw bodies, dice and arms with their shadows into a picture.

    Args:
        picture: H x W x 3, BGR, before the camera's effects; changed in place.
        solids: the bodies of pieces and robber.
        clutter: foreign objects on or over the board.
        camera: the pose.
        light: the lamp.
    """
    towards = light.direction(camera.rotation)
    standing, hands = [*solids, *object_solids(clutter)], hand_solids(clutter)
    dice = [thing for thing in clutter if isinstance(thing, DrawnDie)]
    shading = [*standing, *(die.solid() for die in dice), *hands]
    cast_shadows(picture, shading, camera, towards, light.shadows)
    eye = camera.position

    def distance_to_eye(middle: Floats) -> float:
        return float(np.linalg.norm(middle - eye))

    for die in sorted(dice, key=lambda die: -distance_to_eye(die.centre)):
        behind = [solid for solid in standing if distance_to_eye(solid.centre) > distance_to_eye(die.centre)]
        standing = [
            solid for solid in standing if distance_to_eye(solid.centre) <= distance_to_eye(die.centre)
        ]
        draw_solids(picture, behind, camera, towards)
        draw_die(picture, die, camera, towards)
    draw_solids(picture, standing, camera, towards)
    draw_solids(picture, hands, camera, towards)
    cast_shade(picture, clutter, camera)


def _rng_for(seed: int, what: str) -> np.random.Generator:
    return np.random.default_rng([seed, zlib.crc32(what.encode())])


def draw_board(
    layout: Layout | None,
    camera: CameraPose,
    light: Light,
    *,
    table: Table | NDArray[np.uint8] = "oak",
    seed: int = 0,
    printing: Printing = "painted",
    ground: CameraPose | None = None,
) -> NDArray[np.uint8]:
    """Draw the table and the board without pieces, before the camera's effects: H x W x 3, BGR.

    Args:
        layout, camera, light, table, seed, printing: as for `render_board`; without a layout there is only
            the table.
        ground: the camera's pose over the table top, if the board was moved on it; None: as `camera`.
    """
    size = (camera.width, camera.height)
    towards = light.direction(camera.rotation)
    board_homography = camera.homography()
    table_homography = board_homography if ground is None else ground.homography()
    picture = np.asarray(
        cv2.warpPerspective(
            table_top(table, seed) if isinstance(table, str) else table,
            table_homography @ TABLE_TO_PLANE,
            size,
            borderMode=cv2.BORDER_REFLECT,
        ),
        np.uint8,
    )
    if layout is None:
        return picture
    rim = np.array([(x, y, _FRAME_HEIGHT) for x, y in sheet.FRAME_CORNERS])
    cast_shadows(picture, [ConvexSolid((rim,), (0, 0, 0))], camera, towards, light.shadows)
    # The sheet's scale is a little finer than the picture's, in steps, so that similar cameras share a sheet.
    scale = min(400, max(32, 16 * round(1.2 * camera.pixels_per_side() / 16)))
    board = sheet.draw_sheet(layout, seed, scale, printing)
    matrix = board_homography @ board.to_plane()
    art = cv2.warpPerspective(board.paint, matrix, size)
    share = np.asarray(cv2.warpPerspective(board.shape, matrix, size), np.float32) / np.float32(255)
    return np.rint(blend(picture.astype(np.float32), art.astype(np.float32), share)).astype(np.uint8)
