"""Measures how well throws of resource dice are read: drawn sets, each learned from two views of each face.

    python -m tests.measure.throws [--sets N] [--throws N]
    python -m tests.measure.throws --simulated [--sets N] [--throws N]

The sets are drawn anew, in every style. Each throw is three to six dice 40 to 90 pixels wide under a camera
that is tilted by up to 30 degrees, read in the mean of three noisy pictures.

With `--simulated`, the sets are those of the simulated table (`companion/sim/resource_dice.py`), up to five.
No network was trained on their symbols or in pictures of this renderer. In half of the throws dice lie close
together.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.games.dice_game.inputs import MIN_CERTAINTY_P
from companion.games.dice_game.sheet import FACES
from companion.sim.resource_dice import (
    CLOSE_CELL_SIDES,
    SET_COLOURS,
    TRAY_CAMERA,
    SetColours,
    draw_face_art,
    learn_simulated_set,
    place_dice,
)
from companion.sim.tabletop import Painter, TableAppearance, Tabletop, TabletopMoment
from vision.dice.reading import cut_dice_patches
from vision.dice.resources import (
    RESOURCES,
    LearnedFaces,
    ResourceDie,
    detect_resource_dice,
    learn_faces,
    read_resource_dice,
)
from vision.dice.throws import MIN_DIE_P, average_pictures
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
        patches, names = [], []
        for _ in range(2):
            tops = list(range(len(RESOURCES)))
            picture, places = render_table(
                self.faces, tops, self.style.body, SHOWN_WIDTH_PX, float(rng.uniform(0, 20)), rng
            )
            dice, _, _ = detect_resource_dice(picture, size=SEARCHED_WIDTHS_PX)
            for name, place in zip(RESOURCES, places, strict=True):
                distances = [math.dist(die.at, place) for die in dice]
                nearest = dice[int(np.argmin(distances))]
                patches.append(cut_dice_patches(picture, [nearest])[0])
                names.append(name)
        return learn_faces(np.stack(patches), names)


def read_noisy(picture: NDArray[np.uint8], learned: LearnedFaces, rng: Rng) -> tuple[ResourceDie, ...]:
    """Read a picture as the watch does: the mean of several, each with noise of its own."""
    noisy = [
        (picture + rng.normal(0, NOISE_LEVELS, picture.shape)).clip(0, 255).astype(np.uint8)
        for _ in range(FRAMES)
    ]
    reading = read_resource_dice(average_pictures(noisy), learned, size=SEARCHED_WIDTHS_PX)
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
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    outcomes: Counter[str] = Counter()
    if given.simulated:
        for colours in SET_COLOURS[: given.sets]:
            outcomes += measure_simulated_set(colours, given.throws, random.Random(given.seed), rng)
    for number in range(0 if given.simulated else given.sets):
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
    print(
        f"  faces at {SURE_P:.0%} and more: {outcomes['sure']}, of which wrong {outcomes['sure and wrong']}"
    )


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
        places = camera.project([die.at for die in dice])
        nearest = [_nearest_die(seen, at) for at in places] if seen else []
        # Dice of another number, or two at one place, are no throw of these dice.
        is_complete = len(seen) == len(faces) and len({id(die) for die in nearest}) == len(faces)
        outcomes += judge_throw(tuple(nearest) if is_complete else (), faces)
    print(f"{colours}: {dict(outcomes)}", flush=True)
    return outcomes


def _nearest_die(seen: Sequence[ResourceDie], at: NDArray[np.float64]) -> ResourceDie:
    return min(seen, key=lambda die: math.dist(die.at, at))


def judge_throw(dice: tuple[ResourceDie, ...], truth: Sequence[str]) -> Counter[str]:
    """Return the outcomes of one throw, whose dice lie from left to right as in the truth."""
    outcomes = Counter({"throws": 1})
    if len(dice) != len(truth):
        return outcomes + Counter({"other number of dice": 1})
    for die, face in zip(dice, truth, strict=True):
        if die.values[die.value] >= SURE_P:
            outcomes["sure"] += 1
            outcomes["sure and wrong"] += die.value != face
    if math.prod(die.values[die.value] for die in dice) < MIN_CERTAINTY_P:
        outcomes["faces not read"] += 1
    else:
        outcomes["recorded right" if [die.value for die in dice] == list(truth) else "recorded wrong"] += 1
    return outcomes


if __name__ == "__main__":
    main()
