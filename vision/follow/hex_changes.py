"""Hexes that came to look otherwise, in colours: what went from each, and what came there.

A robber takes its colour along, whatever it looks like; how alike two colours are is weighed here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HexId
from vision.follow.tints import Tint

MOST_BY_COLOUR: Final = 4.5
"""More than this colours don't say for, or against, in logs."""
_SAME: Final = np.array([9.0, 6.0, 9.0])
"""How far the colours of one robber on two hexes lie apart, along each axis of CIELAB."""
_TAIL: Final = 4.0
"""Degrees of freedom of that spread: in one place it stands in a shadow."""
_ANY: Final = np.array([40.0, 25.0, 30.0])
"""How far those of two things lie apart, or of a robber and the bare hex."""
_STILL: Final = 0.2
"""A hex whose colours lie no farther apart than this, in squares of the former spread, looks as it did."""
_ALIKE: Final = 2.0
"""Two colours for which so much more speaks that they are one robber's are alike, in logs. Of drawn robbers
nine moves in ten are."""

Lab = NDArray[np.float64]
"""A colour in CIELAB as `vision.follow.tints.Tint` has it."""


@dataclass(frozen=True, eq=False)
class HexChange:
    """A hex that came to look otherwise, once that was read to its end.

    Attributes:
        at: the hex.
        gone: the colour of what went from there: something, or the bare hex.
        come: the colour of what came there.
    """

    at: HexId
    gone: Lab
    come: Lab


def same_colour(first: Lab, second: Lab, spread: Lab = _SAME) -> NDArray[np.float64]:
    """How much better one robber explains two colours (... x 3) than two things do: logs; 0 where one isn't
    known.

    Args:
        first, second: the colours.
        spread: how far those of one robber lie apart, along each axis.
    """
    off = first - second
    same = -(_TAIL + 3) / 2 * np.log1p(((off / spread) ** 2).sum(axis=-1) / _TAIL) - np.log(spread).sum()
    other = -((off / _ANY) ** 2).sum(axis=-1) / 2 - np.log(_ANY).sum()
    return np.asarray(np.nan_to_num(same - other).clip(-MOST_BY_COLOUR, MOST_BY_COLOUR))


def of_tint(colours: Lab, tint: Tint | None) -> NDArray[np.float64]:
    """How much better the table's robber explains colours (... x 3) than another thing does: logs; 0 where
    one isn't known, or the robber's tint is not.
    """
    if tint is None:
        return np.zeros(colours.shape[:-1])
    # Another one is off by its own spread and by what the mean is off.
    spread = np.array(tint.spread) * np.sqrt(1 + 1 / tint.pieces)
    return same_colour(colours, np.array(tint.mean), spread)


def alike(first: Lab, second: Lab) -> bool:
    """Whether two colours may well be those of one robber."""
    return bool(same_colour(first, second) > _ALIKE)


def still(gone: Lab, come: Lab) -> NDArray[np.bool_]:
    """Where colours (... x 3) are known, and nothing went and nothing came."""
    return np.asarray((((come - gone) / _SAME) ** 2).mean(axis=-1) < _STILL)
