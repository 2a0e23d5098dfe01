"""Boards drawn with plain strokes, seen through simulated cameras; and real photos, if present."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import CORNERS, HEXES, HexId, position
from companion.island.layout import Layout, Terrain
from companion.island.setups import first_game_layout
from tests.shared_files import PHOTOS, require

COLOURS: dict[Terrain, tuple[int, int, int]] = {
    "hills": (50, 85, 165),
    "forest": (35, 75, 30),
    "pasture": (60, 200, 130),
    "fields": (50, 190, 235),
    "mountains": (135, 125, 120),
    "desert": (145, 195, 220),
}
SCALE = 60
VIEW_CENTRE_PX = 400


@dataclass(frozen=True)
class Drawn:
    """A picture of a drawn board, its contents, and the homography from plane to pixels."""

    picture: NDArray[np.uint8]
    layout: Layout
    plane: NDArray[np.float64]


def speckled_texture(rng: np.random.Generator, colour: tuple[int, int, int]) -> NDArray[np.float64]:
    coarse = cv2.resize(rng.normal(0, 14, (200, 200)), (2 * VIEW_CENTRE_PX, 2 * VIEW_CENTRE_PX))
    return np.asarray(
        np.array(colour) + coarse[..., None] + rng.normal(0, 6, (2 * VIEW_CENTRE_PX, 2 * VIEW_CENTRE_PX, 1))
    )


def draw_from_above(layout: Layout, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Draw a board from straight above, 60 pixels a hex side, and the mask of the board."""
    mask = np.zeros((2 * VIEW_CENTRE_PX, 2 * VIEW_CENTRE_PX), np.uint8)
    frame = (
        np.array([[np.cos(a), np.sin(a)] for a in np.arange(6) * np.pi / 3]) * 5.8 * SCALE + VIEW_CENTRE_PX
    )
    cv2.fillPoly(mask, [frame.astype(np.int32)], 255)
    outlines = {at: np.array([position(i) for i in CORNERS[at]]) for at in HEXES}

    def hex_mask(at: str, share: float) -> NDArray[np.bool_]:
        middle = np.array(position(at))
        area = np.zeros(mask.shape, np.uint8)
        outline = (middle + (outlines[HexId(at)] - middle) * share) * SCALE + VIEW_CENTRE_PX
        cv2.fillPoly(area, [outline.astype(np.int32)], 255)
        return np.asarray(area > 0)

    speckled = speckled_texture(rng, (190, 110, 30))
    sand = np.any([hex_mask(at, 1.13) for at in HEXES], axis=0)
    speckled[sand] = speckled_texture(rng, (150, 205, 225))[sand]
    for at, terrain in zip(HEXES, layout.terrains, strict=True):
        speckled[hex_mask(at, 0.9)] = speckled_texture(rng, COLOURS[terrain])[hex_mask(at, 0.9)]
    picture = speckled.clip(0, 255).astype(np.uint8)
    for outline in outlines.values():
        cv2.polylines(picture, [(outline * SCALE + VIEW_CENTRE_PX).astype(np.int32)], True, (40, 45, 50), 2)
    for at, number in zip(HEXES, layout.numbers, strict=True):
        if number is not None:
            x, y = (int(v * SCALE + VIEW_CENTRE_PX) for v in position(at))
            cv2.circle(picture, (x + 2, y + 2), 19, (40, 60, 60), -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), 19, (190, 225, 240), -1, cv2.LINE_AA)
            ink = (40, 30, 190) if number in (6, 8) else (25, 25, 25)
            (wide, high), _ = cv2.getTextSize(str(number), cv2.FONT_HERSHEY_COMPLEX, 0.75, 2)
            cv2.putText(picture, str(number), (x - wide // 2, y + high // 2 - 3), cv2.FONT_HERSHEY_COMPLEX,
                        0.75, ink, 2, cv2.LINE_AA)  # fmt: skip
            odds = 6 - abs(7 - number)
            for n in range(odds):
                cv2.circle(picture, (x + round((n - (odds - 1) / 2) * 5), y + 13), 2, ink, -1, cv2.LINE_AA)
    return picture, mask


def _photograph(layout: Layout, turn: float, tilt: float, side: float = 60, seed: int = 1) -> Drawn:
    """A drawn board on a wooden table, 1280 x 960, turned and tilted (degrees)."""
    rng = np.random.default_rng(seed)
    picture, mask = draw_from_above(layout, rng)
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    lean = np.deg2rad(tilt)
    camera = (
        np.array([[side, 0, 640], [0, side, 480], [0, 0, 1.0]])
        @ np.array([[1, 0, 0], [0, np.cos(lean), 0], [0, -np.sin(lean) / 18, 1]])
        @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    )
    move = camera @ np.linalg.inv(
        np.array([[SCALE, 0, VIEW_CENTRE_PX], [0, SCALE, VIEW_CENTRE_PX], [0, 0, 1.0]])
    )
    board = cv2.warpPerspective(picture, move, (1280, 960), flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(mask, move, (1280, 960))[..., None] / 255
    grain = cv2.resize(rng.normal(0, 10, (240, 12)), (1280, 960), interpolation=cv2.INTER_CUBIC)
    table = np.array([70, 105, 150]) + grain[..., None]
    whole = board * there + table * (1 - there) + rng.normal(0, 3, board.shape)
    return Drawn(whole.clip(0, 255).astype(np.uint8), layout, camera)


@pytest.fixture(scope="session")
def drawn_board() -> Drawn:
    """The first-game island on a table, turned by 20 degrees and tilted by 30."""
    return _photograph(first_game_layout(), turn=20, tilt=30)


@pytest.fixture(scope="session")
def photograph() -> Callable[..., Drawn]:
    """Draws boards: `photograph(layout, turn, tilt, side=60, seed=1)`, degrees and pixels."""
    return _photograph


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of real photos, which are others' and so not in the repository."""
    return require(PHOTOS)
