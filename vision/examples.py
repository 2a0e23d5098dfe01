"""A table's own buildings as examples: what is known to be a settlement, or a city, tells what others are.

Networks know the editions that they learned from. In another edition all settlements may look half like
cities to them, or all cities like settlements; but alike in this, every one. So where some buildings of a
table are known for what they are, by the rules or because people said so, what the networks say of the
next one is held against what they said of those. How editions differ in this was learned from drawn tables
of many editions (`tests/measure/kinds.py`), and is kept in `data/kinds.json`.

Nothing that was only read is ever an example: a reader that taught itself would drift.
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

MOST: Final = 12
"""Examples kept of each kind, the newest."""
MOST_LOG_ODDS: Final = 5.0
"""More than this no examples say."""
_WIDER: Final = 2.0
"""Real pieces of one kind differ more among each other than drawn ones do."""
_TAIL: Final = 6.0
"""Degrees of freedom of the spread around a table's mean: some buildings are half hidden, or lie on their
side."""

Looks = NDArray[np.float64]
"""What the networks say of buildings, n x 2: log odds of a city by the closer look, and by the first."""


@dataclass(frozen=True)
class Example:
    """A building that was seen, and known for what it is.

    Attributes:
        at: where it stood.
        kind: settlement or city.
        logits: what the network `buildings.onnx` said of it.
        coarse: how likely the network `pieces.onnx` found it a city, as a building.
    """

    at: Site
    kind: PieceKind
    logits: tuple[float, ...]
    coarse: float


def with_example(examples: Sequence[Example], new: Example) -> tuple[Example, ...]:
    """What is known once another was seen: of one place and kind the newest, and `MOST` of each kind."""
    others = [old for old in examples if (old.at, old.kind) != (new.at, new.kind)]
    alike = [old for old in others if old.kind == new.kind]
    gone = alike[: max(0, len(alike) - MOST + 1)]
    return (*(old for old in others if old not in gone), new)


@dataclass(frozen=True, eq=False)
class DrawnTables:
    """How buildings look to the networks at many tables.

    Attributes:
        settlements, cities: their mean looks, tables x 2.
        settlement_spread, city_spread: covariances of looks around a table's mean, 2 x 2.
    """

    settlements: Looks
    cities: Looks
    settlement_spread: NDArray[np.float64]
    city_spread: NDArray[np.float64]

    def city_log_odds(self, looks: Looks, settlements: Looks, cities: Looks) -> NDArray[np.float64]:
        """Log odds of n looks being a city's rather than a settlement's, at a table like one of these.

        Args:
            looks: n x 2.
            settlements: of that table's buildings that are known to be settlements, k x 2; none may be.
            cities: of those known to be cities, m x 2.
        """
        like = _explained(settlements, self.settlements, self.settlement_spread).sum(axis=0)
        like = like + _explained(cities, self.cities, self.city_spread).sum(axis=0)
        return np.asarray(
            _log_sum(like + _explained(looks, self.cities, self.city_spread))
            - _log_sum(like + _explained(looks, self.settlements, self.settlement_spread))
        )

    def told_by(self, looks: Looks, settlements: Looks, cities: Looks) -> NDArray[np.float64]:
        """What examples add to the log odds of each of n looks being a city's; 0 where there are none."""
        none = looks[:0]
        with_them = self.city_log_odds(looks, settlements, cities)
        added = with_them - self.city_log_odds(looks, none, none)
        return np.asarray(added.clip(-MOST_LOG_ODDS, MOST_LOG_ODDS))

    @staticmethod
    def of(tables: Iterable[tuple[Looks, Looks]]) -> DrawnTables:
        """From the settlements' and the cities' looks of each table, three and more of either."""
        means, spreads = [], []
        for kinds in tables:
            means.append([looks.mean(axis=0) for looks in kinds])
            spreads.append([np.cov(looks.T) for looks in kinds])
        settlements, cities = np.array(means).swapaxes(0, 1)
        # A table that none is quite like is one step farther from the nearest.
        settlement_spread, city_spread = _WIDER * np.mean(spreads, axis=0) + np.eye(2)
        return DrawnTables(settlements, cities, settlement_spread, city_spread)

    def to_json(self) -> dict[str, Any]:
        """As `from_json` reads it, rounded."""
        return {
            "settlements": self.settlements.round(2).tolist(),
            "cities": self.cities.round(2).tolist(),
            "settlement_spread": self.settlement_spread.round(3).tolist(),
            "city_spread": self.city_spread.round(3).tolist(),
        }

    @staticmethod
    def from_json(told: dict[str, Any]) -> DrawnTables:
        """What `to_json` told."""
        names = ("settlements", "cities", "settlement_spread", "city_spread")
        return DrawnTables(*(np.array(told[name], np.float64) for name in names))


@cache
def drawn_tables() -> DrawnTables:
    """Those that ship with the package."""
    kept = resources.files("vision").joinpath("data", "kinds.json").read_text("utf-8")
    return DrawnTables.from_json(json.loads(kept))


def _explained(looks: Looks, means: Looks, spread: NDArray[np.float64]) -> NDArray[np.float64]:
    """How well each table (columns) explains each look (rows): log densities, up to a constant."""
    off = looks[:, None, :] - means
    squares = np.einsum("ntd,de,nte->nt", off, np.linalg.inv(spread), off)
    (_, size) = np.linalg.slogdet(spread)
    return np.asarray(-size / 2 - (_TAIL + looks.shape[1]) / 2 * np.log1p(squares / _TAIL))


def _log_sum(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each row the log of its values' sum, given their logs."""
    highest = logs.max(axis=1, keepdims=True)
    return np.asarray(highest[:, 0] + np.log(np.exp(logs - highest).sum(axis=1)))
