"""Harbor signs in many styles: on a boat's sail, a disc, a token, a plank, or straight on the sea.

A sign shows "3:1" (perhaps with a question mark), or a resource (perhaps with "2:1"). It is drawn with
upright text, on a square of one hex side; `paste_sign` rotates it.
"""

# Pillow is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found"
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from companion.island.layout import HarborKind
from vision.training.icons import Floats, draw_icon, icon_tone
from vision.training.reliefs import GRAIN_PX
from vision.training.textures import Rng, noise

FINE_FACTOR: Final = 2
"""Oversampling factor of drawn signs."""
_SIZE: Final = FINE_FACTOR * GRAIN_PX
_GROUNDS: Final = ("sail", "disc", "token", "plank", "sea")


@dataclass(frozen=True)
class SignStyle:
    """The style of one set's signs; lengths in hex sides.

    Attributes:
        font: of the text.
        ground: the background: sail, disc, token, plank or sea.
        manner: style of the icons (`vision.training.icons.draw_icon`).
        ratio: whether "2:1" accompanies the icons.
        query: position of the question mark at "3:1": "none", "below", "above", "alone".
        size: height of the background.
        letters: height of the text.
        icon: height of an icon.
        ink: colour of the text, BGR in [0, 1].
        paper: colour of the background.
        halo: brightness of the glow around signs straight on the sea, 0 to 1.
        text_first: whether the text is above the icon.
        beside: whether the text is left or right of the icon instead.
    """

    font: Path
    ground: str
    manner: str
    ratio: bool
    query: str
    size: float
    letters: float
    icon: float
    ink: tuple[float, float, float]
    paper: tuple[float, float, float]
    halo: float
    text_first: bool
    beside: bool


def random_sign_style(faces: Sequence[Path], rng: Rng) -> SignStyle:
    """Draw one printing's style from the range of real ones."""
    ground = str(rng.choice(_GROUNDS, p=[0.25, 0.2, 0.1, 0.1, 0.35]))
    bare = ground == "sea"
    size = rng.uniform(0.24, 0.46)
    dark = rng.random() < (0.7 if bare else 0.93)
    ink = rng.uniform(0.0, 0.25, 3) if dark else rng.uniform(0.75, 1.0, 3)
    paper = rng.uniform(0.72, 0.98) * np.array([rng.uniform(0.72, 1.0), rng.uniform(0.92, 1.0), 1.0])
    if not dark or (ground in ("plank", "disc") and rng.random() < 0.2):
        paper = np.array(icon_tone("lumber", rng, 0)) if rng.random() < 0.5 else rng.uniform(0.1, 0.5, 3)
        ink = rng.uniform(0.75, 1.0, 3)
    many = (0.28, 0.42) if bare else (0.4, 0.62)
    return SignStyle(
        font=faces[int(rng.integers(len(faces)))],
        ground=ground,
        manner=str(rng.choice(["thing", "spot", "land"], p=[0.76, 0.15, 0.09])),
        ratio=bool(rng.random() < 0.88),
        query=str(rng.choice(["none", "below", "above", "alone"], p=[0.4, 0.3, 0.2, 0.1])),
        size=float(size),
        letters=float(rng.uniform(0.08, 0.2) if bare else size * rng.uniform(0.25, 0.42)),
        icon=float(rng.uniform(0.16, 0.36) if bare else size * rng.uniform(*many)),
        ink=(float(ink[0]), float(ink[1]), float(ink[2])),
        paper=(float(paper[0]), float(paper[1]), float(paper[2])),
        halo=float(rng.uniform(0.4, 1.0) if bare and rng.random() < 0.7 else 0.0),
        text_first=bool(rng.random() < 0.35),
        beside=bool(rng.random() < 0.2),
    )


@lru_cache(maxsize=512)
def _font(face: Path, size: int) -> Any:
    return ImageFont.truetype(str(face), size)


def _text_mask(words: str, face: Path, height: float, at: tuple[float, float]) -> Floats:
    """Return the mask of a text centred at a point (hex sides from the middle)."""
    canvas = Pillow.new("L", (_SIZE, _SIZE), 0)
    font = _font(face, max(6, round(height * 1.35 * _SIZE)))
    place = (_SIZE / 2 + at[0] * _SIZE, _SIZE / 2 + at[1] * _SIZE)
    ImageDraw.Draw(canvas).text(place, words, fill=255, font=font, anchor="mm")
    return (np.asarray(canvas) / 255).astype(np.float32)


