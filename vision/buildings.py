"""Settlement or city: a second, closer look at each building.

What stands on a site is told by `vision.pieces` from a coarse patch. Editions differ most in their
buildings: a plastic settlement is as wide as a city and is told from it by its outline and its roofs alone.
So wherever a building may stand, a network of its own looks at a patch of finer grain. It tells the edition
too, and the buildings of one photo are of one set: seen together they settle which it is, and with it what
each of them is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import PieceKind, Site
from vision.examples import Example, Looks, drawn_tables, with_example
from vision.lattice import Homography
from vision.network import Network, sigmoid, softmax
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
_OPEN: Final = 1e-3
_COARSELY_OPEN: Final = 1e-4
"""No look at a building is surer than this where it is compared with others."""
_SETTLEMENT, _CITY = COLUMNS["settlement"], COLUMNS["city"]


class SetSeen:
    """Of which set the buildings of a table are, from what each of them told when it was looked at last.

    Attributes:
        examples: those that are known for what they are, by the rules or by people.
    """

    def __init__(self, examples: Sequence[Example] = ()) -> None:
        """Begin with none seen, but with what is known already."""
        self._told: dict[int, NDArray[np.float64]] = {}
        self.examples = tuple(examples)

    def elsewhere(self, sites: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the buildings on other sites than these, by their indices, told: log odds of `FAMILIES`."""
        others = [told for site, told in self._told.items() if site not in set(sites.tolist())]
        return np.asarray(np.sum([np.zeros(len(FAMILIES)), *others], axis=0))

    def remember(self, sites: NDArray[np.int64], told: NDArray[np.float64]) -> None:
        """Keep what each of these sites told, n x FAMILIES, instead of what it told before."""
        self._told |= dict(zip(sites.tolist(), told, strict=True))

    def by_examples(
        self, logits: NDArray[np.float32], coarse: NDArray[np.float64], family: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """What examples add to the log odds of n buildings being cities.

        Args:
            logits: n x CLASSES.
            coarse: n, how likely each is a city by the first look.
            family: how likely the table's set is each of `FAMILIES`.
        """
        if not self.examples:
            return np.zeros(len(logits))
        known = looks(
            np.array([one.logits for one in self.examples], np.float32),
            np.array([one.coarse for one in self.examples]),
            family,
        )
        cities = np.array([one.kind == "city" for one in self.examples])
        return drawn_tables().told_by(looks(logits, coarse, family), known[~cities], known[cities])

    def learn(
        self,
        reader: Network,
        picture: NDArray[np.uint8],
        plane: Homography,
        kinds: Mapping[Site, PieceKind],
        white: NDArray[np.float64],
        told: NDArray[np.float64],
    ) -> None:
        """Take buildings for examples.

        Args:
            reader: the network `buildings.onnx`.
            picture: BGR, height x width x 3.
            plane: homography from the plane (unit: a hex side) to pixels.
            kinds: where each stands, and what it is known to be.
            white: as `vision.pieces.paper` gives it for all of `SITES`.
            told: n x len(STANDINGS), as `vision.pieces.read_sites` gives it for these sites, in their order.
        """
        which = np.array([SITE_INDEX[site] for site in kinds], int)
        seen = shown(reader, picture, plane, which, white, reach=REACH_SIDES, size=PATCH_PX)
        coarse = coarse_look(told)[2]
        for (site, kind), logits, share in zip(kinds.items(), seen, coarse, strict=True):
            new = Example(site, kind, tuple(float(v) for v in logits), float(share))
            self.examples = with_example(self.examples, new)

    def forget(self, at: Site, kind: PieceKind) -> None:
        """The building there was none of that kind after all."""
        self.examples = tuple(one for one in self.examples if (one.at, one.kind) != (at, kind))


def looks(logits: NDArray[np.float32], coarse: NDArray[np.float64], family: NDArray[np.float64]) -> Looks:
    """What both looks at buildings say of their kind, as examples are compared.

    Args:
        logits: n x CLASSES.
        coarse: n, how likely each is a city by the first look.
        family: how likely the table's set is each of `FAMILIES`.
    """
    closer = city_shares(logits, family).clip(_OPEN, 1 - _OPEN)
    coarse = coarse.clip(_COARSELY_OPEN, 1 - _COARSELY_OPEN)
    return np.column_stack([np.log(closer / (1 - closer)), np.log(coarse / (1 - coarse))])


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
    unseen, standing, coarse = coarse_look(told)
    settlements, cities = told[:, _SETTLEMENT] - unseen, told[:, _CITY] - unseen
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
    family = softmax(of_set.sum(axis=0) + seen.elsewhere(where))
    seen.remember(where, of_set)
    by_looks = city_log_odds(logits, coarse[chosen], family)
    city = sigmoid(by_looks + seen.by_examples(logits, coarse[chosen], family))
    after = told.copy()
    both = settlements[chosen] + cities[chosen]
    after[chosen, _SETTLEMENT] = unseen[chosen] + both * (1 - city[:, None])
    after[chosen, _CITY] = unseen[chosen] + both * city[:, None]
    return after


def coarse_look(
    told: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """What the first look said of buildings.

    Args:
        told: n x len(STANDINGS).

    Returns:
        What was not seen of each (n x 1), how likely a building is seen there (n), and how likely that is a
        city (n).
    """
    # What is spread evenly over a site that is covered, or out of the picture, was not seen there.
    unseen = np.minimum(told[:, 0], np.hstack([told[:, _SETTLEMENT], told[:, _CITY]]).min(axis=1))[:, None]
    settlements, cities = told[:, _SETTLEMENT] - unseen, told[:, _CITY] - unseen
    standing = settlements.sum(axis=1) + cities.sum(axis=1)
    return unseen, standing, cities.sum(axis=1) / np.maximum(standing, 1e-12)


def set_told(logits: NDArray[np.float32], standing: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each building tells of the set it is of: log odds n x FAMILIES.

    Args:
        logits: n x CLASSES.
        standing: n, how likely it is a building at all.
    """
    families = _shares(logits).sum(axis=2)
    return np.asarray(standing[:, None] * np.log((1 - _STRANGE_P) * families + _STRANGE_P / len(FAMILIES)))


def city_log_odds(
    logits: NDArray[np.float32], coarse: NDArray[np.float64], family: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Log odds of n buildings being cities by both looks; as `looks` takes them."""
    closer, coarse = city_shares(logits, family), coarse.clip(1e-12, 1 - 1e-12)
    by_closer, by_coarse = np.log(closer / (1 - closer)), np.log(coarse / (1 - coarse))
    return np.asarray(_CLOSE_WEIGHT * by_closer + _COARSE_WEIGHT * by_coarse)


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
