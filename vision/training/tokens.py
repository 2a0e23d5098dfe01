"""Number tokens drawn in many styles: light discs with a number, perhaps pips, a dot or a letter.

The number's rotation on the disc is random. Six and eight are red, as in every known printing. That
distinguishes a six from a nine, as do the marks below the number.
"""

# Pillow is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found"
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from vision.training.textures import Image, Rng, noise

RED_NUMBERS = (6, 8)
_UNSUITABLE_FONTS = (
    "mono cursor chorus Z003 D050000L Symbols Thin Hairline ExtraLight Oblique Italic "
    "Mono LinLibertine_I LinBiolinum_K Gothic-Book Initials"
)


@dataclass(frozen=True)
class TokenStyle:
    """The print style of one set's tokens; sizes are shares of the disc's radius."""

    font: Path
    sized_by_odds: bool
    size: float
    pips: bool
    pip_size: float
    dot: bool
    letter: bool
    paper: tuple[int, int, int]
    black: tuple[int, int, int]
    red: tuple[int, int, int]
    ring: bool


def find_fonts(folders: Sequence[Path]) -> list[Path]:
    """Return the upright text fonts in some folders."""
    unfit = _UNSUITABLE_FONTS.split()
    found = [f for folder in folders for f in sorted(folder.rglob("*")) if f.suffix in (".ttf", ".otf")]
    return [f for f in found if not any(word in f.name for word in unfit)]


def random_token_style(faces: Sequence[Path], rng: Rng) -> TokenStyle:
    """Draw one printing's style from the range of real ones."""
    marks = rng.choice(["pips", "dot", "letter", "bare"], p=[0.6, 0.25, 0.1, 0.05])
    paper = np.array([rng.uniform(150, 225), 0, 0])
    paper[1] = min(245, paper[0] * rng.uniform(1.05, 1.3))
    paper[2] = min(252, paper[1] * rng.uniform(1.0, 1.12))
    if rng.random() < 0.15:
        paper[:] = rng.uniform(215, 250)
    black = rng.integers(0, 60, 3)
    red = (rng.integers(10, 60), rng.integers(10, 70), rng.integers(150, 230))
    return TokenStyle(
        font=faces[int(rng.integers(len(faces)))],
        sized_by_odds=bool(rng.random() < 0.5),
        size=float(rng.uniform(0.8, 1.25)),
        pips=marks in ("pips", "letter"),
        pip_size=float(rng.uniform(0.045, 0.085)),
        dot=marks == "dot",
        letter=marks == "letter",
        paper=(int(paper[0]), int(paper[1]), int(paper[2])),
        black=(int(black[0]), int(black[1]), int(black[2])),
        red=(int(red[0]), int(red[1]), int(red[2])),
        ring=bool(rng.random() < 0.3),
    )


def draw_token(number: int, style: TokenStyle, radius: int, rng: Rng) -> tuple[Image, NDArray[np.uint8]]:
    """Draw a token seen from above, upright.

    Returns:
        The picture, (2 radius + 5) pixels square, and its mask of 0 or 255.
    """
    fine = 4
    side = (2 * radius + 5) * fine
    middle, reach = side / 2, radius * fine
    canvas = Pillow.new("RGB", (side, side), style.paper[::-1])
    draw = ImageDraw.Draw(canvas)
    ink = (style.red if number in RED_NUMBERS else style.black)[::-1]
    odds = 6 - abs(7 - number)
    size = style.size * (0.62 + 0.09 * odds if style.sized_by_odds else 1.0)
    font = ImageFont.truetype(str(style.font), max(6, int(size * reach)))
    low = 0.12 if style.letter else 0.0
    lift = (0.12 if style.pips and not style.letter else 0.0) - low
    draw.text((middle, middle - lift * reach), str(number), fill=ink, font=font, anchor="mm")
    box = draw.textbbox((middle, middle - lift * reach), str(number), font=font, anchor="mm")
    below = box[3] + rng.uniform(0.08, 0.16) * reach
    pip = style.pip_size * reach
    if style.pips:
        gap = pip * rng.uniform(2.3, 3.0)
        for n in range(odds):
            x = middle + (n - (odds - 1) / 2) * gap
            y = min(below + pip, middle + 0.85 * reach)
            draw.ellipse((x - pip, y - pip, x + pip, y + pip), fill=ink)
    if style.dot and number in (6, 9):
        x, y, pip = box[2] + 1.2 * pip, box[3] - pip, 1.3 * pip
        draw.ellipse((x - pip, y - pip, x + pip, y + pip), fill=ink)
    if style.letter:
        small = ImageFont.truetype(str(style.font), max(5, int(0.4 * reach)))
        mark = "ABCDEFGHJKLMNPQR"[int(rng.integers(16))]
        draw.text((middle, box[1] - 0.18 * reach), mark, fill=ink, font=small, anchor="mm")
    if style.ring:
        rim = 0.93 * reach
        draw.ellipse((middle - rim, middle - rim, middle + rim, middle + rim), outline=ink, width=fine)
    large = np.ascontiguousarray(np.asarray(canvas)[..., ::-1])
    extent = (side // fine, side // fine)
    picture = cv2.resize(large, extent, interpolation=cv2.INTER_AREA).astype(np.float32)
    speckle = (noise(extent[0], 4, rng) - 0.5) * rng.uniform(0, 30)
    picture = (picture + speckle[..., None]).clip(0, 255)
    mask = np.zeros((side, side), np.uint8)
    cv2.circle(mask, (side // 2, side // 2), int(reach), 255, -1)
    small = cv2.resize(mask, extent, interpolation=cv2.INTER_AREA)
    return picture.astype(np.uint8), small.astype(np.uint8)


def paste_token(
    picture: Image, token: Image, mask: NDArray[np.uint8], at: tuple[float, float], turn: float
) -> None:
    """Paste a token with a thin shadow into a picture, in place.

    Args:
        picture: BGR.
        token: from `draw_token`.
        mask: its mask.
        at: pixel (x, y) of its middle.
        turn: its rotation in degrees, counter-clockwise.
    """
    side = token.shape[0]
    move = cv2.getRotationMatrix2D((side / 2, side / 2), turn, 1.0)
    move[:, 2] += np.array(at) - side / 2
    extent = (picture.shape[1], picture.shape[0])
    paper = cv2.warpAffine(token, move, extent, flags=cv2.INTER_LINEAR)
    share = cv2.warpAffine(mask, move, extent, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    drop = max(1, round(side / 30))
    shadow = np.roll(share, (drop, drop), (0, 1)) * 0.45
    picture[:] = (picture * (1 - shadow) * (1 - share) + paper * share).astype(np.uint8)
