"""Locate the island in a picture: a first detection finds the lattice, views from above refine it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from vision import detector
from vision.camera import Lens, fit_lens
from vision.detector import VIEW_PX, FeatureMaps
from vision.lattice import (
    CENTRES,
    INTERSECTION_CENTRES,
    SURROUNDING_CENTRES,
    Homography,
    Points,
    cells_to_plane,
    fit_lattices,
    hex_side,
    inverse,
    orient_north_up,
    project,
    rotate_plane,
    shift_lattice,
    solve_homography,
)
from vision.markers import SHEET_LAYOUT, detect_markers
from vision.network import Network, softmax

# Propose planes where an island may be: from the whole picture, and from crops of it.


VisibilityTest = Callable[[Points], NDArray[np.bool_]]
"""Tests points n x 2 of a view: whether they show something of the picture."""

_MIN_HEX_PEAK: Final = 0.25
_SMALL_PX: Final = 14.0
"""An island with shorter hex sides in the view is looked at in a crop."""
_MAX_SHIFT_HEXES: Final = 5
_UNSEEN_LAND: Final = 0.8
"""Land score of a hex outside the picture: that of an undecided hex."""
_PART_SHARE: Final = 0.55
"""Size of a crop, as a share of the picture's longer side."""
_MIN_LEAD: Final = 8.0
_MAX_PART_PROPOSALS: Final = 3


@dataclass(frozen=True)
class IslandPlacement:
    """An island placed on a lattice.

    Attributes:
        plane: homography from the plane to pixels of the view.
        lead: land score of its 19 hexes minus that of the 18 places around.
        margin: difference between this lead and the next best, with the island one or more hexes aside.
    """

    plane: Homography
    lead: float
    margin: float


def place_island(plane: Homography, maps: FeatureMaps, is_visible: VisibilityTest) -> IslandPlacement:
    """Choose the lattice's hex that, as the island's middle, gives most land on it and least around.

    Places outside the picture count neither for nor against.
    """
    land = maps.land + maps.peaks[detector.HEX]
    cells = np.array(
        [
            (q, r)
            for q in range(-_MAX_SHIFT_HEXES, _MAX_SHIFT_HEXES + 1)
            for r in range(-_MAX_SHIFT_HEXES, _MAX_SHIFT_HEXES + 1)
        ]
    )
    places = cells_to_plane(cells)[:, None]

    def total(around: Points) -> NDArray[np.float64]:
        at = project(plane, (places + around).reshape(-1, 2))
        seen = np.where(is_visible(at), detector.sample_map(land, at), _UNSEEN_LAND)
        return np.asarray(seen.reshape(len(cells), -1).sum(axis=1))

    lead = total(CENTRES) - total(SURROUNDING_CENTRES)
    best, second = (int(n) for n in np.argsort(-lead)[:2])
    return IslandPlacement(
        shift_lattice(plane, cells[best]), float(lead[best]), float(lead[best] - lead[second])
    )


def proposals(image: NDArray[np.uint8], finder: Network) -> Iterator[Homography]:
    """Yield homographies from the plane to the image's pixels, the likelier ones first; there may be none.

    Args:
        image: BGR, of any size.
        finder: the network `finder.onnx`.
    """
    whole = _Crop(image, (0, 0), image.shape[1], image.shape[0], finder)
    first = whole.find_island()
    if first is not None and _mean_hex_side(first.plane) >= _SMALL_PX:
        yield whole.to_image @ first.plane
    closer = whole.crop_board(finder)
    second = None if closer is None else closer.find_island()
    if closer is not None and second is not None:
        yield closer.to_image @ second.plane
    if first is not None and _mean_hex_side(first.plane) < _SMALL_PX:
        yield whole.to_image @ first.plane
    found = [(part, part.find_island()) for part in _overlapping_crops(image, finder)]
    better = [(part, island) for part, island in found if island is not None and island.lead > _MIN_LEAD]
    for part, island in sorted(better, key=lambda one: -one[1].lead)[:_MAX_PART_PROPOSALS]:
        yield part.to_image @ island.plane


