"""Finding the island in a picture: a first look finds the lattice, looks from above refine it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import look
from vision.lattice import (
    AROUND,
    CENTRES,
    CROSSINGS,
    Homography,
    Points,
    fit_lattices,
    inverse,
    project,
    shifted,
    solve,
    to_plane,
    upright,
)
from vision.lens import Lens, fit_lens
from vision.look import VIEW, Maps
from vision.markers import LAID, see
from vision.network import Network, softmax

FLAT_REACH: Final = 5.4
"""Half the extent of a look from above, in hex sides."""
FLAT: Final[Homography] = np.array(
    [
        [VIEW / 2 / FLAT_REACH, 0, VIEW / 2 - 0.5],
        [0, VIEW / 2 / FLAT_REACH, VIEW / 2 - 0.5],
        [0, 0, 1],
    ]
)
"""From the plane to a look from above."""
GOOD: Final = 0.45
"""A fit below this quality is none: real boards have 0.65 to 0.8, what is none stays below 0.25."""
_LEAST_PEAK: Final = 0.25
_FAINT_PEAK: Final = 0.12
_STRAY: Final = 0.3
_SMALL: Final = 14.0
_SHIFTS: Final = 5
_MOST_OUTSIDE: Final = 4
_MARKERS_OFF: Final = 0.5
"""How far off markers laid by hand may be, in hex sides."""


@dataclass(frozen=True)
class Located:
    """Where the island lies.

    Attributes:
        picture: the picture that `plane` leads to: the photo, or, after `straightened`, a straight one.
        plane: homography from the plane to pixels of the picture, north nearest to its up.
        quality: in [0, 1]; how much of the island a look from above found where it must be.
        flat: what the look from above saw; `FLAT` leads from the plane to its pixels.
        view: that look's picture, BGR, VIEW x VIEW x 3.
        landmarks: hex centres and intersections that were seen: on the plane, and in the picture, n x 2 each.
        lens: leads from the picture to the photo's own pixels; None where they are the same.
    """

    picture: NDArray[np.uint8]
    plane: Homography
    quality: float
    flat: Maps
    view: NDArray[np.uint8]
    landmarks: tuple[Points, Points]
    lens: Lens | None = None

    def in_photo(self, places: Points) -> Points:
        """Points n x 2 of the plane as pixels of the photo."""
        at = project(self.plane, places)
        return at if self.lens is None else self.lens.bent(at)


@dataclass(frozen=True)
class Missing:
    """Why no island was found, in plain words."""

    why: str


def locate(image: NDArray[np.uint8], finder: Network) -> Located | Missing:
    """Find the island in a BGR picture of any size.

    Where it can't be found by itself, printed markers say where it lies, if some are in the picture and
    were laid by their rule (`vision.markers`); `quality` is then what it is.
    """
    found = _by_itself(image, finder)
    if isinstance(found, Missing):
        found = _by_markers(image, finder) or found
    if isinstance(found, Missing):
        return found
    outside = int((~in_picture(found.plane, found.picture)).sum())
    if outside > _MOST_OUTSIDE:
        return Missing(f"the island runs out of the picture: {outside} of its 19 hexes are not in it")
    return found


def _by_itself(image: NDArray[np.uint8], finder: Network) -> Located | Missing:
    view, scale = look.letterbox(image)
    maps = look.look(finder, view)
    to_image = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1]])
    coarse = _coarse(maps)
    if coarse is None or _side(coarse) < _SMALL:
        closer = _closer(image, maps, to_image, finder)
        coarse, to_image = closer if closer is not None else (coarse, to_image)
    if coarse is None:
        return Missing("no island is in the picture, or too little of it to tell where it lies")
    found = _refined(image, upright(to_image @ coarse), finder)
    if found is None or found.quality < GOOD:
        return Missing(
            "something like an island is there, but not clearly enough to be sure where it lies: "
            "more of it in the picture, more light or less glare would help"
        )
    return found


def _by_markers(image: NDArray[np.uint8], finder: Network) -> Located | None:
    plane = LAID.plane(see(image))
    if plane is None:
        return None
    plane = upright(plane)
    found = _refined(image, plane, finder)
    if found is not None and found.quality >= GOOD:
        moved = project(inverse(plane), project(found.plane, CENTRES)) - CENTRES
        if np.linalg.norm(moved, axis=1).max() < _MARKERS_OFF:
            return found
    view = flatten(image, plane)
    maps = look.look(finder, view)
    known, seen, weights = _landmarks(maps, FLAT)
    return Located(
        image, plane, _quality(maps, FLAT, weights), maps, view, (known, project(plane @ inverse(FLAT), seen))
    )


def straightened(found: Located, finder: Network) -> Located:
    """The island in a straight picture where its landmarks lie as through a bending lens; else as it was."""
    known, seen = found.landmarks
    lens = fit_lens(known, seen, found.picture.shape[1], found.picture.shape[0])
    plane = None if lens is None else solve(known, lens.straight(seen))
    if lens is None or plane is None:
        return found
    again = _refined(lens.straighten(found.picture), upright(plane), finder)
    return found if again is None else replace(again, lens=lens)


def in_picture(plane: Homography, image: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of the 19 hexes have their middle in the picture."""
    height, width = image.shape[:2]
    at = project(plane, CENTRES)
    return np.asarray(((at >= 0) & (at < [width, height])).all(axis=1))


