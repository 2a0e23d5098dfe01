"""Settlement or city: a second, closer look at each building.

What stands on a site is told by `vision.pieces` from a coarse patch. Editions differ most in their
buildings: a plastic settlement is as wide as a city and is told from it by its outline and its roofs alone.
So wherever a building may stand, a network of its own looks at a patch of finer grain. It tells the edition
too, and the buildings of one photo are of one set: seen together they settle which it is, and with it what
each of them is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import PieceKind, Site
from vision.lattice import Homography
from vision.network import Network, softmax
from vision.pieces import COLUMNS, SITE_INDEX, shown

PATCH_PX: Final = 64
"""Pixels across a patch."""
REACH_SIDES: Final = 0.5
"""Half the extent of a patch in hex sides."""
FAMILIES: Final = ("wooden", "sculpted", "other")
"""Editions whose buildings look alike: the wooden set, the sculpted plastic one, any other."""
BUILDINGS: Final[tuple[PieceKind, ...]] = ("settlement", "city")
CLASSES: Final = len(FAMILIES) * len(BUILDINGS)
"""Of the network: for each family a settlement, then a city."""

_LIKELY_P: Final = 0.02
"""Sites less likely to bear a building aren't looked at again."""
_STRANGE_P: Final = 0.05
"""Chance that a building tells nothing of the set it is of: half hidden, fallen over, borrowed."""
_UNSURE_P: Final = 0.01
"""Added to each kind of a family: what is said of a family that is hardly believed in counts for less."""
_CLOSE_WEIGHT: Final = 0.7
_COARSE_WEIGHT: Final = 0.42
"""Of the log odds of both looks, which err in part alike. Fitted on rendered tables, in art and shapes that
neither learned from, so that what is told with 95 % and more is right: with 0.85 three of 144 were not."""
_ASIDE: Final = ((0.0, 0.0), (0.04, 0.0), (-0.04, 0.0), (0.0, 0.04), (0.0, -0.04))
"""Where a building is looked at from, in hex sides beside its place: people put it down as they like."""
_SETTLEMENT, _CITY = COLUMNS["settlement"], COLUMNS["city"]


class SetSeen:
    """Of which set the buildings of a table are, from what each of them told when it was looked at last."""

    def __init__(self) -> None:
        """Begin with none seen."""
        self._told: dict[int, NDArray[np.float64]] = {}

    def elsewhere(self, sites: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the buildings on other sites than these, by their indices, told: log odds of `FAMILIES`."""
        others = [told for site, told in self._told.items() if site not in set(sites.tolist())]
        return np.asarray(np.sum([np.zeros(len(FAMILIES)), *others], axis=0))

    def remember(self, sites: NDArray[np.int64], told: NDArray[np.float64]) -> None:
        """Keep what each of these sites told, n x FAMILIES, instead of what it told before."""
        self._told |= dict(zip(sites.tolist(), told, strict=True))


def look_closer(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    sites: Sequence[Site],
    white: NDArray[np.float64],
    told: NDArray[np.float64],
    seen: SetSeen | None = None,
    *,
    closely: bool = False,
) -> NDArray[np.float64]:
    """What stands on sites, each building looked at again to tell settlements from cities.

    Args:
        reader: the network `buildings.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        sites: that were read.
        white: as `vision.pieces.paper` gives it for all of `SITES`.
        told: n x len(STANDINGS), as `vision.pieces.read_sites` gives it for these sites.
        seen: what the table's other buildings told in earlier pictures; what these tell is added. None: these
            are all that is known.
        closely: whether each is looked at a little beside its place as well.

    Returns:
        The same shape; how much is a building's, and of which colour, stays as it was. Of a covered or unseen
        site nothing more is said than before.
    """
    # What is spread evenly over a site that is covered, or out of the picture, was not seen there.
    unseen = np.minimum(told[:, 0], np.hstack([told[:, _SETTLEMENT], told[:, _CITY]]).min(axis=1))[:, None]
    settlements, cities = told[:, _SETTLEMENT] - unseen, told[:, _CITY] - unseen
    standing = settlements.sum(axis=1) + cities.sum(axis=1)
    chosen = np.flatnonzero(standing > _LIKELY_P)
    if not len(chosen):
        return told
    where = np.array([SITE_INDEX[site] for site in sites])[chosen]
    logits = np.mean(
        [
            shown(reader, picture, plane, where, white, reach=REACH_SIDES, size=PATCH_PX, aside=aside)
            for aside in (_ASIDE if closely else _ASIDE[:1])
        ],
        axis=0,
    )
    seen = SetSeen() if seen is None else seen
    of_set = set_told(logits, standing[chosen])
    closer = city_shares(logits, softmax(of_set.sum(axis=0) + seen.elsewhere(where)))
    seen.remember(where, of_set)
    coarse = cities[chosen].sum(axis=1) / standing[chosen]
    for_city = closer**_CLOSE_WEIGHT * coarse**_COARSE_WEIGHT
    for_settlement = (1 - closer) ** _CLOSE_WEIGHT * (1 - coarse) ** _COARSE_WEIGHT
    city = for_city / (for_city + for_settlement)
    after = told.copy()
    both = settlements[chosen] + cities[chosen]
    after[chosen, _SETTLEMENT] = unseen[chosen] + both * (1 - city[:, None])
    after[chosen, _CITY] = unseen[chosen] + both * city[:, None]
    return after


def set_told(logits: NDArray[np.float32], standing: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each building tells of the set it is of: log odds n x FAMILIES.

    Args:
        logits: n x CLASSES.
        standing: n, how likely it is a building at all.
    """
    families = _shares(logits).sum(axis=2)
    return np.asarray(standing[:, None] * np.log((1 - _STRANGE_P) * families + _STRANGE_P / len(FAMILIES)))


def city_shares(logits: NDArray[np.float32], family: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each building is a city, if it is a building.

    Args:
        logits: n x CLASSES.
        family: how likely the table's set is each of `FAMILIES`.
    """
    shares = _shares(logits)
    city = (shares[:, :, 1] + _UNSURE_P) / (shares.sum(axis=2) + 2 * _UNSURE_P)
    return np.asarray(city @ family)


def _shares(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Chances n x families x buildings."""
    return np.asarray(softmax(logits).reshape(len(logits), len(FAMILIES), len(BUILDINGS)))