class _Crop:
    """The detector's output for a rectangle of an image."""

    def __init__(
        self, image: NDArray[np.uint8], corner: tuple[int, int], width: int, height: int, finder: Network
    ) -> None:
        x, y = corner
        piece = image[y : y + height, x : x + width]
        view, scale = detector.letterbox(piece)
        self._image = image
        self._seen = np.array([piece.shape[1], piece.shape[0]]) * scale
        self._maps = detector.detect(finder, view)
        self.to_image: Homography = np.array(
            [[1 / scale, 0, x + 0.5 / scale - 0.5], [0, 1 / scale, y + 0.5 / scale - 0.5], [0, 0, 1]]
        )

    def find_island(self) -> IslandPlacement | None:
        """Return the island's placement in the view, by its hex centres and its land."""
        peaks = detector.find_peaks(self._maps.peaks[detector.HEX], _MIN_HEX_PEAK)
        fits = fit_lattices(peaks.points, peaks.scores)
        islands = [place_island(fit.plane, self._maps, self._is_visible) for fit in fits]
        return max(islands, key=lambda island: island.lead) if islands else None

    def crop_board(self, finder: Network) -> _Crop | None:
        """Return a crop of the part of the picture with land or sea, if that part is small."""
        board = softmax(self._maps.surfaces, axis=0)[: detector.OTHER_SURFACE].sum(axis=0) > 0.5
        count, _, stats, _ = cv2.connectedComponentsWithStats(board.astype(np.uint8))
        if count < 2:
            return None
        left, top, width, height, _ = stats[1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())]
        box = np.array([[left, top], [left + width, top + height]], float) * detector.STRIDE_PX - 0.5
        low, high = project(self.to_image, box)
        slack = 0.12 * (high - low).max()
        low = np.floor(low - slack).clip(0, None).astype(int)
        high = np.minimum(np.ceil(high + slack).astype(int), self._image.shape[1::-1])
        x, y = high - low
        if min(x, y) < 16 or max(x, y) > 0.8 * max(self._image.shape[:2]):
            return None
        return _Crop(self._image, (int(low[0]), int(low[1])), int(x), int(y), finder)

    def _is_visible(self, points: Points) -> NDArray[np.bool_]:
        return np.asarray(((points >= 0) & (points < self._seen)).all(axis=1))


def _overlapping_crops(image: NDArray[np.uint8], finder: Network) -> Iterator[_Crop]:
    """Yield overlapping crops that cover the picture."""
    height, width = image.shape[:2]
    side = round(_PART_SHARE * max(width, height))

    def starts(extent: int) -> list[int]:
        room = max(0, extent - side)
        steps = int(np.ceil(2 * room / side))
        return [round(room * n / max(1, steps)) for n in range(steps + 1)]

    for y in starts(height):
        for x in starts(width):
            yield _Crop(image, (x, y), min(side, width - x), min(side, height - y), finder)


def _mean_hex_side(plane: Homography) -> float:
    """Return the length of a hex side in the middle, in pixels: the mean of those east and south."""
    onto = partial(project, plane)
    return math.sqrt(hex_side(onto) * hex_side(onto, along=np.array([0.0, 1.0])))


VIEW_REACH_SIDES: Final = 5.4
"""Half the extent of a view from above, in hex sides."""
PLANE_TO_VIEW: Final[Homography] = np.array(
    [
        [VIEW_PX / 2 / VIEW_REACH_SIDES, 0, VIEW_PX / 2 - 0.5],
        [0, VIEW_PX / 2 / VIEW_REACH_SIDES, VIEW_PX / 2 - 0.5],
        [0, 0, 1],
    ]
)
"""Homography from the plane to a view from above."""
MIN_QUALITY: Final = 0.4
"""A fit of lower quality is rejected: real boards have 0.65 to 0.8, with an arm across 0.4 and more."""
_MIN_MARGIN: Final = 0.8
"""Whole islands in the picture have a margin of about 15; with a row outside and no frame it is near 0."""
_CLEAR_QUALITY: Final = 0.55
_CLEAR_MARGIN: Final = 6.0
"""A fit with at least this quality and margin is accepted without trying others."""
_MIN_PEAK: Final = 0.12
_STRAY_SIDES: Final = 0.3
_MAX_HEXES_OUTSIDE: Final = 4
_CONVERGED_SIDES: Final = 0.06
"""A correction of the plane smaller than this, in hex sides, ends the refinement."""
_AS_SEEN_SIDES: Final = 0.2
"""Largest distance, in hex sides, of the plane from the view that is read: tokens are sought farther around.
"""
_ASTRAY_SIDES: Final = 0.7
"""A larger correction has moved the plane by a hex: their middles are 1.7 apart."""
_QUALITY_LEAD: Final = 0.05
"""Lead in quality that decides between two places of an island, whatever the land around it."""
_MARKERS_OFF_SIDES: Final = 0.5
"""Largest error of markers laid by hand, in hex sides."""
_HAND_OFF_SIDES: Final = 0.8
"""The same for manual corners: three don't determine the perspective. A neighbouring hex is 1.73 off."""


