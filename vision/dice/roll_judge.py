"""Decide whether resting dice are a new roll, by comparing them with the dice already known.

Known dice are memory: they stay known under a sleeve or a mug, and after they were picked up, until other
dice replace them. So dice that lie in their old places with their old faces are no roll, whatever happened
meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from types import MappingProxyType
from typing import Any, Final, Literal

import numpy as np

from companion.i18n import sentence
from vision.dice.reading import MIN_DIE_P, DieReading, FaceReading

# Combine several readings of resting dice into one.


SAME_PLACE_WIDTHS: Final = 0.35
"""Dice nearer to each other than this, in widths, are one die."""
AGREEING_READINGS: Final = 3
"""Number of consecutive readings that must agree on a die, if they follow closely."""
AGREEING_S: Final = 0.4
"""Two agreeing readings this far apart, in seconds, are enough: for a slow camera."""
MAX_READINGS: Final = 6
"""Largest number of readings of resting dice."""
SURELY_P: Final = 0.8
"""A less probable die may appear and disappear between two readings."""
_FLOOR: Final = 1e-4

Dice = tuple[DieReading, ...]


@dataclass(frozen=True)
class RestingDie:
    """A die at rest.

    Attributes:
        die: its reading, pooled over some frames.
        since: time of the last motion there, in seconds.
    """

    die: DieReading
    since: float


def die_distance(one: FaceReading[Any], other: FaceReading[Any]) -> float:
    """Return the distance of two dice, in widths of a die."""
    size = (one.size + other.size) / 2
    return float(np.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) / max(size, 1e-6))


def is_steady(readings: Sequence[Dice], apart_s: float = 0.0) -> bool:
    """Return whether the last readings agree on place and value of every sure die.

    Args:
        readings: of resting dice, the newest last.
        apart_s: seconds between the last two.
    """
    enough = 2 if apart_s >= AGREEING_S else AGREEING_READINGS
    if len(readings) < enough:
        return False
    first, *others = ([die for die in dice if die.is_die >= SURELY_P] for dice in readings[-enough:])
    return all(_readings_agree(first, other) for other in others)


def _readings_agree(one: Sequence[DieReading], other: Sequence[DieReading]) -> bool:
    if len(one) != len(other):
        return False
    return all(any(die_distance(a, b) < SAME_PLACE_WIDTHS and a.value == b.value for b in other) for a in one)


def pool_readings(readings: Sequence[Dice]) -> Dice:
    """Return the dice that most of the readings contain.

    Frames of resting dice are almost one picture: their log probabilities are averaged, not multiplied, so
    that disagreement becomes doubt.
    """
    seen: list[list[DieReading]] = []
    for dice in readings:
        for die in dice:
            near = next((one for one in seen if die_distance(one[0], die) < SAME_PLACE_WIDTHS), None)
            if near is None:
                seen.append([die])
            else:
                near.append(die)
    return tuple(_pool_die(one, len(readings)) for one in seen if 2 * len(one) > len(readings))


def _pool_die(seen: Sequence[DieReading], reading_count: int) -> DieReading:
    logs = np.log([[max(die.values.get(value, 0.0), _FLOOR) for value in range(1, 7)] for die in seen])
    shares = np.exp(logs.mean(axis=0))
    shares /= shares.sum()
    x, y = np.median([die.at for die in seen], axis=0)
    return DieReading(
        at=(float(x), float(y)),
        size=float(np.median([die.size for die in seen])),
        values=MappingProxyType({value: float(shares[value - 1]) for value in range(1, 7)}),
        is_die=min(1.0, sum(die.is_die for die in seen) / reading_count),
    )


READABLE_P: Final = 0.5
"""A die whose likeliest face is less probable is unreadable."""
SAME_FACE_P: Final = 0.15
"""Two readings of a die in one place have one face if they agree with this probability: one may be doubtful.
"""
MAX_TURN_WIDTHS: Final = 1.1
"""A hand turns a die in place; largest shift of such a die, in its widths."""
MAX_PUSH_WIDTHS: Final = 4.0
"""Largest distance by which a hand pushes a die aside, in widths."""
MAX_SEPARATE_PUSH_WIDTHS: Final = 1.2
"""The same for two dice pushed in different directions; rolled again they seldom come so near."""
MAX_PUSH_DIFFERENCE_WIDTHS: Final = 0.8
"""Two dice pushed together move alike, except for this difference."""
FAINT_P: Final = 0.01
"""A less probable detection is no die, whatever else is known."""
_TAKEN_ODDS: Final = 90.0
"""Factor on the odds of a die where the last two were picked up, or one has surely arrived: there must be
two."""
_FIRST_ODDS: Final = 7.0
"""The same before the first roll: something has come to rest there."""
_MAX_SIZE_RATIO: Final = 1.5
"""Largest ratio between the widths of one table's dice in the picture."""
PIP_REACH_WIDTHS: Final = 0.45
"""Largest distance of a pip from the middle of its face, in widths of the die, at any rotation."""
THROWN_P: Final = 0.99
"""Probability of a throw when two dice lie elsewhere, with other faces or after they were absent."""
LIKELY_THROWN_P: Final = 0.9
"""The same when one lies in an old place, or both have their old faces."""
DOUBTFUL_THROW_P: Final = 0.4
"""The same when a hand may equally have moved them: people are asked."""
TUMBLE_S: Final = 0.3
"""Dice that move for longer after a hand's last motion were thrown: a pushed die stops with the hand."""

