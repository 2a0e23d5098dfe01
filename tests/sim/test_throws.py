"""Throws in the camera picture: hands arrive and leave, dice fly and land at their target."""

import math
import random
from itertools import pairwise

import pytest

from companion.sim.picture import Arm, DrawnDie
from companion.sim.picture.dice import EDGE
from companion.sim.tabletop import Scene, draw_resting_dice, pick_up_dice, throw_dice

FPS = 12.0


@pytest.fixture
def dice() -> tuple[DrawnDie, DrawnDie]:
    return draw_resting_dice((5, 2), (7.0, 1.0), 1.5, random.Random(4))


def count_dice(scene: Scene) -> list[DrawnDie]:
    return [thing for thing in scene if isinstance(thing, DrawnDie)]


def count_hands(scene: Scene) -> list[Arm]:
    return [thing for thing in scene if isinstance(thing, Arm)]


def test_dice_rest_apart_within_reach_with_their_faces_up() -> None:
    for seed in range(50):
        one, other = draw_resting_dice((5, 2), (7.0, 1.0), 1.5, random.Random(seed))
        assert (one.value, other.value) == (5, 2)
        assert math.dist(one.at, other.at) > 2 * EDGE
        assert all(math.dist(die.at, (7.0, 1.0)) <= 1.5 for die in (one, other))
        assert one.height == one.tumble[0] == 0


def test_dice_can_have_any_appearance() -> None:
    red = DrawnDie((0, 0), colour=(0, 0, 200))
    dice = draw_resting_dice((1, 1), (0, 0), 1, random.Random(1), (red, red))
    assert [die.colour for die in dice] == [red.colour, red.colour]


def test_a_throw_ends_with_the_dice_at_rest_and_nothing_else(dice: tuple[DrawnDie, DrawnDie]) -> None:
    scenes = list(throw_dice(dice, 100, FPS, random.Random(2)))
    assert scenes[-1] == dice
    assert 1.5 < len(scenes) / FPS < 4


def test_the_hand_arrives_with_hidden_dice_throws_and_leaves(dice: tuple[DrawnDie, DrawnDie]) -> None:
    scenes = list(throw_dice(dice, 100, FPS, random.Random(2)))
    seen = [(bool(count_hands(scene)), len(count_dice(scene))) for scene in scenes]
    first = seen.index((True, 2))
    assert set(seen[:first]) == {(True, 0)}
    assert (False, 2) in seen[first:]
    assert all(count == 2 for _, count in seen[first:])


def test_flying_dice_have_motion_blur_and_slow_down(dice: tuple[DrawnDie, DrawnDie]) -> None:
    flights = [
        count_dice(scene) for scene in throw_dice(dice, 100, FPS, random.Random(2)) if count_dice(scene)
    ]
    speeds = [math.hypot(*flight[0].streak) for flight in flights]
    assert speeds[0] > 0.1
    assert speeds[-1] == 0
    assert all(later <= earlier + 0.02 for earlier, later in pairwise(speeds))


def test_picking_up_removes_dice_and_hand(dice: tuple[DrawnDie, DrawnDie]) -> None:
    scenes = list(pick_up_dice(dice, 100, FPS))
    assert count_dice(scenes[0]) == list(dice)
    assert scenes[-1] == ()
    gone = next(n for n, scene in enumerate(scenes) if not count_dice(scene))
    middle = (sum(die.at[0] for die in dice) / 2, sum(die.at[1] for die in dice) / 2)
    assert count_hands(scenes[gone - 1])[0].at == pytest.approx(middle)
    assert not any(count_dice(scene) for scene in scenes[gone:])
