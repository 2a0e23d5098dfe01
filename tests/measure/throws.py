"""Measures how well throws of resource dice are read: drawn sets, each learned from two views of each face.

    python -m tests.measure.throws [--sets N] [--throws N]
    python -m tests.measure.throws --simulated [--sets N] [--throws N]
    python -m tests.measure.throws --traced DIR

The sets are drawn anew, in every style. Each throw is three to six dice 40 to 90 pixels wide under a camera
that is tilted by up to 30 degrees, read in the mean of three noisy pictures.

With `--simulated`, the sets are those of the simulated table (`companion/sim/resource_dice.py`), up to five.
No network was trained on their symbols or in pictures of this renderer. In half of the throws dice lie close
together.

With `--traced`, the throws are the pictures of `tests.score.path_traced_dice`. Each set is learned from its
two showings at each table.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.dice_game.inputs import CLOSE_RATIO, MIN_CERTAINTY_P
from companion.games.dice_game.sheet import FACES
from companion.sim.resource_dice import (
    CLOSE_CELL_SIDES,
    TRAY_CAMERA,
    SetColours,
    draw_face_art,
    learn_simulated_set,
    place_dice,
)
from companion.sim.tabletop import Painter, TableAppearance, Tabletop, TabletopMoment
from tests.images import SET_COLOURS
from vision.dice.reading import cut_dice_patches
from vision.dice.resources import (
    RESOURCES,
    LearnedFaces,
    Resource,
    ResourceDie,
    detect_resource_dice,
    learn_faces,
    read_resource_dice,
)
from vision.dice.throws import MIN_DIE_P, SETTLE_S, average_pictures
from vision.training.resources.die_photos import render_table
from vision.training.resources.drawings import DRAWINGS_PER_RESOURCE
from vision.training.resources.faces import MANNERS, FaceStyle, Floats, draw_set, random_face_style
from vision.training.textures import Rng

WIDTHS_PX: Final = (40.0, 90.0)
TILTS_DEGREES: Final = (0.0, 30.0)
SHOWN_WIDTH_PX: Final = 60.0
SEARCHED_WIDTHS_PX: Final = (25.0, 140.0)
"""Widths that are searched, as a calibrated region gives them."""
FRAMES: Final = 3
NOISE_LEVELS: Final = 3.0
DISTANCES_SIDES: Final = (4.0, 7.0)
"""Range of the simulated camera's distances, in hex sides: dice are 43 to 75 pixels wide."""
SURE_P: Final = 0.95


@dataclass(frozen=True)
class DrawnSet:
    """A drawn set of dice.

    Attributes:
        style: its style.
        faces: the six faces in the order of RESOURCES, as `vision.training.resources.faces.draw_set` draws.
    """

    style: FaceStyle
    faces: Floats

    @classmethod
    def draw(cls, manner: str, rng: Rng) -> DrawnSet:
        """Draw a set in a manner, with a random drawing of each symbol."""
        drawings = {each: int(rng.integers(DRAWINGS_PER_RESOURCE)) for each in RESOURCES}
        style = random_face_style(manner, drawings, rng)
        return cls(style, draw_set(style, rng))

    def photograph(self, tops: list[int], width: float, tilt: float, rng: Rng) -> NDArray[np.uint8]:
        """Return a picture of dice in a row, each with the top face of that index."""
        return render_table(self.faces, tops, self.style.body, width, tilt, rng)[0]

    def learn(self, rng: Rng) -> LearnedFaces:
        """Learn the set from two pictures of all six faces."""
        tops = list(range(len(RESOURCES)))
        showings = []
        for _ in range(2):
            tilt = float(rng.uniform(0, 20))
            picture, places = render_table(self.faces, tops, self.style.body, SHOWN_WIDTH_PX, tilt, rng)
            showings.append((picture, RESOURCES, places))
        return learn_showings(showings)


Places = Sequence[Sequence[float]]
"""The pixel (x, y) of the middle of each die's top face."""


def learn_showings(
    showings: Sequence[tuple[NDArray[np.uint8], Sequence[Resource], Places]],
) -> LearnedFaces:
    """Learn a set from pictures, each with the faces and places of its dice."""
    patches, names = [], []
    for picture, faces, places in showings:
        dice, _, _ = detect_resource_dice(picture, size=SEARCHED_WIDTHS_PX)
        for name, place in zip(faces, places, strict=True):
            distances = [math.dist(die.at, place) for die in dice]
            nearest = dice[int(np.argmin(distances))]
            patches.append(cut_dice_patches(picture, [nearest])[0])
            names.append(name)
    return learn_faces(np.stack(patches), names)


READING_SECONDS: Final[list[float]] = []
"""Seconds of each reading so far."""


