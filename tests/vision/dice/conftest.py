"""Dice drawn by the ray caster that the networks learned from, with other seeds, on tables drawn here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.training.dice.faces import PipStyle, pip_faces, random_pips
from vision.training.dice.shapes import DieShape, cast_die
from vision.training.dice.sprites import Sprite, paint

GROUNDS: dict[str, tuple[int, int, int]] = {
    "wood": (90, 140, 190),
    "cloth": (120, 60, 110),
    "felt": (60, 110, 40),
    "sea": (200, 130, 40),
    "paper": (225, 230, 232),
}
"""BGR."""


@dataclass(frozen=True)
class Laid:
    """A die in a drawn picture: middle of its top face and width, pixels, and its top face."""

    at: tuple[float, float]
    size: float
    value: int


@dataclass(frozen=True)
class Table:
    """A drawn picture of dice on a table."""

    picture: NDArray[np.uint8]
    dice: tuple[Laid, ...]


def ground(name: str, rng: np.random.Generator, width: int = 640, height: int = 480) -> NDArray[np.uint8]:
    """A table top: grain for wood, speckles for the others."""
    cells = (height // 3, 6) if name == "wood" else (height // 6, width // 6)
    coarse = cv2.resize(rng.normal(0, 9, cells), (width, height), interpolation=cv2.INTER_CUBIC)
    fine = rng.normal(0, 3, (height, width, 3))
    return np.asarray((np.array(GROUNDS[name]) + coarse[..., None] + fine).clip(0, 255), np.uint8)


def lay(picture: NDArray[np.uint8], die: Sprite, at: tuple[float, float], size: float) -> None:
    """Lay a drawn die on a picture, in place, with a soft shadow beside it."""
    scale = size / die.size
    move = np.array([[scale, 0, at[0] - scale * die.at[0]], [0, scale, at[1] - scale * die.at[1]]])
    extent = (picture.shape[1], picture.shape[0])
    seen = cv2.warpAffine(die.picture, move, extent, flags=cv2.INTER_AREA).astype(np.float32)
    cover = seen[..., 3:] / 255
    aside = np.array([[1, 0, 0.15 * size], [0, 1, 0.15 * size]])
    shade = cv2.GaussianBlur(cv2.warpAffine(cover, aside, extent), (0, 0), 0.15 * size)[..., None]
    picture[:] = (picture * (1 - 0.4 * shade) * (1 - cover) + seen[..., :3] * cover).astype(np.uint8)


def draw_table(
    places: Sequence[tuple[float, float]],
    *,
    seed: int,
    tilt: float = 0.0,
    size: float = 30.0,
    on: str = "wood",
    pips: PipStyle | None = None,
    picture: NDArray[np.uint8] | None = None,
) -> Table:
    """Dice at places of a 640 x 480 picture, or of one that is given, with faces and turns by the seed.

    Args:
        places: middles of the top faces, pixels.
        seed: of everything that isn't given.
        tilt: between the line of sight and straight down, degrees.
        size: width of the dice, pixels.
        on: one of GROUNDS.
        pips: how the dice are made; None: each as the seed has it.
        picture: what to lay them on instead.
    """
    rng = np.random.default_rng(seed)
    drawn = ground(on, rng) if picture is None else picture.copy()
    dice = []
    for at in places:
        value = int(rng.integers(1, 7))
        made = random_pips(rng) if pips is None else pips
        shape = DieShape(tilt=float(np.deg2rad(tilt)), turn=float(rng.uniform(0, 6.28)), rounding=0.1)
        die = paint(cast_die(shape), pip_faces(value, made, rng), made.ground, value, rng)
        lay(drawn, die, at, size)
        dice.append(Laid(at, size, value))
    noise = rng.normal(0, 2, drawn.shape)
    return Table(np.asarray((drawn + noise).clip(0, 255), np.uint8), tuple(dice))


@pytest.fixture(scope="session")
def dice_table() -> Callable[..., Table]:
    """Draws dice: `dice_table(places, seed=1, tilt=0, size=30, on="wood", pips=None, picture=None)`."""
    return draw_table
