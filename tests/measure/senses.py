"""Measures the board tracker's rates on rendered pictures, for the simulated senses.

    python -m tests.measure.senses [--games N] [--seed N] [--turns N]

Every game has another camera, lamp, table, printing and set of pieces; no hands reach in. For pieces put down
and the robber moved: how sure the board tracker was once it had settled, and how often it was right; and
of sites on which nothing stands.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.games.base.rules.state import State
from companion.games.base.tracker.board_diff import pieces_on_board
from companion.games.seats import Seat
from companion.island.geometry import Standing
from companion.island.layout import Layout
from companion.sim.picture import (
    PIECE_SETS,
    PRINTINGS,
    TABLES,
    CameraEffects,
    CameraPose,
    Light,
    Piece,
    render_board,
)
from companion.sim.world import SimulatedGame, shuffled_island
from tests.images import add_noise
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration, calibrate
from vision.lattice import CENTRES, project

Picture = NDArray[np.uint8]
FPS = 8
SHOWN_S = 1.5
"""Each board is shown so long."""
RUNGS = (0.0, 0.5, 0.7, 0.88, 0.97, 0.99, 1.01)
SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"), Seat("Dora", "orange"))


@dataclass
class Answers:
    """Answers to one question: how sure each was, and whether it was right."""

    given: list[tuple[float, bool]] = field(default_factory=list)

    def take(self, shares: Mapping[Any, float], right: object) -> None:
        """One more."""
        answer, sure = max(shares.items(), key=lambda item: item[1])
        self.given.append((sure, answer == right))

    def rows(self) -> Iterator[str]:
        """A rung of the ladder each: how many, how sure, how many right."""
        for low, high in pairwise(RUNGS):
            here = [(sure, right) for sure, right in self.given if low <= sure < high]
            if here:
                sure = sum(s for s, _ in here) / len(here)
                right = sum(r for _, r in here) / len(here)
                yield f"{len(here) / len(self.given):6.1%} at {sure:.3f}, right {right:.3f} ({len(here)})"


def main() -> None:
    """Show some games to the board tracker."""
    parser = argparse.ArgumentParser(description="What the board tracker makes of boards that change.")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=60, help="of each game (%(default)s)")
    args = parser.parse_args()
    answers: dict[str, Answers] = {}
    boards = 0
    for n in range(args.games):
        boards += _show(args.seed + n, args.turns, answers)
        print(f"{n + 1} games, {boards} boards", file=sys.stderr, flush=True)
    for what, given in sorted(answers.items()):
        print(what)
        for row in given.rows():
            print("   ", row)
    print(f"{boards} boards")


class _Studio:
    """A table that is drawn and filmed, another for every seed."""

    def __init__(self, layout: Layout, seed: int) -> None:
        rng = random.Random(seed)
        self._layout, self._seed = layout, seed
        tilt, turn = rng.uniform(0, 40), rng.uniform(-20, 20)
        self.camera = CameraPose(960, 540, tilt=tilt, rotation=turn, distance=15.5)
        self._light = Light(
            brightness=rng.uniform(0.7, 1.1),
            warmth=rng.uniform(-0.5, 1.0),
            bearing=rng.uniform(0, 360),
            falloff=rng.uniform(0, 0.4),
            shadows=rng.uniform(0.2, 0.6),
        )

    def frames(self, state: State, many: int) -> Iterator[Picture]:
        """So many pictures of a board as it stands, with the sensor's noise: BGR, 540 x 960 x 3."""
        still = render_board(
            self._layout,
            [Piece(what.kind, site, what.colour) for site, what in pieces_on_board(state).items()],
            state.robber,
            camera=self.camera,
            light=self._light,
            lens=CameraEffects(noise=0, jpeg_quality=None),
            table=TABLES[self._seed % len(TABLES)],
            printing=PRINTINGS[self._seed % 3],
            piece_set=PIECE_SETS[self._seed // 4 % 2],
        )
        for n in range(many):
            yield add_noise(still, 2.0, self._seed * 1000 + n)

    def calibrate_camera(self, state: State) -> Calibration | None:
        """Calibrate on the empty board; None if the island isn't found at its place."""
        made = calibrate(list(self.frames(state, 5)))
        if not isinstance(made, Calibration):
            return None
        off = project(made.plane, CENTRES) - project(self.camera.homography(), CENTRES)
        return made if np.linalg.norm(off, axis=1).max() < 20 else None


def _show(seed: int, turns: int, answers: dict[str, Answers]) -> int:
    """Show the boards of a game to a board tracker; how many there were."""
    rng = random.Random(seed)
    seats = SEATS[: 3 + seed % 2]
    layout = shuffled_island(rng)
    world = SimulatedGame(layout, seats, rng)
    studio = _Studio(layout, seed)
    calibration = studio.calibrate_camera(world.state)
    if calibration is None:
        return 0
    tracker, t, boards = BoardTracker(calibration, standing={}), 0.0, 0
    before, robber = pieces_on_board(world.state), world.state.robber
    for _ in world.play(turns):
        now = pieces_on_board(world.state)
        changed = {site for site in now.keys() | before.keys() if now.get(site) != before.get(site)}
        moved = world.state.robber != robber
        if not changed and not moved:
            continue
        boards += 1
        settled = None
        for frame in studio.frames(world.state, round(SHOWN_S * FPS)):
            t += 1 / FPS
            settled = tracker.process_frame(frame, t).update or settled
        if settled is not None:
            for site, shares in settled.pieces.sites.items():
                if site in changed:
                    _take(answers, shares, now[site], {seat.colour for seat in seats})
                elif site not in now:
                    answers.setdefault("bare", Answers()).take(shares, None)
            if moved:
                answers.setdefault("robber", Answers()).take(settled.robber, world.state.robber)
        before, robber = now, world.state.robber
    return boards


def _take(
    answers: dict[str, Answers],
    shares: Mapping[Standing | None, float],
    is_: Standing,
    colours: set[str],
) -> None:
    """Draw the likelihoods of a site on which a piece was placed."""
    there = {piece: p for piece, p in shares.items() if piece and piece.colour in colours}
    empty = shares.get(None, 0.0)
    some = sum(there.values())
    name = "road" if is_.kind == "road" else "building"
    answers.setdefault(f"{name} there", Answers()).take({True: some, False: empty}, True)
    if not some:
        return
    of_colour: Counter[str] = Counter()
    of_kind: Counter[str] = Counter()
    for what, p in there.items():
        of_colour[what.colour] += p / some  # type: ignore[assignment]  # numpy counts in floats
        of_kind[what.kind] += p / some  # type: ignore[assignment]  # numpy counts in floats
    answers.setdefault(f"{name} colour", Answers()).take(of_colour, is_.colour)
    if is_.kind != "road":
        answers.setdefault("kind", Answers()).take(of_kind, is_.kind)


if __name__ == "__main__":
    main()
