"""Changed hexes by colour: the colour that departed from each, and the colour that arrived.

A robber takes its colour along, whatever its look; this module compares two colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HexId
from vision.follow.tints import Tint

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