@dataclass(frozen=True)
class BoardPose:
    """The island's pose in a picture.

    Attributes:
        picture: the picture to which `plane` maps: the photo, or, after `undistort_pose`, an undistorted one.
        plane: homography from the plane to pixels of the picture, north nearest to its up.
        quality: in [0, 1]; the share of the island that a view from above shows where it must be.
        maps: the detector's output for the view from above; `PLANE_TO_VIEW` maps the plane to its pixels.
        view: the view from above, BGR, VIEW_PX x VIEW_PX x 3.
        landmarks: hex centres and intersections that were detected: on the plane, and in the picture, n x 2
            each.
        margin: the lead of this place over the best one a hex aside, in land on the hexes and none around.
        lens: maps the picture to the photo's own pixels; None where they are the same.
    """

    picture: NDArray[np.uint8]
    plane: Homography
    quality: float
    maps: FeatureMaps
    view: NDArray[np.uint8]
    landmarks: tuple[Points, Points]
    margin: float
    lens: Lens | None = None


@dataclass(frozen=True)
class IslandNotFound:
    """The reason why no island was found.

    Attributes:
        why: the reason, in plain words.
        rejected: the best fit whose position is unclear, if there is one.
    """

    why: str
    rejected: BoardPose | None = None


def locate(
    image: NDArray[np.uint8], finder: Network, manual_plane: Homography | None = None
) -> BoardPose | IslandNotFound:
    """Locate the island in a BGR picture of any size.

    Where detection alone fails, printed markers give its position, if some are in the picture and were laid
    by their rule (`vision.markers`); `quality` is then unchecked. The same holds for a manual plane.

    Args:
        image: the picture.
        finder: the network that detects the island's parts.
        manual_plane: homography given by people (`vision.markers`); the island isn't searched
            elsewhere then.
    """
    found: BoardPose | IslandNotFound
    if manual_plane is not None:
        found = _locate_near_plane(image, orient_north_up(manual_plane), finder, _HAND_OFF_SIDES)
    else:
        found = _locate_unaided(image, finder)
        if isinstance(found, IslandNotFound):
            found = _locate_by_markers(image, finder) or found
    if isinstance(found, IslandNotFound):
        return found
    outside = int((~in_picture(found.plane, found.picture)).sum())
    if outside > _MAX_HEXES_OUTSIDE:
        return IslandNotFound(
            sentence(
                "the island extends beyond the picture: {count} of its 19 hexes are not in it", count=outside
            )
        )
    return found


def _locate_unaided(image: NDArray[np.uint8], finder: Network) -> BoardPose | IslandNotFound:
    why = sentence("there is no island in the picture, or too little of it to find its position")
    best: BoardPose | None = None
    rejected: BoardPose | None = None
    for proposal in proposals(image, finder):
        found = _refine(image, orient_north_up(proposal), finder)
        if found is not None and found.quality >= MIN_QUALITY and found.margin < _MIN_MARGIN:
            rejected = found if rejected is None or found.quality > rejected.quality else rejected
        elif found is not None and found.quality >= MIN_QUALITY:
            if found.quality >= _CLEAR_QUALITY and found.margin >= _CLEAR_MARGIN:
                return found
            # It may be a cloth that looks like an island, so the other proposals are tried too.
            best = found if best is None or found.quality > best.quality else best
        why = sentence(
            "there may be an island, but its position is unclear: show more of it, add light or reduce glare"
        )
    return best or IslandNotFound(why, rejected)


def _locate_by_markers(image: NDArray[np.uint8], finder: Network) -> BoardPose | None:
    plane = SHEET_LAYOUT.estimate_plane(detect_markers(image))
    return (
        None
        if plane is None
        else _locate_near_plane(image, orient_north_up(plane), finder, _MARKERS_OFF_SIDES)
    )


