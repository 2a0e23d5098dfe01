"""A table's own buildings as examples: certain settlements and cities help to classify the others.

The networks know the editions that they were trained on. In another edition, all settlements may look half
like cities to them, or all cities like settlements, but every one in the same way. So where the kind of some
buildings is certain, by the rules or because people entered it, the networks' answers for the next building
are compared with their answers for those. The variation between editions was fitted on rendered tables of
many editions (`tests/measure/kinds.py`) and is stored in `data/kinds.json`.

A building that was only read is never an example: a reader that trained itself would drift.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import PieceKind, Site

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
