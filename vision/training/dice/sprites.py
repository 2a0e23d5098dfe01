"""A die painted: faces, stuff and light on a cast shape, ready to be laid on a picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice.faces import hard_pips, pip_faces, random_pips
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


def paint(
    shape: Cast,
    faces: NDArray[np.uint8],
    ground: NDArray[np.float32],
    top: int,
    rng: Rng,
    stuff: NDArray[np.float32] | None = None,
    clear: float = 0.0,
) -> Sprite:
    """Paint a cast die and light it.

    Args:
        shape: the cast.
        faces: 6 x SIDE x SIDE x 4, +x, -x, +y, -y, +z (the top), -z: BGR and how much of the ground is
            covered; may be larger than SIDE.
        ground: BGR of the die.
        top: what to call the top face.
        rng: of stuff and light.
        stuff: what the die is made of, CANVAS_PX x CANVAS_PX x 3, BGR; None: by chance, of its ground.
        clear: how much of what lies behind is seen through its ground.
    """
    there = shape.face >= 0
    side = faces.shape[1]
    column = ((shape.on[..., 0] + 0.5) * side - 0.5).clip(0, side - 1)
    row = ((shape.on[..., 1] + 0.5) * side - 0.5).clip(0, side - 1)
    # The faces lie below each other; nothing is taken from a neighbour, for a face's rim is bare.
    atlas = faces.reshape(6 * side, side, 4)
    row = row + side * shape.face.clip(0).astype(np.float32)
    drawn = cv2.remap(atlas, column.astype(np.float32), row.astype(np.float32), cv2.INTER_LINEAR)
    marks = np.asarray(drawn, np.uint8)
    cover = marks[..., 3:].astype(np.float32) / 255
    stuff = _stuff(ground, rng) if stuff is None else stuff
    if clear:
        stuff = _seen_through(shape, stuff, marks, rng)
    colours = stuff + (marks[..., :3] - stuff) * cover
    lit = _light(shape, rng)
    picture = colours * lit[..., :1] + 255 * lit[..., 1:]
    alpha = there[..., None] * (255 * (1 - clear * (1 - cover)))
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


def _seen_through(
    shape: Cast, stuff: NDArray[np.float32], marks: NDArray[np.uint8], rng: Rng
) -> NDArray[np.float32]:
    """The ground of a translucent die: its rims darker or paler, and pips of its far faces in it."""
    facing = -shape.normal[..., 2:]
    rim = stuff * (1 + rng.uniform(-0.5, 0.5) * (1 - facing))
    move = np.array([[1, 0, rng.normal(0, 12)], [0, 1, rng.normal(0, 12)]])
    far = cv2.GaussianBlur(cv2.warpAffine(marks, move, (CANVAS_PX, CANVAS_PX)), (0, 0), rng.uniform(1, 4))
    share = far[..., 3:].astype(np.float32) / 255 * rng.uniform(0, 0.4)
    return np.asarray(rim + (far[..., :3] - rim) * share, np.float32)


def _veined(ground: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """Stuff of which two or three colours run into each other, in broad clouds or in fine veins."""
    mixed = np.tile(ground, (CANVAS_PX, CANVAS_PX, 1)).astype(np.float32)
    for _ in range(int(rng.choice([1, 1, 2]))):
        other = colour(((0, 180), (0, 255), (10, 255)), rng)
        cloud = noise(CANVAS_PX, int(rng.integers(2, 5)), rng)
        if rng.random() < 0.6:
            cloud = 0.5 + 0.5 * np.sin(rng.uniform(8, 40) * cloud)
        sharp = rng.uniform(3, 14)
        share = 1 / (1 + np.exp(-sharp * (cloud - rng.uniform(0.35, 0.65))))
        mixed += (other - mixed) * (share * rng.uniform(0.2, 0.75))[..., None]
    return np.asarray(mixed, np.float32)


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


def hard_dice(shape: Cast, many: int, rng: Rng) -> list[Sprite]:
    """Several dice of the same shape that are hard to read: marbled, translucent, their pips hardly seen."""
    made = []
    for _ in range(many):
        pips, top = hard_pips(rng), int(rng.choice((1, 1, 2, 3, 4, 5, 6)))
        stuff = _veined(pips.ground, rng) if rng.random() < 0.5 else None
        clear = float(rng.uniform(0.1, 0.65)) if rng.random() < 0.35 else 0.0
        made.append(paint(shape, pip_faces(top, pips, rng), pips.ground, top, rng, stuff, clear))
    return made