def _paint_over(picture: Floats, mask: Floats, paint: Any, share: Floats) -> None:
    """Paint over a picture, and add the painted area to its mask."""
    picture += share[..., None] * (paint - picture)
    mask += share * (1 - mask)


def _polygon(points: NDArray[np.float64]) -> Floats:
    canvas = np.zeros((_SIZE, _SIZE), np.uint8)
    at = np.round((points + 0.5) * _SIZE * 16).astype(np.int32)
    cv2.fillPoly(canvas, [at], 255, cv2.LINE_AA, 4)
    return (canvas / 255).astype(np.float32)


def _ring_points(many: int, reach: float, rng: Rng) -> NDArray[np.float64]:
    a = 2 * np.pi * (np.arange(many) + rng.random()) / many
    return reach * np.stack([np.cos(a), np.sin(a)], axis=1)


def _draw_ground(style: SignStyle, picture: Floats, mask: Floats, rng: Rng) -> None:
    half = style.size / 2
    paper = np.array(style.paper) * (1 + 0.25 * (noise(_SIZE, 4, rng) - 0.5))[..., None]
    if style.ground == "disc":
        rim = np.array(style.paper) * rng.uniform(0.3, 0.9)
        _paint_over(picture, mask, rim, _polygon(_ring_points(40, half, rng)))
        _paint_over(picture, mask, paper, _polygon(_ring_points(40, half * rng.uniform(0.85, 1.0), rng)))
    elif style.ground == "plank":
        box = half * np.array([[-1.3, -0.8], [1.3, -0.8], [1.3, 0.8], [-1.3, 0.8]])
        _paint_over(picture, mask, paper * 0.5, _polygon(box * 1.06))
        _paint_over(picture, mask, paper, _polygon(box))
    else:
        if style.ground == "token":
            # A tile of cardboard sea with the sign on it.
            sea = np.array([0.85, 0.55, 0.3]) * rng.uniform(0.6, 1.2, 3)
            outline = _polygon(_ring_points(int(rng.choice([5, 6, 8, 40])), half * 1.5, rng))
            _paint_over(picture, mask, sea * 0.6, outline)
            inner = cv2.erode(outline, np.ones((5, 5), np.uint8))
            _paint_over(picture, mask, sea, inner.astype(np.float32))
        _draw_boat(half, picture, mask, rng)
        bend = rng.uniform(-0.15, 0.15, (4, 2))
        sail = half * (np.array([[-0.8, -0.8], [0.8, -0.8], [0.75, 0.8], [-0.75, 0.8]]) + bend)
        _paint_over(picture, mask, paper * 0.55, _polygon(sail * 1.05))
        _paint_over(picture, mask, paper, _polygon(sail))


def _draw_boat(half: float, picture: Floats, mask: Floats, rng: Rng) -> None:
    """Draw a hull beside the sail, from the side or from above."""
    wood = np.array(icon_tone("lumber", rng, 0)) * rng.uniform(0.6, 1.2)
    way = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]])
    long, deep = rng.uniform(1.0, 1.5), rng.uniform(0.35, 0.6)
    bow = np.linspace(-1, 1, 12)
    upper = np.stack([bow * long, -0.75 - deep * (1 - bow**2)], axis=1)
    lower = np.stack([bow[::-1] * long * 0.95, -0.75 + 0.15 * (1 - bow**2)], axis=1)
    hull = half * np.concatenate([upper, lower]) @ turn
    _paint_over(picture, mask, wood * 0.4, _polygon(hull * 1.04))
    _paint_over(picture, mask, wood * (0.7 + 0.6 * noise(_SIZE, 5, rng))[..., None], _polygon(hull))
    for _ in range(int(rng.integers(0, 3))):
        start, end = half * np.array([[rng.uniform(-1, 1), -0.9], [rng.uniform(-1, 1), 1.0]]) @ turn
        across = np.array([[0.012, 0.0]])
        oar = np.concatenate([[start], [end], end + across, start + across])
        _paint_over(picture, mask, wood * 0.6, _polygon(oar))


