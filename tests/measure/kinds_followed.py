"""Measures the classification of settlements and cities during tracking, with and without certain pieces.

    python -m tests.measure.kinds_followed [--editions N]

Each table founds eight settlements, turns four of them into cities and builds three more. Those seven are
judged, as they are believed in the end. The table's edition is one of those that `vision/data/kinds.json` was
learned from: `tests.measure.kinds` leaves it out.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, INTERSECTIONS, NEIGHBOURS, IntersectionId, Site, Standing
from companion.island.reading import PiecesReading
from tests.images import add_noise
from tests.measure.editions import Edition, Stage, editions
from tests.measure.kinds import figures
from vision.buildings import BUILDINGS
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration, calibrate

FPS: Final = 8.0
STILL_S: Final = 1.75
"""So long each thing that was put down is looked at."""
FOUNDED_PIECES: Final = 4
"""After so many steps all settlements of the founding stand."""
Board = dict[Site, Standing]


def course(seed: int) -> list[Board]:
    """Boards of a game: empty, the founding settlements, cities for four of them, three more."""
    rng, free, at = random.Random(seed), set(INTERSECTIONS), list[IntersectionId]()
    while len(at) < 11:
        at.append(rng.choice(sorted(free)))
        free -= {at[-1], *NEIGHBOURS[at[-1]]}
    boards: list[Board] = [{}]
    for n in range(0, 8, 2):
        two: Board = {site: Standing("settlement", COLOURS[n // 2]) for site in at[n : n + 2]}
        boards.append({**boards[-1], **two})
    for n in (0, 4):
        two = {site: Standing("city", COLOURS[n // 2 + m]) for m, site in enumerate(at[n : n + 4 : 2])}
        boards.append({**boards[-1], **two})
    more: Board = {site: Standing("settlement", COLOURS[n]) for n, site in enumerate(at[8:])}
    return [*boards, {**boards[-1], **more}]


def p_cities(edition: Edition, seed: int) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    """Yield P(city) of each building placed after the founding, without and with certain pieces, and the
    truth. Yields nothing if the island isn't found.
    """
    boards, stage = course(seed), Stage(edition, seed)
    pictures = [stage.picture(board) for board in boards]
    made = calibrate([add_noise(pictures[0], 2.0, n) for n in range(5)])
    if not isinstance(made, Calibration):
        return
    founded, last = boards[FOUNDED_PIECES], boards[-1]
    later = [site for site in last if founded.get(site) != last[site]]
    nothing: Board = {}
    for certain in (nothing, founded):
        sites = follow(BoardTracker(made, standing={}), pictures, certain).sites
        shares = np.array([[sites[site].get(Standing(kind, last[site].colour), 0.0) for kind in BUILDINGS]
                           for site in later])  # fmt: skip
        cities = np.array([last[site].kind == "city" for site in later])
        yield (shares[:, 1] + 1e-6) / (shares.sum(axis=1) + 2e-6), cities


def follow(
    tracker: BoardTracker, pictures: Sequence[NDArray[np.uint8]], certain: Mapping[Site, Standing]
) -> PiecesReading:
    """Return the belief after all pictures; certain pieces are certain from the founding on."""
    reading: PiecesReading | None = None
    t, number = 0.0, 0
    for n, picture in enumerate(pictures):
        for _ in range(round(STILL_S * FPS) * (2 if n == FOUNDED_PIECES else 1)):
            update = tracker.process_frame(add_noise(picture, 2.0, number), t).update
            reading = reading if update is None else update.pieces
            t, number = t + 1 / FPS, number + 1
            if n == FOUNDED_PIECES:
                tracker.set_certain_pieces(certain)
    assert reading is not None
    return reading


def main() -> None:
    """Follow a table of each edition, and print."""
    parser = argparse.ArgumentParser(
        description="Measures how well kinds are read while a table is followed."
    )
    parser.add_argument("--editions", type=int, default=20, help="made up, beside the simulated table's own")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    shares: dict[bool, list[NDArray[np.float64]]] = defaultdict(list)
    cities: list[NDArray[np.bool_]] = []
    for edition in editions(given.editions):
        both = [*p_cities(edition, 1)]
        if not both:
            print(f"{edition.name:12} its island isn't found", flush=True)
            continue
        for certain, (each, which) in zip((False, True), both, strict=True):
            shares[certain].append(each)
            print(f"{edition.name:12} {'with' if certain else 'without'} {figures(each, which)}", flush=True)
        cities.append(both[0][1])
    for certain in (False, True):
        print(f"{'all':12} {'with' if certain else 'without'} "
              f"{figures(np.concatenate(shares[certain]), np.concatenate(cities))}")  # fmt: skip


if __name__ == "__main__":
    main()