def _locate_near_plane(
    image: NDArray[np.uint8], plane: Homography, finder: Network, off_sides: float
) -> BoardPose:
    """Refine the island near a given plane; return that plane where nothing is found nearby."""
    found = _refine(image, plane, finder)
    if found is not None and found.quality >= MIN_QUALITY:
        moved = project(inverse(plane), project(found.plane, CENTRES)) - CENTRES
        if np.linalg.norm(moved, axis=1).max() < off_sides:
            return found
    view = rectify(image, plane)
    maps = detector.detect(finder, view)
    is_visible = _visibility_test(image, plane)
    known, seen, weights = _landmarks(maps, PLANE_TO_VIEW, is_visible)
    quality, margin = (
        _quality(maps, PLANE_TO_VIEW, weights, is_visible),
        place_island(PLANE_TO_VIEW, maps, is_visible).margin,
    )
    return BoardPose(
        image, plane, quality, maps, view, (known, project(plane @ inverse(PLANE_TO_VIEW), seen)), margin
    )


def undistort_pose(found: BoardPose, finder: Network) -> BoardPose:
    """Return the pose in an undistorted picture where its landmarks fit a distorting lens; else unchanged."""
    known, seen = found.landmarks
    lens = fit_lens(known, seen, found.picture.shape[1], found.picture.shape[0])
    plane = None if lens is None else solve_homography(known, lens.undistort_points(seen))
    if lens is None or plane is None:
        return found
    again = _refine(lens.undistort(found.picture), orient_north_up(plane), finder)
    return found if again is None else replace(again, lens=lens)


def in_picture(plane: Homography, image: NDArray[np.uint8], places: Points = CENTRES) -> NDArray[np.bool_]:
    """Return a mask of the places of the plane, n x 2, in the picture; default: the 19 hexes' middles."""
    height, width = image.shape[:2]
    at = project(plane, places)
    return np.asarray(((at >= 0) & (at < [width, height])).all(axis=1))


def rectify(image: NDArray[np.uint8], plane: Homography) -> NDArray[np.uint8]:
    """Return the island as seen from above, VIEW_PX x VIEW_PX x 3, averaged where the image is finer."""
    return rectify_rotated(image, plane, (0,))[0]


def rectify_rotated(
    image: NDArray[np.uint8], plane: Homography, sixths: Sequence[int]
) -> list[NDArray[np.uint8]]:
    """Return the same from other directions: with the plane rotated clockwise by sixths of a turn."""
    corners = project(plane, VIEW_REACH_SIDES * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]))
    finer = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / VIEW_PX
    grow = np.eye(3)
    if finer > 1.5:
        shrink = 1.25 / finer
        extent = (max(1, round(image.shape[1] * shrink)), max(1, round(image.shape[0] * shrink)))
        shrunk = cv2.resize(image, extent, interpolation=cv2.INTER_AREA)
        x, y = extent[0] / image.shape[1], extent[1] / image.shape[0]
        grow = np.array([[1 / x, 0, 0.5 / x - 0.5], [0, 1 / y, 0.5 / y - 0.5], [0, 0, 1]])
        image = shrunk.astype(np.uint8)
    return [
        cv2.warpPerspective(
            image,
            PLANE_TO_VIEW @ inverse(rotate_plane(plane, turn)) @ grow,
            (VIEW_PX, VIEW_PX),
            flags=cv2.INTER_LINEAR,
            borderValue=(96, 96, 96),
        ).astype(np.uint8)
        for turn in sixths
    ]


def _refine(image: NDArray[np.uint8], plane: Homography, finder: Network) -> BoardPose | None:
    """Refine a plane by repeated views from above until it is stable.

    Terrain, numbers and the paper's brightness are read from the last view, so it must be taken by exactly
    the returned plane. The plane keeps its rotation from view to view. If another of the six rotations is
    nearest to north in the end, or the last view still moved the plane, one more view is taken.
    """
    for last in (False, False, True):
        seen = _refine_once(image, plane, finder)
        if seen is None:
            return None
        off = _max_displacement(plane, seen.plane)
        plane = seen.plane
        if last or off < _CONVERGED_SIDES:
            break
    north = orient_north_up(plane)
    if np.allclose(north, plane) and off < _AS_SEEN_SIDES:
        return seen
    seen = _refine_once(image, north, finder)
    if seen is None or _max_displacement(north, seen.plane) < _ASTRAY_SIDES:
        return seen
    return _choose_pose(
        [_refine_once(image, orient_north_up(one), finder, by_hexes=False) for one in (north, seen.plane)]
    )


