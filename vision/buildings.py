"""Settlement or city: a second reading of each building, at finer resolution.

`vision.pieces` reads a site from a coarse patch. Editions differ most in their buildings: a plastic
settlement is as wide as a city and differs only in its outline and its roofs. So wherever a building may
stand, a network of its own reads a patch of finer grain. It recognises the edition too. All buildings of one
photo belong to one edition, so they are classified together: first the edition, then each building.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import SITES, PieceKind, Site
from vision import pieces
from vision.board_posterior import CITIES_PER_SETTLEMENT
from vision.lattice import Homography
from vision.network import DISPUTED_P, Network, sigmoid, softmax
from vision.pieces import KIND_COLUMNS, SITE_INDEX, likelihoods_from_logits, site_logits

# A table's own buildings as examples: certain settlements and cities help to classify the others.
#
# The networks know the editions that they were trained on. In another edition, all settlements may look half
# like cities to them, or all cities like settlements, but every one in the same way. So where the kind of
# some buildings is certain, by the rules or because people entered it, the networks' answers for the next
# building are compared with their answers for those. The variation between editions was fitted on rendered
# tables of many editions (`tests/measure/kinds.py`) and is stored in `data/kinds.json`.
#
# A building that was only read is never an example: a reader that trained itself would drift.


MAX_EXAMPLES_PER_KIND: Final = 12
"""Examples stored of each kind, the newest."""
MAX_LOG_ODDS: Final = 5.0
"""Limit of the log odds that examples add."""
_SPREAD_FACTOR: Final = 2.0
"""Real pieces of one kind vary more than rendered ones do."""
_DEGREES_OF_FREEDOM: Final = 6.0
"""Degrees of freedom around a table's mean: some buildings are half hidden, or have fallen over."""

BuildingFeatures = NDArray[np.float64]
"""The networks' answers for buildings, n x 2: log odds of a city by the closer reading, and by the first."""


@dataclass(frozen=True)
class Example:
    """A building that was seen and whose kind is certain.

    Attributes:
        at: its site.
        kind: settlement or city.
        logits: the answer of the network `buildings.onnx`.
        coarse: probability of a city by the network `pieces.onnx`, given a building.
    """

    at: Site
    kind: PieceKind
    logits: tuple[float, ...]
    coarse: float


def add_example(examples: Sequence[Example], new: Example) -> tuple[Example, ...]:
    """Return the examples with another one added: the newest of each place, limited for each kind."""
    others = [old for old in examples if (old.at, old.kind) != (new.at, new.kind)]
    alike = [old for old in others if old.kind == new.kind]
    gone = alike[: max(0, len(alike) - MAX_EXAMPLES_PER_KIND + 1)]
    return (*(old for old in others if old not in gone), new)


