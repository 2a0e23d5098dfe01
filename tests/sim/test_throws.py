"""Throws as a camera sees them: hands come and go, dice fly and end where they are told to."""

import math
import random
from itertools import pairwise

import pytest

from companion.sim.picture import Arm, DrawnDie
from companion.sim.picture.dice import EDGE
from companion.sim.tabletop import Scene
from companion.sim.throws import draw_resting_dice, pick_up_dice, throw_dice

FPS = 12.0


@pytest.fixture
def dice() -> tuple[DrawnDie, DrawnDie]:
    return draw_resting_dice((5, 2), (7.0, 1.0), 1.5, random.Random(4))


def dice_in(scene: Scene) -> list[DrawnDie]:
    return [thing for thing in scene if isinstance(thing, DrawnDie)]


def hands_in(scene: Scene) -> list[Arm]:
    return [thing for thing in scene if isinstance(thing, Arm)]


def test_dice_rest_apart_within_reach_with_their_faces_up() -> None:
    for seed in range(50):
        one, other = draw_resting_dice((5, 2), (7.0, 1.0), 1.5, random.Random(seed))
        assert (one.value, other.value) == (5, 2)
        assert math.dist(one.at, other.at) > 2 * EDGE
        assert all(math.dist(die.at, (7.0, 1.0)) <= 1.5 for die in (one, other))
        assert one.height == one.tumble[0] == 0


def test_dice_may_look_as_they_like() -> None:
    red = DrawnDie((0, 0), colour=(0, 0, 200))
    dice = draw_resting_dice((1, 1), (0, 0), 1, random.Random(1), (red, red))
    assert [die.colour for die in dice] == [red.colour, red.colour]


def test_a_throw_ends_with_the_dice_at_rest_and_nothing_else(dice: tuple[DrawnDie, DrawnDie]) -> None:
    scenes = list(throw_dice(dice, 100, FPS, random.Random(2)))
    assert scenes[-1] == dice
    assert 1.5 < len(scenes) / FPS < 4


def test_the_hand_comes_without_dice_in_sight_throws_and_goes(dice: tuple[DrawnDie, DrawnDie]) -> None:
    scenes = list(throw_dice(dice, 100, FPS, random.Random(2)))
    seen = [(bool(hands_in(scene)), len(dice_in(scene))) for scene in scenes]
    first = seen.index((True, 2))
    assert set(seen[:first]) == {(True, 0)}
    assert (False, 2) in seen[first:]
    assert all(count == 2 for _, count in seen[first:])


def test_dice_in_flight_are_smeared_and_slow_down(dice: tuple[DrawnDie, DrawnDie]) -> None:
    flights = [dice_in(scene) for scene in throw_dice(dice, 100, FPS, random.Random(2)) if dice_in(scene)]
    speeds = [math.hypot(*flight[0].streak) for flight in flights]
    assert speeds[0] > 0.1
    assert speeds[-1] == 0
    assert all(later <= earlier + 0.02 for earlier, later in pairwise(speeds))


def test_taken_up_the_dice_are_gone_with_the_hand(dice: tuple[DrawnDie, DrawnDie]) -> None:
    scenes = list(pick_up_dice(dice, 100, FPS))
    assert dice_in(scenes[0]) == list(dice)
    assert scenes[-1] == ()
    gone = next(n for n, scene in enumerate(scenes) if not dice_in(scene))
    middle = (sum(die.at[0] for die in dice) / 2, sum(die.at[1] for die in dice) / 2)
    assert hands_in(scenes[gone - 1])[0].at == pytest.approx(middle)
    assert not any(dice_in(scene) for scene in scenes[gone:])
