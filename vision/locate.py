"""Finding the island in a picture: a first look finds the lattice, looks from above refine it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from vision import look
from vision.lattice import (
    CENTRES,
    CROSSINGS,
    Homography,
    Points,
    inverse,
    project,
    solve,
    upright,
)
from vision.lens import Lens, fit_lens
from vision.look import VIEW, Maps
from vision.markers import LAID, see
from vision.network import Network
from vision.proposals import Within, place, proposals

FLAT_REACH_SIDES: Final = 5.4
"""Half the extent of a look from above, in hex sides."""
FLAT: Final[Homography] = np.array(
    [
        [VIEW / 2 / FLAT_REACH_SIDES, 0, VIEW / 2 - 0.5],
        [0, VIEW / 2 / FLAT_REACH_SIDES, VIEW / 2 - 0.5],
        [0, 0, 1],
    ]
)
"""From the plane to a look from above."""
GOOD: Final = 0.4
"""A fit below this quality is none: real boards have 0.65 to 0.8, with an arm across 0.4 and more."""
_LEAST_MARGIN: Final = 0.8
"""Whole islands in the picture have about 15; with a row outside and no frame it comes near 0."""
_CLEAR: Final = 0.55
_CLEAR_MARGIN: Final = 6.0
"""From these on a fit is taken at once."""
_FAINT_PEAK: Final = 0.12
_STRAY: Final = 0.3
_MOST_OUTSIDE: Final = 4
_STILL_SIDES: Final = 0.06
"""A look that corrects the plane by less, in hex sides, is the last one."""
_AS_SEEN_SIDES: Final = 0.2
"""By so much, in hex sides, may the plane be beside the look that is read: tokens are sought wider around."""
_ASTRAY_SIDES: Final = 0.7
"""A look that moves the plane by more has moved it by a hex, whose middles are 1.7 apart."""
_CLEARER: Final = 0.05
"""By so much more quality an island lies at one of two places, whatever the land around says."""
_MARKERS_OFF_SIDES: Final = 0.5
"""How far off markers laid by hand may be, in hex sides."""
_HAND_OFF_SIDES: Final = 0.8
"""The same for corners that were pointed out: three know nothing of the perspective. A neighbouring hex
is 1.73 off."""


@dataclass(frozen=True)
class BoardPose:
    """Where the island lies.

    Attributes:
        picture: the picture that `plane` leads to: the photo, or, after `straightened`, a straight one.
        plane: homography from the plane to pixels of the picture, north nearest to its up.
        quality: in [0, 1]; how much of the island a look from above found where it must be.
        flat: what the look from above saw; `FLAT` leads from the plane to its pixels.
        view: that look's picture, BGR, VIEW x VIEW x 3.
        landmarks: hex centres and intersections that were seen: on the plane, and in the picture, n x 2 each.
        margin: by how much more land is on the hexes, and less around, than one hex beside.
        lens: leads from the picture to the photo's own pixels; None where they are the same.
    """

    picture: NDArray[np.uint8]
    plane: Homography
    quality: float
    flat: Maps
    view: NDArray[np.uint8]
    landmarks: tuple[Points, Points]
    margin: float
    lens: Lens | None = None


@dataclass(frozen=True)
class Missing:
    """Why no island was found, in plain words."""

    why: str


def locate(image: NDArray[np.uint8], finder: Network, laid: Homography | None = None) -> BoardPose | Missing:
    """Find the island in a BGR picture of any size.

    Where it can't be found by itself, printed markers say where it lies, if some are in the picture and
    were laid by their rule (`vision.markers`); `quality` is then what it is. So it is where people say it.

    Args:
        image: the picture.
        finder: the network that finds the island's parts.
        laid: where it lies by what people say (`vision.by_hand`): it isn't looked for elsewhere then.
    """
    found: BoardPose | Missing
    if laid is not None:
        found = _by_plane(image, upright(laid), finder, _HAND_OFF_SIDES)
    else:
        found = _by_itself(image, finder)
        if isinstance(found, Missing):
            found = _by_markers(image, finder) or found
    if isinstance(found, Missing):
        return found
    outside = int((~in_picture(found.plane, found.picture)).sum())
    if outside > _MOST_OUTSIDE:
        return Missing(
            sentence(
                "the island extends beyond the picture: {count} of its 19 hexes are not in it", count=outside
            )
        )
    return found


def _by_itself(image: NDArray[np.uint8], finder: Network) -> BoardPose | Missing:
    why = sentence("there is no island in the picture, or too little of it to find its position")
    best: BoardPose | None = None
    for proposal in proposals(image, finder):
        found = _refined(image, upright(proposal), finder)
        if found is not None and found.quality >= GOOD and found.margin >= _LEAST_MARGIN:
            if found.quality >= _CLEAR and found.margin >= _CLEAR_MARGIN:
                return found
            # It may be a cloth that looks like an island: what else is there is looked at too.
            best = found if best is None or found.quality > best.quality else best
        why = sentence(
            "there may be an island, but its position is unclear: show more of it, add light or reduce glare"
        )
    return best or Missing(why)


def _by_markers(image: NDArray[np.uint8], finder: Network) -> BoardPose | None:
    plane = LAID.plane(see(image))
    return None if plane is None else _by_plane(image, upright(plane), finder, _MARKERS_OFF_SIDES)


def _by_plane(image: NDArray[np.uint8], plane: Homography, finder: Network, off_sides: float) -> BoardPose:
    """The island about where a plane has it: as it is seen, no farther off than so; else just there."""
    found = _refined(image, plane, finder)
    if found is not None and found.quality >= GOOD:
        moved = project(inverse(plane), project(found.plane, CENTRES)) - CENTRES
        if np.linalg.norm(moved, axis=1).max() < off_sides:
            return found
    view = rectify(image, plane)
    maps = look.look(finder, view)
    within = _within(image, plane)
    known, seen, weights = _landmarks(maps, FLAT, within)
    quality, margin = _quality(maps, FLAT, weights, within), place(FLAT, maps, within).margin
    return BoardPose(image, plane, quality, maps, view, (known, project(plane @ inverse(FLAT), seen)), margin)


def straightened(found: BoardPose, finder: Network) -> BoardPose:
    """The island in a straight picture where its landmarks lie as through a bending lens; else as it was."""
    known, seen = found.landmarks
    lens = fit_lens(known, seen, found.picture.shape[1], found.picture.shape[0])
    plane = None if lens is None else solve(known, lens.straight(seen))
    if lens is None or plane is None:
        return found
    again = _refined(lens.straighten(found.picture), upright(plane), finder)
    return found if again is None else replace(again, lens=lens)


def in_picture(plane: Homography, image: NDArray[np.uint8], places: Points = CENTRES) -> NDArray[np.bool_]:
    """Which places of the plane, n x 2, lie in the picture: of the 19 hexes' middles, if none are named."""
    height, width = image.shape[:2]
    at = project(plane, places)
    return np.asarray(((at >= 0) & (at < [width, height])).all(axis=1))