@dataclass(frozen=True, eq=False)
class EditionStatistics:
    """Statistics of the networks' answers for the buildings of many tables.

    Attributes:
        settlements, cities: the mean features of each table, tables x 2.
        settlement_spread, city_spread: covariances of features around a table's mean, 2 x 2.
    """

    settlements: BuildingFeatures
    cities: BuildingFeatures
    settlement_spread: NDArray[np.float64]
    city_spread: NDArray[np.float64]

    def city_log_odds(
        self, features: BuildingFeatures, settlements: BuildingFeatures, cities: BuildingFeatures
    ) -> NDArray[np.float64]:
        """Return the log odds of n buildings being cities, not settlements, at a table like one of these.

        Args:
            features: n x 2.
            settlements: features of that table's certain settlements, k x 2; may be empty.
            cities: features of its certain cities, m x 2.
        """
        like = _log_densities(settlements, self.settlements, self.settlement_spread).sum(axis=0)
        like = like + _log_densities(cities, self.cities, self.city_spread).sum(axis=0)
        return np.asarray(
            _log_sum(like + _log_densities(features, self.cities, self.city_spread))
            - _log_sum(like + _log_densities(features, self.settlements, self.settlement_spread))
        )

    def example_log_odds(
        self, features: BuildingFeatures, settlements: BuildingFeatures, cities: BuildingFeatures
    ) -> NDArray[np.float64]:
        """Return the log odds of a city that examples add to each of n buildings; 0 without examples."""
        none = features[:0]
        with_them = self.city_log_odds(features, settlements, cities)
        added = with_them - self.city_log_odds(features, none, none)
        return np.asarray(added.clip(-MAX_LOG_ODDS, MAX_LOG_ODDS))

    @staticmethod
    def from_tables(tables: Iterable[tuple[BuildingFeatures, BuildingFeatures]]) -> EditionStatistics:
        """Compute the statistics from each table's settlements and cities, at least three of each."""
        means, spreads = [], []
        for kinds in tables:
            means.append([looks.mean(axis=0) for looks in kinds])
            spreads.append([np.cov(looks.T) for looks in kinds])
        settlements, cities = np.array(means).swapaxes(0, 1)
        # A new table differs from the nearest known one by one more step.
        settlement_spread, city_spread = _SPREAD_FACTOR * np.mean(spreads, axis=0) + np.eye(2)
        return EditionStatistics(settlements, cities, settlement_spread, city_spread)

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as JSON, rounded."""
        return {
            "settlements": self.settlements.round(2).tolist(),
            "cities": self.cities.round(2).tolist(),
            "settlement_spread": self.settlement_spread.round(3).tolist(),
            "city_spread": self.city_spread.round(3).tolist(),
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> EditionStatistics:
        """Read the output of `to_json`."""
        names = ("settlements", "cities", "settlement_spread", "city_spread")
        return EditionStatistics(*(np.array(data[name], np.float64) for name in names))


@cache
def edition_statistics() -> EditionStatistics:
    """Return the statistics that ship with the package."""
    kept = resources.files("vision").joinpath("data", "kinds.json").read_text("utf-8")
    return EditionStatistics.from_json(json.loads(kept))


def _log_densities(
    looks: BuildingFeatures, means: BuildingFeatures, spread: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the log density of each row of features under each table (columns), up to a constant."""
    off = looks[:, None, :] - means
    squares = np.einsum("ntd,de,nte->nt", off, np.linalg.inv(spread), off)
    (_, size) = np.linalg.slogdet(spread)
    return np.asarray(
        -size / 2 - (_DEGREES_OF_FREEDOM + looks.shape[1]) / 2 * np.log1p(squares / _DEGREES_OF_FREEDOM)
    )


