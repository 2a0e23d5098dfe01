"""Assess whether a picture of the island is good enough to play by: light, sharpness, glare and position.

Nothing is compared with a camera's own exposure or focus: only the island's visible quality counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import join_list, plural_sentence, sentence
from companion.island.geometry import COAST, CORNERS, ENDS, HEXES, HexId, PathId, position
from companion.island.layout import Terrain
from vision.board import BLURRED_TEXT, BoardReading
from vision.lattice import Points, hex_corners, hex_side
from vision.pictures import edge_sharpness

Aspect = Literal["light", "sharpness", "glare", "place"]

DARK_LEVEL: Final = 60.0
"""Grey level of the island's light parts below which noise is as strong as the print."""
BURNT_SHARE: Final = 0.1
"""Share of the island above which it is burnt white: the exposure is too long, or the lamp too near."""
BLURRED_SLOPE: Final = 0.18
"""Sharpness (`vision.pictures.edge_sharpness`) with a hex side of `SIDE_PX` pixels, below which tokens are
misread. Photos have 0.2 to 0.3."""
SIDE_PX: Final = 32
"""Pixels of a hex side in the assessed picture: finer ones are shrunk to it."""
SMALL_PX: Final = 30.0
"""A shorter hex side has too few pixels for the numbers on the tokens."""
GLARE_SHARE: Final = 0.1
"""A hex whose white share is larger reflects a lamp. Real photos without reflections have 0.03 at most."""
_BURNT_LEVEL: Final = 250
_WHITE_LEVEL: Final = 243
_INSET: Final = 0.9
"""Scale of a hex's assessed area: its borders are left out."""
_TOKEN_RADIUS_SIDES: Final = 0.45
"""Radius around a hex's middle that is left out, in hex sides: its token is white."""
_SIGN_REACH: Final = 1.6
"""Distance of a harbor's sign from its hex's middle, as a multiple of that to its path."""
_MAX_NAMED_TERRAINS: Final = 3
"""More terrains than this aren't listed one by one."""
_TERRAIN_NAMES: Final[dict[Terrain, str]] = {
    "hills": sentence("the hills"),
    "forest": sentence("the forest"),
    "pasture": sentence("the pasture"),
    "fields": sentence("the fields"),
    "mountains": sentence("the mountains"),
    "desert": sentence("the desert"),
}


@dataclass(frozen=True)
class QualityCheck:
    """The result of one check.

    Attributes:
        what: the checked quality.
        good: whether it is good enough.
        text: a sentence: if it is not good enough, the fault and its remedy; else a confirmation.
        value: the measured value.
    """

    what: Aspect
    good: bool
    text: str
    value: float


def assess_picture(picture: NDArray[np.uint8], reading: BoardReading) -> tuple[QualityCheck, ...]:
    """Assess a picture by its view of the island.

    Args:
        picture: BGR, height x width x 3.
        reading: of that picture.

    Returns:
        The checks, the failed ones first.
    """
    if not reading.found:
        return (
            *_assess_light_without_island(picture),
            QualityCheck("place", False, sentence("The island isn't found: {why}.", why=reading.why), 0.0),
        )
    outlines = [_hex_outline(reading, hex_id, _INSET) for hex_id in HEXES]
    island = _area_mask(picture, outlines)
    light = _assess_light(picture[island])
    found = [
        _assess_position(picture, reading),
        light,
        _assess_sharpness(picture, island, hex_side(reading.project)),
    ]
    if light.good:
        # Glare can't be recognised in a picture that is too bright everywhere.
        found.append(_assess_glare(picture, reading, outlines))
    return tuple(sorted(found, key=lambda one: one.good))


def _assess_position(picture: NDArray[np.uint8], reading: BoardReading) -> QualityCheck:
    height, width = picture.shape[:2]
    corners = np.vstack([_hex_outline(reading, hex_id, 1.0) for hex_id in HEXES]).reshape(len(HEXES), -1, 2)
    off = (corners < 0) | (corners >= (width, height))
    outside = int(np.count_nonzero(off.reshape(len(HEXES), -1).any(axis=1)))
    side = hex_side(reading.project)
    if outside:
        text = sentence(
            "The island runs out of the picture at {count} of its 19 hexes: move the camera, or "
            "hang it higher.",
            count=outside,
        )
        return QualityCheck("place", False, text, outside)
    if side < SMALL_PX:
        text = sentence(
            "The island is small in the picture: bring the camera nearer, or let it give larger pictures."
        )
        return QualityCheck("place", False, text, side)
    if cut := _count_cut_coasts(picture, reading):
        text = plural_sentence(
            "All hexes are in the picture, but not the sea at {count} coast: a harbor there may be missed.",
            "All hexes are in the picture, but not the sea at {count} coasts: harbors there may be missed.",
            cut,
        )
        return QualityCheck("place", True, text, side)
    return QualityCheck(
        "place", True, sentence("The whole island is in the picture, harbors included."), side
    )


