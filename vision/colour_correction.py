"""Correct the colours that a camera or the network confuses, by all pieces of the picture together.

In every picture, all bodies of one player have one colour under one light, more or less in shade. Each body's
colour is measured where the body is, and compared with those of all other bodies (`compare_bodies`).

In exaggerated colours red and orange are separated by hue, and brown and orange by odds:

A network's answer for one body rests on the usual look of red and orange. Within one picture all bodies of a
colour look alike whatever the camera did, and red and orange stay separate. In *sculpted* and *webcam*,
unchanged and under seven other lights and camera settings, red bodies have hues within 15 degrees of 0,
orange ones 14 to 35, and in one picture at least 12 apart. So both colours' hues are unknowns of the picture,
integrated over a grid. A hue that fits neither (another body was measured, or the ground) has little weight.

Brown and orange have one hue; between these two only the network's own bias is corrected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, PATHS
from vision.cielab import bgr_to_lab
from vision.lattice import Homography
from vision.pieces import HEX_AREAS, STANDINGS, cut_close_ups

_ROAD_HALF_SIDES: Final = (0.25, 0.08)
"""Half the extent of the area that is surely road around its middle, along and across, in hex sides."""
_BUILDING_RADIUS_SIDES: Final = 0.14
"""Radius of the area that is surely building."""
_LEAN_SIDES: Final = (0.08, 0.12)
"""Distance of the visible part's middle along the lean, in hex sides: for a road, for a building."""
_MIN_BODY_P: Final = 0.2
"""Sites that are more likely red or orange are considered."""

_ROAD_WINDOW_SIDES: Final = (0.2, 0.05)
_BUILDING_WINDOW_SIDES: Final = (0.09, 0.09)
"""Half the extent of the window that measures a body, along and across, in hex sides: inside any body."""
_WINDOW_MARGIN_SIDES: Final = (0.1, 0.12)
"""What is around a body, of which its colour differs, reaches this much farther."""
_ROAD_OFFSET_SIDES: Final = 0.15
_BUILDING_OFFSET_SIDES: Final = 0.12
"""Standard deviation of a body's offset from its site. People place pieces 0.1 to 0.3 sides aside."""
_ROUGHNESS: Final = 6.0
_CONTRAST: Final = 8.0
"""Spread inside a window, and difference from its surroundings, that weigh as much as one log unit."""
_MIN_LIGHTNESS: Final = 4.0
TINT_SPREAD: Final = np.array([9.0, 9.0, 20.0])
"""Standard deviation of one player's bodies in one picture, as `lab_to_tint` gives them. In *crowded-640*
it is 7, 8 and 10, in other photos 2 to 4 and 5 to 8; the shade of a hand may take half of the light."""
_STRAY_TINT_P: Final = 0.3
"""Probability that a measured tint is another body's or the ground's; in *crowded-640* one in 15 is."""
_STRAY_DENSITY: Final = 0.05
"""Density of such tints, relative to the highest of a player's: they are spread over many colours."""
_DISPUTE_RATIO: Final = 10.0
_MIN_DISPUTING_FIT: Final = 0.01
"""A tint disputes the answer if it fits another player's this many times better, and at all."""
_DISPUTED_EXPONENT: Final = 0.7
"""Exponent on the network's odds where the tint disputes its answer. In most such cases another body or the
ground was measured, and the network is at 99.7 % and more; where it was wrong, it was at 80 to 92 %."""
_MAX_BARE_PRESENCE: Final = 0.05
_MIN_BARE_SITES: Final = 6
_MAX_BARE_SITES: Final = 24
"""Sites without a piece at which the ground's tint is measured: a body whose tint is the ground's was not
found, and its tint is no evidence."""
_MIN_BEST_P: Final = 0.9
"""A colour whose likeliest body is less likely has no tint of its own: orange in shade looks brown."""
_SAME_PLAYER: Final = 2.0
"""Two colours whose tints differ by less than this many standard deviations are one player's."""
_ITERATIONS: Final = 6

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
_MIN_COLOUR_P: Final = 0.8
"""Probability of a piece's likeliest colour below which its colour can't be told."""
_EXTENSION_COLOURS: Final = ("green", "brown")
"""Colours that no box for four players has."""
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