def rectify(image: NDArray[np.uint8], plane: Homography) -> NDArray[np.uint8]:
    """The island as seen from above, VIEW x VIEW x 3, averaged where the image is finer."""
    move = FLAT @ inverse(plane)
    corners = project(plane, FLAT_REACH_SIDES * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]))
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


def _refined(image: NDArray[np.uint8], plane: Homography, finder: Network) -> BoardPose | None:
    """Look from above, correct, look again, until it holds still.

    What is read of the island (terrain, numbers, the paper's light) is read from the last look: it has to be
    by the very plane that is given. So the plane keeps its turn from look to look, and where another of the
    six turns is nearest to north in the end, or the last look still moved it, it is looked at once more.
    """
    for last in (False, False, True):
        seen = _looked(image, plane, finder)
        if seen is None:
            return None
        off = _moved(plane, seen.plane)
        plane = seen.plane
        if last or off < _STILL_SIDES:
            break
    north = upright(plane)
    if np.allclose(north, plane) and off < _AS_SEEN_SIDES:
        return seen
    seen = _looked(image, north, finder)
    if seen is None or _moved(north, seen.plane) < _ASTRAY_SIDES:
        return seen
    return _better([_looked(image, upright(one), finder, by_hexes=False) for one in (north, seen.plane)])


