"""Is a picture of the island one to play by? Light, sharpness, glare and where it lies, judged in words.

Nothing is judged against a camera's own idea of exposure or focus: only what is seen of the island counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import counted, listed, sentence
from companion.island.box import Terrain
from companion.island.geometry import COAST, CORNERS, ENDS, HEXES, HexId, PathId, position
from vision.board import BoardReading
from vision.lattice import Points, hex_corners, hex_side

What = Literal["light", "sharpness", "glare", "place"]

DARK: Final = 60.0
"""The island's light parts are darker than this grey level: noise is as loud as what is printed."""
BURNT_SHARE: Final = 0.1
"""More of the island than this is white: the exposure is too long, or the lamp too near."""
BLURRED: Final = 0.245
"""Slope of the sharpest edges, in shares of the contrast a pixel, with a hex side of `SIDE_PX` pixels. Real
photos have 0.28 to 0.41; tokens are misread below 0.25."""
SIDE_PX: Final = 32
"""Pixels of a hex side in the picture that is judged: finer ones are shrunk to it."""
SMALL_PX: Final = 30.0
"""A hex side of fewer pixels is too few for the numbers on the tokens."""
GLARE_SHARE: Final = 0.1
"""A hex of which more than this is white has a lamp mirrored in it. Of real photos without, 0.03 at most."""
_BURNT: Final = 250
_WHITE: Final = 243
_INSET: Final = 0.9
"""Share of a hex within which it is judged: its borders are left out."""
_TOKEN: Final = 0.45
"""Radius around the middle of a hex that is left out, in hex sides: its token is white."""
_SIGN: Final = 1.6
"""How far a harbor's sign lies from the middle of its hex, in shares of the way to its path."""
_MANY: Final = 3
"""More terrains than this aren't named one by one."""
_PLACES: Final[dict[Terrain, str]] = {
    "hills": sentence("the hills"),
    "forest": sentence("the forest"),
    "pasture": sentence("the pasture"),
    "fields": sentence("the fields"),
    "mountains": sentence("the mountains"),
    "desert": sentence("the desert"),
}


@dataclass(frozen=True)
class Judgement:
    """One thing that was judged.

    Attributes:
        what: the thing.
        good: whether it will do.
        text: if not, what is wrong and what to do, in a sentence; else in a few words how it is.
        value: what was measured.
    """

    what: What
    good: bool
    text: str
    value: float


def judge(picture: NDArray[np.uint8], reading: BoardReading) -> tuple[Judgement, ...]:
    """Judge a picture by what is seen of the island in it.

    Args:
        picture: BGR, height x width x 3.
        reading: of that picture.

    Returns:
        The worst first: what is first to be mended.
    """
    if not reading.found:
        return (
            *_light_alone(picture),
            Judgement("place", False, sentence("The island isn't found: {why}.", why=reading.why), 0.0),
        )
    outlines = [_outline(reading, hex_id, _INSET) for hex_id in HEXES]
    island = _filled(picture, outlines)
    light = _light(picture[island])
    found = [_place(picture, reading), light, _sharpness(picture, island, hex_side(reading.project))]
    if light.good:
        # In a picture that is too bright everywhere nothing is mirrored.
        found.append(_glare(picture, reading, outlines))
    return tuple(sorted(found, key=lambda one: one.good))


def _place(picture: NDArray[np.uint8], reading: BoardReading) -> Judgement:
    height, width = picture.shape[:2]
    corners = np.vstack([_outline(reading, hex_id, 1.0) for hex_id in HEXES]).reshape(len(HEXES), -1, 2)
    off = (corners < 0) | (corners >= (width, height))
    outside = int(np.count_nonzero(off.reshape(len(HEXES), -1).any(axis=1)))
    side = hex_side(reading.project)
    if outside:
        text = sentence(
            "The island runs out of the picture at {count} of its 19 hexes: move the camera, or "
            "hang it higher.",
            count=outside,
        )
        return Judgement("place", False, text, outside)
    if side < SMALL_PX:
        text = sentence(
            "The island is small in the picture: bring the camera nearer, or let it give larger pictures."
        )
        return Judgement("place", False, text, side)
    if cut := _coast_cut(picture, reading):
        text = counted(
            "All hexes are in the picture, but not the sea at {count} coast: a harbor there may be missed.",
            "All hexes are in the picture, but not the sea at {count} coasts: harbors there may be missed.",
            cut,
        )
        return Judgement("place", True, text, side)
    return Judgement("place", True, sentence("The whole island is in the picture, harbors included."), side)


