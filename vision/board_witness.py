"""Check a located island a second time, before it is reported as found.

The lattice shows that nineteen tiles are there. Only what lies on them and around them shows that they are a
base island: sea outside, at a corner of the sea frame or all round; no tile beyond the nineteen; no sea
among them; tiles that differ in colour. The looks from the six directions (`vision.hex_contents`) provide all
of it, so the check needs no network of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from vision import detector
from vision.cielab import bgr_to_lab
from vision.detector import FeatureMaps
from vision.lattice import CENTRES, SURROUNDING_CENTRES, Homography, Points, inverse, project
from vision.locate import MIN_QUALITY, PLANE_TO_VIEW
from vision.network import softmax

MORE_LAND_TEXT: Final = sentence(
    "there is more land than a base island: extensions and other islands can't be read"
)
FACE_DOWN_TEXT: Final = sentence("the island's tiles lie face down, or all of them look alike")
ANOTHER_GAME_TEXT: Final = sentence(
    "sea lies among the island's tiles: this is another game, or its island isn't complete"
)
NO_SEA_TEXT: Final = sentence(
    "no sea is seen around the island: lay the sea frame around it, or show all of it"
)
NO_COLOUR_TEXT: Final = sentence(
    "the picture has no colour, which the island's terrain needs: switch the camera to colour"
)

Look = tuple[FeatureMaps, Homography]
"""The detector's output for a view of the island from above, and the homography from the plane to it."""
InPictureTest = Callable[[Points], NDArray[np.bool_]]
"""Tests points n x 2 of the plane: whether the picture shows them."""

_PRESENT_P: Final = 0.5
_SHORTEST_ROW: Final = 3
"""Tiles in the shortest row of an island. A sleeve may look like sea on one or two."""
_FRAME_APOTHEM_SIDES: Final = 5.0
"""Distance of a sea frame's side from its middle, in hex sides."""
_FRAME_STEP_SIDES: Final = 0.35
"""Distance from the frame's side to the places beyond and within it that show the side: as far as a view
reaches."""
_SAME_PLACE_SIDES: Final = 0.1
_MAX_TINT_SPREAD: Final = 3.0
"""Spread of a and b (CIELAB) that doesn't follow lightness, in a picture without colour. Grey ones have 0,
brown-toned ones up to 2.3; islands 14 and more, washed out 7."""
_MIN_LIGHTNESS_SPREAD: Final = 2.0
"""Spread of L (CIELAB) below which a picture shows nothing: a covered lens, a wall."""
_MIN_TILE_SHARE: Final = 0.5
"""Least spread of colour between the tiles, as a share of that of all their area. Islands have 0.83 and more
in any light, tiles that lie face down 0.27 and less."""
_TILE_RADIUS_SIDES: Final = 0.75
_COARSE_PX: Final = 40
"""Side of the coarse picture in which colours are compared: noise averages out."""


def _corners_of(centres: Points) -> Points:
    """Return the corners of hexes around centres n x 2: n x 6 x 2."""
    angles = np.pi / 6 + np.arange(6) * np.pi / 3
    return np.asarray(centres[:, None] + np.column_stack([np.cos(angles), np.sin(angles)]))


def _frame_corner_places() -> Points:
    """Return for each corner of the sea frame one place within and two beyond, off its sides: 6 x 3 x 2."""
    corner = _FRAME_APOTHEM_SIDES / np.cos(np.pi / 6)
    places = []
    for n in range(6):
        to_corner, sides = n * np.pi / 3, ((n - 0.5) * np.pi / 3, (n + 0.5) * np.pi / 3)
        at = corner * np.array([np.cos(to_corner), np.sin(to_corner)])
        within = at * (1 - 1.5 * _FRAME_STEP_SIDES / corner)
        # Along each side towards its middle, so that the other side is far enough away.
        beyond = [
            at + _FRAME_STEP_SIDES * out + 0.6 * along
            for out, along in (
                (np.array([np.cos(a), np.sin(a)]), sign * np.array([np.sin(a), -np.cos(a)]))
                for a, sign in zip(sides, (1, -1), strict=True)
            )
        ]
        places.append([within, *beyond])
    return np.array(places)


