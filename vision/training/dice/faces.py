"""Drawn faces of dice with pips."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.textures import Image, Rng, colour

SIDE_PX: Final = 64
"""Pixels across a face, which covers the die's whole edge."""
PIP_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Positions of pips, in steps from the middle of a face."""


@dataclass(frozen=True)
class PipStyle:
    """The style of a set's pips.

    Attributes:
        ground, ink: BGR of the die and of its pips.
        one, four: BGR of the pips of these faces, which differ on some dice.
        radius: of a pip, in edges; ace: of the one's.
        step: from the middle to a pip, in edges; narrow: that of the six's columns.
        dished: shading of a pip's rim, 0 to 1, as of drilled pips.
        shape: corners of a pip; 0 for a round one.
    """

    ground: NDArray[np.float32]
    ink: NDArray[np.float32]
    one: NDArray[np.float32]
    four: NDArray[np.float32]
    radius: float
    ace: float
    step: float
    narrow: float
    dished: float
    shape: int = 0


def random_pips(rng: Rng) -> PipStyle:
    """Return a random style: white dice with dark pips, coloured ones with light pips, and others."""
    kind = rng.random()
    any_hue = (0.0, 180.0)
    dark = colour((any_hue, (0, 120), (5, 60)), rng)
    light = colour(((10, 35), (0, 60), (215, 255)), rng)
    red = colour(((0, 6), (170, 255), (130, 220)), rng)
    if kind < 0.34:
        ground = colour(((12, 32), (0, 70), (190, 255)), rng)
        ink = dark if rng.random() < 0.75 else colour((any_hue, (120, 255), (60, 170)), rng)
    elif kind < 0.46:
        ground, ink = colour((any_hue, (0, 90), (12, 70)), rng), light
        if rng.random() < 0.35:
            ink = colour((any_hue, (110, 230), (140, 255)), rng)
    elif kind < 0.62:
        ground = colour(((20, 32), (120, 240), (180, 255)), rng)
        ink = (dark, red, light)[int(rng.choice(3, p=[0.55, 0.35, 0.1]))]
    else:
        hue = float(rng.choice([0, 0, 0, 5, 12, 60, 70, 100, 115, 130, 150, 172])) + rng.normal(0, 4)
        ground = colour(((hue % 180, hue % 180 + 0.1), (110, 255), (60, 235)), rng)
        ink = light if rng.random() < 0.72 else colour(((18, 30), (60, 200), (150, 250)), rng)
        if rng.random() < 0.15:
            ink = dark
    differs = rng.random()
    radius = float(rng.uniform(0.06, 0.125))
    return PipStyle(
        ground=ground,
        ink=ink,
        one=red if differs < 0.1 else ink,
        four=red if differs < 0.06 else ink,
        radius=radius,
        ace=radius * float(rng.choice([1, 1, *[rng.uniform(1.1, 1.9)] * 2])),
        step=float(rng.uniform(0.21, 0.3)),
        narrow=float(rng.uniform(0.17, 0.3)),
        dished=float(rng.choice([0, rng.uniform(0.2, 0.8)])),
        shape=int(rng.choice([0, 4], p=[0.96, 0.04])),
    )


def hard_pips(rng: Rng) -> PipStyle:
    """Return a style that is hard to read: metallic pips, low contrast, or small pips."""
    usual = random_pips(rng)
    ground = colour(((0, 180), (0, 255), (15, 255)), rng) if rng.random() < 0.7 else usual.ground
    kind = rng.random()
    if kind < 0.3:
        ink = colour(((12, 27), (50, 210), (110, 250)), rng)
    elif kind < 0.4:
        ink = colour(((0, 180), (0, 40), (110, 235)), rng)
    else:
        dark = float(ground.mean()) > rng.normal(125, 30)
        ink = colour(((0, 180), (0, 90), (5, 60) if dark else (205, 255)), rng)
    if kind > 0.6:
        ink = ink + float(rng.uniform(0.3, 0.75)) * (ground - ink)
    contrast = ink - ground
    min_contrast = 38.0
    if np.abs(contrast).max() < min_contrast:
        # Real dice have visible pips.
        ink = (ground + np.where(ground > 125, -min_contrast, min_contrast)).astype(np.float32)
    radius = float(rng.uniform(0.05, 0.115))
    return replace(
        usual,
        ground=ground,
        ink=ink,
        one=ink,
        four=ink,
        radius=radius,
        ace=radius * float(rng.choice([1.0, *[rng.uniform(1.2, 2.2)] * 2])),
        dished=usual.dished * float(rng.choice([0.0, 0.6])),
    )


def draw_pips(value: int, pips: PipStyle) -> Image:
    """Draw a face: SIDE_PX x SIDE_PX x 4, BGR and the coverage of the die's ground."""
    ink = {1: pips.one, 4: pips.four}.get(value, pips.ink)
    scale = 4
    large = np.zeros((SIDE_PX * scale, SIDE_PX * scale), np.uint8)
    shade = np.zeros_like(large)
    radius = (pips.ace if value == 1 else pips.radius) * SIDE_PX * scale
    for row, column in PIP_PLACES[value]:
        across = pips.narrow if value == 6 and pips.narrow < pips.step else pips.step
        at = (np.array([column * pips.step, row * across]) + 0.5) * SIDE_PX * scale
        if pips.shape:
            box = cv2.boxPoints((at.tolist(), (1.7 * radius, 1.7 * radius), 0.0))
            cv2.fillConvexPoly(large, box.astype(np.int32), 255)
        else:
            cv2.circle(large, (round(at[0]), round(at[1])), round(radius), 255, -1)
            cv2.circle(shade, (round(at[0] + 0.3 * radius), round(at[1])), round(radius * 0.8), 255, -1)
    small = (SIDE_PX, SIDE_PX)
    cover = cv2.resize(large, small, interpolation=cv2.INTER_AREA)
    depth = cv2.resize(shade, small, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    tone = ink * (1 - 0.5 * pips.dished * (1 - depth))[..., None]
    return np.dstack([tone.clip(0, 255).astype(np.uint8), cover]).astype(np.uint8)


def face_values(value: int, rng: Rng) -> tuple[int, int, int, int, int, int]:
    """Return the values of +x, -x, +y, -y, +z, -z with `value` on top; opposite faces sum to seven."""
    x = int(rng.choice([v for v in range(1, 7) if v not in (value, 7 - value)]))
    y = int(rng.choice([v for v in range(1, 7) if v not in (value, 7 - value, x, 7 - x)]))
    return x, 7 - x, y, 7 - y, value, 7 - value


def pip_faces(value: int, pips: PipStyle, rng: Rng) -> NDArray[np.uint8]:
    """Draw all six faces with `value` on top, randomly rotated and mirrored: 6 x SIDE_PX x SIDE_PX x 4."""
    faces = []
    for shown in face_values(value, rng):
        face = np.rot90(draw_pips(shown, pips), int(rng.integers(4)))
        faces.append(face[:, ::-1] if rng.random() < 0.5 else face)
    return np.stack(faces)