ONE_DIE_ROLLED_TEXT: Final = sentence("Only one of the two dice was rolled: roll both, or enter the roll.")
ONE_DIE_VISIBLE_TEXT: Final = sentence(
    "Only one die is visible: both must lie flat and in the camera's picture."
)
EXTRA_DICE_TEXT: Final = sentence("There are more than two dice: remove those that don't count.")
UNREADABLE_TEXT: Final = sentence("A die can't be read: lay it flat, or enter the roll.")
PARTLY_OUTSIDE_TEXT: Final = sentence("A die is partly outside the picture: move it in, or enter the roll.")
CAMERA_DISTURBED_TEXT: Final = sentence(
    "The dice changed while the camera was moved or saw nothing: if that was a roll, enter it."
)


@dataclass(frozen=True)
class KnownDie:
    """A die that was known before.

    Attributes:
        die: its reading.
        rolled: it belongs to the last roll; False: it only lies there.
    """

    die: DieReading
    rolled: bool


@dataclass(frozen=True)
class RollVerdict:
    """The verdict on resting dice.

    Attributes:
        kind: "nothing": no die differs from the known ones; "adopt": some do, without a roll; "roll"; "wait":
            not yet, and if nothing follows `why` is to be asked; "ask": `why` is asked now.
        why: the question, in a sentence.
        pair: the dice of a roll.
        throw_p: probability of a throw.
    """

    kind: Literal["nothing", "adopt", "roll", "wait", "ask"]
    why: str = ""
    pair: tuple[RestingDie, RestingDie] | None = None
    throw_p: float = 1.0


@dataclass(frozen=True)
class RollContext:
    """Observations since the last verdict.

    Attributes:
        width, height: of the picture in pixels.
        pair_absent: the dice of the last roll were absent for a moment, and no others had replaced them.
        pair_lifted: moreover, the bare table was visible in both their places, and no hand over it.
        camera_disturbed: the camera was moved or gave no pictures, or the light changed everywhere.
        unread_count: number of die-sized objects that have come to rest and aren't read as dice.
        hand_at: time of the last motion that was larger than dice, in seconds; minus infinity: there was none
            since the last roll.
    """

    width: int
    height: int
    pair_absent: bool = False
    pair_lifted: bool = False
    camera_disturbed: bool = False
    unread_count: int = 0
    hand_at: float = -math.inf