def _coast_cut(picture: NDArray[np.uint8], reading: BoardReading) -> int:
    """At how many coastal paths the place of a harbor's sign is out of the picture."""
    height, width = picture.shape[:2]
    signs = reading.project(np.array([_sign(path) for path in COAST]))
    return int(((signs < 0) | (signs >= (width, height))).any(axis=1).sum())


def _sign(path: PathId) -> Points:
    """Where a harbor's sign lies, off the middle of its path."""
    middle = np.array(position(path))
    land = next(hex_id for hex_id in HEXES if set(ENDS[path]) <= set(CORNERS[hex_id]))
    inland = np.array(position(land))
    return np.asarray(inland + _SIGN * (middle - inland))


def _light(pixels: NDArray[np.uint8]) -> Judgement:
    """Of the island's pixels, n x 3."""
    bright = float(np.percentile(pixels.max(axis=1), 95))
    burnt = float((pixels.min(axis=1) >= _BURNT).mean())
    if bright < DARK:
        return Judgement(
            "light", False, sentence("It is too dark: put a lamp to the side of the table."), bright
        )
    if burnt > BURNT_SHARE:
        text = sentence(
            "It is too bright: the picture is white where it should show colours. Dim the lamp, "
            "or move it away."
        )
        return Judgement("light", False, text, bright)
    return Judgement("light", True, sentence("There is enough light."), bright)


def _light_alone(picture: NDArray[np.uint8]) -> Iterator[Judgement]:
    """Of a picture in which no island is seen: only what may be why."""
    light = _light(picture[::4, ::4].reshape(-1, 3))
    if not light.good:
        yield light


def _sharpness(picture: NDArray[np.uint8], island: NDArray[np.bool_], side: float) -> Judgement:
    x, y, width, height = cv2.boundingRect(island.astype(np.uint8))
    grey = cv2.cvtColor(picture[y : y + height, x : x + width], cv2.COLOR_BGR2GRAY)
    there = island[y : y + height, x : x + width].astype(np.uint8)
    if side > SIDE_PX:
        extent = (max(1, round(width * SIDE_PX / side)), max(1, round(height * SIDE_PX / side)))
        grey = cv2.resize(grey, extent, interpolation=cv2.INTER_AREA)
        there = cv2.resize(there, extent, interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    seen = there > 0
    # Sobel's eighths: grey levels a pixel.
    across, down = (cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    slope = np.hypot(across, down)
    dark, bright = np.percentile(grey[seen], (2, 98))
    sharp = float(np.percentile(slope[seen], 99)) / max(float(bright - dark), 1.0)
    if sharp < BLURRED:
        text = sentence(
            "The picture is not sharp: turn the lens, wipe it, or switch autofocus off once it is sharp."
        )
        return Judgement("sharpness", False, text, sharp)
    return Judgement("sharpness", True, sentence("The picture is sharp."), sharp)


def _glare(picture: NDArray[np.uint8], reading: BoardReading, outlines: list[Points]) -> Judgement:
    white = picture.min(axis=2) >= _WHITE
    most, terrains = 0.0, []
    for seen, outline in zip(reading.hexes, outlines, strict=True):
        area = _filled(picture, [outline]) & ~_filled(picture, [_ring(reading, seen.id)])
        share = float(white[area].mean()) if area.any() else 0.0
        most = max(most, share)
        if share > GLARE_SHARE:
            terrains.append(max(seen.reading.terrain, key=seen.reading.terrain.__getitem__))
    if not terrains:
        return Judgement("glare", True, sentence("No lamp is reflected on the island."), most)
    named = [_PLACES[terrain] for terrain in dict.fromkeys(terrains)]
    where = listed(named) if len(named) <= _MANY else sentence("the island")
    return Judgement(
        "glare",
        False,
        sentence("Glare on {where}: move the lamp to the side, or shade it.", where=where),
        most,
    )


def _outline(reading: BoardReading, hex_id: HexId, inset: float) -> Points:
    """A hex's corners in the picture."""
    return reading.project(hex_corners(hex_id, inset))


def _ring(reading: BoardReading, hex_id: HexId) -> Points:
    """Around a hex's token, in the picture."""
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return reading.project(
        np.array(position(hex_id)) + _TOKEN * np.column_stack([np.cos(angle), np.sin(angle)])
    )


def _filled(picture: NDArray[np.uint8], outlines: list[Points]) -> NDArray[np.bool_]:
    area = np.zeros(picture.shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillPoly(area, [np.round(outline).astype(np.int32)], (1,))
    return area > 0
