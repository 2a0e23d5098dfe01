"""Rolls on a drawn table: hands, shadows, dice in flight as a camera sees them.

Each film is read twice: by one who knows what lies there, which tries what is made of readings, and by the
networks that ship.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
import pytest

from companion.island.setups import first_game_layout
from companion.sim.picture import Arm, CameraPose, Clutter, DrawnDie, Light, Mug, Shade
from companion.sim.tabletop import (
    Painter,
    Scene,
    TableAppearance,
    Tabletop,
    TabletopMoment,
    draw_resting_dice,
    pick_up_dice,
    throw_dice,
)
from vision.dice.reading import DiceReading, DieReading, read_dice
from vision.dice.region import region_beside_island
from vision.dice.roll_judge import UNREADABLE_TEXT
from vision.dice.rolls import QUESTION_DELAY_S, RollFrameResult, RollWatch

POSE = CameraPose(640, 360, tilt=20, distance=11, aim=(4.5, 0.0))
FPS = 10.0
BEARING = 90.0
WHITE = DrawnDie((0, 0))
RED = replace(WHITE, colour=(44.0, 40.0, 190.0), pips=(232.0, 232.0, 232.0))
LAMP = Light()
PAINTER = Painter(first_game_layout(), TableAppearance())


@lru_cache(maxsize=40)
def render_still(scene: Scene, pose: CameraPose, light: Light) -> np.ndarray:
    return PAINTER.draw_still(TabletopMoment(Tabletop(pose, light=light), scene))


def is_hidden(die: DrawnDie, arm: Arm) -> bool:
    """Return whether a hand or its arm covers a die."""
    turn = np.radians(arm.bearing)
    back, right = np.array([np.sin(turn), -np.cos(turn)]), np.array([np.cos(turn), np.sin(turn)])
    away = np.array(die.at) - arm.at
    return bool(away @ back > -0.5 and abs(away @ right) < 1.6)


@dataclass
class Film:
    networks: bool
    t: float = 0.0
    pose: CameraPose = POSE
    light: Light = LAMP
    lying: tuple[Clutter, ...] = ()
    results: list[RollFrameResult] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(5))

    def __post_init__(self) -> None:
        self.shots = count()
        region = region_beside_island(POSE.homography(), POSE.width, POSE.height)
        self.watch = RollWatch(region, read_dice if self.networks else self._know)
        self.show(())

    def _know(
        self, image: np.ndarray, *, region: np.ndarray | None = None,
        size: tuple[float, float] | None = None, least: float = 0.5,
        foot: tuple[float, float] | None = None,
    ) -> DiceReading:  # fmt: skip
        arms = [thing for thing in self.lying if isinstance(thing, Arm)]
        dice = []
        for die in self.lying:
            if not isinstance(die, DrawnDie) or any(is_hidden(die, arm) for arm in arms):
                continue
            (x, y), (left, _), (right, _) = self.pose.project(
                die.centre + np.array([(0, 0, die.edge / 2), (-die.edge / 2, 0, 0), (die.edge / 2, 0, 0)])
            )
            sure = 0.4 if any(die.tumble) else 0.97
            values = {value: sure if value == die.value else (1 - sure) / 5 for value in range(1, 7)}
            row, column = round(float(y)), round(float(x))
            inside = 0 <= row < image.shape[0] and 0 <= column < image.shape[1]
            if inside and (region is None or region[row, column]):
                dice.append(DieReading((float(x), float(y)), float(right - left), values, 0.98))
        return DiceReading(tuple(dice), 0.0)

    def show(self, scene: Scene, seconds: float = 1.5) -> None:
        self.lying = scene
        for _ in range(max(1, round(seconds * FPS))):
            frame = PAINTER.add_grain(render_still(scene, self.pose, self.light), next(self.shots))
            self.results.append(self.watch.process_frame(frame, self.t))
            self.t += 1 / FPS

    def throw(self, *dice: DrawnDie, seconds: float = 1.5) -> None:
        if any(isinstance(thing, DrawnDie) for thing in self.lying):
            before = [thing for thing in self.lying if isinstance(thing, DrawnDie)]
            for scene in pick_up_dice(before, BEARING, FPS):
                self.show(scene, 1 / FPS)
        for scene in throw_dice((dice[0], dice[1]), BEARING, FPS, self.rng):
            self.show(scene, 1 / FPS)
        self.show(dice, seconds)

    def hand_over(self, before: Scene, after: Scene) -> None:
        """Move a hand over the scene, rest it for a moment, and remove it."""
        steps = [5.0, 3.5, 2.0, 1.0, 0.2]
        for scene, ways in ((before, steps), (after, steps[::-1])):
            for far in ways:
                self.show((*scene, Arm((7.0 + far, 0.3), BEARING)), 1 / FPS)
        self.show(after, 2.0)

    @property
    def values(self) -> list[tuple[int, int]]:
        rolls = [result.roll.dice for result in self.results if result.roll]
        return [(left.value, right.value) for left, right in rolls]

    @property
    def reasons_asked(self) -> set[str]:
        return {result.why for result in self.results if result.state == "asking"}


@pytest.fixture(params=["known", "networks"])
def film(request: pytest.FixtureRequest) -> Film:
    return Film(request.param == "networks")


DICE = (replace(WHITE, at=(6.9, -0.5), value=5, turn=30), replace(RED, at=(7.6, 0.7), value=2, turn=70))


def resting_dice(a: int, b: int, seed: int) -> tuple[DrawnDie, DrawnDie]:
    """Two dice of a throw, the first to the left."""
    one, other = draw_resting_dice((a, b), (7.4, 0.0), 1.0, random.Random(seed), (WHITE, RED))
    left, right = sorted((one.at, other.at))
    return replace(one, at=left), replace(other, at=right)


@pytest.mark.slow
def test_successive_throws_are_reported_with_their_values(film: Film) -> None:
    pairs = [(3, 4), (6, 1), (5, 2)]
    for seed, pair in enumerate(pairs):
        film.throw(*resting_dice(*pair, seed))
    assert film.values == pairs
    assert not film.reasons_asked
    assert all(result.roll.confidence > 0.8 for result in film.results if result.roll)


@pytest.fixture
def rolled_film(film: Film) -> Film:
    film.show(DICE)
    assert film.values == [(5, 2)]
    film.results.clear()
    return film


def test_a_hand_over_settled_dice_is_no_roll(rolled_film: Film) -> None:
    rolled_film.hand_over(DICE, DICE)
    assert not rolled_film.values
    assert not rolled_film.reasons_asked
    assert not any(result.moved for result in rolled_film.results)


def test_nudged_dice_are_no_roll(rolled_film: Film) -> None:
    moved = tuple(replace(die, at=(die.at[0] + 0.5, die.at[1] + 0.2), turn=die.turn + 25) for die in DICE)
    rolled_film.hand_over(DICE, moved)
    assert not rolled_film.values
    assert not rolled_film.reasons_asked


def test_dice_under_a_new_shadow_are_no_roll(rolled_film: Film) -> None:
    """Something tall is put down between them and the lamp, and somebody leans over the table."""
    mug = Mug((6.3, -2.2), colour=(60, 60, 62))
    rolled_film.hand_over(DICE, (*DICE, mug))
    rolled_film.show((*DICE, mug, Shade((6.0, 0.0), bearing=90)), 2.0)
    rolled_film.show(DICE, 2.0)
    assert not rolled_film.values
    assert not rolled_film.reasons_asked


@pytest.mark.parametrize("light", [Light(brightness=0.6), Light(brightness=1.2, warmth=0.8, bearing=140)])
def test_a_light_change_is_no_roll(rolled_film: Film, light: Light) -> None:
    for lamp in (light, LAMP):
        rolled_film.light = lamp
        rolled_film.show(DICE, 2.0)
    assert not rolled_film.values
    assert not rolled_film.reasons_asked


@pytest.mark.slow
@pytest.mark.parametrize("change", [{"aim": (4.62, -0.1)}, {"aim": (4.0, 0.4), "roll": 3.0}])
def test_a_knocked_camera_is_no_roll_and_the_next_throw_is(rolled_film: Film, change: dict[str, Any]) -> None:
    rolled_film.pose = replace(POSE, **change)
    rolled_film.show(DICE, 2.5)
    assert not rolled_film.values
    assert not rolled_film.reasons_asked
    rolled_film.throw(*resting_dice(1, 4, 3))
    assert rolled_film.values == [(1, 4)]


@pytest.mark.parametrize("change", [{"aim": (4.6, -0.1), "roll": 1.2}, {"aim": (4.6, 0.3), "distance": 11.4}])
def test_a_slightly_turned_or_lifted_camera_is_reported_as_moved(change: dict[str, Any]) -> None:
    """So that the island is looked for again at once."""
    film = Film(networks=False)
    film.show(DICE)
    assert not any(result.moved for result in film.results)
    film.pose = replace(POSE, **change)
    film.show(DICE, 2.5)
    assert any(result.moved for result in film.results)
    assert film.values == [(5, 2)]


def test_a_cocked_die_is_no_roll_until_it_is_laid_flat() -> None:
    film = Film(networks=False)
    cocked = (DICE[0], replace(DICE[1], tumble=(0.0, 42.0, 0.0)))
    film.throw(*cocked, seconds=QUESTION_DELAY_S + 1.5)
    assert not film.values
    assert film.reasons_asked == {UNREADABLE_TEXT}
    film.hand_over(cocked, DICE)
    assert film.values == [(5, 2)]