def flatten(image: NDArray[np.uint8], plane: Homography) -> NDArray[np.uint8]:
    """The island as seen from above, VIEW x VIEW x 3, averaged where the image is finer."""
    move = FLAT @ inverse(plane)
    corners = project(plane, FLAT_REACH * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]))
    finer = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / VIEW
    if finer > 1.5:
        shrink = 1.25 / finer
        extent = (max(1, round(image.shape[1] * shrink)), max(1, round(image.shape[0] * shrink)))
        shrunk = cv2.resize(image, extent, interpolation=cv2.INTER_AREA)
        x, y = extent[0] / image.shape[1], extent[1] / image.shape[0]
        grow = np.array([[1 / x, 0, 0.5 / x - 0.5], [0, 1 / y, 0.5 / y - 0.5], [0, 0, 1]])
        image, move = shrunk.astype(np.uint8), move @ grow
    flat = cv2.warpPerspective(image, move, (VIEW, VIEW), flags=cv2.INTER_LINEAR, borderValue=(96, 96, 96))
    return flat.astype(np.uint8)


def _side(plane: Homography) -> float:
    """Length of a hex side in the middle, in pixels."""
    ends = project(plane, np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]]))
    return float(np.sqrt(np.linalg.norm(ends[1] - ends[0]) * np.linalg.norm(ends[3] - ends[2])))


def _coarse(maps: Maps) -> Homography | None:
    """The island's place in a view, by its hex centres and its land."""
    peaks = look.find_peaks(maps.peaks[look.HEX], _LEAST_PEAK)
    islands = [_middle(fit.plane, maps) for fit in fit_lattices(peaks.points, peaks.scores)]
    return max(islands, key=lambda island: island[1])[0] if islands else None


def _middle(plane: Homography, maps: Maps) -> tuple[Homography, float]:
    """Of all hexes of a lattice take the one as middle that has most land on its island, least around.

    Returns:
        The lattice with that hex in the middle, and by how much there is more land on the island.
    """
    land = maps.land + maps.peaks[look.HEX]
    cells = np.array([(q, r) for q in range(-_SHIFTS, _SHIFTS + 1) for r in range(-_SHIFTS, _SHIFTS + 1)])
    places = to_plane(cells)[:, None]
    on, off = (
        look.sample(land, project(plane, (places + around).reshape(-1, 2)))
        .reshape(len(cells), -1)
        .sum(axis=1)
        for around in (CENTRES, AROUND)
    )
    best = int((on - off).argmax())
    return shifted(plane, cells[best]), float(on[best] - off[best])


def _closer(
    image: NDArray[np.uint8], maps: Maps, to_image: Homography, finder: Network
) -> tuple[Homography, Homography] | None:
    """Look again at the part of the picture where land or sea was seen, if that part is small."""
    board = softmax(maps.surfaces, axis=0)[: look.ELSEWHERE].sum(axis=0) > 0.5
    count, _, stats, _ = cv2.connectedComponentsWithStats(board.astype(np.uint8))
    if count < 2:
        return None
    left, top, width, height, _ = stats[1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())]
    box = np.array([[left, top], [left + width, top + height]], float) * look.STRIDE - 0.5
    low, high = project(to_image, box)
    slack = 0.12 * (high - low).max()
    low = np.floor(low - slack).clip(0, None).astype(int)
    high = np.ceil(high + slack).astype(int)
    piece = image[low[1] : high[1], low[0] : high[0]]
    if min(piece.shape[:2]) < 16 or max(piece.shape[:2]) > 0.8 * max(image.shape[:2]):
        return None
    view, scale = look.letterbox(piece)
    coarse = _coarse(look.look(finder, view))
    if coarse is None:
        return None
    x, y = low + 0.5 / scale - 0.5
    return coarse, np.array([[1 / scale, 0, x], [0, 1 / scale, y], [0, 0, 1]])


def _refined(image: NDArray[np.uint8], plane: Homography, finder: Network) -> Located | None:
    """Look from above, correct, look again, until it holds still."""
    for last in (False, False, True):
        view = flatten(image, plane)
        maps = look.look(finder, view)
        moved, _ = _middle(FLAT, maps)
        known, seen, weights = _landmarks(maps, moved)
        if len(known) < 12:
            return None
        better = solve(known, seen, slack=0.2 * VIEW / 2 / FLAT_REACH)
        if better is None:
            return None
        quality = _quality(maps, better, weights)
        seen = project(plane @ inverse(FLAT), seen)
        change = inverse(FLAT) @ better
        off = float(np.abs(project(change, CENTRES) - CENTRES).max())
        plane = upright(plane @ change)
        if last or off < 0.06:
            break
    return Located(image, plane, quality, maps, view, (known, seen))


def _quality(maps: Maps, plane: Homography, weights: NDArray[np.float64]) -> float:
    """How sure the landmarks are, those not seen counted as 0, times the share of land on the hexes."""
    land = float(look.sample(maps.land, project(plane, CENTRES)).mean())
    return land * float(weights.sum()) / (len(CENTRES) + len(CROSSINGS))


def _landmarks(maps: Maps, guess: Homography) -> tuple[Points, Points, NDArray[np.float64]]:
    """Hex centres and intersections near where they should be: on the plane, in the view, how sure."""
    known, seen, weights = [], [], []
    reach = _STRAY * VIEW / 2 / FLAT_REACH
    for kind, sites in ((look.HEX, CENTRES), (look.INTERSECTION, CROSSINGS)):
        peaks = look.find_peaks(maps.peaks[kind], _FAINT_PEAK)
        if not len(peaks.points):
            continue
        away = np.linalg.norm(peaks.points[None] - project(guess, sites)[:, None], axis=2)
        for site, distances in zip(sites, away, strict=True):
            nearest = int(distances.argmin())
            if distances[nearest] < reach:
                known.append(site)
                seen.append(peaks.points[nearest])
                weights.append(peaks.scores[nearest])
    return np.array(known).reshape(-1, 2), np.array(seen).reshape(-1, 2), np.array(weights)