def judge_dice(known: Sequence[KnownDie], resting: Sequence[RestingDie], context: RollContext) -> RollVerdict:
    """Judge resting dice.

    Args:
        known: the dice known before.
        resting: the dice that are at rest now.
        context: observations since the last verdict.
    """
    pair = [was for was in known if was.rolled]
    odds = _die_odds(known, resting, context)
    faint = [_scale_die_odds(one, odds) for one in resting if one.die.is_die < MIN_DIE_P] if odds > 1 else []
    resting = [one for one in resting if one.die.is_die >= MIN_DIE_P]
    new, faint = ([one for one in dice if not any(matches_die(one.die, was.die) for was in known)]
                  for dice in (resting, faint))  # fmt: skip
    alike = [was.die for was in pair] or [one.die for one in new if one.die.is_die >= SURELY_P]
    faint = [one for one in faint if one.die.is_die >= MIN_DIE_P and _is_similar_size(one.die, alike)]
    if not new and not (len(faint) > 1 or any(one.die.is_die >= SURELY_P for one in faint)):
        # Before the first roll two new objects are dice; a single one may be anything.
        dice_came = odds > 1 and context.unread_count >= (1 if pair else 2)
        return RollVerdict("wait", UNREADABLE_TEXT) if dice_came else RollVerdict("nothing")
    kept = [was for was in pair if _is_still_there(was, resting)]
    left = [was for was in pair if was not in kept]
    if context.camera_disturbed:
        return _judge_after_disturbance(pair, resting)
    if context.pair_lifted:
        # After both were lifted, any die near their places is new.
        others_known = [was for was in known if not was.rolled]
        new = [one for one in resting if not any(matches_die(one.die, was.die) for was in others_known)]
        kept, left = [], pair
    sure = [one for one in new if one.die.is_die >= SURELY_P]
    new = [_scale_die_odds(one, odds) for one in new]
    if not sure and len(new) == 1 and not faint:
        return RollVerdict("adopt")
    others = 1.0
    if len(sure) <= 2 and (faint or (len(new) > 2 and len(sure) == 2)):
        # Two dice were thrown, and other objects are hardly dice.
        new, others = _likeliest_pair([*new, *faint])
        if others < READABLE_P:
            return RollVerdict("wait", UNREADABLE_TEXT)
    if len(new) > 2 or (len(new) == 2 and kept and left):
        return RollVerdict("wait", EXTRA_DICE_TEXT)
    if any(_is_partly_outside(one.die, context) for one in new):
        return RollVerdict("wait", PARTLY_OUTSIDE_TEXT)
    if len(new) == 1:
        return _judge_single_die(new[0], kept, left)
    aside = len(left) == 2 and _was_moved_by_hand(left, new)
    tumbled = _have_tumbled(new, context)
    if aside and not context.pair_lifted and not tumbled:
        return RollVerdict("adopt")
    if any(one.die.values[one.die.value] < READABLE_P for one in new):
        return RollVerdict("wait", UNREADABLE_TEXT)
    if aside:
        # Either sign alone may be a mistake: dice put back, or a sleeve that nobody saw.
        throw_p = LIKELY_THROWN_P if context.pair_lifted and tumbled else DOUBTFUL_THROW_P
        return RollVerdict("roll", pair=(new[0], new[1]), throw_p=throw_p * others)
    if len(kept) == 2 and sum(not was.rolled and not _is_still_there(was, resting) for was in known) < 2:
        # The pair is unmoved: two more may be another pair, or other objects.
        return RollVerdict("roll", pair=(new[0], new[1]), throw_p=DOUBTFUL_THROW_P * others)
    verdict = _judge_pair((new[0], new[1]), left, context)
    return replace(verdict, throw_p=verdict.throw_p * others)


def _die_odds(known: Sequence[KnownDie], resting: Sequence[RestingDie], context: RollContext) -> float:
    """Return the factor on the odds of a die from knowledge beyond the picture."""
    if context.camera_disturbed:
        return 1.0
    pair = [was for was in known if was.rolled]
    if not pair:
        # If one has surely arrived, so has another.
        new = (one for one in resting if not any(matches_die(one.die, was.die) for was in known))
        return _TAKEN_ODDS if any(one.die.is_die >= SURELY_P for one in new) else _FIRST_ODDS
    return (
        _TAKEN_ODDS if context.pair_lifted or not any(_is_still_there(was, resting) for was in pair) else 1.0
    )


def _scale_die_odds(one: RestingDie, odds: float) -> RestingDie:
    p = one.die.is_die
    return replace(one, die=replace(one.die, is_die=p * odds / (p * odds + 1 - p)))


def _likeliest_pair(dice: Sequence[RestingDie]) -> tuple[list[RestingDie], float]:
    """Return the two likeliest dice, and the probability that it is these, given exactly two dice."""
    ranked = sorted(dice, key=lambda one: -one.die.is_die)
    odds = [one.die.is_die / max(1 - one.die.is_die, 1e-9) for one in ranked]
    weights = [a * b for a, b in combinations(odds, 2)]
    return ranked[:2], weights[0] / sum(weights) if weights else 1.0


def _is_similar_size(die: DieReading, others: Sequence[DieReading]) -> bool:
    return all(max(die.size, one.size) <= _MAX_SIZE_RATIO * min(die.size, one.size) for one in others)


def matches_die(die: DieReading, was: DieReading) -> bool:
    """Return whether a die lies in another's place, and may well have its face."""
    return die_distance(die, was) < SAME_PLACE_WIDTHS and _same_face_probability(die, was) > SAME_FACE_P


def _is_still_there(was: KnownDie, lying: Sequence[RestingDie]) -> bool:
    return any(matches_die(one.die, was.die) for one in lying)


def _same_face_probability(one: DieReading, other: DieReading) -> float:
    return sum(share * other.values[value] for value, share in one.values.items())