def _max_displacement(before: Homography, after: Homography) -> float:
    """Return the largest distance between the hexes of two planes, in hex sides."""
    return float(np.abs(project(inverse(before) @ after, CENTRES) - CENTRES).max())


def _choose_pose(looks: Sequence[BoardPose | None]) -> BoardPose | None:
    """Return the best of poses that differ by a hex: the one that shows most of the island."""
    seen = sorted((one for one in looks if one is not None), key=lambda one: -one.quality)
    if len(seen) > 1 and seen[0].quality - seen[1].quality > _QUALITY_LEAD:
        return replace(seen[0], margin=max(seen[0].margin, _MIN_MARGIN))
    return seen[0] if seen else None


def _refine_once(
    image: NDArray[np.uint8], plane: Homography, finder: Network, *, by_hexes: bool = True
) -> BoardPose | None:
    """Take a view from above by a plane and correct it a little, or `by_hexes`; its rotation is kept."""
    view = rectify(image, plane)
    maps = detector.detect(finder, view)
    is_visible = _visibility_test(image, plane)
    placed = place_island(PLANE_TO_VIEW, maps, is_visible)
    known, seen, weights = _landmarks(maps, placed.plane if by_hexes else PLANE_TO_VIEW, is_visible)
    if len(known) < 12:
        return None
    better = solve_homography(known, seen, slack=0.2 * VIEW_PX / 2 / VIEW_REACH_SIDES)
    if better is None:
        return None
    quality = _quality(maps, better, weights, is_visible)
    seen = project(plane @ inverse(PLANE_TO_VIEW), seen)
    corrected = plane @ inverse(PLANE_TO_VIEW) @ better
    return BoardPose(image, corrected, quality, maps, view, (known, seen), placed.margin)


def _visibility_test(image: NDArray[np.uint8], plane: Homography) -> VisibilityTest:
    """Return a test of points in the view from above by that plane: do they show the image?"""
    back = plane @ inverse(PLANE_TO_VIEW)

    def is_visible(points: Points) -> NDArray[np.bool_]:
        at = project(back, points)
        return np.asarray(((at >= 0) & (at < [image.shape[1], image.shape[0]])).all(axis=1))

    return is_visible


def _quality(
    maps: FeatureMaps, plane: Homography, weights: NDArray[np.float64], is_visible: VisibilityTest
) -> float:
    """Return the landmarks' mean score in the picture, missing ones counted as 0, times the share of land."""
    hexes, crossings = project(plane, CENTRES), project(plane, INTERSECTION_CENTRES)
    there = is_visible(hexes)
    if not there.any():
        return 0.0
    land = float(detector.sample_map(maps.land, hexes)[there].mean())
    return land * float(weights.sum()) / int(there.sum() + is_visible(crossings).sum())


def _landmarks(
    maps: FeatureMaps, start: Homography, is_visible: VisibilityTest
) -> tuple[Points, Points, NDArray[np.float64]]:
    """Return landmarks near their expected places: on the plane, in the view, and their scores."""
    known, seen, weights = [], [], []
    reach = _STRAY_SIDES * VIEW_PX / 2 / VIEW_REACH_SIDES
    for kind, sites in ((detector.HEX, CENTRES), (detector.INTERSECTION, INTERSECTION_CENTRES)):
        peaks = detector.find_peaks(maps.peaks[kind], _MIN_PEAK)
        if not len(peaks.points):
            continue
        expected = project(start, sites)
        away = np.linalg.norm(peaks.points[None] - expected[:, None], axis=2)
        for site, distances, there in zip(sites, away, is_visible(expected), strict=True):
            nearest = int(distances.argmin())
            if there and distances[nearest] < reach:
                known.append(site)
                seen.append(peaks.points[nearest])
                weights.append(peaks.scores[nearest])
    return np.array(known).reshape(-1, 2), np.array(seen).reshape(-1, 2), np.array(weights)
