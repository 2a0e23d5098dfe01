"""Glowing outlines."""

from __future__ import annotations

import numpy as np

from vision.draw import draw_glow

SQUARE = np.array([[40.0, 40.0], [120.0, 40.0], [120.0, 120.0], [40.0, 120.0]])


def shone(wide: float) -> np.ndarray:
    image = np.full((160, 160, 3), 50, np.uint8)
    draw_glow(image, [(SQUARE, (0, 100, 200))], wide)
    return image


def test_an_outline_glows_in_its_colour_and_its_interior_is_unchanged() -> None:
    image = shone(8)
    blue, green, red = (int(part) for part in image[40, 80])
    assert red > green > blue == 50
    assert (image[80, 80] == 50).all()
    assert (image[5, 5] == 50).all()


def test_a_wider_glow_reaches_farther() -> None:
    assert int(shone(24)[60, 80, 2]) > int(shone(6)[60, 80, 2])


def test_no_outline_leaves_the_picture_unchanged() -> None:
    image = np.full((40, 40, 3), 50, np.uint8)
    draw_glow(image, [], 8)
    assert (image == 50).all()