def _write_text(style: SignStyle, words: str, at: float, picture: Floats, mask: Floats) -> None:
    share = _text_mask(words, style.font, style.letters, (0.0, at))
    if style.ground == "sea" and style.halo:
        _paint_over(picture, mask, 1.0, cv2.GaussianBlur(share, (0, 0), 0.02 * _SIZE) * style.halo * 0.6)
    _paint_over(picture, mask, np.array(style.ink), share)


def draw_sign(kind: HarborKind, style: SignStyle, rng: Rng) -> tuple[Floats, Floats]:
    """Draw a sign, oversampled by FINE_FACTOR.

    Returns:
        The picture, FINE_FACTOR GRAIN_PX pixels square x 3, float BGR with white at 1, and its mask in [0,
        1].
    """
    picture, mask = np.zeros((_SIZE, _SIZE, 3), np.float32), np.zeros((_SIZE, _SIZE), np.float32)
    if style.ground != "sea":
        _draw_ground(style, picture, mask, rng)
    first = -1 if style.text_first else 1
    apart = rng.uniform(0.42, 0.6)
    if kind == "generic":
        gap = style.letters * apart * 1.2
        if style.query == "alone":
            _write_text(style, "?", 0.0, picture, mask)
        else:
            side = {"none": 0, "below": 1, "above": -1}[style.query]
            _write_text(style, "3:1", -side * gap, picture, mask)
            if side:
                _write_text(style, "?", side * gap, picture, mask)
        return picture, mask
    paint, area = draw_icon(kind, style.manner, rng)
    extent = max(8, round(style.icon * _SIZE))
    height = style.letters * rng.uniform(0.5, 0.95)
    width = 1.1 * height if style.beside else 0.0
    off = first * style.letters * apart * (0.8 if style.ratio else 0.0) * (1.4 if style.beside else 1)
    along, down = (off, 0.0) if style.beside else (0.0, off)
    corner = np.round(np.array([0.5 - along, 0.5 - down]) * _SIZE - extent / 2).astype(int)
    left, top = corner.clip(0, _SIZE - extent).tolist()
    icon_mask, icon_paint = np.zeros_like(mask), np.zeros_like(picture)
    for onto, drawn in ((icon_mask, area), (icon_paint, paint)):
        onto[top : top + extent, left : left + extent] = cv2.resize(
            drawn, (extent, extent), interpolation=cv2.INTER_AREA
        )
    if style.halo:
        spread = np.clip(2.5 * cv2.GaussianBlur(icon_mask, (0, 0), 0.025 * _SIZE), 0, 1)
        _paint_over(picture, mask, 1.0, spread.astype(np.float32) * style.halo)
    _paint_over(picture, mask, icon_paint, icon_mask)
    if style.ratio:
        away = first * (style.icon / 2 + height * 0.6 + width / 2)
        at = (away - along, 0.0) if style.beside else (0.0, away - down)
        _paint_over(picture, mask, np.array(style.ink), _text_mask("2:1", style.font, height, at))
    return picture, mask


def paste_sign(wide: Floats, sign: tuple[Floats, Floats], at: tuple[float, float], turn: float) -> None:
    """Paste a sign into a picture of GRAIN_PX pixels a hex side.

    Args:
        wide: height x width x 3, changed in place.
        sign: from `draw_sign`.
        at: pixels (x, y) of its middle.
        turn: rotation in degrees, counter-clockwise.
    """
    picture, mask = sign
    middle = _SIZE / 2 - 0.5
    move = cv2.getRotationMatrix2D((middle, middle), turn, 1.0)
    share = cv2.warpAffine(mask, move, (_SIZE, _SIZE))
    paint = cv2.warpAffine(picture * mask[..., None], move, (_SIZE, _SIZE))
    share = cv2.resize(share, (GRAIN_PX, GRAIN_PX), interpolation=cv2.INTER_AREA)
    paint = cv2.resize(paint, (GRAIN_PX, GRAIN_PX), interpolation=cv2.INTER_AREA)
    onto = np.array([[1, 0, at[0] - GRAIN_PX / 2 + 0.5], [0, 1, at[1] - GRAIN_PX / 2 + 0.5]])
    extent = (wide.shape[1], wide.shape[0])
    share = cv2.warpAffine(share, onto, extent)[..., None]
    wide[:] = wide * (1 - share) + cv2.warpAffine(paint, onto, extent)
