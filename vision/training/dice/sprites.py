"""A die painted: faces, stuff and light on a cast shape, ready to be laid on a picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice.faces import pip_faces, random_pips
from vision.training.dice.shapes import CANVAS_PX, Cast, cast, random_shape
from vision.training.textures import Image, Rng, colour, noise


@dataclass(frozen=True)
class Sprite:
    """A drawn die.

    Attributes:
        picture: CANVAS_PX x CANVAS_PX x 4, BGR and how much is covered.
        at: pixel (x, y) of the top face's middle.
        size: pixels of an edge at the top face's distance.
        top: number of what is on the top face: pips, or a symbol as whoever painted the faces counts.
    """

    picture: Image
    at: tuple[float, float]
    size: float
    top: int


def paint(shape: Cast, faces: NDArray[np.uint8], ground: NDArray[np.float32], top: int, rng: Rng) -> Sprite:
    """Paint a cast die and light it.

    Args:
        shape: the cast.
        faces: 6 x SIDE x SIDE x 4, +x, -x, +y, -y, +z (the top), -z: BGR and how much of the ground is
            covered; may be larger than SIDE.
        ground: BGR of the die.
        top: what to call the top face.
        rng: of stuff and light.
    """
    there = shape.face >= 0
    side = faces.shape[1]
    column = ((shape.on[..., 0] + 0.5) * side - 0.5).clip(0, side - 1)
    row = ((shape.on[..., 1] + 0.5) * side - 0.5).clip(0, side - 1)
    # The faces lie below each other; nothing is taken from a neighbour, for a face's rim is bare.
    atlas = faces.reshape(6 * side, side, 4)
    row = row + side * shape.face.clip(0).astype(np.float32)
    marks = cv2.remap(atlas, column.astype(np.float32), row.astype(np.float32), cv2.INTER_LINEAR)
    cover = marks[..., 3:].astype(np.float32) / 255
    stuff = _stuff(ground, rng)
    colours = stuff + (marks[..., :3] - stuff) * cover
    lit = _light(shape, rng)
    picture = colours * lit[..., :1] + 255 * lit[..., 1:]
    alpha = np.where(there, 255, 0).astype(np.float32)[..., None]
    return Sprite(np.dstack([picture.clip(0, 255), alpha]).astype(np.uint8), shape.at, shape.size, top)


def _stuff(ground: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """Plain, marbled, speckled or of two colours: CANVAS_PX x CANVAS_PX x 3."""
    plain = np.tile(ground, (CANVAS_PX, CANVAS_PX, 1)).astype(np.float32)
    kind = rng.random()
    if kind < 0.7:
        return plain
    other = colour(((0, 180), (0, 255), (10, 255)), rng)
    if kind < 0.85:
        share = noise(CANVAS_PX, 4, rng)
        share = 1 / (1 + np.exp(-rng.uniform(4, 15) * (share - rng.uniform(0.4, 0.7))))
    else:
        coarse = rng.random((CANVAS_PX // 3, CANVAS_PX // 3)).astype(np.float32)
        fine = cv2.resize(coarse, (CANVAS_PX, CANVAS_PX))
        share = (fine > rng.uniform(0.7, 0.9)).astype(np.float32)
    return np.asarray(plain + (other - plain) * (share * rng.uniform(0.3, 0.9))[..., None], np.float32)


def _light(shape: Cast, rng: Rng) -> NDArray[np.float32]:
    """CANVAS_PX x CANVAS_PX x 2: what colours are multiplied by, and what shines back of the lamp."""
    aside = rng.normal(0, 0.7, 3)
    lamp = shape.up + aside - (aside @ shape.up) * shape.up
    lamp /= np.linalg.norm(lamp)
    facing = (shape.normal @ lamp.astype(np.float32)).clip(0, None)
    around = rng.uniform(0.25, 0.8)
    shade = (around + (1 - around) * facing) * rng.uniform(0.75, 1.25)
    # Translucent dice are lit from within, on the side away from the lamp.
    if rng.random() < 0.15:
        shade = 0.75 + 0.35 * (1 - facing) * rng.random()
    half = lamp + np.array([0, 0, -1.0])
    half /= np.linalg.norm(half)
    gloss = (shape.normal @ half.astype(np.float32)).clip(0, None) ** rng.uniform(15, 80)
    strength = rng.choice([0.0, rng.uniform(0, 0.25), rng.uniform(0, 0.7)])
    return np.stack([shade, gloss * strength], -1).astype(np.float32)


def random_die(rng: Rng, most_tilt: float = 55.0) -> Sprite:
    """A die with pips as tables have them, any face on top."""
    return pip_dice(cast(random_shape(rng, most_tilt)), 1, rng)[0]


def pip_dice(shape: Cast, many: int, rng: Rng) -> list[Sprite]:
    """Several dice with pips of the same shape, each of its own making."""
    made = []
    for _ in range(many):
        pips, top = random_pips(rng), int(rng.integers(1, 7))
        made.append(paint(shape, pip_faces(top, pips, rng), pips.ground, top, rng))
    return made
