"""Is it a roll? Dice that lie now against those that were known to lie there.

What is known is memory: dice stay known while a sleeve or a mug lies over them, and when they are taken up,
until others are told in their stead. So whatever was done meanwhile, dice that lie where they lay with the
faces they had are no roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Final, Literal

import numpy as np

from companion.i18n import sentence
from vision.dice.lying import SAME_PLACE, SURELY_P, RestingDie, apart
from vision.dice.reading import A_DIE_P, DieReading

READABLE_P: Final = 0.5
"""A die whose likeliest face is less probable can't be read."""
SAME_FACE_P: Final = 0.15
"""Two readings of a die in one place are one face when they agree with this probability: one of them may
be doubtful."""
TURNED: Final = 1.1
"""A hand turns a die on its place, and a place is so wide, in widths of a die."""
PUSHED: Final = 4.0
"""A hand pushes a die aside by so much at most, in widths."""
ASIDE: Final = 1.2
"""Two dice that are pushed aside each its own way go no farther; thrown again they seldom come so near."""
TOGETHER: Final = 0.8
"""Two dice pushed at once move alike, but for so much."""
FAINT_P: Final = 0.01
"""What is less probably a die, as the picture has it, is none whatever else is known."""
_TAKEN_ODDS: Final = 90.0
"""By what the odds of a die are multiplied where the last two were taken from where they lay, or one has
surely come: two must be somewhere."""
_FIRST_ODDS: Final = 7.0
"""The same before the first roll: something came to rest there."""
_LIKE_SIZE: Final = 1.5
"""Dice of one table are seen no more times as wide as the others."""
PIPS_REACH: Final = 0.45
"""A pip lies no farther from the middle of its face, in widths of the die, however the die is turned."""
THROWN_P: Final = 0.99
"""Probability that it was a throw when two dice lie elsewhere, with other faces or after they were gone."""
LIKELY_THROWN: Final = 0.9
"""The same when one lies where one lay before, or both have the faces that they had."""
HARDLY_THROWN: Final = 0.4
"""The same when a hand may as well have done it: the people are asked."""

ONE_AGAIN: Final = sentence("Only one of the two dice was rolled: roll both, or enter the roll.")
ONE_SEEN: Final = sentence("Only one die is visible: both must lie flat and in the camera's picture.")
THIRD: Final = sentence("There are more than two dice: remove those that don't count.")
UNREADABLE: Final = sentence("A die can't be read: lay it flat, or enter the roll.")
HALF_OUT: Final = sentence("A die is partly outside the picture: move it in, or enter the roll.")
UPSET: Final = sentence(
    "The dice changed while the camera was moved or saw nothing: if that was a roll, enter it."
)


@dataclass(frozen=True)
class Known:
    """A die that was known to lie there.

    Attributes:
        die: as it was read.
        rolled: it belongs to the pair that was thrown last; False: it only lies there.
    """

    die: DieReading
    rolled: bool


@dataclass(frozen=True)
class Verdict:
    """What dice that lie there come to.

    Attributes:
        kind: "nothing": no die lies otherwise than known; "adopt": some do, and it is no roll; "roll";
            "wait": not yet, and if nothing follows `why` is to be asked; "ask": `why` is.
        why: what to ask, in a sentence.
        pair: the dice of a roll.
        chance: probability that it was a throw.
    """

    kind: Literal["nothing", "adopt", "roll", "wait", "ask"]
    why: str = ""
    pair: tuple[RestingDie, RestingDie] | None = None
    chance: float = 1.0


@dataclass(frozen=True)
class Circumstances:
    """What is known of the time since the last verdict.

    Attributes:
        width, height: of the picture in pixels.
        gone: the dice of the last roll were seen to be gone for a moment, and none in their stead.
        lifted: more than gone: the bare table was seen where both had lain, and no hand over it.
        upset: the camera was moved or gave no pictures, or the light changed everywhere.
        unread: how many things as large as a die have come to rest, and aren't read as one.
    """

    width: int
    height: int
    gone: bool = False
    lifted: bool = False
    upset: bool = False
    unread: int = 0


