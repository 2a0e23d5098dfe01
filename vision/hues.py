"""Red or orange, where a camera has driven colours so far that orange looks red: all bodies together.

What a network says of one body rests on what red and orange mostly look like. Within one picture the
bodies of a colour look alike whatever the camera did, and red and orange stay apart: of *sculpted* and
*webcam*, as they are and under seven other lights and camera settings, red bodies lie within 15 degrees of
hue around 0, orange ones at 14 to 35, and in one and the same picture at least 12 apart. So both colours'
hues are unknowns of the picture, weighed over a grid; a hue that is neither's (another body was measured,
or the ground) says little.

Brown and orange have one hue; between these two only the network's own lean is put right.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import PATHS
from vision.lattice import Homography
from vision.pieces import STANDINGS, close_up

_ROAD: Final = (0.25, 0.08)
"""Half the extent of what is surely road around its middle, along and across, in hex sides."""
_BUILDING: Final = 0.14
"""The same of a building, around."""
_LEAN: Final = (0.08, 0.12)
"""How far the middle of what is seen lies along the lean: of a road, of a building."""
_BODY_P: Final = 0.2
"""Sites that are more likely red or orange are weighed."""

_RED: Final = (0.0, 5.0)
_ORANGE: Final = (30.0, 7.0)
"""Where the two hues lie in a picture, in degrees: middle and deviation over pictures."""
_WITHIN: Final = 4.0
"""How far bodies of one colour in one picture deviate, in degrees."""
_APART: Final = 10.0
"""The two hues of a picture are at least so far apart, in degrees."""
_ASTRAY: Final = 0.1
"""How often a measured hue is not the body's."""
_BROWN_ODDS: Final = 8.0
"""By how much what the network says of brown, beside orange, is raised: of 76 brown pieces on rendered
tables it calls 16 brown with less than 80 % and the least with 11 %, of 90 orange ones there none with more
than 0.6 %, of 103 of *sculpted*, *webcam* and *standard* none with more than 0.3 %."""
_TRUST: Final = 0.3
"""By how much the network's odds between the two are taken to their power."""


def hues(
    picture: NDArray[np.uint8], plane: Homography, white: NDArray[np.float64], which: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The hues of bodies, in degrees: red is 0, yellow 60.

    Args:
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper` gives it for all of `SITES`.
        which: n indices of `SITES`.

    Returns:
        n hues in (-180, 180]: medians of the more colourful half of what must be body.
    """
    seen, lean, across = close_up(picture, plane, which, white)
    found = []
    for patch, site, off in zip(seen, which, lean, strict=True):
        is_road = site < len(PATHS)
        x, y = (across - by * _LEAN[0 if is_road else 1] for by in off)
        if is_road:
            body = (np.abs(x) < _ROAD[0])[None, :] & (np.abs(y) < _ROAD[1])[:, None]
        else:
            body = x[None, :] ** 2 + y[:, None] ** 2 < _BUILDING**2
        pixels = patch[body]
        chroma = np.ptp(pixels, axis=1)
        blue, green, red = np.median(pixels[chroma >= np.median(chroma)], axis=0)
        found.append(np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)))
    return np.array(found)


def told_apart(
    shares: NDArray[np.float64],
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64],
    there: NDArray[np.float64],
) -> NDArray[np.float64]:
    """What stands on the sites, red and orange told by the hues of all such bodies in the picture.

    Args:
        shares: 126 x len(STANDINGS), as `vision.pieces.read_sites` gives them of all sites.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper` gives it.
        there: 126, how likely something stands on each site, all sites considered: driven colours make roads
            of sand, whose hue is neither's, and a crowd of them would pass for the orange ones.
    """
    red, orange = shares[:, _REDS].sum(axis=1), shares[:, _ORANGES].sum(axis=1)
    which = np.flatnonzero(red + orange > _BODY_P)
    if not len(which):
        return shares
    odds = (np.maximum(red, 1e-6) / np.maximum(orange, 1e-6))[which] ** _TRUST
    reds = red_shares(hues(picture, plane, white, which), odds / (1 + odds), there[which])[:, None]
    told = shares.copy()
    both = shares[np.ix_(which, _REDS)] + shares[np.ix_(which, _ORANGES)]
    told[np.ix_(which, _REDS)], told[np.ix_(which, _ORANGES)] = both * reds, both * (1 - reds)
    return told


def browner(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """What stands on the sites, brown told from orange as these two are met.

    Brown pieces lighter than those learned from look orange to the network in part; orange ones never brown.

    Args:
        shares: n x len(STANDINGS), as `vision.pieces.read_sites` gives them.
    """
    brown, orange = shares[:, _BROWNS], shares[:, _ORANGES]
    raised = _BROWN_ODDS * brown
    told = shares.copy()
    kept = (brown + orange) / (raised + orange).clip(1e-300)
    told[:, _BROWNS], told[:, _ORANGES] = raised * kept, orange * kept
    return told


def red_shares(
    measured: NDArray[np.float64], before: NDArray[np.float64], there: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How likely each body is red, rather than orange.

    Args:
        measured: n hues, in degrees.
        before: how likely each is red by all else, n.
        there: how likely each is a body at all, n: so much it says of the two hues.
    """
    grid = np.arange(-20.0, 50.0, 1.0)
    fits = (1 - _ASTRAY) * _normal(measured[:, None], grid, _WITHIN) + _ASTRAY / 360
    red, orange = np.meshgrid(np.arange(len(grid)), np.arange(len(grid)), indexing="ij")
    apart = grid[orange] - grid[red] >= _APART
    red, orange = red[apart], orange[apart]
    is_red, is_orange = before[:, None] * fits[:, red], (1 - before)[:, None] * fits[:, orange]
    log = np.log(_normal(grid[red], *_RED)) + np.log(_normal(grid[orange], *_ORANGE))
    log += there @ np.log(is_red + is_orange)
    weights = np.exp(log - log.max())
    return np.asarray((is_red / (is_red + is_orange)) @ (weights / weights.sum()))


def _normal(
    x: NDArray[np.float64], middle: NDArray[np.float64] | float, deviation: float
) -> NDArray[np.float64]:
    z = (x - middle) / deviation
    return np.asarray(np.exp(-0.5 * z * z) / (deviation * np.sqrt(2 * np.pi)))


def _of(colour: str) -> NDArray[np.int64]:
    return np.array([n for n, standing in enumerate(STANDINGS) if standing and standing.colour == colour])


_REDS: Final = _of("red")
_ORANGES: Final = _of("orange")
_BROWNS: Final = _of("brown")
