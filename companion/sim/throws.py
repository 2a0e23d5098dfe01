"""Throws on the table: what a camera sees of a hand and two dice, moment by moment.

A throw is a script: for each frame the things that are in the picture. Its dice end where they are told to,
with the faces that they are told to show; how they get there is chance, and each throw's own.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from companion.sim.picture.clutter import Arm
from companion.sim.picture.dice import EDGE, DrawnDie
from companion.sim.tabletop import Scene, Script, Tabletop, TabletopMoment

REACH_S: Final = 0.5
"""Least and most seconds that a hand takes to come or to go."""
SHAKE_S: Final = 0.8
"""Least and most seconds that a hand shakes the dice."""
FLY_S: Final = 0.35
"""Least and most seconds that dice fly."""
ROLL_S: Final = 0.6
"""Least and most seconds that dice roll on once they are down."""
PAUSE_S: Final = (0.2, 1.5)
"""Dice that were taken up are thrown after so long at least and at most."""
SHUTTER: Final = 0.4
"""The share of the time between two frames in which the shutter is open."""
_AWAY: Final = 6.0
"""Distance from which on a hand is no longer in the picture, in hex sides."""
_FREE: Final = 2.5 * EDGE
"""Two dice come to rest no nearer to each other."""

Spot = tuple[float, float]


def resting(
    values: tuple[int, int], around: Spot, reach: float, rng: random.Random, looks: Sequence[DrawnDie] = ()
) -> tuple[DrawnDie, DrawnDie]:
    """Two dice at rest, anyhow turned, within a reach of a place.

    Args:
        values: their top faces.
        around: the middle of where they may lie.
        reach: how far from there, in hex sides; at least 1.
        rng: chance.
        looks: dice of whose colours they are; usual ones where none are given.
    """

    def spot() -> Spot:
        angle, far = rng.uniform(0, 2 * math.pi), reach * math.sqrt(rng.random())
        return around[0] + far * math.cos(angle), around[1] + far * math.sin(angle)

    first, second = spot(), spot()
    while math.dist(first, second) < _FREE:
        second = spot()
    one, other = looks or (DrawnDie(first), DrawnDie(first))
    return (
        replace(one, at=first, value=values[0], turn=rng.uniform(0, 360)),
        replace(other, at=second, value=values[1], turn=rng.uniform(0, 360)),
    )


def take_up(dice: Sequence[DrawnDie], hand_from: float, fps: float) -> Iterator[Scene]:
    """A hand comes, gathers the dice and goes.

    Args:
        dice: that lie there.
        hand_from: degrees clockwise from the board's north from which it comes.
        fps: frames a second.
    """
    over = _middle(dice)
    steps = max(2, round(REACH_S * fps))
    for n in range(steps):
        yield (*dice, _hand(over, hand_from, 1 - n / (steps - 1)))
    for n in range(1, steps):
        yield (_hand(over, hand_from, n / (steps - 1)),)
    yield ()


def throw(
    dice: tuple[DrawnDie, DrawnDie], hand_from: float, fps: float, rng: random.Random
) -> Iterator[Scene]:
    """A hand comes with dice, shakes them, throws and goes; they fly, roll and come to rest.

    Args:
        dice: as they come to rest.
        hand_from: degrees clockwise from the board's north from which the hand comes.
        fps: frames a second.
        rng: chance.
    """
    turn = math.radians(hand_from)
    back = (math.sin(turn), -math.cos(turn))
    middle = _middle(dice)
    hand = (middle[0] + 2.4 * back[0], middle[1] + 2.4 * back[1])
    reach = max(2, round(REACH_S * fps))
    for n in range(reach):
        yield (_hand(hand, hand_from, 1 - n / (reach - 1)),)
    for _ in range(round(SHAKE_S * fps)):
        at = (hand[0] + rng.uniform(-0.3, 0.3), hand[1] + rng.uniform(-0.3, 0.3))
        yield (_hand(at, hand_from, 0.0),)
    flights = [_flight(die, hand, fps, rng) for die in dice]
    frames = max(len(flight) for flight in flights)
    for n in range(frames):
        moving = [flight[min(n, len(flight) - 1)] for flight in flights]
        away = min(1.0, n / (REACH_S * fps))
        yield (*moving, *([_hand(hand, hand_from, away)] if away < 1 else []))
    yield dice


def thrown(dice: tuple[DrawnDie, DrawnDie], hand_from: float) -> Script:
    """Dice that lie there are taken up, and two thrown, which lie there then; see `throw`."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        lying = [thing for thing in table.lying if isinstance(thing, DrawnDie)]
        others = tuple(thing for thing in table.lying if not isinstance(thing, DrawnDie))
        bare = replace(table, lying=others)
        if lying:
            for scene in take_up(lying, hand_from, fps):
                yield TabletopMoment(bare, scene)
            for _ in range(round(rng.uniform(*PAUSE_S) * fps)):
                yield TabletopMoment(bare)
        for scene in throw(dice, hand_from, fps, rng):
            yield TabletopMoment(bare, scene)
        yield TabletopMoment(replace(table, lying=(*others, *dice)))

    return script


def _flight(die: DrawnDie, hand: Spot, fps: float, rng: random.Random) -> list[DrawnDie]:
    """A die from the hand to where it rests: through the air, with a bounce, then ever slower."""
    bend = rng.uniform(-0.8, 0.8)
    roll_s = ROLL_S * rng.uniform(0.6, 1.3)
    frames = max(3, round((FLY_S + roll_s) * fps))
    spin = [rng.uniform(-700, 700) for _ in range(3)]
    path = []
    for n in range(1, frames + 1):
        left = 1 - n / frames
        # As fast as at the start of the way left, slowing down evenly.
        share, before = left**2, (left + 1 / frames) ** 2
        at, was = (_along(die.at, hand, part, bend) for part in (share, before))
        streak = (SHUTTER * (at[0] - was[0]), SHUTTER * (at[1] - was[1]))
        if n == frames:
            path.append(die)
            break
        bounce = abs(math.sin(math.pi * 1.5 * (1 - left) ** 0.5)) * 1.6 * left
        tumble = (spin[0] * share, spin[1] * share, spin[2] * share)
        path.append(replace(die, at=at, height=bounce, tumble=tumble, streak=streak))
    return path


def _along(rest: Spot, hand: Spot, share: float, bend: float) -> Spot:
    x, y = hand[0] - rest[0], hand[1] - rest[1]
    aside = bend * share * (1 - share)
    return rest[0] + share * x - aside * y, rest[1] + share * y + aside * x


def _hand(over: Spot, comes_from: float, away: float) -> Arm:
    """A hand over a place, or some share of the way back."""
    turn, far = math.radians(comes_from), _AWAY * away
    at = (over[0] + far * math.sin(turn), over[1] - far * math.cos(turn))
    return Arm(at, comes_from, height=0.5)


def _middle(dice: Sequence[DrawnDie]) -> Spot:
    return sum(die.at[0] for die in dice) / len(dice), sum(die.at[1] for die in dice) / len(dice)