_TILES: Final[Points] = np.vstack([CENTRES, SURROUNDING_CENTRES])


def _own_corners() -> NDArray[np.bool_]:
    """Return a mask of each tile's corners, 37 x 6: those of surrounding tiles without the island's coast."""
    island = _corners_of(CENTRES).reshape(-1, 2)
    away = np.linalg.norm(_corners_of(_TILES)[:, :, None] - island, axis=3).min(axis=2)
    away[: len(CENTRES)] = np.inf
    return np.asarray(away > _SAME_PLACE_SIDES)


_OWN_CORNERS: Final = _own_corners()
_PLACES: Final[Points] = np.vstack(
    [_TILES, _corners_of(_TILES).reshape(-1, 2), _frame_corner_places().reshape(-1, 2)]
)
"""All places of the plane that are evidence: the tiles' middles and corners, the sea frame's corners."""
_TILE_PLACES: Final = slice(0, len(_TILES))
_CORNER_PLACES: Final = slice(len(_TILES), 7 * len(_TILES))
_FRAME_PLACES: Final = slice(7 * len(_TILES), len(_PLACES))


def _tile_cells() -> list[NDArray[np.int64]]:
    """Return for each of the 19 hexes the indices of its pixels in a coarse view from above."""
    rows, columns = np.divmod(np.arange(_COARSE_PX**2, dtype=np.float64), _COARSE_PX)
    pixels: Points = (np.stack([columns, rows], axis=1) + 0.5) * detector.VIEW_PX / _COARSE_PX - 0.5
    at = project(inverse(PLANE_TO_VIEW), pixels)
    return [np.flatnonzero(np.linalg.norm(at - middle, axis=1) < _TILE_RADIUS_SIDES) for middle in CENTRES]


_TILE_CELLS: Final = _tile_cells()
_LAND_CELLS: Final = np.concatenate(_TILE_CELLS)


@dataclass(frozen=True)
class BoardEvidence:
    """Evidence on an island's tiles and their surroundings, means over looks; NaN: not in the picture.

    Attributes:
        tiles: 19, how well each tile is seen: the mean score of its middle and corners, times that of land.
        sea: 19, the probability of sea on each.
        beyond: 18, `tiles` for each place around the island, without the corners on its coast.
        sea_beyond: 18, the probability of sea on each of these places.
        frame_corners: 6, the probability of a corner of the sea frame: sea within, none beyond.
    """

    tiles: NDArray[np.float64]
    sea: NDArray[np.float64]
    beyond: NDArray[np.float64]
    sea_beyond: NDArray[np.float64]
    frame_corners: NDArray[np.float64]

    @property
    def covered_tiles(self) -> NDArray[np.bool_]:
        """Mask of the tiles that can't be seen, 19: a tile must pass the same test as the whole island.

        Tiles outside the picture aren't covered.
        """
        return np.asarray(self.tiles < MIN_QUALITY)

    @property
    def has_more_land(self) -> bool:
        """Return whether land continues beyond the island: as much as one tile that is seen well."""
        return float(np.nansum(self.beyond)) >= MIN_QUALITY

    def find_contradiction(self) -> str | None:
        """Return the reason why this is no base island, in plain words; None: nothing contradicts it."""
        if self.has_more_land:
            return MORE_LAND_TEXT
        if (self.sea > _PRESENT_P).sum() >= _SHORTEST_ROW:
            return ANOTHER_GAME_TEXT
        corners = self.frame_corners[~np.isnan(self.frame_corners)]
        if len(corners) and not (corners > _PRESENT_P).any():
            seen = self.sea_beyond[~np.isnan(self.sea_beyond)]
            if not len(seen) or seen.mean() < _PRESENT_P:
                return NO_SEA_TEXT
        return None


def weigh_board(looks: Sequence[Look], is_in_picture: InPictureTest) -> BoardEvidence:
    """Collect the evidence on an island from several looks at it.

    Args:
        looks: at least one.
        is_in_picture: tests which points of the plane the picture shows.
    """
    in_picture = is_in_picture(_PLACES)
    kept = [_weigh_look(maps, project(to_view, _PLACES), in_picture) for maps, to_view in looks]
    scores, sea, frame = (_known_means(np.array(field)) for field in zip(*kept, strict=True))
    n = len(CENTRES)
    return BoardEvidence(scores[:n], sea[:n], scores[n:], sea[n:], frame)


