"""Icons of the resources that harbors trade: bricks, logs, a sheep, a sheaf, rocks; in many styles.

An icon is drawn upright on a square canvas of `ICON_PX` pixels, float BGR in [0, 1], with a mask in [0, 1].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.layout import HarborKind, Terrain
from vision.training.textures import Range, Rng, noise, terrain_patch

ICON_PX: Final = 96
"""Pixels across an icon's canvas."""

Floats = NDArray[np.float32]
Tone = tuple[float, float, float]
Point = tuple[float, float] | NDArray[np.float64]

_TONE_RANGES: Final[Mapping[str, tuple[tuple[Range, Range, Range], ...]]] = {
    "brick": (((0, 10), (130, 235), (120, 240)),),
    "lumber": (((10, 20), (70, 190), (50, 170)), ((40, 75), (90, 200), (40, 110))),
    "wool": (((15, 40), (0, 50), (185, 250)), ((36, 52), (90, 190), (150, 225))),
    "grain": (((17, 27), (90, 235), (170, 250)),),
    "ore": (((90, 130), (0, 60), (50, 170)), ((10, 30), (0, 70), (50, 150))),
}  # fmt: skip
_TERRAIN: Final[Mapping[str, Terrain]] = {
    "brick": "hills", "lumber": "forest", "wool": "pasture", "grain": "fields", "ore": "mountains",
}  # fmt: skip


@dataclass
class _Canvas:
    """A canvas with drawing operations."""

    paint: Floats
    mask: NDArray[np.uint8]
    rng: Rng

    def polygon(self, points: NDArray[np.float64], tone: Tone) -> None:
        """Fill a polygon given in shares of the canvas, -0.5 to 0.5, y down."""
        at = np.round((points + 0.5) * ICON_PX * 16).astype(np.int32)
        cv2.fillPoly(self.mask, [at], 255, cv2.LINE_AA, 4)
        cv2.fillPoly(self.paint, [at], tone, cv2.LINE_AA, 4)

    def oval(self, middle: Point, wide: float, high: float, tone: Tone, turn: float = 0.0) -> None:
        """Fill an ellipse of two half axes."""
        a = np.arange(0, 2 * np.pi, 0.3)
        c, s = np.cos(turn), np.sin(turn)
        points = np.stack([wide * np.cos(a), high * np.sin(a)], axis=1) @ np.array([[c, s], [-s, c]])
        self.polygon(points + np.array(middle), tone)

    def line(self, start: Point, end: Point, thick: float, tone: Tone) -> None:
        """Draw a bar with square ends."""
        along = np.subtract(end, start)
        across = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-6) * thick / 2
        ends = np.array([start, end])
        self.polygon(np.concatenate([ends + across, ends[::-1] - across]), tone)

    def shade(self, tone: Tone, low: float, high: float) -> Tone:
        """Return a tone made darker or lighter at random."""
        by = self.rng.uniform(low, high)
        return (min(1.0, tone[0] * by), min(1.0, tone[1] * by), min(1.0, tone[2] * by))


