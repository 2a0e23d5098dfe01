"""Measures robber tracking with shapes and colours unseen by any network.

    python -m tests.measure.robbers_followed [--robbers N]

Each table begins with its robber on a hex that the rules or people name. Then it is moved, and between its
moves pieces are put down, and twice something small is laid on a hex and taken off. Judged is what is told of
the robber three seconds after each of these: where nothing is known of it as the game begins, where its hex
is, and where it was shown besides while the table was calibrated.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, CORNERS, HEXES, INTERSECTIONS, PATHS_AT, HexId, position
from companion.sim.picture import PRINTINGS, TABLES, CameraEffects, Light, Piece
from companion.sim.picture.canvas import Colour
from companion.sim.picture.render import draw_board, draw_scene, photograph
from companion.sim.picture.solids import Body, ConvexSolid, piece_solids
from companion.sim.world import shuffled_island
from tests.images import add_noise
from tests.score.rendered import frame_camera
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration, calibrate
from vision.follow.tints import update_tint

FPS: Final = 4.0
REPORT_AFTER_S: Final = 3.0
"""Seconds after the hand has left within which the robber's move should be reported."""
REPORT_P: Final = 0.8
MOVES: Final = 6
KNOWLEDGE: Final = ("nothing", "its hex", "its look", "its hex and look")
"""What the tracker knows about the robber at the start of the game."""
COLOURS_OF_ROBBERS: Final[Mapping[str, Colour]] = {
    "black": (30.0, 28.0, 28.0),
    "grey": (96.0, 96.0, 94.0),
    "pale": (196.0, 206.0, 210.0),
    "beech": (120.0, 176.0, 214.0),
    "walnut": (38.0, 58.0, 88.0),
    "violet": (112.0, 44.0, 84.0),
    "gold": (52.0, 150.0, 196.0),
    "steel": (150.0, 128.0, 104.0),
}


@dataclass(frozen=True)
class Robber:
    """A random robber: bodies around the origin, in hex sides, and their paint."""

    name: str
    bodies: tuple[Body, ...]
    colour: Colour


def robbers(many: int) -> Iterator[Robber]:
    """So many, the same every time: discs, blocks, cones, pawns."""
    for seed in range(many):
        rng = np.random.default_rng([seed, 52])
        shape = ("disc", "block", "cone", "pawn", "stump")[seed % 5]
        paint = list(COLOURS_OF_ROBBERS)[(seed // 5 + 3 * (seed % 5)) % len(COLOURS_OF_ROBBERS)]
        colour = np.clip(np.array(COLOURS_OF_ROBBERS[paint]) + rng.normal(0, 8, 3), 5, 250)
        yield Robber(f"{paint} {shape}", tuple(_SHAPES[shape](rng)), _paint(colour))


def _paint(colour: NDArray[np.float64]) -> Colour:
    blue, green, red = (float(part) for part in colour)
    return blue, green, red


def _lathe(profile: list[tuple[float, float]], corners: int = 20) -> list[Body]:
    """A body turned on a lathe: radii at heights."""
    angles = np.arange(corners) * 2 * np.pi / corners + np.pi / corners
    around = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(corners)])
    bodies: list[Body] = []
    for (r0, z0), (r1, z1) in pairwise(profile):
        low, high = around * r0 + [0, 0, z0], around * r1 + [0, 0, z1]
        sides = [np.array([low[n - 1], low[n], high[n], high[n - 1]]) for n in range(corners)]
        bodies.append((*sides, high))
    return bodies


def _disc(rng: np.random.Generator) -> list[Body]:
    radius = rng.uniform(0.16, 0.27)
    return _lathe([(radius, 0), (radius, rng.uniform(0.03, 0.09))], 28)


def _block(rng: np.random.Generator) -> list[Body]:
    half, high = rng.uniform(0.13, 0.2), rng.uniform(0.25, 0.45)
    return _lathe([(half * 1.4, 0), (half * 1.4 * rng.uniform(0.8, 1), high)], 4)


def _cone(rng: np.random.Generator) -> list[Body]:
    radius, high = rng.uniform(0.15, 0.22), rng.uniform(0.35, 0.65)
    return _lathe([(radius, 0), (radius, 0.05), (0.02, high)])


def _pawn(rng: np.random.Generator) -> list[Body]:
    foot, high, head = rng.uniform(0.14, 0.2), rng.uniform(0.35, 0.5), rng.uniform(0.08, 0.13)
    ball = [(head * np.cos(a), high + head * (1 + np.sin(a))) for a in np.radians((-60, -20, 20, 60, 85))]
    return _lathe([(foot, 0), (0.9 * foot, 0.08), (0.4 * foot, high), *ball])


def _stump(rng: np.random.Generator) -> list[Body]:
    radius, high = rng.uniform(0.12, 0.19), rng.uniform(0.15, 0.35)
    return _lathe([(radius, 0), (radius * rng.uniform(0.85, 1.05), high)])


_SHAPES: Final = {"disc": _disc, "block": _block, "cone": _cone, "pawn": _pawn, "stump": _stump}


@dataclass(frozen=True)
class Moment:
    """Board content: pieces, the robber, and a counter on a hex."""

    pieces: tuple[Piece, ...]
    robber: HexId
    litter: HexId | None = None