def _count_cut_coasts(picture: NDArray[np.uint8], reading: BoardReading) -> int:
    """Count the coastal paths whose harbor's sign would be outside the picture."""
    height, width = picture.shape[:2]
    signs = reading.project(np.array([_sign_position(path) for path in COAST]))
    return int(((signs < 0) | (signs >= (width, height))).any(axis=1).sum())


def _sign_position(path: PathId) -> Points:
    """Return the position of a harbor's sign on the plane."""
    middle = np.array(position(path))
    land = next(hex_id for hex_id in HEXES if set(ENDS[path]) <= set(CORNERS[hex_id]))
    inland = np.array(position(land))
    return np.asarray(inland + _SIGN_REACH * (middle - inland))


def _assess_light(pixels: NDArray[np.uint8]) -> QualityCheck:
    """Assess the brightness of the island's pixels, n x 3."""
    bright = float(np.percentile(pixels.max(axis=1), 95))
    burnt = float((pixels.min(axis=1) >= _BURNT_LEVEL).mean())
    if bright < DARK_LEVEL:
        return QualityCheck(
            "light", False, sentence("It is too dark: put a lamp to the side of the table."), bright
        )
    if burnt > BURNT_SHARE:
        text = sentence(
            "It is too bright: the picture is white where it should show colours. Dim the lamp, "
            "or move it away."
        )
        return QualityCheck("light", False, text, bright)
    return QualityCheck("light", True, sentence("There is enough light."), bright)


def _assess_light_without_island(picture: NDArray[np.uint8]) -> Iterator[QualityCheck]:
    """Assess a picture without a visible island: yield only the light, if it may be the cause."""
    light = _assess_light(picture[::4, ::4].reshape(-1, 3))
    if not light.good:
        yield light


def _assess_sharpness(picture: NDArray[np.uint8], island: NDArray[np.bool_], side: float) -> QualityCheck:
    x, y, width, height = cv2.boundingRect(island.astype(np.uint8))
    grey = cv2.cvtColor(picture[y : y + height, x : x + width], cv2.COLOR_BGR2GRAY)
    there = island[y : y + height, x : x + width].astype(np.uint8)
    if side > SIDE_PX:
        extent = (max(1, round(width * SIDE_PX / side)), max(1, round(height * SIDE_PX / side)))
        grey = cv2.resize(grey, extent, interpolation=cv2.INTER_AREA)
        there = cv2.resize(there, extent, interpolation=cv2.INTER_NEAREST).astype(np.uint8)
    sharp = edge_sharpness(grey, there > 0)
    if sharp < BLURRED_SLOPE:
        return QualityCheck("sharpness", False, BLURRED_TEXT, sharp)
    return QualityCheck("sharpness", True, sentence("The picture is sharp."), sharp)


def _assess_glare(picture: NDArray[np.uint8], reading: BoardReading, outlines: list[Points]) -> QualityCheck:
    white = picture.min(axis=2) >= _WHITE_LEVEL
    most, terrains = 0.0, []
    for seen, outline in zip(reading.hexes, outlines, strict=True):
        area = _area_mask(picture, [outline]) & ~_area_mask(picture, [_token_ring(reading, seen.id)])
        share = float(white[area].mean()) if area.any() else 0.0
        most = max(most, share)
        if share > GLARE_SHARE:
            terrains.append(max(seen.reading.terrain, key=seen.reading.terrain.__getitem__))
    if not terrains:
        return QualityCheck("glare", True, sentence("No lamp is reflected on the island."), most)
    named = [_TERRAIN_NAMES[terrain] for terrain in dict.fromkeys(terrains)]
    where = join_list(named) if len(named) <= _MAX_NAMED_TERRAINS else sentence("the island")
    return QualityCheck(
        "glare",
        False,
        sentence("Glare on {where}: move the lamp to the side, or shade it.", where=where),
        most,
    )


def _hex_outline(reading: BoardReading, hex_id: HexId, inset: float) -> Points:
    """Return a hex's corners in the picture."""
    return reading.project(hex_corners(hex_id, inset))


def _token_ring(reading: BoardReading, hex_id: HexId) -> Points:
    """Return a ring around a hex's token, in the picture."""
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return reading.project(
        np.array(position(hex_id)) + _TOKEN_RADIUS_SIDES * np.column_stack([np.cos(angle), np.sin(angle)])
    )


