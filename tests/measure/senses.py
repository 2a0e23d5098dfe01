"""What the follower makes of boards that change, on rendered pictures: the rates that simulated senses go by.

    python -m tests.measure.senses [--games N] [--seed N] [--turns N]

Every game has another camera, lamp, table, printing and set of pieces; no hands reach in. For pieces put down
and the robber moved: how sure the follower was at first and once it had settled, and how often it was right;
and of sites on which nothing stands.
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

import cv2
import numpy as np

from companion.games.base.events import Seat
from companion.games.base.state import State
from companion.games.base.tracker.differences import standing
from companion.island.pieces import Standing
from companion.sim.picture import PIECE_SETS, PRINTINGS, TABLES, CameraPose, Lens, Light, Piece, render_board
from companion.sim.world import World, shuffled_island
from vision.follow.calibration import Calibration, calibrate
from vision.follow.follower import Follower
from vision.lattice import CENTRES, project

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
        said, sure = max(shares.items(), key=lambda item: item[1])
        self.given.append((sure, said == right))

    def rows(self) -> Iterator[str]:
        """A rung of the ladder each: how many, how sure, how many right."""
        for low, high in pairwise(RUNGS):
            here = [(sure, right) for sure, right in self.given if low <= sure < high]
            if here:
                sure = sum(s for s, _ in here) / len(here)
                right = sum(r for _, r in here) / len(here)
                yield f"{len(here) / len(self.given):6.1%} at {sure:.3f}, right {right:.3f} ({len(here)})"


def main() -> None:
    """Show some games to the follower."""
    parser = argparse.ArgumentParser(description="What the follower makes of boards that change.")
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


def _show(seed: int, turns: int, answers: dict[str, Answers]) -> int:
    rng = random.Random(seed)
    layout = shuffled_island(rng)
    world = World(layout, SEATS[: 3 + seed % 2], rng)
    camera = CameraPose(960, 540, tilt=rng.uniform(0, 40), rotation=rng.uniform(-20, 20), distance=15.5)
    light = Light(
        brightness=rng.uniform(0.7, 1.1), warmth=rng.uniform(-0.5, 1.0), bearing=rng.uniform(0, 360),
        falloff=rng.uniform(0, 0.4), shadows=rng.uniform(0.2, 0.6),
    )  # fmt: skip
    look: dict[str, Any] = {
        "camera": camera, "light": light, "lens": Lens(noise=0, jpeg_quality=None),
        "table": TABLES[seed % len(TABLES)], "printing": PRINTINGS[seed % 3],
        "piece_set": PIECE_SETS[seed // 4 % 2],
    }  # fmt: skip

    def frames(state: State, many: int) -> Iterator[np.ndarray[Any, Any]]:
        pieces = [Piece(what.kind, site, what.colour) for site, what in standing(state).items()]
        still = render_board(layout, pieces, state.robber, **look)
        for n in range(many):
            grain = np.empty(still.shape, np.int16)
            cv2.setRNGSeed(seed * 1000 + n)
            cv2.randn(grain, 0, 2.0)
            yield np.asarray(cv2.add(still, grain, dtype=cv2.CV_8U), np.uint8)

    made = calibrate(list(frames(world.state, 5)))
    if not isinstance(made, Calibration):
        print(f"seed {seed}: {made.why}")
        return 0
    off = np.linalg.norm(project(made.plane, CENTRES) - project(camera.homography(), CENTRES), axis=1)
    if off.max() > 20:
        print(f"seed {seed}: the island lies the other way round")
        return 0
    follower, t, boards = Follower(made, empty=True), 0.0, 0
    before, robber = standing(world.state), world.state.robber
    colours = {seat.colour for seat in SEATS[: 3 + seed % 2]}
    for _ in world.play(turns):
        now = standing(world.state)
        changed = {site for site in now.keys() | before.keys() if now.get(site) != before.get(site)}
        moved = world.state.robber != robber
        if not changed and not moved:
            continue
        boards += 1
        updates = []
        for frame in frames(world.state, round(SHOWN_S * FPS)):
            t += 1 / FPS
            update = follower.take(frame, t).update
            if update is not None:
                updates.append(update)
        for which, update in (("first", updates[:1]), ("settled", updates[-1:])):
            for told in update:
                for site in changed:
                    _take(answers, which, told.pieces.sites[site], now[site], colours)
                if moved:
                    answers.setdefault(f"robber, {which}", Answers()).take(told.robber, world.state.robber)
        for told in updates[-1:]:
            for site, shares in told.pieces.sites.items():
                if site not in now:
                    answers.setdefault("bare", Answers()).take(shares, None)
        before, robber = now, world.state.robber
    return boards


def _take(
    answers: dict[str, Answers],
    which: str,
    shares: Mapping[Standing | None, float],
    is_: Standing,
    colours: set[str],
) -> None:
    """What is said of a site on which a piece was put."""
    there = {piece: p for piece, p in shares.items() if piece and piece.colour in colours}
    empty = shares.get(None, 0.0)
    some = sum(there.values())
    name = "road" if is_.kind == "road" else "building"
    answers.setdefault(f"{name} there, {which}", Answers()).take({True: some, False: empty}, True)
    if not some:
        return
    of_colour: Counter[str] = Counter()
    of_kind: Counter[str] = Counter()
    for what, p in there.items():
        of_colour[what.colour] += p / some  # type: ignore[assignment]
        of_kind[what.kind] += p / some  # type: ignore[assignment]
    answers.setdefault(f"{name} colour, {which}", Answers()).take(of_colour, is_.colour)
    if is_.kind != "road":
        answers.setdefault(f"kind, {which}", Answers()).take(of_kind, is_.kind)


if __name__ == "__main__":
    main()
