"""Learned colours of the players' pieces under the table's lamp.

A reader separates red from orange by their usual look. Under one lamp, in one edition, each colour is nearly
the same on every piece, more or less in shade: a few known pieces improve the classification of the next
ones. A piece is measured where it was placed, not where its shadow falls: a shadow only scales the light of
what was there before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, HexId, PieceColour
from vision.cielab import bgr_to_lab
from vision.colour_correction import TINT_SPREAD, lab_to_tint
from vision.follow.motion import PlaceSamples

_PAPER_LEVEL: Final = 0.8
"""Normalised brightness of the board's paper."""
_CORE_SHARE: Final = 1 / 3
"""Share of a core's points, those with the largest change, that show the piece."""
_DEEPEST_SHADOW: Final = 0.35
"""Least share of its brightness that what is beside a piece keeps in the piece's shadow."""
_MIN_CHANGE_SHARE: Final = 0.5
"""Least change of a point that shows the piece, relative to the strongest: a piece beside its place covers
few points."""
_DEFAULT_SPREAD: Final = 9.0
"""Usual standard deviation of a colour between pieces and between their sides, along each axis of Lab."""
_PRIOR_PIECES: Final = 3
"""Weight of that prior, in pieces."""
_MISREAD_P: Final = 0.05
"""Probability that a piece of a tint was misread: the weight of a colour with one known piece, at least. With
n pieces all of them were misread."""
_MIN_WEIGHT: Final = 0.003
"""Least weight of a colour by its tint alone, relative to the likeliest. Of 169 pieces in ten rendered films
the true colour had 0.18 and more, and readers were wrong about four with 97 to 99.8 %."""
_UNKNOWN_SIGMAS: Final = 2.5
"""Distance, in standard deviations, that a colour without a known tint is given."""
_GLOSS_LAB: Final = np.array([95.0, 0.0, 0.0])
"""A lamp's reflection in a piece, in CIELAB: it is mixed with the piece's own colour."""
_MAX_GLOSS: Final = 0.6
"""Largest share of the reflection in a visible colour."""
_GLOSS_SIGMA: Final = 0.2
"""Standard deviation of that share. With more, a blue piece in full gloss looks as white pieces do."""
_GLOSS_SHARES: Final = np.linspace(0.0, _MAX_GLOSS, 13)[:, None]


@dataclass(frozen=True)
class Tint:
    """The look of one colour's pieces under the table's lamp.

    Attributes:
        mean: in CIELAB (L 0 to 100), with the board's paper normalised to white of brightness 0.8.
        spread: standard deviation along each axis.
        pieces: the number of pieces it was learned from.
    """

    mean: tuple[float, float, float]
    spread: tuple[float, float, float]
    pieces: int


Tints = Mapping[PieceColour, Tint]