def _area_mask(picture: NDArray[np.uint8], outlines: list[Points]) -> NDArray[np.bool_]:
    area = np.zeros(picture.shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillPoly(area, [np.round(outline).astype(np.int32)], (1,))
    return area > 0


# Exposure metering for the island: the board's paper is metered, not the table.
#
# A camera's own metering exposes for the whole picture, most of which is table: on a dark cloth it
# overexposes
# the board, on a white one it underexposes it. Where a lamp is reflected in a hex, that hex needs less light
# than the others, and they tolerate it (docs/decisions/0054-reduce-exposure-for-glare.md).


TARGET_PAPER_LEVEL: Final = 205.0
"""Grey level of the island's paper: its tokens and other light print. Good pictures have 190 to 225."""
ACCEPTABLE_LEVELS: Final = (165.0, 232.0)
"""Between these grey levels another exposure gains nothing."""
BURNT_LEVEL: Final = 250.0
"""Grey level from which on the excess is unknown: half as much light is tried."""
DULL_LEVEL: Final = 95.0
"""Paper this dark is still read as well as any; it isn't made darker for the sake of a reflection."""
MAX_STEP: Final = 4.0
"""The largest factor of one step, either way."""
GAMMA: Final = 2.2
"""Gamma of a camera's output, approximately (sRGB, IEC 61966-2-1)."""
_PAPER_PERCENTILE: Final = 95
"""Percentile of a hex's grey levels: its paper."""
_GLEAM_PERCENTILE: Final = 90
"""Percentile of a hex's grey levels: more than its token alone, where a lamp is reflected in it."""
_MAX_GLEAM_LEVEL: Final = 240.0
"""Grey level below which a reflection is reduced."""
_MIN_STEP: Final = 1.2
"""A smaller factor isn't worth another exposure."""
_PIXEL_STEP: Final = 2
"""Every second pixel of every second row is used: light varies over larger areas."""


@dataclass(frozen=True)
class IslandLight:
    """Brightness of an island in a picture, in grey levels of 0 to 255.

    Attributes:
        paper: the light parts of an ordinary hex: the median of the hexes.
        gleam: nearly the same percentile of the brightest hex.
    """

    paper: float
    gleam: float


def exposure_factor(picture: NDArray[Any], project: Callable[[Points], Points]) -> float:
    """Return the factor on the light of the next picture, in [1/4, 4]; 1: no change.

    Args:
        picture: height x width x 3, BGR, uint8, with nothing large over the island.
        project: points n x 2 of the island's plane as pixels of the picture.
    """
    light = measure_island_light(picture, project)
    if light is None:
        return 1.0
    low, high = ACCEPTABLE_LEVELS
    if light.paper >= BURNT_LEVEL or (light.gleam >= BURNT_LEVEL and light.paper > DULL_LEVEL):
        return 0.5
    if low <= light.paper <= high:
        return 1.0
    wanted = _exposure_step(TARGET_PAPER_LEVEL / max(light.paper, 1.0))
    if wanted < 1:
        return wanted
    spared = min(wanted, _exposure_step(_MAX_GLEAM_LEVEL / light.gleam)) if light.gleam > 0 else wanted
    # Already dark because of a reflection, or too dark for one to matter.
    return spared if spared >= _MIN_STEP else 1.0


def _exposure_step(times: float) -> float:
    """Return the factor on the light that scales grey levels by `times`, limited to one step."""
    return float(np.clip(times**GAMMA, 1 / MAX_STEP, MAX_STEP))


def paper_level(picture: NDArray[Any], project: Callable[[Points], Points]) -> float:
    """Return the grey level, 0 to 255, of the island's paper; the target where no island is visible."""
    light = measure_island_light(picture, project)
    return TARGET_PAPER_LEVEL if light is None else light.paper


def measure_island_light(picture: NDArray[Any], project: Callable[[Points], Points]) -> IslandLight | None:
    """Measure the island's brightness; None where none of it is in the picture."""
    grey = cv2.cvtColor(np.ascontiguousarray(picture[::_PIXEL_STEP, ::_PIXEL_STEP]), cv2.COLOR_BGR2GRAY)
    papers, gleams = [], []
    for hex_id in HEXES:
        corners = np.round(project(hex_corners(hex_id)) / _PIXEL_STEP).astype(np.int32)
        left, top, wide, high = cv2.boundingRect(corners)
        across = slice(max(left, 0), max(left + wide, 0))
        window = grey[max(top, 0) : max(top + high, 0), across]
        hexagon = np.zeros(window.shape, np.uint8)
        if not hexagon.size:
            continue
        cv2.fillConvexPoly(hexagon, corners - (max(left, 0), max(top, 0)), (1,))
        seen = window[hexagon > 0]
        if seen.size:
            paper, gleaming = np.percentile(seen, (_PAPER_PERCENTILE, _GLEAM_PERCENTILE))
            papers.append(float(paper))
            gleams.append(float(gleaming))
    return IslandLight(float(np.median(papers)), max(gleams)) if papers else None