def judge(known: Sequence[Known], lying: Sequence[RestingDie], how: Circumstances) -> Verdict:
    """Judge dice that lie still."""
    pair = [was for was in known if was.rolled]
    odds = _odds(known, lying, how)
    faint = [_likelier(one, odds) for one in lying if one.die.is_die < A_DIE_P] if odds > 1 else []
    lying = [one for one in lying if one.die.is_die >= A_DIE_P]
    new, faint = ([one for one in dice if not any(lies_as(one.die, was.die) for was in known)]
                  for dice in (lying, faint))  # fmt: skip
    alike = [was.die for was in pair] or [one.die for one in new if one.die.is_die >= SURELY_P]
    faint = [one for one in faint if one.die.is_die >= A_DIE_P and _as_wide(one.die, alike)]
    if not new and not (len(faint) > 1 or any(one.die.is_die >= SURELY_P for one in faint)):
        # Before the first roll two at once are what dice are; one alone may be anything.
        dice_came = odds > 1 and how.unread >= (1 if pair else 2)
        return Verdict("wait", UNREADABLE) if dice_came else Verdict("nothing")
    kept = [was for was in pair if _lies(was, lying)]
    left = [was for was in pair if was not in kept]
    if how.upset:
        return _after_upset(pair, lying)
    if how.lifted:
        # Whatever now lies near where they lay has come there anew.
        others_known = [was for was in known if not was.rolled]
        new = [one for one in lying if not any(lies_as(one.die, was.die) for was in others_known)]
        kept, left = [], pair
    sure = [one for one in new if one.die.is_die >= SURELY_P]
    new = [_likelier(one, odds) for one in new]
    if not sure and len(new) == 1 and not faint:
        return Verdict("adopt")
    others = 1.0
    if len(sure) <= 2 and (faint or (len(new) > 2 and len(sure) == 2)):
        # Two dice were thrown, and other things hardly are any.
        new, others = _two_of([*new, *faint])
        if others < READABLE_P:
            return Verdict("wait", UNREADABLE)
    if len(new) > 2 or (len(new) == 2 and kept and left):
        return Verdict("wait", THIRD)
    if any(_half_out(one.die, how) for one in new):
        return Verdict("wait", HALF_OUT)
    if len(new) == 1:
        return _one(new[0], kept, left)
    aside = len(left) == 2 and _moved_by_hand(left, new)
    if aside and not how.lifted:
        return Verdict("adopt")
    if any(one.die.values[one.die.value] < READABLE_P for one in new):
        return Verdict("wait", UNREADABLE)
    if aside:
        return Verdict("roll", pair=(new[0], new[1]), chance=HARDLY_THROWN * others)
    if len(kept) == 2 and sum(not was.rolled and not _lies(was, lying) for was in known) < 2:
        # The pair lies where it lay: two more may be another pair, or things taken for dice.
        return Verdict("roll", pair=(new[0], new[1]), chance=HARDLY_THROWN * others)
    verdict = _two((new[0], new[1]), left, how)
    return replace(verdict, chance=verdict.chance * others)


def _odds(known: Sequence[Known], lying: Sequence[RestingDie], how: Circumstances) -> float:
    """By what the odds of a die are multiplied, by what is known besides the picture."""
    if how.upset:
        return 1.0
    pair = [was for was in known if was.rolled]
    if not pair:
        # Where one has surely come, another has.
        new = (one for one in lying if not any(lies_as(one.die, was.die) for was in known))
        return _TAKEN_ODDS if any(one.die.is_die >= SURELY_P for one in new) else _FIRST_ODDS
    return _TAKEN_ODDS if how.lifted or not any(_lies(was, lying) for was in pair) else 1.0


def _likelier(one: RestingDie, odds: float) -> RestingDie:
    p = one.die.is_die
    return replace(one, die=replace(one.die, is_die=p * odds / (p * odds + 1 - p)))


def _two_of(dice: Sequence[RestingDie]) -> tuple[list[RestingDie], float]:
    """The two likeliest; and with which probability it is these, should two of all be dice."""
    ranked = sorted(dice, key=lambda one: -one.die.is_die)
    odds = [one.die.is_die / max(1 - one.die.is_die, 1e-9) for one in ranked]
    weights = [a * b for a, b in combinations(odds, 2)]
    return ranked[:2], weights[0] / sum(weights) if weights else 1.0


def _as_wide(die: DieReading, others: Sequence[DieReading]) -> bool:
    return all(max(die.size, one.size) <= _LIKE_SIZE * min(die.size, one.size) for one in others)


