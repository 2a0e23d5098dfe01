"""Suppress roads that are only bare sand: one board's coasts are printed alike, and few of them carry a road.

The network for pieces may read the sand of a printing in warm or vivid inks as an orange road, and pale sand
as a white road; but then it does so along the whole coast. So a coast that looks like the bare ones of the
same picture is more likely bare itself. The reverse isn't concluded: a coast that looks different may show a
pier, a shadow or a neighbour's body.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST, HEXES_BESIDE, PATH_INDEX, position
from vision.lattice import Homography
from vision.pieces import SITE_PLACES, TURNS, cut_close_ups, rotate_vectors

_HALF_LENGTH_SIDES: Final = 0.2
"""Half the compared length along a path, in hex sides: people place roads up to 0.08 off."""
_STRIPS_SIDES: Final = ((-0.13, -0.05), (-0.06, 0.06), (0.05, 0.13))
"""The compared strips across the path, from the sea's side to the land's, in hex sides."""
_MIDDLE_STRIP: Final = 1
_LEAN_SIDES: Final = 0.08
"""Distance between a road and the middle of its visible part, along the lean, in hex sides."""
_BARE_P: Final = 0.5
_MIN_BARE_COASTS: Final = 6
"""Bare coasts that must be visible: two or three are too few for a rule."""
_MAX_COLOUR_DISTANCE: Final = 8.0
"""Distance in CIE L*a*b* from which on a coast looks like no bare one. A larger value recognises more sand,
and loses more roads that lie off their paths (decision 60)."""
_MAX_BARE_LOG_ODDS: Final = 4.0
"""Log odds of being bare added to a coast that looks exactly like the bare ones."""


_COAST_SITES: Final = np.array([PATH_INDEX[path] for path in COAST])


def _turns_towards_land() -> NDArray[np.float64]:
    """Return the turn of each coastal path's patch, in radians, at which the land lies to the south."""
    land = np.array([position(HEXES_BESIDE[path][0]) for path in COAST]) - SITE_PLACES[_COAST_SITES]
    south = rotate_vectors(land, -TURNS[_COAST_SITES])[:, 1]
    return np.asarray(TURNS[_COAST_SITES] + np.where(south < 0, np.pi, 0.0))


_TURNS: Final = _turns_towards_land()


def suppress_false_coast_roads(
    likelihoods: NDArray[np.float64],
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Correct the likelihoods of coastal sites: a coast with the colour of the bare ones is more likely bare.

    Args:
        likelihoods: 126 x len(STANDINGS), as `vision.pieces.read_sites` gives them for all sites.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it.

    Returns:
        The corrected likelihoods, of the same shape; each row keeps its sum.
    """
    rows = likelihoods[_COAST_SITES]
    odds = bare_coast_odds(
        coast_strip_colours(picture, plane, white), rows[:, 0] / rows.sum(axis=1) > _BARE_P
    )
    rows[:, 0] *= odds
    after = likelihoods.copy()
    after[_COAST_SITES] = rows * (likelihoods[_COAST_SITES].sum(axis=1) / rows.sum(axis=1))[:, None]
    return after


def bare_coast_odds(colours: NDArray[np.float64], bare: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return for each of n coasts a factor, at least one, by which its colour raises its odds of being bare.

    Args:
        colours: n x strips x 3, in CIE L*a*b*.
        bare: a mask of n, the coasts that are probably bare.
    """
    odds = np.ones(len(colours))
    for n, look in enumerate(colours):
        others = bare & (np.arange(len(colours)) != n)
        if np.count_nonzero(others) < _MIN_BARE_COASTS:
            continue
        off = np.linalg.norm(look - np.median(colours[others], axis=0), axis=1)
        away = (off[_MIDDLE_STRIP] + off.max()) / 2
        odds[n] = np.exp(_MAX_BARE_LOG_ODDS * max(0.0, 1 - away / _MAX_COLOUR_DISTANCE))
    return odds


def coast_strip_colours(
    picture: NDArray[np.uint8], plane: Homography, white: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the coasts' median colours where a road would be, in the order of `COAST`.

    Returns:
        30 x strips x 3, L*a*b*.
    """
    seen, lean, across = cut_close_ups(picture, plane, _COAST_SITES, white, _TURNS)
    labs = cv2.cvtColor(seen.clip(0, 1).reshape(len(seen), -1, 3), cv2.COLOR_BGR2LAB).reshape(seen.shape)
    found = []
    for patch, off in zip(labs, lean, strict=True):
        x, y = (across - by * _LEAN_SIDES for by in off)
        along = np.abs(x) < _HALF_LENGTH_SIDES
        found.append(
            [np.median(patch[(y > low) & (y < high)][:, along], axis=(0, 1)) for low, high in _STRIPS_SIDES]
        )
    return np.array(found)