def _known_means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the means of columns over their known values; NaN where there is none."""
    known = ~np.isnan(values)
    count = known.sum(axis=0)
    return np.where(count > 0, np.where(known, values, 0).sum(axis=0) / np.maximum(count, 1), np.nan)


def _weigh_look(
    maps: FeatureMaps, at: Points, in_picture: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the tiles' scores, 37, and their sea, 37, and the frame's corners, 6, by one look.

    Args:
        maps: the detector's output.
        at: `_PLACES` in the view, in pixels.
        in_picture: a mask of them.
    """
    seen = in_picture & ((at >= 0) & (at < detector.VIEW_PX - 1)).all(axis=1)
    columns, rows = np.round((at + 0.5) / detector.STRIDE_PX - 0.5).astype(int).clip(0, detector.CELLS - 1).T
    tiles, corners, frame = _TILE_PLACES, _CORNER_PLACES, _FRAME_PLACES
    surfaces = softmax(maps.surfaces[:, rows[tiles], columns[tiles]], axis=0)
    land, sea = surfaces[: detector.SEA].sum(axis=0), surfaces[detector.SEA]
    is_corner = seen[corners].reshape(-1, 6) & _OWN_CORNERS
    peaks = detector.sample_map(maps.peaks[detector.INTERSECTION], at[corners]).reshape(-1, 6)
    middles = detector.sample_map(maps.peaks[detector.HEX], at[tiles])
    scores = land * (middles + (peaks * is_corner).sum(axis=1)) / (1 + is_corner.sum(axis=1))
    at_frame = softmax(maps.surfaces[:, rows[frame], columns[frame]], axis=0).reshape(-1, 6, 3)
    is_frame = np.minimum(at_frame[detector.SEA, :, 0], at_frame[detector.OTHER_SURFACE, :, 1:].min(axis=1))
    return (
        np.where(seen[tiles], scores, np.nan),
        np.where(seen[tiles], sea, np.nan),
        np.where(seen[frame].reshape(-1, 3).all(axis=1), is_frame, np.nan),
    )


@dataclass(frozen=True)
class Tints:
    """A picture's coarse colours, as if it were well lit.

    Attributes:
        lab: _COARSE_PX**2 x 3, CIELAB.
    """

    lab: NDArray[np.float64]

    @property
    def lack_colour(self) -> bool:
        """Return whether there is no colour: all tints follow from lightness alone, which differs."""
        apart = self.lab - self.lab.mean(axis=0)
        lightness, tints = apart[:, 0], apart[:, 1:]
        slope = lightness @ tints / max(float(lightness @ lightness), 1e-6)
        spread = ((tints - lightness[:, None] * slope) ** 2).sum(axis=1).mean()
        is_empty = float(lightness.std()) < _MIN_LIGHTNESS_SPREAD
        return float(np.sqrt(spread)) < _MAX_TINT_SPREAD and not is_empty

    @property
    def are_tiles_alike(self) -> bool:
        """Return whether all tiles have one colour, as their backs do; of a view from above."""
        tints = self.lab[:, 1:]
        middles = np.array([np.median(tints[cells], axis=0) for cells in _TILE_CELLS])
        land = tints[_LAND_CELLS]
        between, total = (float(((x - x.mean(axis=0)) ** 2).sum(axis=1).mean()) for x in (middles, land))
        return between < _MIN_TILE_SHARE**2 * total


def measure_tints(picture: NDArray[np.uint8]) -> Tints:
    """Measure a picture's coarse colours.

    Args:
        picture: BGR; a view of the island from above, or any other picture.
    """
    coarse = cv2.resize(picture, (_COARSE_PX, _COARSE_PX), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    bright = max(float(np.percentile(coarse.max(axis=1), 95)), 1.0)
    return Tints(bgr_to_lab(np.minimum(coarse / bright, 1.0)))