def course(seed: int, start: HexId) -> list[Moment]:
    """Moves of the robber, and what else is done between them: the first moment is how it begins."""
    rng = random.Random(seed)
    free = rng.sample(INTERSECTIONS, len(INTERSECTIONS))
    moments = [Moment((), start)]
    for n in range(MOVES):
        now = moments[-1]
        elsewhere = [at for at in HEXES if at != now.robber]
        moments.append(Moment(now.pieces, rng.choice(elsewhere)))
        now = moments[-1]
        # A building at the robber's hex or anywhere, and its road.
        corner = next((at for at in CORNERS[now.robber] if at in free), free[0]) if n % 2 else free[0]
        free.remove(corner)
        road = rng.choice(sorted(PATHS_AT[corner]))
        new = [Piece(rng.choice(("settlement", "city")), corner, COLOURS[n % 4])]
        if all(road != piece.at for piece in now.pieces):
            new.append(Piece("road", road, COLOURS[n % 4]))
        moments.append(Moment((*now.pieces, *new), now.robber))
        if n in (1, 4):
            now = moments[-1]
            where = rng.choice([at for at in HEXES if at != now.robber])
            moments.append(Moment(now.pieces, now.robber, where))
            moments.append(now)
    return moments


@dataclass(frozen=True)
class Stage:
    """A table under a camera, on which a robber is moved."""

    robber: Robber
    seed: int

    @property
    def start(self) -> HexId:
        """Hex of the robber at the start of a game."""
        return next(shuffled_island(random.Random(f"{self.robber.name} {self.seed}")).deserts())

    def picture(self, moment: Moment | None) -> NDArray[np.uint8]:
        """Render the table without sensor noise; None gives an empty board."""
        chance = random.Random(f"{self.robber.name} {self.seed}")
        rng = np.random.default_rng([self.seed, 3, *self.robber.name.encode()])
        layout = shuffled_island(chance)
        camera = frame_camera(1280, 720, float(rng.uniform(0, 30)), float(rng.uniform(-20, 20)), 52.0)
        light = Light(warmth=float(rng.uniform(-0.5, 0.7)), bearing=float(rng.uniform(0, 360)))
        picture = draw_board(layout, camera, light, table=chance.choice(TABLES), seed=self.seed,
                          printing=chance.choice(PRINTINGS))  # fmt: skip
        if moment is not None:
            draw_scene(picture, list(self._solids(moment)), (), camera, light)
        return photograph(picture, light, CameraEffects(noise=0, jpeg_quality=None), rng)

    def _solids(self, moment: Moment) -> Iterator[ConvexSolid]:
        for piece in moment.pieces:
            yield from piece_solids(piece, np.random.default_rng([self.seed, *piece.at.encode()]))
        hands = np.random.default_rng([self.seed, *moment.robber.encode()])
        at = np.append(np.add(position(moment.robber), hands.normal(0, 0.1, 2).clip(-0.25, 0.25)), 0)
        for body in self.robber.bodies:
            yield ConvexSolid(tuple(face + at for face in body), self.robber.colour)
        if moment.litter is not None:
            own = np.random.default_rng([self.seed, *moment.litter.encode(), 9])
            at = np.append(np.add(position(moment.litter), own.normal(0, 0.15, 2)), 0)
            paint = _paint(own.uniform(20, 235, 3))
            for body in _lathe([(own.uniform(0.12, 0.3), 0), (0.15, own.uniform(0.01, 0.12))], 12):
                yield ConvexSolid(tuple(face + at for face in body), paint)


def show_robber(stage: Stage, made: Calibration) -> Calibration:
    """The table once its robber was put from where it begins on another hex, as people are asked to."""
    tracker, number = BoardTracker(made, standing={}), 0
    there = next(at for at in HEXES if at != stage.start)
    for at in (stage.start, there):
        picture = stage.picture(Moment((), at))
        for _ in range(round(REPORT_AFTER_S * FPS) + 1):
            for change in tracker.process_frame(add_noise(picture, 2.0, number), number / FPS).hexes:
                if change.at == there:
                    made = replace(made, robber=update_tint(None, change.arrived_colour))
            number += 1
    return made


def judge_robber(stage: Stage, made: Calibration, moments: list[Moment], *, certain: bool) -> Iterator[str]:
    """Judge the robber three seconds after each moment but the first: right, wrong, or not reported.

    Args:
        stage: the table.
        made: it, as it was calibrated.
        moments: what stands there.
        certain: who follows knows where it stands as the game begins.
    """
    tracker = BoardTracker(made, standing={})
    number, likeliest = 0, dict[HexId | None, float]()
    for moment in moments:
        picture = stage.picture(moment)
        for _ in range(round(REPORT_AFTER_S * FPS) + 1):
            if moment is moments[0] and certain:
                tracker.set_certain_pieces({}, {}, moment.robber)
            update = tracker.process_frame(add_noise(picture, 2.0, number), number / FPS).update
            likeliest = likeliest if update is None else dict(update.robber)
            number += 1
        if moment is not moments[0]:
            at = max(likeliest, key=lambda hex_: likeliest[hex_])
            yield "not reported" if likeliest[at] < REPORT_P else "right" if at == moment.robber else "wrong"


def main() -> None:
    """Follow a table of each robber, and print."""
    parser = argparse.ArgumentParser(
        description="Measures how well robbers that no network knows are tracked."
    )
    parser.add_argument("--robbers", type=int, default=20)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    all_of_them = {known: Counter[str]() for known in KNOWLEDGE}
    for seed, robber in enumerate(robbers(given.robbers)):
        stage = Stage(robber, seed)
        made = calibrate([add_noise(stage.picture(None), 2.0, n) for n in range(5)])
        if not isinstance(made, Calibration):
            continue
        for known, counted in all_of_them.items():
            table = show_robber(stage, made) if "look" in known else made
            each = Counter(judge_robber(stage, table, course(seed, stage.start), certain="hex" in known))
            counted.update(each)
            print(f"{robber.name:14} {known:16} {dict(each)}", flush=True)
    for known, counted in all_of_them.items():
        print(f"{'all':14} {known:16} {dict(counted)}")


if __name__ == "__main__":
    main()