def lies_as(die: DieReading, was: DieReading) -> bool:
    """Whether a die lies where another lay, and may well have its face."""
    return apart(die, was) < SAME_PLACE and _same_face(die, was) > SAME_FACE_P


def _lies(was: Known, lying: Sequence[RestingDie]) -> bool:
    return any(lies_as(one.die, was.die) for one in lying)


def _same_face(one: DieReading, other: DieReading) -> float:
    return sum(share * other.values[value] for value, share in one.values.items())


def adopted(known: Sequence[Known], lying: Sequence[RestingDie]) -> tuple[Known, ...]:
    """The dice that lie there, become known; those most like the pair's are the pair still."""
    pair = [was for was in known if was.rolled]
    rolled: set[int] = set()
    for was in pair:
        free = [n for n in range(len(lying)) if n not in rolled]
        if free:
            rolled.add(min(free, key=lambda n: _unlike(lying[n].die, was.die)))
    return tuple(Known(one.die, n in rolled) for n, one in enumerate(lying))


def _unlike(die: DieReading, was: DieReading) -> tuple[bool, bool, float]:
    return not lies_as(die, was), _same_face(die, was) < SAME_FACE_P, apart(die, was)


def first_known(lying: Sequence[RestingDie]) -> tuple[Known, ...]:
    """The dice that lie there at the beginning: two are a pair, of others nobody knows what they are."""
    dice = [one for one in lying if one.die.confidence >= READABLE_P]
    return tuple(Known(one.die, len(dice) == 2 and one in dice) for one in lying)


def _after_upset(pair: Sequence[Known], lying: Sequence[RestingDie]) -> Verdict:
    """Places say nothing; faces do. What else is seen then may be a part of the board."""
    left = [one.die for one in lying]
    for was in pair:
        same = next((die for die in left if _same_face(die, was.die) > SAME_FACE_P), None)
        if same is not None:
            left.remove(same)
    same_pair = len(pair) == 2 and len(left) == len(lying) - 2
    return Verdict("adopt") if len(lying) < 2 or same_pair else Verdict("ask", UPSET)


def _one(new: RestingDie, kept: Sequence[Known], left: Sequence[Known]) -> Verdict:
    if not kept:
        # Of a pair both of which are gone this may be the first to come to rest.
        return Verdict("wait", ONE_SEEN)
    if any(
        apart(new.die, was.die) < (PUSHED if _same_face(new.die, was.die) > SAME_FACE_P else TURNED)
        for was in left
    ):
        return Verdict("adopt")
    if left:
        return Verdict("wait", ONE_AGAIN)
    return Verdict("wait", THIRD) if len(kept) == 2 else Verdict("adopt")


def _two(new: tuple[RestingDie, RestingDie], left: Sequence[Known], how: Circumstances) -> Verdict:
    same_faces = sorted(one.die.value for one in new) == sorted(was.die.value for was in left)
    on_place = sum(any(apart(one.die, was.die) < TURNED for was in left) for one in new)
    if not how.gone and (same_faces or on_place == 2):
        return Verdict("roll", pair=new, chance=HARDLY_THROWN)
    return Verdict("roll", pair=new, chance=LIKELY_THROWN if same_faces or on_place else THROWN_P)


def _moved_by_hand(left: Sequence[Known], new: Sequence[RestingDie]) -> bool:
    """Whether two dice lie aside with the faces they had: each by a little, or both alike and farther."""
    for order in permutations(new):
        if any(_same_face(one.die, was.die) < SAME_FACE_P for one, was in zip(order, left, strict=True)):
            continue
        moves = [
            (np.array(one.die.at) - was.die.at) / max(was.die.size, 1e-6)
            for one, was in zip(order, left, strict=True)
        ]
        far = max(float(np.linalg.norm(move)) for move in moves)
        alike = float(np.linalg.norm(moves[0] - moves[1])) < TOGETHER
        if far < ASIDE or (far < PUSHED and alike):
            return True
    return False


def _half_out(die: DieReading, how: Circumstances) -> bool:
    """Whether the picture's border may hide a pip of a die."""
    x, y = die.at
    inside = min(x, y, how.width - 1 - x, how.height - 1 - y)
    return inside < PIPS_REACH * die.size
