"""Measures the classification of settlements and cities with and without a table's own examples, over
editions.

    python -m tests.measure.kinds [--editions N] [--tables N] [--keep FILE] [--write]

Draws tables of the simulated table's two sets and of N editions made up, and reads each building as while a
board is followed. Each edition is read with examples from all others. `--keep` keeps what was read, so
that a run that is stopped goes on. `--write` learns from all of them, for `vision/data/kinds.json`: once a
network for pieces or buildings is a new one.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import PieceKind
from tests.measure.editions import OWN, DrawnTable, Edition, editions, tables
from vision.buildings import (
    REACH_SIDES,
    EditionStatistics,
    building_features,
    city_log_odds,
    coarse_building_evidence,
    edition_log_odds,
)
from vision.network import network, sigmoid, softmax
from vision.pieces import SITE_INDEX, paper_brightness, read_sites, site_logits

DATA: Final = Path(__file__).parents[2] / "vision" / "data" / "kinds.json"
KNOWN_EXAMPLES: Final = ((2, 0), (4, 0), (8, 0), (5, 1))
"""How many settlements and cities of a table are known."""
DRAWS: Final = 3
"""How often known ones are chosen at each table."""
CONFIDENT_P: Final = 0.95
_OWN_OFTEN: Final = 3
"""So many times as many tables of the sets that the simulated table plays with."""


@dataclass(frozen=True, eq=False)
class ReadTable:
    """A table's buildings as the networks see them.

    Attributes:
        edition: its name.
        cities: n, which are cities.
        looks: n x 2, as examples are compared.
        log_odds: n, of each being a city, without examples.
    """

    edition: str
    cities: NDArray[np.bool_]
    looks: NDArray[np.float64]
    log_odds: NDArray[np.float64]

    @property
    def manner(self) -> str:
        """The manner in which the edition was generated, or the edition."""
        return self.edition.split()[0] if self.edition not in OWN else f"simulated {self.edition}"

    def looks_of(self, kind: PieceKind) -> NDArray[np.float64]:
        """The looks of one kind."""
        return np.asarray(self.looks[self.cities == (kind == "city")])


def read(edition: Edition, table: DrawnTable) -> ReadTable:
    """Look at all buildings of a table once."""
    kinds = {site: standing.kind for site, standing in table.standing.items() if standing.kind != "road"}
    white = paper_brightness(table.picture, table.plane)
    rows = read_sites(network("pieces.onnx"), table.picture, table.plane, [*kinds], white)
    _, standing, coarse = coarse_building_evidence(rows)
    which = np.array([SITE_INDEX[site] for site in kinds])
    logits = site_logits(network("buildings.onnx"), table.picture, table.plane, which, white,
                   reach=REACH_SIDES)  # fmt: skip
    family = softmax(edition_log_odds(logits, standing).sum(axis=0))
    cities = np.array([kind == "city" for kind in kinds.values()])
    return ReadTable(
        edition.name, cities, building_features(logits, coarse, family), city_log_odds(logits, coarse, family)
    )


def all_read(made_up: int, many: int, keep: Path | None) -> list[ReadTable]:
    """The tables of all editions."""
    done: list[ReadTable] = pickle.loads(keep.read_bytes()) if keep and keep.exists() else []
    names = {table.edition for table in done}
    for edition in editions(made_up):
        if edition.name in names:
            continue
        often = many * (_OWN_OFTEN if edition.name in OWN else 1)
        done += [read(edition, table) for table in tables(edition, often)]
        if keep:
            keep.write_bytes(pickle.dumps(done))
    return done


def learn_statistics(from_tables: Sequence[ReadTable]) -> EditionStatistics:
    """Compute edition statistics from tables."""
    return EditionStatistics.from_tables(
        (table.looks_of("settlement"), table.looks_of("city")) for table in from_tables
    )


def p_cities(
    made: Sequence[ReadTable], known: tuple[int, int]
) -> Iterator[tuple[str, NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]]:
    """Yield each table's other buildings: P(city) without and with examples, and the truth.

    What is learned from leaves out the table's edition.
    """
    rng = np.random.default_rng(16)
    for name in dict.fromkeys(table.edition for table in made):
        model = learn_statistics([table for table in made if table.edition != name])
        for table in (table for table in made if table.edition == name):
            kinds = [np.flatnonzero(~table.cities), np.flatnonzero(table.cities)]
            for _ in range(DRAWS):
                settlements, cities = (
                    rng.permutation(at)[:many] for at, many in zip(kinds, known, strict=True)
                )
                rest = np.setdiff1d(np.arange(len(table.cities)), [*settlements, *cities])
                added = model.example_log_odds(
                    table.looks[rest], table.looks[settlements], table.looks[cities]
                )
                without = table.log_odds[rest]
                yield table.manner, sigmoid(without), sigmoid(without + added), table.cities[rest]


def figures(shares: NDArray[np.float64], cities: NDArray[np.bool_]) -> str:
    """Kinds read right; those read with SURE and more, and how many of these are wrong; mean -log."""
    right, sure = (shares > 0.5) == cities, np.maximum(shares, 1 - shares) >= CONFIDENT_P
    surprise = -np.log(np.where(cities, shares, 1 - shares).clip(1e-4)).mean()
    wrong = (~right & sure).sum() / max(1, sure.sum())
    return f"{right.mean():6.1%} {sure.mean():5.0%} {wrong:6.2%} {surprise:6.3f}"


def main() -> None:
    """Draw, read, tell, print; and write what was learned."""
    parser = argparse.ArgumentParser(
        description="Measures how well settlements and cities are distinguished with examples."
    )
    parser.add_argument("--editions", type=int, default=50, help="made up (%(default)s)")
    parser.add_argument("--tables", type=int, default=4, help="of each (%(default)s)")
    parser.add_argument("--keep", type=Path, help="where what was read is kept")
    parser.add_argument("--write", action="store_true", help=f"write {DATA.name}")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    made = all_read(given.editions, given.tables, given.keep)
    made = [table for table in made if min(table.cities.sum(), (~table.cities).sum()) >= 3]
    print("known     manner               each without, and with: right, sure, of these wrong, -log")
    for known in KNOWN_EXAMPLES:
        rows = [*p_cities(made, known)]
        for manner in [None, *dict.fromkeys(table.manner for table in made)]:
            some = [row for row in rows if manner in (None, row[0])]
            without, with_them, cities = (np.concatenate([row[n] for row in some]) for n in (1, 2, 3))
            both = f"{figures(without, cities)}   {figures(with_them, cities)}"
            print(f"{known[0]} + {known[1]}  {manner or 'all':20} {both}")
    if given.write:
        DATA.write_text(json.dumps(learn_statistics(made).to_json()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