def adopt_resting_dice(known: Sequence[KnownDie], lying: Sequence[RestingDie]) -> tuple[KnownDie, ...]:
    """Return the resting dice as known ones; those most like the last pair remain the pair."""
    pair = [was for was in known if was.rolled]
    rolled: set[int] = set()
    for was in pair:
        free = [n for n in range(len(lying)) if n not in rolled]
        if free:
            rolled.add(min(free, key=lambda n: _mismatch(lying[n].die, was.die)))
    return tuple(KnownDie(one.die, n in rolled) for n, one in enumerate(lying))


def _mismatch(die: DieReading, was: DieReading) -> tuple[bool, bool, float]:
    return not matches_die(die, was), _same_face_probability(die, was) < SAME_FACE_P, die_distance(die, was)


def initial_known_dice(lying: Sequence[RestingDie]) -> tuple[KnownDie, ...]:
    """Return the dice of the first frames as known ones: two are a pair, any other number is undetermined."""
    dice = [one for one in lying if one.die.confidence >= READABLE_P]
    return tuple(KnownDie(one.die, len(dice) == 2 and one in dice) for one in lying)


def _judge_after_disturbance(pair: Sequence[KnownDie], lying: Sequence[RestingDie]) -> RollVerdict:
    """Judge after the camera was disturbed: by faces, not places.

    Other objects may be parts of the board.
    """
    left = [one.die for one in lying]
    for was in pair:
        same = next((die for die in left if _same_face_probability(die, was.die) > SAME_FACE_P), None)
        if same is not None:
            left.remove(same)
    same_pair = len(pair) == 2 and len(left) == len(lying) - 2
    return RollVerdict("adopt") if len(lying) < 2 or same_pair else RollVerdict("ask", CAMERA_DISTURBED_TEXT)


def _judge_single_die(new: RestingDie, kept: Sequence[KnownDie], left: Sequence[KnownDie]) -> RollVerdict:
    if not kept:
        # If both old dice are absent, this may be the first of two to come to rest.
        return RollVerdict("wait", ONE_DIE_VISIBLE_TEXT)
    if any(
        die_distance(new.die, was.die)
        < (MAX_PUSH_WIDTHS if _same_face_probability(new.die, was.die) > SAME_FACE_P else MAX_TURN_WIDTHS)
        for was in left
    ):
        return RollVerdict("adopt")
    if left:
        return RollVerdict("wait", ONE_DIE_ROLLED_TEXT)
    return RollVerdict("wait", EXTRA_DICE_TEXT) if len(kept) == 2 else RollVerdict("adopt")


def _judge_pair(
    new: tuple[RestingDie, RestingDie], left: Sequence[KnownDie], context: RollContext
) -> RollVerdict:
    same_faces = sorted(one.die.value for one in new) == sorted(was.die.value for was in left)
    on_place = sum(any(die_distance(one.die, was.die) < MAX_TURN_WIDTHS for was in left) for one in new)
    if not context.pair_absent and not _have_tumbled(new, context) and (same_faces or on_place == 2):
        return RollVerdict("roll", pair=new, throw_p=DOUBTFUL_THROW_P)
    return RollVerdict("roll", pair=new, throw_p=LIKELY_THROWN_P if same_faces or on_place else THROWN_P)


def _have_tumbled(dice: Sequence[RestingDie], context: RollContext) -> bool:
    """Return whether a hand came, and all dice went on moving after its last motion."""
    return math.isfinite(context.hand_at) and all(one.since - context.hand_at >= TUMBLE_S for one in dice)


def _was_moved_by_hand(left: Sequence[KnownDie], new: Sequence[RestingDie]) -> bool:
    """Return whether two dice moved aside with their faces: each by a little, or both alike and farther."""
    for order in permutations(new):
        if any(
            _same_face_probability(one.die, was.die) < SAME_FACE_P
            for one, was in zip(order, left, strict=True)
        ):
            continue
        moves = [
            (np.array(one.die.at) - was.die.at) / max(was.die.size, 1e-6)
            for one, was in zip(order, left, strict=True)
        ]
        far = max(float(np.linalg.norm(move)) for move in moves)
        alike = float(np.linalg.norm(moves[0] - moves[1])) < MAX_PUSH_DIFFERENCE_WIDTHS
        if far < MAX_SEPARATE_PUSH_WIDTHS or (far < MAX_PUSH_WIDTHS and alike):
            return True
    return False


def _is_partly_outside(die: DieReading, context: RollContext) -> bool:
    """Return whether the picture's border may hide a pip of a die."""
    x, y = die.at
    inside = min(x, y, context.width - 1 - x, context.height - 1 - y)
    return inside < PIP_REACH_WIDTHS * die.size