def read_noisy(picture: NDArray[np.uint8], learned: LearnedFaces, rng: Rng) -> tuple[ResourceDie, ...]:
    """Read a picture as the watch does: the mean of several, each with noise of its own."""
    noisy = [
        (picture + rng.normal(0, NOISE_LEVELS, picture.shape)).clip(0, 255).astype(np.uint8)
        for _ in range(FRAMES)
    ]
    reading = read_resource_dice(average_pictures(noisy), learned, size=SEARCHED_WIDTHS_PX)
    READING_SECONDS.append(reading.seconds)
    return tuple(die for die in reading.dice if die.is_die >= MIN_DIE_P)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", type=int, default=10)
    parser.add_argument("--throws", type=int, default=30, help="throws of each set")
    parser.add_argument("--seed", type=int, default=36)
    parser.add_argument("--simulated", action="store_true", help="the sets of the simulated table")
    parser.add_argument("--traced", type=Path, metavar="DIR", help="path-traced throws in this folder")
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    outcomes: Counter[str] = Counter()
    if given.simulated:
        for colours in SET_COLOURS[: given.sets]:
            outcomes += measure_simulated_set(colours, given.throws, random.Random(given.seed), rng)
    if given.traced is not None:
        outcomes += measure_traced_throws(given.traced, rng)
    for number in range(0 if given.simulated or given.traced else given.sets):
        drawn = DrawnSet.draw(MANNERS[number % len(MANNERS)], rng)
        learned = drawn.learn(rng)
        for _ in range(given.throws):
            tops = rng.integers(0, len(RESOURCES), int(rng.integers(3, 7))).tolist()
            picture = drawn.photograph(tops, rng.uniform(*WIDTHS_PX), rng.uniform(*TILTS_DEGREES), rng)
            dice = read_noisy(picture, learned, rng)
            outcomes.update(judge_throw(dice, [RESOURCES[top] for top in tops]))
    throws = outcomes["throws"]
    print(f"{throws} throws")
    for outcome in ("recorded right", "recorded wrong", "faces not read", "other number of dice"):
        print(f"  {outcome}: {outcomes[outcome]} ({outcomes[outcome] / throws:.1%})")
    print(f"  recorded right, and no question asked: {outcomes['no question']}")
    print(
        f"  faces at {SURE_P:.0%} and more: {outcomes['sure']}, of which wrong {outcomes['sure and wrong']}"
    )
    median, slow = np.percentile(READING_SECONDS, (50, 95))
    print(f"  seconds from rest: median {SETTLE_S + median:.2f}, 95 % within {SETTLE_S + slow:.2f}")


def measure_simulated_set(colours: SetColours, throws: int, chance: random.Random, rng: Rng) -> Counter[str]:
    """Return the outcomes of throws of a set of the simulated table, after each face was shown twice."""
    art, painter = draw_face_art(colours), Painter(None, TableAppearance(seed=chance.randrange(100)))
    learned = learn_simulated_set(painter, art, chance, replace(TRAY_CAMERA, width=960, height=720))
    outcomes: Counter[str] = Counter()
    for number in range(throws):
        tilt, distance = chance.uniform(*TILTS_DEGREES), chance.uniform(*DISTANCES_SIDES)
        camera = replace(TRAY_CAMERA, width=960, height=720, distance=distance, tilt=tilt)
        faces = [chance.choice(FACES) for _ in range(chance.randint(3, 6))]
        dice = place_dice(faces, art, chance, cell_sides=CLOSE_CELL_SIDES if number % 2 else 0.95)
        picture = painter.draw_still(TabletopMoment(Tabletop(camera, clutter=tuple(dice))))
        seen = read_noisy(picture, learned, rng)
        outcomes += judge_throw(match_dice(seen, camera.project([die.at for die in dice]).tolist()), faces)
    print(f"{colours}: {dict(outcomes)}", flush=True)
    return outcomes


def measure_traced_throws(folder: Path, rng: Rng) -> Counter[str]:
    """Return the outcomes of path-traced throws, each set learned from its showings at the same table."""
    outcomes: Counter[str] = Counter()
    labels = [{**json.loads(path.read_text()), "path": path} for path in sorted(folder.glob("*.json"))]
    for _, group in groupby(sorted(labels, key=itemgetter("table")), itemgetter("table")):
        of_table = list(group)
        learned = learn_showings([_load_traced(label) for label in of_table if label["is_showing"]])
        of_set: Counter[str] = Counter()
        for label in of_table:
            if label["is_showing"]:
                continue
            picture, faces, places = _load_traced(label)
            of_throw = judge_throw(match_dice(read_noisy(picture, learned, rng), places), faces)
            if not of_throw["no question"]:
                print(f"  {label['path'].stem}: {dict(of_throw)}", flush=True)
            of_set += of_throw
        print(f"{of_table[0]['set']}, tilt {of_table[0]['tilt']}: {dict(of_set)}", flush=True)
        outcomes += of_set
    return outcomes


def _load_traced(label: dict[str, Any]) -> tuple[NDArray[np.uint8], list[Resource], Places]:
    """Return a labelled picture, the top faces of its dice and their places."""
    picture = np.asarray(cv2.imread(str(label["path"].with_suffix(".jpg"))), np.uint8)
    return picture, [die["face"] for die in label["dice"]], [die["at"] for die in label["dice"]]


def match_dice(seen: Sequence[ResourceDie], places: Places) -> tuple[ResourceDie, ...]:
    """Return the die at each place; none if they are fewer or more, or two places have the same one."""
    if len(seen) != len(places):
        return ()
    nearest = [min(seen, key=lambda die: math.dist(die.at, at)) for at in places]
    return tuple(nearest) if len({id(die) for die in nearest}) == len(places) else ()


def judge_throw(dice: tuple[ResourceDie, ...], truth: Sequence[str]) -> Counter[str]:
    """Return the outcomes of one throw, whose dice lie from left to right as in the truth."""
    outcomes = Counter({"throws": 1})
    if len(dice) != len(truth):
        return outcomes + Counter({"other number of dice": 1})
    for die, face in zip(dice, truth, strict=True):
        if die.values[die.value] >= SURE_P:
            outcomes["sure"] += 1
            outcomes["sure and wrong"] += die.value != face
    is_right = [die.value for die in dice] == list(truth)
    if math.prod(die.values[die.value] for die in dice) < MIN_CERTAINTY_P:
        outcomes["faces not read"] += 1
    else:
        outcomes["recorded right" if is_right else "recorded wrong"] += 1
        # As `companion.games.dice_game.inputs` decides whether to ask about close readings.
        is_clear = all(sorted(die.values.values())[-2] < CLOSE_RATIO * die.values[die.value] for die in dice)
        outcomes["no question"] += is_right and is_clear
    return outcomes


if __name__ == "__main__":
    main()