def _moved(before: Homography, after: Homography) -> float:
    """By how much, in hex sides, a plane's hexes lie elsewhere than another's, at most."""
    return float(np.abs(project(inverse(before) @ after, CENTRES) - CENTRES).max())


def _better(looks: Sequence[BoardPose | None]) -> BoardPose | None:
    """Of looks that each would have the island a hex aside, the one that sees most of it where it looks."""
    seen = sorted((one for one in looks if one is not None), key=lambda one: -one.quality)
    if len(seen) > 1 and seen[0].quality - seen[1].quality > _CLEARER:
        return replace(seen[0], margin=max(seen[0].margin, _LEAST_MARGIN))
    return seen[0] if seen else None


def _looked(
    image: NDArray[np.uint8], plane: Homography, finder: Network, *, by_hexes: bool = True
) -> BoardPose | None:
    """A look from above by a plane, which it corrects a little, or `by_hexes`; it never turns it."""
    view = rectify(image, plane)
    maps = look.look(finder, view)
    within = _within(image, plane)
    placed = place(FLAT, maps, within)
    known, seen, weights = _landmarks(maps, placed.plane if by_hexes else FLAT, within)
    if len(known) < 12:
        return None
    better = solve(known, seen, slack=0.2 * VIEW / 2 / FLAT_REACH_SIDES)
    if better is None:
        return None
    quality = _quality(maps, better, weights, within)
    seen = project(plane @ inverse(FLAT), seen)
    corrected = plane @ inverse(FLAT) @ better
    return BoardPose(image, corrected, quality, maps, view, (known, seen), placed.margin)


def _within(image: NDArray[np.uint8], plane: Homography) -> Within:
    """Which points of a look from above, by that plane, show something of the image."""
    back = plane @ inverse(FLAT)

    def within(points: Points) -> NDArray[np.bool_]:
        at = project(back, points)
        return np.asarray(((at >= 0) & (at < [image.shape[1], image.shape[0]])).all(axis=1))

    return within


def _quality(maps: Maps, plane: Homography, weights: NDArray[np.float64], within: Within) -> float:
    """How sure the landmarks in the picture are, those not seen counted as 0, times the share of land."""
    hexes, crossings = project(plane, CENTRES), project(plane, CROSSINGS)
    there = within(hexes)
    if not there.any():
        return 0.0
    land = float(look.sample(maps.land, hexes)[there].mean())
    return land * float(weights.sum()) / int(there.sum() + within(crossings).sum())


def _landmarks(maps: Maps, start: Homography, within: Within) -> tuple[Points, Points, NDArray[np.float64]]:
    """Hex centres and intersections near where they should be: on the plane, in the look, how sure."""
    known, seen, weights = [], [], []
    reach = _STRAY * VIEW / 2 / FLAT_REACH_SIDES
    for kind, sites in ((look.HEX, CENTRES), (look.INTERSECTION, CROSSINGS)):
        peaks = look.find_peaks(maps.peaks[kind], _FAINT_PEAK)
        if not len(peaks.points):
            continue
        expected = project(start, sites)
        away = np.linalg.norm(peaks.points[None] - expected[:, None], axis=2)
        for site, distances, there in zip(sites, away, within(expected), strict=True):
            nearest = int(distances.argmin())
            if there and distances[nearest] < reach:
                known.append(site)
                seen.append(peaks.points[nearest])
                weights.append(peaks.scores[nearest])
    return np.array(known).reshape(-1, 2), np.array(seen).reshape(-1, 2), np.array(weights)
