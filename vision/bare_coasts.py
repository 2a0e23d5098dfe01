"""Bare sand read as a road: the coasts of one board are printed alike, and a road lies on few of them.

The sand of a printing in warm or vivid inks may look like an orange road to the network for pieces, a pale
one like a white road; but so does all of that coast. So a coast that looks like the bare ones of the same
picture is more likely bare itself. The other way round nothing is said: what looks otherwise may be a pier, a
shadow or a neighbour's body.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST, HEXES_BESIDE, PATH_INDEX, position
from vision.lattice import Homography
from vision.pieces import PLACES, TURNS, close_up, turned

_ALONG: Final = 0.2
"""Half the extent along a path of what is compared, in hex sides: people put roads down by 0.08 aside."""
_ACROSS: Final = ((-0.13, -0.05), (-0.06, 0.06), (0.05, 0.13))
"""The strips that are compared, from the sea's side to the land's, in hex sides across the path."""
_MIDDLE: Final = 1
_LEAN: Final = 0.08
"""How far the middle of a road that is seen lies along the lean."""
_BARE_P: Final = 0.5
_FEWEST: Final = 6
"""Bare coasts that must be seen: what two or three look like is no rule."""
_OTHERWISE: Final = 8.0
"""From this distance on in CIE L*a*b* a coast looks like no bare one. With more, more sand is told and
more roads that lie beside their paths are lost (decision 60)."""
_MOST: Final = 4.0
"""What looking just like the bare ones adds to the log odds of being bare."""


_WHICH: Final = np.array([PATH_INDEX[path] for path in COAST])


def _towards_land() -> NDArray[np.float64]:
    """By how much a patch of each coastal path is turned so that the land lies to its south."""
    land = np.array([position(HEXES_BESIDE[path][0]) for path in COAST]) - PLACES[_WHICH]
    south = turned(land, -TURNS[_WHICH])[:, 1]
    return np.asarray(TURNS[_WHICH] + np.where(south < 0, np.pi, 0.0))


_TURNS: Final = _towards_land()


def barer(
    told: NDArray[np.float64], picture: NDArray[np.uint8], plane: Homography, white: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What stands on all sites, coasts that look like the picture's bare ones being more likely bare.

    Args:
        told: 126 x len(STANDINGS), as `vision.pieces.read_sites` gives it of all sites.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper` gives it.
    """
    rows = told[_WHICH]
    odds = odds_of_bare(strips(picture, plane, white), rows[:, 0] / rows.sum(axis=1) > _BARE_P)
    rows[:, 0] *= odds
    after = told.copy()
    after[_WHICH] = rows * (told[_WHICH].sum(axis=1) / rows.sum(axis=1))[:, None]
    return after


def odds_of_bare(looks: NDArray[np.float64], bare: NDArray[np.bool_]) -> NDArray[np.float64]:
    """By how much each coast is more likely bare for what it looks like: n factors of one and more.

    Args:
        looks: n x strips x 3, in CIE L*a*b*.
        bare: n, which are bare as far as is known.
    """
    odds = np.ones(len(looks))
    for n, look in enumerate(looks):
        others = bare & (np.arange(len(looks)) != n)
        if np.count_nonzero(others) < _FEWEST:
            continue
        off = np.linalg.norm(look - np.median(looks[others], axis=0), axis=1)
        away = (off[_MIDDLE] + off.max()) / 2
        odds[n] = np.exp(_MOST * max(0.0, 1 - away / _OTHERWISE))
    return odds


def strips(picture: NDArray[np.uint8], plane: Homography, white: NDArray[np.float64]) -> NDArray[np.float64]:
    """The coasts' median colours where a road would lie, in the order of `COAST`: 30 x strips x 3, L*a*b*."""
    seen, lean, across = close_up(picture, plane, _WHICH, white, _TURNS)
    labs = cv2.cvtColor(seen.clip(0, 1).reshape(len(seen), -1, 3), cv2.COLOR_BGR2LAB).reshape(seen.shape)
    found = []
    for patch, off in zip(labs, lean, strict=True):
        x, y = (across - by * _LEAN for by in off)
        along = np.abs(x) < _ALONG
        found.append(
            [np.median(patch[(y > low) & (y < high)][:, along], axis=(0, 1)) for low, high in _ACROSS]
        )
    return np.array(found)
