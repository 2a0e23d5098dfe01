"""Painted dice: faces, material and light on a cast shape, ready to be pasted into a picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice.faces import hard_pips, pip_faces, random_pips
from vision.training.dice.shapes import CANVAS_PX, DieCast
from vision.training.textures import Image, Rng, colour, noise


@dataclass(frozen=True)
class Sprite:
    """A drawn die.

    Attributes:
        picture: CANVAS_PX x CANVAS_PX x 4, BGR and coverage.
        at: pixel (x, y) of the top face's middle.
        size: pixels of an edge at the top face's distance.
        top: number of the top face: pips, or the caller's index of a symbol.
    """

    picture: Image
    at: tuple[float, float]
    size: float
    top: int


def paint(
    shape: DieCast,
    faces: NDArray[np.uint8],
    ground: NDArray[np.float32],
    top: int,
    rng: Rng,
    material: NDArray[np.float32] | None = None,
    transparency: float = 0.0,
) -> Sprite:
    """Paint a cast die and light it.

    Args:
        shape: the cast.
        faces: 6 x SIDE x SIDE x 4, +x, -x, +y, -y, +z (the top), -z: BGR and the coverage of the ground; may
            be larger than SIDE_PX.
        ground: BGR of the die.
        top: number of the top face.
        rng: random source of material and light.
        material: colours of the die, CANVAS_PX x CANVAS_PX x 3, BGR; None: random, based on its ground.
        transparency: share of the background that shines through the ground.
    """
    visible = shape.face >= 0
    side = faces.shape[1]
    column = ((shape.on[..., 0] + 0.5) * side - 0.5).clip(0, side - 1)
    row = ((shape.on[..., 1] + 0.5) * side - 0.5).clip(0, side - 1)
    # The faces are stacked vertically; their bare rims prevent bleeding between neighbours.
    atlas = faces.reshape(6 * side, side, 4)
    row = row + side * shape.face.clip(0).astype(np.float32)
    drawn = cv2.remap(atlas, column.astype(np.float32), row.astype(np.float32), cv2.INTER_LINEAR)
    marks = np.asarray(drawn, np.uint8)
    cover = marks[..., 3:].astype(np.float32) / 255
    material = _random_material(ground, rng) if material is None else material
    if transparency:
        material = _translucent_material(shape, material, marks, rng)
    colours = material + (marks[..., :3] - material) * cover
    lit = _random_shading(shape, rng)
    picture = colours * lit[..., :1] + 255 * lit[..., 1:]
    alpha = visible[..., None] * (255 * (1 - transparency * (1 - cover)))
    return Sprite(np.dstack([picture.clip(0, 255), alpha]).astype(np.uint8), shape.at, shape.size, top)


def _random_material(ground: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """Return a plain, marbled, speckled or two-coloured material: CANVAS_PX x CANVAS_PX x 3."""
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


def _translucent_material(
    shape: DieCast, material: NDArray[np.float32], marks: NDArray[np.uint8], rng: Rng
) -> NDArray[np.float32]:
    """Return the ground of a translucent die: darker or paler rims, and the pips of its far faces."""
    facing = -shape.normal[..., 2:]
    rim = material * (1 + rng.uniform(-0.5, 0.5) * (1 - facing))
    move = np.array([[1, 0, rng.normal(0, 12)], [0, 1, rng.normal(0, 12)]])
    far = cv2.GaussianBlur(cv2.warpAffine(marks, move, (CANVAS_PX, CANVAS_PX)), (0, 0), rng.uniform(1, 4))
    share = far[..., 3:].astype(np.float32) / 255 * rng.uniform(0, 0.4)
    return np.asarray(rim + (far[..., :3] - rim) * share, np.float32)


def _veined_material(ground: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """Return a material of two or three merging colours, in broad clouds or in fine veins."""
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


def _random_shading(shape: DieCast, rng: Rng) -> NDArray[np.float32]:
    """Return the factor of diffuse light and the specular reflection: CANVAS_PX x CANVAS_PX x 2."""
    aside = rng.normal(0, 0.7, 3)
    lamp = shape.up + aside - (aside @ shape.up) * shape.up
    lamp /= np.linalg.norm(lamp)
    facing = (shape.normal @ lamp.astype(np.float32)).clip(0, None)
    ambient = rng.uniform(0.25, 0.8)
    shade = (ambient + (1 - ambient) * facing) * rng.uniform(0.75, 1.25)
    # Translucent dice glow on the side away from the lamp.
    if rng.random() < 0.15:
        shade = 0.75 + 0.35 * (1 - facing) * rng.random()
    half = lamp + np.array([0, 0, -1.0])
    half /= np.linalg.norm(half)
    gloss = (shape.normal @ half.astype(np.float32)).clip(0, None) ** rng.uniform(15, 80)
    strength = rng.choice([0.0, rng.uniform(0, 0.25), rng.uniform(0, 0.7)])
    return np.stack([shade, gloss * strength], -1).astype(np.float32)


def pip_dice(shape: DieCast, count: int, rng: Rng) -> list[Sprite]:
    """Return several dice with pips of the same shape, in different styles."""
    dice = []
    for _ in range(count):
        pips, top = random_pips(rng), int(rng.integers(1, 7))
        dice.append(paint(shape, pip_faces(top, pips, rng), pips.ground, top, rng))
    return dice


def hard_dice(shape: DieCast, count: int, rng: Rng) -> list[Sprite]:
    """Return several dice of the same shape that are hard to read: marbled, translucent, low in contrast."""
    dice = []
    for _ in range(count):
        pips, top = hard_pips(rng), int(rng.choice((1, 1, 2, 3, 4, 5, 6)))
        material = _veined_material(pips.ground, rng) if rng.random() < 0.5 else None
        transparency = float(rng.uniform(0.1, 0.65)) if rng.random() < 0.35 else 0.0
        dice.append(paint(shape, pip_faces(top, pips, rng), pips.ground, top, rng, material, transparency))
    return dice
