"""Correct the colours that a camera or the network confuses: red and orange by hue, brown and orange by odds.

A network's answer for one body rests on the usual look of red and orange. Within one picture all bodies of a
colour look alike whatever the camera did, and red and orange stay separate. In *sculpted* and *webcam*,
unchanged and under seven other lights and camera settings, red bodies have hues within 15 degrees of 0,
orange ones 14 to 35, and in one picture at least 12 apart. So both colours' hues are unknowns of the picture,
integrated over a grid. A hue that fits neither (another body was measured, or the ground) has little weight.

Brown and orange have one hue; between these two only the network's own bias is corrected.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import PATHS
from vision.lattice import Homography
from vision.pieces import STANDINGS, cut_close_ups

_ROAD_HALF_SIDES: Final = (0.25, 0.08)
"""Half the extent of the area that is surely road around its middle, along and across, in hex sides."""
_BUILDING_RADIUS_SIDES: Final = 0.14
"""Radius of the area that is surely building."""
_LEAN_SIDES: Final = (0.08, 0.12)
"""Distance of the visible part's middle along the lean, in hex sides: for a road, for a building."""
_MIN_BODY_P: Final = 0.2
"""Sites that are more likely red or orange are considered."""

_RED_HUE_DEG: Final = (0.0, 5.0)
_ORANGE_HUE_DEG: Final = (30.0, 7.0)
"""Mean and standard deviation of the two hues over pictures, in degrees."""
_HUE_SPREAD_DEG: Final = 4.0
"""Standard deviation of one colour's bodies within one picture, in degrees."""
_MIN_HUE_GAP_DEG: Final = 10.0
"""Least difference of a picture's two hues, in degrees."""
_OUTLIER_P: Final = 0.1
"""Probability that a measured hue is not the body's."""
_BROWN_ODDS: Final = 8.0
"""Factor on the network's odds of brown against orange. Of 76 brown pieces on rendered tables it calls 16
brown with less than 80 % and the least with 11 %; of 90 orange ones there none with more than 0.6 %; of 103
of *sculpted*, *webcam* and *standard* none with more than 0.3 %."""
_NETWORK_EXPONENT: Final = 0.3
"""Exponent applied to the network's odds between red and orange."""


def body_hues(
    picture: NDArray[np.uint8], plane: Homography, white: NDArray[np.float64], which: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the hues of bodies, in degrees: red is 0, yellow 60.

    Args:
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it for all of `SITES`.
        which: n indices of `SITES`.

    Returns:
        n hues in (-180, 180]: medians of the more colourful half of the area that must be body.
    """
    seen, lean, across = cut_close_ups(picture, plane, which, white)
    found = []
    for patch, site, off in zip(seen, which, lean, strict=True):
        is_road = site < len(PATHS)
        x, y = (across - by * _LEAN_SIDES[0 if is_road else 1] for by in off)
        if is_road:
            body = (np.abs(x) < _ROAD_HALF_SIDES[0])[None, :] & (np.abs(y) < _ROAD_HALF_SIDES[1])[:, None]
        else:
            body = x[None, :] ** 2 + y[:, None] ** 2 < _BUILDING_RADIUS_SIDES**2
        pixels = patch[body]
        chroma = np.ptp(pixels, axis=1)
        blue, green, red = np.median(pixels[chroma >= np.median(chroma)], axis=0)
        found.append(np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)))
    return np.array(found)


def separate_red_orange(
    shares: NDArray[np.float64],
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64],
    presence: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Correct the probabilities of red and orange pieces by the hues of all such bodies in the picture.

    Args:
        shares: 126 x len(STANDINGS), as `vision.pieces.read_sites` gives them for all sites.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it.
        presence: 126, the probability that a piece stands on each site, over all sites. Oversaturated colours
            turn sand into roads, whose hue is neither's; a crowd of them would pass for the orange ones.
    """
    red, orange = shares[:, _RED_COLUMNS].sum(axis=1), shares[:, _ORANGE_COLUMNS].sum(axis=1)
    which = np.flatnonzero(red + orange > _MIN_BODY_P)
    if not len(which):
        return shares
    odds = (np.maximum(red, 1e-6) / np.maximum(orange, 1e-6))[which] ** _NETWORK_EXPONENT
    reds = red_shares(body_hues(picture, plane, white, which), odds / (1 + odds), presence[which])[:, None]
    corrected = shares.copy()
    both = shares[np.ix_(which, _RED_COLUMNS)] + shares[np.ix_(which, _ORANGE_COLUMNS)]
    corrected[np.ix_(which, _RED_COLUMNS)], corrected[np.ix_(which, _ORANGE_COLUMNS)] = (
        both * reds,
        both * (1 - reds),
    )
    return corrected


def correct_brown_orange(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Correct the network's colour bias between brown and orange pieces.

    Brown pieces lighter than those of the training look partly orange to the network; orange ones never look
    brown.

    Args:
        shares: n x len(STANDINGS), as `vision.pieces.read_sites` gives them.
    """
    brown, orange = shares[:, _BROWN_COLUMNS], shares[:, _ORANGE_COLUMNS]
    raised = _BROWN_ODDS * brown
    corrected = shares.copy()
    kept = (brown + orange) / (raised + orange).clip(1e-300)
    corrected[:, _BROWN_COLUMNS], corrected[:, _ORANGE_COLUMNS] = raised * kept, orange * kept
    return corrected


def red_shares(
    measured: NDArray[np.float64], before: NDArray[np.float64], presence: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the probability of each body being red, rather than orange.

    Args:
        measured: n hues, in degrees.
        before: n, prior probabilities of red.
        presence: n, the probability of a body at all: the weight of its evidence on the two hues.
    """
    grid = np.arange(-20.0, 50.0, 1.0)
    fits = (1 - _OUTLIER_P) * _normal(measured[:, None], grid, _HUE_SPREAD_DEG) + _OUTLIER_P / 360
    red, orange = np.meshgrid(np.arange(len(grid)), np.arange(len(grid)), indexing="ij")
    apart = grid[orange] - grid[red] >= _MIN_HUE_GAP_DEG
    red, orange = red[apart], orange[apart]
    is_red, is_orange = before[:, None] * fits[:, red], (1 - before)[:, None] * fits[:, orange]
    log = np.log(_normal(grid[red], *_RED_HUE_DEG)) + np.log(_normal(grid[orange], *_ORANGE_HUE_DEG))
    log += presence @ np.log(is_red + is_orange)
    weights = np.exp(log - log.max())
    return np.asarray((is_red / (is_red + is_orange)) @ (weights / weights.sum()))


def _normal(
    x: NDArray[np.float64], middle: NDArray[np.float64] | float, deviation: float
) -> NDArray[np.float64]:
    z = (x - middle) / deviation
    return np.asarray(np.exp(-0.5 * z * z) / (deviation * np.sqrt(2 * np.pi)))


def _standings_of_colour(colour: str) -> NDArray[np.int64]:
    return np.array([n for n, standing in enumerate(STANDINGS) if standing and standing.colour == colour])


_RED_COLUMNS: Final = _standings_of_colour("red")
_ORANGE_COLUMNS: Final = _standings_of_colour("orange")
_BROWN_COLUMNS: Final = _standings_of_colour("brown")