def lab_to_tint(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the tints and lightness of colours (... x 3, CIELAB).

    Shade scales all of a body's light by one factor. It scales a, b and L + 16 of CIELAB by one factor too,
    so their quotients don't depend on it.

    Returns:
        ... x 3: a and b in percent of L + 16, and 100 times the log of L + 16 relative to white.
    """
    lightness = lab[..., :1].clip(_MIN_LIGHTNESS) + 16
    return np.concatenate([100 * lab[..., 1:] / lightness, 100 * np.log(lightness / 116)], axis=-1)


def body_tints(
    picture: NDArray[np.uint8], plane: Homography, white: NDArray[np.float64], which: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the tints of bodies, each measured where the body is.

    Args:
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it for all of `SITES`.
        which: n indices of `SITES`.

    Returns:
        n x 3, as `lab_to_tint` gives them.
    """
    seen, lean, across = cut_close_ups(picture, plane, which, white)
    tints = lab_to_tint(bgr_to_lab(seen.reshape(-1, 3).clip(0, 1.5).astype(np.float64)))
    pixel_sides = float(across[1] - across[0])
    found = []
    for patch, site, off in zip(tints.reshape(seen.shape).astype(np.float32), which, lean, strict=True):
        is_road = site < len(PATHS)
        window = _ROAD_WINDOW_SIDES if is_road else _BUILDING_WINDOW_SIDES
        spread = _ROAD_OFFSET_SIDES if is_road else _BUILDING_OFFSET_SIDES
        means = _window_means(patch, window, pixel_sides)
        variance = (_window_means(patch * patch, window, pixel_sides) - means**2).clip(0)
        x, y = window
        wider = (x + _WINDOW_MARGIN_SIDES[0], y + _WINDOW_MARGIN_SIDES[1])
        contrast = np.abs(means - _window_means(patch, wider, pixel_sides)) @ (1, 1, 0.5)
        middle = off * _LEAN_SIDES[0 if is_road else 1]
        aside = (across[None, :] - middle[0]) ** 2 + (across[:, None] - middle[1]) ** 2
        cost = aside / (2 * spread**2) + np.sqrt(variance @ (1, 1, 0.1)) / _ROUGHNESS - contrast / _CONTRAST
        found.append(means[np.unravel_index(int(cost.argmin()), cost.shape)])
    return np.array(found, np.float64).reshape(-1, 3)


def _window_means(
    patch: NDArray[np.float32], window: tuple[float, float], pixel_sides: float
) -> NDArray[np.float32]:
    """Return the mean of a window around each pixel; `window`: half its extent, in hex sides."""
    x, y = (2 * round(reach / pixel_sides) + 1 for reach in window)
    return np.asarray(cv2.blur(patch, (x, y)), np.float32)


def compare_bodies(
    shares: NDArray[np.float64],
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64],
    presence: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Correct the colours of pieces by comparing all bodies of the picture.

    Args:
        shares: 126 x len(STANDINGS), as `vision.pieces.read_sites` gives them for all sites.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it.
        presence: 126, the probability that a piece stands on each site, over all sites.

    Returns:
        The corrected probabilities, and a mask of the sites whose likeliest colour has changed.
    """
    changed = np.zeros(len(shares), np.bool_)
    which = np.flatnonzero(presence > _MIN_BODY_P)
    if not len(which):
        return shares, changed
    by_kind = shares[which, 1:].reshape(len(which), -1, len(COLOURS))
    before = by_kind.sum(axis=1) + 1e-12
    before /= before.sum(axis=1, keepdims=True)
    bare = np.flatnonzero(presence < _MAX_BARE_PRESENCE)
    ground = None
    if len(bare) >= _MIN_BARE_SITES:
        chosen = bare[:: -(-len(bare) // _MAX_BARE_SITES)]
        ground = np.median(body_tints(picture, plane, white, chosen), axis=0)
    after = colour_shares(body_tints(picture, plane, white, which), before, presence[which], ground)
    changed[which] = before.argmax(axis=1) != after.argmax(axis=1)
    # Each kind keeps its probability.
    moved = by_kind * (after / before)[:, None, :]
    moved *= by_kind.sum(axis=2, keepdims=True) / moved.sum(axis=2, keepdims=True).clip(1e-300)
    corrected = shares.copy()
    corrected[which, 1:] = moved.reshape(len(which), -1)
    return corrected, changed


def colour_shares(
    tints: NDArray[np.float64],
    before: NDArray[np.float64],
    presence: NDArray[np.float64],
    ground: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the probability of each colour for each body: one tint for each player.

    Tints and shares are estimated in turn. A tint is the median of a colour's bodies, so a minority of
    another player's doesn't move it. Of two colours with one tint, only the one that the network prefers
    remains. Where a body's tint fits another colour than the answer, the network's odds count less.

    Args:
        tints: n x 3, as `body_tints` measures them.
        before: n x len(COLOURS), the probabilities by the network.
        presence: n, the probability of a body at all: its weight.
        ground: the tint of bare sites, measured in the same way; None: not known.
    """
    before = before.clip(1e-4)
    shares = before / before.sum(axis=1, keepdims=True)
    stray = np.full(len(tints), _STRAY_DENSITY)
    if ground is not None:
        stray += np.exp(-0.5 * (((tints - ground) / TINT_SPREAD) ** 2).sum(axis=1))
    prior, there = shares, (presence[:, None] * shares).max(axis=0) > _MIN_BEST_P
    for iteration in range(_ITERATIONS):
        weights = presence[:, None] * shares
        # A body is no evidence of its own colour: others must have that tint.
        others = (weights.sum(axis=0) - weights).clip(0)
        middles = np.array([_weighted_median(tints, weight) for weight in weights.T])
        if iteration == _ITERATIONS // 2:
            there = _merge_players(middles, weights, prior, there)
        off = (tints[:, None] - middles[None]) / TINT_SPREAD
        known = there * others / (1 + others)
        fits = (1 - _STRAY_TINT_P) * known * np.exp(-0.5 * (off**2).sum(axis=2))
        evidence = fits + _STRAY_TINT_P * stray[:, None]
        shares = prior * evidence
        shares /= shares.sum(axis=1, keepdims=True)
    best = fits.max(axis=1)
    own = np.take_along_axis(fits, shares.argmax(axis=1)[:, None], axis=1)[:, 0]
    disputed = (best > _MIN_DISPUTING_FIT) & (best > _DISPUTE_RATIO * own)
    shares = prior ** np.where(disputed, _DISPUTED_EXPONENT, 1.0)[:, None] * evidence
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _merge_players(
    middles: NDArray[np.float64],
    weights: NDArray[np.float64],
    prior: NDArray[np.float64],
    there: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Return which colours remain if each tint is one player's."""
    remains = there.copy()
    for one in range(len(COLOURS)):
        for other in range(one):
            apart = np.linalg.norm((middles[one] - middles[other]) / TINT_SPREAD)
            if remains[one] and remains[other] and apart < _SAME_PLAYER:
                support = (weights[:, [one, other]].sum(axis=1) @ np.log(prior))[[one, other]]
                remains[(one, other)[int(support.argmin())]] = False
    return remains


def _weighted_median(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weighted median of each column of n x k values."""
    middle = []
    for column in values.T:
        order = np.argsort(column)
        cumulative = np.cumsum(weights[order])
        middle.append(
            column[order[min(int(np.searchsorted(cumulative, cumulative[-1] / 2)), len(order) - 1)]]
        )
    return np.array(middle)


def separate_red_orange(
    shares: NDArray[np.float64],
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64],
    presence: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Correct the probabilities of red and orange pieces by the hues of all such bodies in the picture.

    Args:
        shares: 126 x len(STANDINGS), as `vision.pieces.read_sites` gives them for all sites.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it.
        presence: 126, the probability that a piece stands on each site, over all sites. Oversaturated colours
            turn sand into roads, whose hue is neither's; a crowd of them would pass for the orange ones.

    Returns:
        The corrected probabilities, and a mask of the sites where the other of the two is now likelier.
    """
    changed = np.zeros(len(shares), np.bool_)
    red, orange = shares[:, _RED_COLUMNS].sum(axis=1), shares[:, _ORANGE_COLUMNS].sum(axis=1)
    which = np.flatnonzero(red + orange > _MIN_BODY_P)
    if not len(which):
        return shares, changed
    odds = (np.maximum(red, 1e-6) / np.maximum(orange, 1e-6))[which] ** _NETWORK_EXPONENT
    reds = red_shares(body_hues(picture, plane, white, which), odds / (1 + odds), presence[which])[:, None]
    corrected = shares.copy()
    both = shares[np.ix_(which, _RED_COLUMNS)] + shares[np.ix_(which, _ORANGE_COLUMNS)]
    corrected[np.ix_(which, _RED_COLUMNS)], corrected[np.ix_(which, _ORANGE_COLUMNS)] = (
        both * reds,
        both * (1 - reds),
    )
    changed[which] = (odds > 1) != (reds[:, 0] > 0.5)
    return corrected, changed


def find_lone_extension_pieces(shares: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the sites whose colour comes with the extension, and which no other piece of the picture has.

    A player has several pieces. A single brown or green one is more often another player's, in shade.

    Args:
        shares: 126 x len(STANDINGS), the answers.
    """
    by_colour = _sum_kinds(shares)
    pieces_by_colour = (by_colour > 0.5).sum(axis=0)
    lone = [colour in _EXTENSION_COLOURS and pieces_by_colour[n] == 1 for n, colour in enumerate(COLOURS)]
    return np.asarray((by_colour > 0.5)[:, lone].any(axis=1))


def find_uncoloured_pieces(shares: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the sites where a piece is likelier than none, but no colour of it is likely.

    Such a body may be none: bare sand that is overexposed looks like white and orange roads.

    Args:
        shares: 126 x len(STANDINGS), the answers.
    """
    by_colour = _sum_kinds(shares)
    piece = by_colour.sum(axis=1)
    return np.asarray((piece > 0.5) & (by_colour.max(axis=1) < _MIN_COLOUR_P * piece))


def _sum_kinds(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of a piece of each colour, of whatever kind: 126 x len(COLOURS)."""
    return np.asarray(shares[:, 1:].reshape(len(shares), -1, len(COLOURS)).sum(axis=1))


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


# Measure and correct a picture's colour cast: the haze that washes it out, oversaturated or faded colours.
#
# The networks were trained on pictures as most cameras take them. Haze (a lamp's scatter, a dirty lens, a
# wall reflected in a glass plate) lifts dark areas towards the paper; a camera's vivid mode turns orange into
# red. Both are measured on the island, whose dark areas and colours are known, and corrected where they are
# outside the range of ordinary tables.


_TYPICAL_DARKNESS: Final = 0.36
"""Usual brightness of the island's darkest twentieth, relative to its paper."""
_HAZE_THRESHOLD: Final = 0.57
"""Darkness from which on the picture is hazy. Photos have 0.25 to 0.40, pale printings 0.50, overexposed
photos 0.55."""
_TYPICAL_CHROMA: Final = 0.3
"""Usual mean chroma of the island, relative to its paper."""
_CHROMA_RANGE: Final = (0.11, 0.38)
"""Mean chroma below which colours are faded, and above which they are oversaturated. Photos have 0.13 to
0.34, the most vivid rendered printings 0.36."""
_LEAST_CHROMA: Final = 0.03
"""Chroma below which an 8-bit picture has no colours to restore."""
_LAND: Final = np.concatenate(HEX_AREAS)
_GREY: Final = np.array([0.114, 0.587, 0.299])


@dataclass(frozen=True)
class ColourCast:
    """A picture's deviation in colour from ordinary tables.

    Attributes:
        paper: BGR, 0 to 255, the colour of white paper in it.
        haze: in [0, 1), the share of the paper's brightness that is added everywhere.
        chroma_gain: the factor that corrects saturation, 1 where it is ordinary.
    """

    paper: NDArray[np.float64]
    haze: float
    chroma_gain: float

    @property
    def is_oversaturated(self) -> bool:
        """Return whether the picture's colours are oversaturated."""
        return self.chroma_gain < 1.0

    def correct(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the picture, BGR, with its colour cast corrected: without haze, with ordinary saturation."""
        clear = 1 / (1 - self.haze)
        # Grey + chroma gain x (colour - grey), after white paper has been made white.
        blend = self.chroma_gain * np.eye(3) + (1 - self.chroma_gain) * np.outer(
            self.paper, _GREY / self.paper
        )
        move = np.column_stack([clear * blend, -clear * self.haze * self.paper])
        return np.asarray(cv2.transform(picture, move), np.uint8)


def measure_colour_cast(view: NDArray[np.uint8]) -> ColourCast | None:
    """Measure the colour cast of an island, None where it is negligible.

    Args:
        view: the island seen from above, BGR, as `vision.locate.rectify` makes it.
    """
    pixels = view.reshape(-1, 3)[_LAND].astype(np.float64)
    paper = np.maximum(np.percentile(pixels, 90, axis=0), 1.0)
    pixels /= paper
    dark = float(np.percentile(pixels @ _GREY, 5))
    veil = (dark - _TYPICAL_DARKNESS) / (1 - _TYPICAL_DARKNESS) if dark > _HAZE_THRESHOLD else 0.0
    pixels = (pixels - veil) / (1 - veil)
    colourful = float((pixels.max(axis=1) - pixels.min(axis=1)).mean())
    faded, vivid = _CHROMA_RANGE
    chroma = 1.0 if faded <= colourful <= vivid else _TYPICAL_CHROMA / max(colourful, _LEAST_CHROMA)
    return ColourCast(paper, veil, chroma) if veil or chroma != 1.0 else None
