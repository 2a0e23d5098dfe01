"""The memory of the dice surface is one picture in one light."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.dice.region import DiceSurface

WIDTH, HEIGHT, DIE = 640, 360, 20.0


def table() -> NDArray[np.uint8]:
    """A striped cloth, with the grain of a sensor."""
    rng = np.random.default_rng(3)
    stripes = np.where(np.arange(WIDTH) // 80 % 2, 190, 90)
    grain = rng.integers(0, 5, (HEIGHT, WIDTH))
    return np.repeat((stripes + grain)[..., None], 3, axis=2).astype(np.uint8)


def add_shadow(picture: NDArray[np.uint8], to: int) -> NDArray[np.uint8]:
    """A sleeve's shadow over so many columns."""
    dark = picture.copy()
    dark[:, :to] = (0.58 * dark[:, :to]).astype(np.uint8)
    return dark


def test_a_passing_shadow_over_most_of_the_picture_leaves_no_change() -> None:
    surface, bare = DiceSurface(np.ones((HEIGHT, WIDTH), np.bool_), DIE), table()
    t = 0.0

    def show(picture: NDArray[np.uint8], frames: int) -> None:
        nonlocal t
        for _ in range(frames):
            t += 0.2
            surface.detect_motion(picture, t)

    show(bare, 4)
    surface.accept(bare, t)
    # It stays for a moment, and is read before the rest has come to rest.
    show(add_shadow(bare, 400), 1)
    surface.accept(add_shadow(bare, 400), t)
    show(bare, 1)
    assert surface.detect_changes(bare, t).share < 0.02
