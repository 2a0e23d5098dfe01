"""Rendered pictures of resource dice with their surroundings.

Each is a square picture with the extent of a patch that `vision.dice.reading.cut_dice_patches` cuts from a
photo, the top face near the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.layout import TERRAINS
from vision.dice.reading import REACH_WIDTHS
from vision.training.dice.shapes import DieCast, DieShape, cast_die, random_shape
from vision.training.dice.sprites import Sprite, paint
from vision.training.resources.faces import FACE_PX, Floats, Tone
from vision.training.textures import SEA, Image, Rng, surface, table_top, terrain_patch

FINE_PX: Final = 96
"""Pixels across a rendered picture."""
_TILT_DEGREES: Final = 48.0
"""Largest tilt of dice, degrees."""
_TOP: Final = 4
"""Index of the top among the six faces of a cast die."""


class DieGenerator:
    """Prepared shapes of dice and backgrounds, for quick access."""

    def __init__(self, shapes: int, grounds: int, rng: Rng) -> None:
        self._shapes = [cast_die(random_shape(rng, _TILT_DEGREES)) for _ in range(shapes)]
        self._grounds = [_random_ground(rng) for _ in range(grounds)]

    def shape(self, rng: Rng) -> DieCast:
        """Return a die's shape, seen from a random direction above."""
        return self._shapes[int(rng.integers(len(self._shapes)))]

    def ground(self, rng: Rng) -> Image:
        """Return part of a background, FINE_PX pixels square, randomly rotated."""
        picture = self._grounds[int(rng.integers(len(self._grounds)))]
        x, y = rng.integers(0, picture.shape[0] - FINE_PX + 1, 2)
        piece = picture[y : y + FINE_PX, x : x + FINE_PX]
        return np.ascontiguousarray(np.rot90(piece, int(rng.integers(4))))


def _random_ground(rng: Rng) -> Image:
    kind = rng.random()
    if kind < 0.6:
        return table_top(256, rng)
    if kind < 0.75:
        return surface(SEA, 256, rng).clip(0, 255).astype(np.uint8)
    return terrain_patch(TERRAINS[int(rng.integers(len(TERRAINS)))], 256, rng)


def add_coverage(faces: Floats) -> NDArray[np.uint8]:
    """Add the coverage of the die to faces: all but the rim."""
    inner = np.zeros((FACE_PX, FACE_PX), np.float32)
    inner[3:-3, 3:-3] = 255
    cover = np.tile(cv2.GaussianBlur(inner, (0, 0), 1.5)[..., None], (len(faces), 1, 1, 1))
    return np.concatenate([255 * faces, cover], axis=3).clip(0, 255).astype(np.uint8)


def _paste_die(
    picture: Any, die: Sprite, at: NDArray[np.float64], turned: Any, shadow: Sequence[float]
) -> None:
    """Paste a die into a picture.

    Args:
        picture: float BGR, height x width x 3, changed in place.
        die: the die.
        at: pixel of the middle of its top face.
        turned: 2 x 2, from the sprite's pixels to the picture's.
        shadow: offset (x, y) and softness of its shadow, pixels, and its darkness.
    """
    extent = picture.shape[1::-1]
    matrix = np.column_stack([turned, at - turned @ np.array(die.at)])
    cover = die.picture[..., 3:].astype(np.float32) / 255
    drawn = cv2.warpAffine(np.dstack([die.picture[..., :3] * cover, cover]), matrix, extent)
    aside_x, aside_y, soft, dark = shadow
    onto = np.array([[1, 0, aside_x], [0, 1, aside_y]])
    shade = cv2.GaussianBlur(cv2.warpAffine(drawn[..., 3], onto, extent), (0, 0), soft)
    picture *= 1 - dark * shade[..., None]
    picture *= 1 - drawn[..., 3:]
    picture += drawn[..., :3]


def render_die_photo(faces: Floats, top: int, body: Tone, studio: DieGenerator, rng: Rng) -> Image:
    """Render a die of a set on a background, perhaps next to others of the set; FINE_PX x FINE_PX x 3.

    Args:
        faces: n x FACE_PX x FACE_PX x 3, from `vision.training.resources.faces.draw_set`.
        top: index of the top face.
        body: colour of the die, BGR with white at 1.
        studio: shapes and backgrounds.
        rng: random source.
    """
    picture: Any = studio.ground(rng).astype(np.float32)
    painted, shape = add_coverage(faces), studio.shape(rng)
    width = FINE_PX / (2 * REACH_WIDTHS) * 2 ** float(rng.normal(0, 0.1))
    at = (FINE_PX - 1) / 2 + rng.normal(0, 0.06, 2) * FINE_PX / (2 * REACH_WIDTHS)
    roll = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(roll), np.sin(roll)
    squeeze = float(np.exp(rng.normal(0, 0.06)))
    turned = width / shape.size * np.diag([squeeze, 1 / squeeze]) @ np.array([[c, -s], [s, c]])
    shadow = (*rng.normal(0, 0.2 * width, 2), rng.uniform(1, 8), rng.uniform(0, 0.65))
    ground = (255 * body).astype(np.float32)

    def die(on_top: int) -> Sprite:
        """Paint the set's die with a face on top, and its other faces in random order."""
        order = rng.permutation(np.delete(np.arange(len(faces)), on_top))[:5]
        return paint(shape, painted[np.insert(order, _TOP, on_top)], ground, on_top, rng)

    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.28, 0.12]))):
        bearing = rng.uniform(0, 2 * np.pi)
        # At this distance no die hides another's top.
        distance = width * rng.uniform(1.15, 1.7)
        neighbour_at = at + distance * np.array([np.cos(bearing), np.sin(bearing)])
        _paste_die(picture, die(int(rng.integers(len(faces)))), neighbour_at, turned, shadow)
    _paste_die(picture, die(top), at, turned, shadow)
    return np.asarray(picture.clip(0, 255), np.uint8)


def render_table(
    faces: Floats, tops: Sequence[int], body: Tone, width: float, tilt: float, rng: Rng
) -> tuple[Image, list[tuple[float, float]]]:
    """Render dice of a set in a row on a table, each randomly rotated, 1280 x 720.

    Args:
        faces: n x FACE_PX x FACE_PX x 3, from `vision.training.resources.faces.draw_set`.
        tops: index of each die's top face, from left to right.
        body: colour of the dice, BGR with white at 1.
        width: of a die, pixels.
        tilt: of the camera, degrees.
        rng: random source.

    Returns:
        The picture, and the middle of each top face in it.
    """
    wood = surface((((8, 20), (60, 140), (90, 170)),) * 3, 256, rng, 20.0)
    picture: Any = cv2.resize(wood, (1280, 720), interpolation=cv2.INTER_CUBIC)
    painted, places = add_coverage(faces), []
    for column, top in enumerate(tops):
        shape = cast_die(DieShape(float(np.deg2rad(tilt)), float(rng.uniform(0, 2 * np.pi))))
        order = rng.permutation(np.delete(np.arange(len(faces)), top))[:5]
        die = paint(shape, painted[np.insert(order, _TOP, top)], (255 * body).astype(np.float32), top, rng)
        at = np.array([(column + 0.5) / len(tops) * 1280, 360]) + rng.uniform(-0.2, 0.2, 2) * 1280 / len(tops)
        shadow = (0.1 * width, 0.15 * width, 0.1 * width, 0.4)
        _paste_die(picture, die, at, np.eye(2) * width / shape.size, shadow)
        places.append((float(at[0]), float(at[1])))
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.6) + rng.normal(0, 3, picture.shape)
    return np.asarray(noisy.clip(0, 255), np.uint8), places