def icon_tone(kind: HarborKind, rng: Rng, which: int | None = None) -> Tone:
    """Return a typical colour of a resource, BGR in [0, 1]; `which` of its hue families, None: any."""
    families = _TONE_RANGES[kind]
    ranges = families[int(rng.integers(len(families))) if which is None else which]
    hsv = np.array([[[rng.uniform(*r) for r in ranges]]], np.uint8)
    blue, green, red = (float(v) / 255 for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


def _bricks(sheet: _Canvas) -> None:
    rng, tone = sheet.rng, icon_tone("brick", sheet.rng)
    wide, high = rng.uniform(0.3, 0.42), rng.uniform(0.14, 0.24)
    if rng.random() < 0.5:
        # A heap of loose ones.
        for _ in range(int(rng.integers(3, 8))):
            x, y = rng.normal(0, 0.16), rng.normal(0, 0.1)
            turn = rng.uniform(-0.6, 0.6)
            along = np.array([np.cos(turn), np.sin(turn)]) * wide / 2
            up = np.array([rng.uniform(-0.05, 0.05), -high / 2])
            corners = np.array([along + up, along - up, -along - up, -along + up]) + np.array([x, y])
            sheet.polygon(corners + np.array([0, 0.04]), sheet.shade(tone, 0.4, 0.7))
            sheet.polygon(corners, sheet.shade(tone, 0.75, 1.2))
        return
    rows = int(rng.integers(2, 4))
    for row in range(rows):
        many = 2 + (row % 2 == 0) * int(rng.integers(0, 2))
        for n in range(many):
            x = (n - (many - 1) / 2) * (wide * 0.85 + 0.02)
            y = (row - (rows - 1) / 2) * (high + 0.025)
            half = np.array([wide * 0.42, high / 2])
            box = np.array([x, y]) + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            sheet.polygon(box, sheet.shade(tone, 0.8, 1.2))


def _logs(sheet: _Canvas) -> None:
    rng = sheet.rng
    if rng.random() < 0.2:
        _tree(sheet)
        return
    bark, wood = icon_tone("lumber", rng, 0), (0.55, 0.72, 0.85)
    turn, thick = rng.uniform(-1.2, 1.2), rng.uniform(0.14, 0.24)
    along = np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(0.28, 0.42)
    across = np.array([-along[1], along[0]]) / np.hypot(*along) * thick
    many = int(rng.integers(1, 4))
    places = [(n - (many - 1) / 2) * across for n in range(many)]
    if many > 1 and rng.random() < 0.6:
        places += [(n - (many - 2) / 2) * across + (0, -thick * 0.8) for n in range(many - 1)]
    for at in places:
        start, end = at - along, at + along
        sheet.line(start, end, thick, sheet.shade(bark, 0.7, 1.2))
        for _ in range(2):
            by = rng.uniform(-0.4, 0.4) * across
            sheet.line(start + by, end + by, 0.015, sheet.shade(bark, 0.4, 0.8))
        cut = sheet.shade(wood, 0.6, 1.1)
        sheet.oval(start, thick * 0.3, thick * 0.5, cut, turn)
        sheet.oval(start, thick * 0.12, thick * 0.2, sheet.shade(cut, 0.6, 0.9), turn)


def _tree(sheet: _Canvas) -> None:
    rng, leaf = sheet.rng, icon_tone("lumber", sheet.rng, 1)
    sheet.line((0, 0.1), (0, 0.45), 0.1, icon_tone("lumber", rng, 0))
    if rng.random() < 0.5:
        for level in range(3):
            y, half = 0.25 - 0.22 * level, 0.34 - 0.08 * level
            fir = np.array([[-half, y], [half, y], [0, y - 0.4]])
            sheet.polygon(fir, sheet.shade(leaf, 0.8, 1.25))
    else:
        for _ in range(8):
            x, y = rng.normal(0, 0.13, 2)
            sheet.oval((x, y - 0.12), 0.18, 0.17, sheet.shade(leaf, 0.7, 1.3))


def _sheep(sheet: _Canvas) -> None:
    rng = sheet.rng
    dark = (0.12, 0.14, 0.16)
    fleece = icon_tone("wool", rng, 0)
    if rng.random() < 0.2:
        fleece = sheet.shade((fleece[0] * 0.8, fleece[1] * 0.92, fleece[2]), 0.35, 0.8)
    way = 1 if rng.random() < 0.5 else -1
    if rng.random() < 0.5:
        for _ in range(7):
            x = rng.uniform(-0.4, 0.4)
            sheet.oval((x, 0.36), 0.13, 0.06, (0.15, rng.uniform(0.35, 0.6), 0.3))
    legs = dark if rng.random() < 0.6 else sheet.shade(fleece, 0.4, 0.8)
    for x in (-0.22, -0.12, 0.12, 0.22):
        sheet.line((x, 0.1), (x, 0.38), 0.06, legs)
    for _ in range(14):
        x, y = rng.uniform(-0.27, 0.27), rng.uniform(-0.12, 0.14)
        sheet.oval((x, y), 0.13, 0.12, sheet.shade(fleece, 0.75, 1.1))
    head = dark if rng.random() < 0.4 else sheet.shade(fleece, 0.5, 1.05)
    sheet.oval((way * 0.36, -0.13), 0.12, 0.1, head, way * 0.5)


def _sheaf(sheet: _Canvas) -> None:
    rng, tone = sheet.rng, icon_tone("grain", sheet.rng)
    if rng.random() < 0.6:
        # A bound sheaf: straw that spreads above and below its band.
        waist, top, foot = rng.uniform(-0.05, 0.15), rng.uniform(0.2, 0.38), rng.uniform(0.12, 0.25)
        for _ in range(28):
            lean = rng.uniform(-1, 1)
            straw = sheet.shade(tone, 0.65, 1.15)
            sheet.line((lean * 0.05, waist), (lean * top, -0.42 + 0.15 * lean**2), 0.05, straw)
            sheet.line((lean * 0.05, waist), (lean * foot, 0.42), 0.045, sheet.shade(straw, 0.7, 1.0))
        sheet.line((-0.09, waist), (0.09, waist), 0.06, sheet.shade(tone, 0.4, 0.7))
        return
    many = int(rng.integers(1, 4))
    for n in range(many):
        lean = (n - (many - 1) / 2) * 0.3
        sheet.line((0.0, 0.45), (lean, -0.35), 0.03, sheet.shade(tone, 0.6, 0.9))
        for step in np.linspace(0.25, 1, 7):
            for by in (-0.06, 0.06):
                sheet.oval((lean * step + by, 0.45 - 0.8 * step), 0.055, 0.08, sheet.shade(tone, 0.75, 1.15))


def _rocks(sheet: _Canvas) -> None:
    rng, tone = sheet.rng, icon_tone("ore", sheet.rng)
    many = int(rng.integers(1, 5))
    for _ in range(many):
        reach = rng.uniform(0.26, 0.36) if many == 1 else rng.uniform(0.16, 0.24)
        middle = np.zeros(2) if many == 1 else rng.normal(0, 0.15, 2)
        a = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(6, 10))))
        rim = middle + reach * rng.uniform(0.8, 1.2, (len(a), 1)) * np.stack([np.cos(a) * 1.25, np.sin(a)], 1)
        ground = sheet.shade(tone, 0.6, 1.1)
        sheet.polygon(rim, ground)
        top = middle + rng.uniform(-0.3, 0.3, 2) * reach
        for i in range(len(a)):
            if rng.random() < 0.7:
                facet = np.array([rim[i], rim[(i + 1) % len(a)], top])
                sheet.polygon(facet, sheet.shade(ground, 0.5, 1.6))
        if rng.random() < 0.3:
            sheet.oval(top, 0.04, 0.03, sheet.shade((0.9, 0.9, 0.9), 0.7, 1.1))