def arrived_colours(
    known: PlaceSamples, now: PlaceSamples, which: NDArray[np.int64], white: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the colours of the objects that arrived on sites, n x 3, in CIELAB as in `Tint`.

    Args:
        known: the places' look while they were bare.
        now: their present look.
        which: indices of the sites.
        white: the board's paper around all sites, as `vision.pieces.paper_brightness` gives it.
    """
    before, after = _relight_cores(known, now, which)
    shadow = (after * before).sum(axis=2) / np.maximum((before * before).sum(axis=2), 1)
    change = np.abs(after - shadow.clip(_DEEPEST_SHADOW, 1)[..., None] * before).sum(axis=2)
    most, (seen,) = _select_changed_points(change, after)
    change = np.take_along_axis(change, most, axis=1)
    # Noise makes single points stronger.
    counts = np.count_nonzero(change >= _MIN_CHANGE_SHARE * change[:, 2:3], axis=1)
    paint = [np.median(points[:count], axis=0) for points, count in zip(seen, counts, strict=True)]
    return _normalise(np.array(paint, np.float32).reshape(-1, 3), white[which])


def change_colours(
    known: PlaceSamples, now: PlaceSamples, which: NDArray[np.int64], light: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the colours of the strongest changes on n places, before and after.

    The result is 2 x n x 3, in CIELAB as in `Tint`.

    Args:
        known: the places' earlier look.
        now: their present look.
        which: indices of the places.
        light: the board's paper at each of them, n x 3.
    """
    before, after = _relight_cores(known, now, which)
    _, seen = _select_changed_points(np.abs(after - before).sum(axis=2), before, after)
    return _normalise(np.median(seen, axis=2), light)


def _relight_cores(
    known: PlaceSamples, now: PlaceSamples, which: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the cores of n places before and after, both in the present light: n x points x 3, BGR."""
    then, here = (PlaceSamples(each.cores[which], each.rings[which], each.haze) for each in (known, now))
    return then.relight(here).cores, here.cores


def _select_changed_points(
    change: NDArray[np.float32], *cores: NDArray[np.float32]
) -> tuple[NDArray[np.int64], list[NDArray[np.float32]]]:
    """Return the indices of the points with the largest change, that one first, and these of some cores."""
    most = np.argsort(-change, axis=1)[:, : round(_CORE_SHARE * change.shape[1])]
    return most, [np.take_along_axis(core, most[..., None], axis=1) for core in cores]


def _normalise(colours: NDArray[np.float32], light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Convert colours (... x 3, BGR, grey levels) in a light to CIELAB as in `Tint`."""
    paint = colours / 255 * _PAPER_LEVEL / np.maximum(light, 0.05)
    return bgr_to_lab(np.asarray(paint.clip(0, 1), np.float64))


def add_piece(tints: Tints, colour: PieceColour, lab: NDArray[np.float64]) -> Tints:
    """Return the tints updated with another piece of a colour, n = 3 along Lab."""
    return {**tints, colour: update_tint(tints.get(colour), lab)}


def update_tint(known: Tint | None, lab: NDArray[np.float64]) -> Tint:
    """Return a tint updated with another piece, n = 3 along Lab."""
    n = 0 if known is None else known.pieces
    mean = lab if known is None else np.array(known.mean) + (lab - known.mean) / (n + 1)
    off = np.zeros(3) if known is None else (lab - known.mean) * (lab - mean)
    spread = np.full(3, _DEFAULT_SPREAD) if known is None else np.array(known.spread)
    variance = (spread**2 * (n + _PRIOR_PIECES) + off) / (n + 1 + _PRIOR_PIECES)
    return Tint(_three(mean), _three(np.sqrt(variance)), n + 1)


def colour_weights(tints: Tints, labs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the relative likelihood of each colour.

    Args:
        tints: the known tints.
        labs: n x 3, as `arrived_colours` gives them.

    Returns:
        n x colours, in (0, 1]; the best of each row is 1. All ones where no tint is known.
    """
    logs = np.full((len(labs), len(COLOURS)), -(_UNKNOWN_SIGMAS**2) / 2)
    least = np.full(len(COLOURS), _MISREAD_P)
    for n, colour in enumerate(COLOURS):
        if colour in tints:
            logs[:, n] = -_squared_distance(tints[colour], labs) / 2
            least[n] = max(_MISREAD_P ** tints[colour].pieces, _MIN_WEIGHT)
    return np.asarray(np.exp(logs - logs.max(axis=1, keepdims=True)).clip(least, 1))


def _squared_distance(tint: Tint, labs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the squared distance of n colours from a tint, in standard deviations.

    Shade and gloss are removed.
    """
    glossy = lab_to_tint((1 - _GLOSS_SHARES) * np.array(tint.mean) + _GLOSS_SHARES * _GLOSS_LAB)
    off = (lab_to_tint(labs)[:, None] - glossy) / TINT_SPREAD
    return np.asarray(((off**2).sum(axis=2) + (_GLOSS_SHARES[:, 0] / _GLOSS_SIGMA) ** 2).min(axis=1))


def _three(values: NDArray[np.float64]) -> tuple[float, float, float]:
    first, second, third = (float(v) for v in values)
    return first, second, third


# Changed hexes by colour: the colour that departed from each, and the colour that arrived.
#
# A robber takes its colour along, whatever its look; this module compares two colours.


MAX_COLOUR_LOG_ODDS: Final = 4.5
"""Limit of the log odds from colours, for or against."""
_SAME_SPREAD_LAB: Final = np.array([9.0, 6.0, 9.0])
"""Spread of one robber's colours on two hexes, along each axis of CIELAB."""
_DEGREES_OF_FREEDOM: Final = 4.0
"""Degrees of freedom of that distribution: in some places it stands in a shadow."""
_ANY_SPREAD_LAB: Final = np.array([40.0, 25.0, 30.0])
"""Spread of two different objects' colours, or of a robber's and a bare hex's."""
_MAX_UNCHANGED_DISTANCE: Final = 0.2
"""Largest mean squared distance, in units of the first spread, of an unchanged hex's colours."""
_MIN_SAME_LOG_ODDS: Final = 2.0
"""Log odds from which on two colours are taken for one robber's. Nine of ten moves of rendered robbers have
them."""

Lab = NDArray[np.float64]
"""A colour in CIELAB as in `vision.follow.tints.Tint`."""


@dataclass(frozen=True, eq=False)
class HexChange:
    """A changed hex, after its new look was completely read.

    Attributes:
        at: the hex.
        departed_colour: colour of the object that departed, or of the bare hex.
        arrived_colour: colour of the object that arrived, or of the bare hex.
    """

    at: HexId
    departed_colour: Lab
    arrived_colour: Lab


def same_colour_log_odds(first: Lab, second: Lab, spread: Lab = _SAME_SPREAD_LAB) -> NDArray[np.float64]:
    """Return the log odds that two colours (... x 3) are one robber's; 0 if one is unknown.

    Args:
        first, second: the colours.
        spread: spread of one robber's colours, along each axis.
    """
    off = first - second
    same = (
        -(_DEGREES_OF_FREEDOM + 3) / 2 * np.log1p(((off / spread) ** 2).sum(axis=-1) / _DEGREES_OF_FREEDOM)
        - np.log(spread).sum()
    )
    other = -((off / _ANY_SPREAD_LAB) ** 2).sum(axis=-1) / 2 - np.log(_ANY_SPREAD_LAB).sum()
    return np.asarray(np.nan_to_num(same - other).clip(-MAX_COLOUR_LOG_ODDS, MAX_COLOUR_LOG_ODDS))


def tint_log_odds(colours: Lab, tint: Tint | None) -> NDArray[np.float64]:
    """Return the log odds that colours (... x 3) are the table's robber's rather than another object's.

    They are 0 where a colour, or the robber's tint, is unknown.
    """
    if tint is None:
        return np.zeros(colours.shape[:-1])
    # A new sample deviates by its own spread and by the mean's error.
    spread = np.array(tint.spread) * np.sqrt(1 + 1 / tint.pieces)
    return same_colour_log_odds(colours, np.array(tint.mean), spread)


def is_same_robber(first: Lab, second: Lab) -> bool:
    """Return whether two colours may well be one robber's."""
    return bool(same_colour_log_odds(first, second) > _MIN_SAME_LOG_ODDS)


def is_unchanged(gone: Lab, come: Lab) -> NDArray[np.bool_]:
    """Return a mask of known colours (... x 3) where nothing departed or arrived."""
    return np.asarray((((come - gone) / _SAME_SPREAD_LAB) ** 2).mean(axis=-1) < _MAX_UNCHANGED_DISTANCE)