def _log_sum(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each row the log of its values' sum, given their logs."""
    highest = logs.max(axis=1, keepdims=True)
    return np.asarray(highest[:, 0] + np.log(np.exp(logs - highest).sum(axis=1)))


REACH_SIDES: Final = 0.5
"""Half the extent of a patch in hex sides."""
FAMILIES: Final = ("wooden", "sculpted", "other")
"""Editions with similar buildings: the wooden set, the sculpted plastic one, any other."""
BUILDINGS: Final[tuple[PieceKind, ...]] = ("settlement", "city")
CLASSES: Final = len(FAMILIES) * len(BUILDINGS)
"""Classes of the network: for each family a settlement, then a city."""

_MIN_BUILDING_P: Final = 0.02
"""Sites less likely to bear a building aren't read again."""
_OUTLIER_P: Final = 0.05
"""Probability that a building is no evidence of its edition: half hidden, fallen over, borrowed."""
_FAMILY_SMOOTHING_P: Final = 0.01
"""Added to each kind of a family, so that an improbable family's answer counts for less."""
_CLOSE_WEIGHT: Final = 1.0
_COARSE_WEIGHT: Final = 0.15
"""Weights of both readings' log odds; their errors are partly correlated. Fitted on the four sets of photos
that no network has seen, and on rendered and path-traced tables: the closer reading knows strange editions
better."""
_OFFSETS_SIDES: Final = ((0.0, 0.0), (0.04, 0.0), (-0.04, 0.0), (0.0, 0.04), (0.0, -0.04))
"""Offsets of the patches from a building's place, in hex sides: people don't place buildings exactly."""
_KIND_LOG_ODDS: Final = 4.5
"""Typical log odds of cities, and of settlements against them, by both readings of an edition without a bias.
Of *standard*, *crowded-640* and drawn sets that the networks know, it is 3 to 6."""
_KIND_SPREAD: Final = 1.5
"""Scale of their spread within one photo. Of drawn editions it is 0.7; real light differs more."""
_KIND_FREEDOM: Final = 4.0
"""Degrees of freedom of that spread: some buildings lie on their sides or are half hidden."""
_BIAS_SPREADS: Final = np.array([1.0, 1.7, 1.7])
"""Standard deviation of the bias over the editions of each of `FAMILIES`, in log odds. The networks learned
the wooden set from photos. Over drawn editions that they don't know it is 1.9 (`vision/data/kinds.json`)."""
_BIASES: Final = np.arange(-8.0, 8.1, 0.25)
_MAX_COMPARED_P: Final = 0.9
"""A kind that only the comparison makes more certain has at most this probability."""
_CLOSE_CLIP_P: Final = 1e-3
_COARSE_CLIP_P: Final = 1e-4
"""Limits of both readings' certainty where buildings are compared with examples."""
_SETTLEMENT, _CITY = KIND_COLUMNS["settlement"], KIND_COLUMNS["city"]


class EditionEstimate:
    """Log odds of a table's edition, from the latest reading of each of its buildings.

    Attributes:
        examples: buildings whose kind is certain, from the rules or from people.
    """

    def __init__(self, examples: Sequence[Example] = ()) -> None:
        """Start without readings, with these examples."""
        self._evidence_by_site: dict[int, NDArray[np.float64]] = {}
        self.examples = tuple(examples)

    def evidence_from_other_sites(self, sites: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the summed evidence of all other sites than these indices: log odds of `FAMILIES`."""
        others = [
            evidence for site, evidence in self._evidence_by_site.items() if site not in set(sites.tolist())
        ]
        return np.asarray(np.sum([np.zeros(len(FAMILIES)), *others], axis=0))

    def record(self, sites: NDArray[np.int64], evidence: NDArray[np.float64]) -> None:
        """Store each site's evidence, n x FAMILIES, in place of its earlier evidence."""
        self._evidence_by_site |= dict(zip(sites.tolist(), evidence, strict=True))

    def example_log_odds(
        self, logits: NDArray[np.float32], coarse: NDArray[np.float64], family: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the log odds that examples add to n buildings being cities.

        Args:
            logits: n x CLASSES.
            coarse: n, the probability of a city by the first reading.
            family: the probability of each of `FAMILIES` at this table.
        """
        if not self.examples:
            return np.zeros(len(logits))
        known = building_features(
            np.array([one.logits for one in self.examples], np.float32),
            np.array([one.coarse for one in self.examples]),
            family,
        )
        cities = np.array([one.kind == "city" for one in self.examples])
        return edition_statistics().example_log_odds(
            building_features(logits, coarse, family), known[~cities], known[cities]
        )

    def add_examples(
        self,
        reader: Network,
        picture: NDArray[np.uint8],
        plane: Homography,
        kinds: Mapping[Site, PieceKind],
        white: NDArray[np.float64],
        likelihoods: NDArray[np.float64],
    ) -> None:
        """Read buildings of known kind and store them as examples.

        Args:
            reader: the network `buildings.onnx`.
            picture: BGR, height x width x 3.
            plane: homography from the plane (unit: a hex side) to pixels.
            kinds: the site and the known kind of each.
            white: as `vision.pieces.paper_brightness` gives it for all of `SITES`.
            likelihoods: n x len(STANDINGS), as `vision.pieces.read_sites` gives them for these sites, in
                their order.
        """
        which = np.array([SITE_INDEX[site] for site in kinds], int)
        seen = site_logits(reader, picture, plane, which, white, reach=REACH_SIDES)
        coarse = coarse_building_evidence(likelihoods)[2]
        for (site, kind), logits, share in zip(kinds.items(), seen, coarse, strict=True):
            new = Example(site, kind, tuple(float(v) for v in logits), float(share))
            self.examples = add_example(self.examples, new)

    def remove_example(self, at: Site, kind: PieceKind) -> None:
        """Remove an example that was not of that kind after all."""
        self.examples = tuple(one for one in self.examples if (one.at, one.kind) != (at, kind))


def building_features(
    logits: NDArray[np.float32], coarse: NDArray[np.float64], family: NDArray[np.float64]
) -> BuildingFeatures:
    """Return both readings of n buildings in the form in which examples are compared.

    Args:
        logits: n x CLASSES.
        coarse: n, the probability of a city by the first reading.
        family: the probability of each of `FAMILIES` at this table.
    """
    closer = city_shares(logits, family).clip(_CLOSE_CLIP_P, 1 - _CLOSE_CLIP_P)
    coarse = coarse.clip(_COARSE_CLIP_P, 1 - _COARSE_CLIP_P)
    return np.column_stack([np.log(closer / (1 - closer)), np.log(coarse / (1 - coarse))])


def refine_buildings(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    sites: Sequence[Site],
    white: NDArray[np.float64],
    likelihoods: NDArray[np.float64],
    edition: EditionEstimate | None = None,
    *,
    augment: bool = False,
) -> NDArray[np.float64]:
    """Read each probable building again to separate settlements from cities.

    Args:
        reader: the network `buildings.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        sites: the n sites.
        white: as `vision.pieces.paper_brightness` gives it for all of `SITES`.
        likelihoods: n x len(STANDINGS), as `vision.pieces.read_sites` gives them for these sites.
        edition: evidence from the table's other buildings in earlier pictures; this evidence is added to it.
            None: these sites are all the evidence, and are compared with each other (`compare_kinds`).
        augment: whether to average over patches at small offsets.

    Returns:
        The same shape. A building's total probability and its colour stay as they were, and so does the share
            of a site that is covered or unseen.
    """
    unseen, standing, coarse = coarse_building_evidence(likelihoods)
    settlements, cities = likelihoods[:, _SETTLEMENT] - unseen, likelihoods[:, _CITY] - unseen
    chosen = np.flatnonzero(standing > _MIN_BUILDING_P)
    if not len(chosen):
        return likelihoods
    where = np.array([SITE_INDEX[site] for site in sites])[chosen]
    logits = np.mean(
        [
            site_logits(reader, picture, plane, where, white, reach=REACH_SIDES, offset=aside)
            for aside in (_OFFSETS_SIDES if augment else _OFFSETS_SIDES[:1])
        ],
        axis=0,
    )
    of_set = edition_log_odds(logits, standing[chosen])
    if edition is None:
        family = softmax(of_set.sum(axis=0))
        by_looks = city_log_odds(logits, coarse[chosen], family)
        city = sigmoid(compare_kinds(by_looks, standing[chosen], family))
    else:
        family = softmax(of_set.sum(axis=0) + edition.evidence_from_other_sites(where))
        edition.record(where, of_set)
        by_looks = city_log_odds(logits, coarse[chosen], family)
        city = sigmoid(by_looks + edition.example_log_odds(logits, coarse[chosen], family))
    after = likelihoods.copy()
    both = settlements[chosen] + cities[chosen]
    after[chosen, _SETTLEMENT] = unseen[chosen] + both * (1 - city[:, None])
    after[chosen, _CITY] = unseen[chosen] + both * city[:, None]
    return after


def disputed_kinds(
    readers: tuple[Network, Network],
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64],
    shares: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Return where a building is surely of the other kind if its patches are turned.

    An intersection has three directions in which its paths look alike, and which of them is up depends on the
    camera alone.

    Args:
        readers: the networks `pieces.onnx` and `buildings.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it for all of `SITES`.
        shares: 126 x len(STANDINGS), the answers.
    """
    disputed = np.zeros(len(SITES), np.bool_)
    settlements, cities = shares[:, _SETTLEMENT].sum(axis=1), shares[:, _CITY].sum(axis=1)
    which = np.flatnonzero(settlements + cities > 0.5)
    if not len(which):
        return disputed
    coarse_reader, closer_reader = readers
    is_city = (cities > settlements)[which]
    for turn in (2 * np.pi / 3, -2 * np.pi / 3):
        first = site_logits(coarse_reader, picture, plane, which, white, reach=pieces.REACH_SIDES, turn=turn)
        nowhere = np.zeros(len(which), np.bool_)
        likelihoods = likelihoods_from_logits(first, nowhere, ~nowhere)
        logits = site_logits(closer_reader, picture, plane, which, white, reach=REACH_SIDES, turn=turn)
        family = softmax(edition_log_odds(logits, (settlements + cities)[which]).sum(axis=0))
        city_p = sigmoid(
            city_log_odds(logits, coarse_building_evidence(likelihoods)[2], family)
            + np.log(CITIES_PER_SETTLEMENT)
        )
        disputed[which] |= np.where(is_city, 1 - city_p, city_p) > DISPUTED_P
    return disputed


def coarse_building_evidence(
    likelihoods: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Summarise the first reading's evidence for buildings.

    Args:
        likelihoods: n x len(STANDINGS).

    Returns:
        The share of each site that was not seen (n x 1), the probability that a building is seen there (n),
            and the probability that it is a city (n).
    """
    # The reader spreads its answer evenly over a site that is covered or outside the picture: that share was
    # not seen.
    unseen = np.minimum(
        likelihoods[:, 0], np.hstack([likelihoods[:, _SETTLEMENT], likelihoods[:, _CITY]]).min(axis=1)
    )[:, None]
    settlements, cities = likelihoods[:, _SETTLEMENT] - unseen, likelihoods[:, _CITY] - unseen
    standing = settlements.sum(axis=1) + cities.sum(axis=1)
    return unseen, standing, cities.sum(axis=1) / np.maximum(standing, 1e-12)


def edition_log_odds(logits: NDArray[np.float32], standing: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log odds of the edition by each building: n x FAMILIES.

    Args:
        logits: n x CLASSES.
        standing: n, the probability that it is a building at all.
    """
    families = _shares(logits).sum(axis=2)
    return np.asarray(standing[:, None] * np.log((1 - _OUTLIER_P) * families + _OUTLIER_P / len(FAMILIES)))


def city_log_odds(
    logits: NDArray[np.float32], coarse: NDArray[np.float64], family: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the log odds of n buildings being cities by both readings, as `building_features` takes them."""
    closer, coarse = city_shares(logits, family), coarse.clip(1e-12, 1 - 1e-12)
    by_closer, by_coarse = np.log(closer / (1 - closer)), np.log(coarse / (1 - coarse))
    return np.asarray(_CLOSE_WEIGHT * by_closer + _COARSE_WEIGHT * by_coarse)


def compare_kinds(
    by_looks: NDArray[np.float64], standing: NDArray[np.float64], family: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the log odds of each building of a photo being a city, by all its buildings together.

    The photo's bias is integrated over a grid. Scores around 0 belong to one kind of a biased edition more
    probably than to a mixture of both kinds, whose scores would differ by twice `_KIND_LOG_ODDS`. Which kind
    it is follows from the smaller bias and from the frequency of cities.

    Args:
        by_looks: n, the log odds by each building's own looks.
        standing: n, the probability that it is a building at all: its weight.
        family: the probability of each of `FAMILIES` at this table.

    Returns:
        n log odds, as evidence: without the frequency of cities.
    """
    prior = np.log(CITIES_PER_SETTLEMENT)
    unbiased = by_looks[:, None] - _BIASES
    settlement, city = _kind_density(unbiased + _KIND_LOG_ODDS), _kind_density(unbiased - _KIND_LOG_ODDS)
    both = settlement + CITIES_PER_SETTLEMENT * city
    log = standing @ np.log(both) - 0.5 * (_BIASES / (family @ _BIAS_SPREADS)) ** 2
    compared = CITIES_PER_SETTLEMENT * city / both @ softmax(log)
    alone = sigmoid(by_looks + prior)
    limit = np.maximum(alone, 1 - alone).clip(_MAX_COMPARED_P)
    # A building that is sure by its looks, and disputed by the others, isn't sure any more.
    agrees = (compared > 0.5) == (alone > 0.5)
    limit = np.where(agrees, limit, _MAX_COMPARED_P).clip(None, 1 - 1e-9)
    share = compared.clip(1 - limit, limit)
    return np.asarray(np.log(share / (1 - share)) - prior)


def _kind_density(off: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the density of a score's distance from its kind's (Student's t), but for a factor."""
    return np.asarray((1 + (off / _KIND_SPREAD) ** 2 / _KIND_FREEDOM) ** (-(_KIND_FREEDOM + 1) / 2))


def city_shares(logits: NDArray[np.float32], family: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of each building being a city, given that it is a building.

    Args:
        logits: n x CLASSES.
        family: the probability of each of `FAMILIES` at this table.
    """
    shares = _shares(logits)
    city = (shares[:, :, 1] + _FAMILY_SMOOTHING_P) / (shares.sum(axis=2) + 2 * _FAMILY_SMOOTHING_P)
    return np.asarray(city @ family)


def _shares(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return probabilities n x families x buildings."""
    return np.asarray(softmax(logits).reshape(len(logits), len(FAMILIES), len(BUILDINGS)))