_ICON_DRAWERS: Final[Mapping[str, Callable[[_Canvas], None]]] = {
    "brick": _bricks, "lumber": _logs, "wool": _sheep, "grain": _sheaf, "ore": _rocks,
}  # fmt: skip


def draw_icon(kind: HarborKind, manner: str, rng: Rng) -> tuple[Floats, Floats]:
    """Draw the icon of a harbor other than a generic one.

    Args:
        kind: the resource.
        manner: "thing": the thing itself; "spot": a round spot of its colour; "land": a piece of its terrain.
        rng: random source.

    Returns:
        The picture, ICON_PX x ICON_PX x 3, and its mask, ICON_PX x ICON_PX.
    """
    sheet = _Canvas(np.zeros((ICON_PX, ICON_PX, 3), np.float32), np.zeros((ICON_PX, ICON_PX), np.uint8), rng)
    if manner == "thing":
        _ICON_DRAWERS[kind](sheet)
    else:
        reach = rng.uniform(0.3, 0.42)
        sheet.oval((0, 0), reach, reach * rng.uniform(0.7, 1.0), icon_tone(kind, rng))
        if manner == "land":
            sheet.paint = (terrain_patch(_TERRAIN[kind], ICON_PX, rng) / 255).astype(np.float32)
    mottled = 1 + rng.uniform(0, 0.5) * (noise(ICON_PX, 4, rng) - 0.5)
    paint = (sheet.paint * mottled[..., None]).astype(np.float32)
    return paint, (sheet.mask / 255).astype(np.float32)
