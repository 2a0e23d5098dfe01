"""Rolls seen live: frames in, each roll once. `RollWatch` is the door.

A roll is the moment two dice come to rest that were not resting there before. Pure but for what it
remembers: no threads, no clocks, no files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.judging import FAINT_P, Circumstances, Known, Verdict, adopted, first_known, judge, lies_as
from vision.dice.lying import MOST, SAME_PLACE, SURELY_P, Dice, RestingDie, apart, pooled, steady
from vision.dice.reading import A_DIE_P, DiceReading, DieReading, read_dice
from vision.dice.region import DiceRegion
from vision.dice.surface import SETTLE_S, Surface
from vision.pictures import as_bgr

State = Literal["empty", "moving", "hand", "settling", "resting", "asking"]
"""What is going on where dice may lie.

- empty: nothing moves and no die lies there.
- moving: something as small as dice moves.
- hand: something larger does.
- settling: it has just stopped, or is being read.
- resting: nothing moves and dice lie there.
- asking: they lie so that people have to be asked; `RollFrameResult.why` says what.
"""

CALM_S: Final = 0.8
"""Dice at rest are read once all is calm around, or after so long whatever else moves."""
READ_EVERY_S: Final = 0.08
"""Two readings of one roll are at least so far apart."""
PATIENCE_S: Final = 1.25
"""Dice must lie so long as they can't be a roll before anybody is asked: a second one may still come, and
hands put askew ones right. With the time to read them that is within two seconds of their coming to rest."""
ASKED_S: Final = 40.0
"""Seconds that a question stands; then the dice just lie there and are no roll."""
GAP_S: Final = 3.0
"""Without a frame for so long, anything may have happened meanwhile."""
EVERYWHERE: Final = 0.4
"""When so much of the picture is otherwise, it is the camera or the light, and no hand."""
_DIE: Final = 0.025
"""A die's width where it isn't known, in shares of the picture's width."""
_TREMBLED: Final = 0.15
"""A camera that shifts by less, in widths of a die, only trembles."""
_SPECK: Final = 0.2
"""What is smaller than this share of a die's square is no die."""
_BODY: Final = (0.4, 4.0)
"""What has come and is of so many of a die's squares, with its sides and its shadow, may be a die."""
_HAND: Final = 10.0
"""What moves, or has come or gone, and is larger than so many of a die's squares is no die."""


class ReadDice(Protocol):
    """Reads the dice of a picture; `vision.dice.read_dice` does."""

    def __call__(
        self,
        image: NDArray[np.uint8],
        *,
        region: NDArray[np.bool_] | None = None,
        size: tuple[float, float] | None = None,
        least: float = A_DIE_P,
        foot: tuple[float, float] | None = None,
    ) -> DiceReading:
        """The dice whose top faces have their middle in a region, of widths between two, and lean away from
        a pixel."""


@dataclass(frozen=True)
class SeenRoll:
    """Two dice that were thrown.

    Attributes:
        dice: as they were read, from left to right.
        t: when they came to rest, in seconds.
        confidence: probability that this was a throw and both faces are right.
    """

    dice: tuple[DieReading, DieReading]
    t: float
    confidence: float


@dataclass(frozen=True)
class RollFrameResult:
    """What one frame brought.

    Attributes:
        t: in seconds, as given.
        state: what is going on.
        roll: a roll that has been seen, once; None: none.
        why: a sentence for the people where they are asked; else empty.
        moved: the camera seems to have been moved, or gave no frames: the region may be another now.
    """

    t: float
    state: State
    roll: SeenRoll | None = None
    why: str = ""
    moved: bool = False


class RollWatch:
    """Watches dice under one camera. It is fed every frame, in order, by one thread at a time."""

    def __init__(self, region: DiceRegion | None = None, read: ReadDice = read_dice) -> None:
        """Begin; dice that lie there at the beginning are no roll.

        Args:
            region: where dice may lie; None: anywhere.
            read: what reads the dice of a frame.
        """
        self._region = region or DiceRegion()
        self._read = read
        self._extent = (0, 0)
        self._surface: Surface | None = None
        self._frame_at = self._moved_at = self._read_at = -np.inf
        self._due = True
        self._readings: list[Dice] = []
        self._sum: NDArray[np.float32] | None = None
        self._places: NDArray[np.bool_] | None = None
        self._known: tuple[Known, ...] | None = None
        self._lying: tuple[RestingDie, ...] = ()
        self._gone = self._lifted = self._upset = self._knocked = False
        self._strange: NDArray[np.bool_] | None = None
        self._unread = 0
        self._verdict = Verdict("nothing")
        self._judged_at = -np.inf

    def take(self, image: NDArray[Any], t: float) -> RollFrameResult:
        """Take in the next frame.

        Args:
            image: uint8, height x width x 3 (BGR).
            t: when it was taken, in seconds; never earlier than the last.

        Raises:
            PictureError: not a picture.
        """
        frame = as_bgr(image)
        self._knocked = False
        surface = self._surface_of(frame, t)
        self._frame_at = t
        area = surface.take(frame, t)
        if area:
            self._moved_at, self._due = t, True
        roll = self._look(surface, frame, t) if self._due else None
        return replace(self._result(t, area, roll), moved=self._knocked)

    def limit(self, region: DiceRegion) -> None:
        """From now on dice may lie in another region; what is known of them stays known."""
        self._region, self._surface = region, None

    def _surface_of(self, frame: NDArray[np.uint8], t: float) -> Surface:
        height, width = frame.shape[:2]
        if self._surface is None or (width, height) != self._extent:
            self._extent = (width, height)
            self._surface = Surface(self._region.mask(width, height), self._die)
            self._lying, self._strange = (), None
            self._missed()
        elif t - self._frame_at >= GAP_S:
            other = self._surface.resume(frame, t)
            self._moved_at = t
            # Where dice lie as they lay, nothing was thrown meanwhile; a quiet camera may give no frames.
            dice = self._surface.spots(was.die.at for was in self._known or () if was.rolled)
            if (self._surface.near(other) & dice).any() or other.mean() > EVERYWHERE:
                self._missed()
            self._due, self._readings = True, []
        return self._surface

    def _missed(self) -> None:
        """Anything may have happened to the dice since the last frame."""
        self._due = self._upset = True
        self._readings, self._knocked = [], self._known is not None

    @property
    def _die(self) -> float:
        """About how wide a die is, in pixels."""
        sizes = self._region.widths(self._extent[0])
        return _DIE * self._extent[0] if sizes is None else float(np.sqrt(sizes[0] * sizes[1]))

    def _look(self, surface: Surface, frame: NDArray[np.uint8], t: float) -> SeenRoll | None:
        """Read what has come to rest, if something has."""
        if self._places is not None and surface.moved_since(self._places, self._read_at):
            self._readings, self._places = [], None
        if t - self._read_at < READ_EVERY_S:
            return None
        change = surface.change(frame, t)
        calm = t - self._moved_at >= SETTLE_S
        if change.shift != (0.0, 0.0):
            self._shift(change.shift)
        if change.share > EVERYWHERE and not calm:
            # A hand over all of it, perhaps, which goes again.
            return None
        if change.turned or change.share > EVERYWHERE:
            self._upset = self._knocked = True
        places = _large(change.at_rest, _SPECK * (self._die / surface.scale) ** 2)
        # A die turned on its place is hardly another in the small picture.
        places |= surface.spots(one.die.at for one in self._lying if _touched(surface, one, t))
        if not places.any():
            if calm:
                surface.accept(frame, t)
                self._due = False
                return self._judge(t)
            return None
        if not calm and t - surface.last_moved(places) < CALM_S:
            return None
        hands = _large(change.places, _HAND * (self._die / surface.scale) ** 2)
        return self._judge(t) if self._looked(surface, frame, places, hands, t) else None

    def _looked(
        self,
        surface: Surface,
        frame: NDArray[np.uint8],
        places: NDArray[np.bool_],
        hands: NDArray[np.bool_],
        t: float,
    ) -> bool:
        """Read once more what lies at places, some of which may be hands; whether it is now known."""
        if self._places is not None:
            if surface.moved_since(places & ~surface.near(self._places), self._read_at - SETTLE_S):
                # More has come to rest: what was read before didn't see it.
                self._readings = []
            # Faint changes come and go with the noise: what was read once is read each time.
            places = places | self._places
        region = surface.around(places)
        mean = self._averaged(frame)
        sizes = self._region.widths(self._extent[0])
        foot = self._region.foot_at(*self._extent)
        seen = self._read(mean, region=region, size=sizes, least=FAINT_P, foot=foot).dice
        apart_s = t - self._read_at
        self._places, self._read_at = places, t
        if self._bare(surface, places, hands, tuple(die for die in seen if die.is_die >= A_DIE_P)):
            self._lifted = True
            self._lying = tuple(one for one in self._lying if not self._of_pair(one.die))
        self._readings.append(tuple(die for die in seen if t - surface.moved_at(die.at) >= SETTLE_S))
        elsewhere = tuple(one for one in self._lying if not _within(one.die, region))
        nothing = not self._readings[-1] and len(elsewhere) == len(self._lying)
        enough = steady(self._readings, apart_s) or len(self._readings) >= MOST
        if not (nothing or enough or self._as_known(self._readings[-1])):
            return False
        dice = pooled(self._readings)
        told = [die for die in (*dice, *(one.die for one in elsewhere)) if die.is_die >= A_DIE_P]
        come = self._bodies(surface, places, told)
        self._unread = 0 if hands.any() else come
        self._lying = (*elsewhere, *(RestingDie(die, _finite(surface.moved_at(die.at), t)) for die in dice))
        self._readings, self._places = [], None
        surface.accept(frame, t)
        self._due = t - self._moved_at < SETTLE_S
        return True

    def _averaged(self, frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The mean of the frames that were read since what lies there came to rest, and this one."""
        if not self._readings or self._sum is None or self._sum.shape != frame.shape:
            self._sum = np.zeros(frame.shape, np.float32)
        cv2.accumulate(frame, self._sum)
        return cv2.convertScaleAbs(self._sum, alpha=1 / (len(self._readings) + 1)).astype(
            np.uint8, copy=False
        )

    def _bare(
        self, surface: Surface, places: NDArray[np.bool_], hands: NDArray[np.bool_], seen: Dice
    ) -> bool:
        """Whether the bare table is seen where both dice of the last roll lay, and they nowhere else."""
        known = self._known or ()
        pair, others = ([was.die for was in known if was.rolled is rolled] for rolled in (True, False))
        if len(pair) < 2 or any(not any(lies_as(die, was) for was in others) for die in seen):
            return False
        spots = [surface.near(surface.spots([die.at])) for die in pair]
        return all((places & spot).any() and not (hands & spot).any() for spot in spots)

    def _bodies(self, surface: Surface, places: NDArray[np.bool_], dice: Sequence[DieReading]) -> int:
        """How many things as large as a die have come to places where no die is seen and none was known.

        What changes where such a thing came to lie is its going.
        """
        known = [was.die for was in self._known or ()]
        explained = surface.near(surface.spots(die.at for die in (*known, *dice)))
        strange = np.zeros_like(places) if self._strange is None else self._strange
        _, labels, stats, _ = cv2.connectedComponentsWithStats(places.astype(np.uint8))
        width, come = self._die / surface.scale, 0
        left = strange.copy()
        for n in range(1, len(stats)):
            body = np.asarray(labels == n)
            if (body & strange).any():
                left &= ~surface.near(body)
            elif (
                _BODY[0] * width**2 <= stats[n, cv2.CC_STAT_AREA] <= _BODY[1] * width**2
                and not (explained & body).any()
            ):
                left |= body
                come += 1
        self._strange = left
        return come

    def _as_known(self, dice: Dice) -> bool:
        """Whether all dice that are known lie as they lay, and no others: then one look is enough."""
        known = self._known or ()
        return 0 < len(dice) == len(known) and all(
            die.confidence >= SURELY_P
            and any(lies_as(die, was.die) and die.value == was.die.value for was in known)
            for die in dice
        )

    def _of_pair(self, die: DieReading) -> bool:
        """Whether a die lies where one of the last roll lay, and may well be it."""
        return any(was.rolled and lies_as(die, was.die) for was in self._known or ())

    def _shift(self, by: tuple[float, float]) -> None:
        """The camera was knocked: everything in its picture has moved by so many pixels."""

        def moved(die: DieReading) -> DieReading:
            return replace(die, at=(die.at[0] + by[0], die.at[1] + by[1]))

        self._known = self._known and tuple(Known(moved(was.die), was.rolled) for was in self._known)
        self._lying = tuple(RestingDie(moved(one.die), one.since) for one in self._lying)
        if float(np.hypot(*by)) < _TREMBLED * self._die:
            return
        self._readings, self._places = [], None
        self._knocked = True

    def _judge(self, t: float) -> SeenRoll | None:
        """What the dice that lie there come to."""
        lying = self._lying
        if self._known is None:
            self._lying = lying = _settled(lying, ())
            self._known, self._upset = first_known(lying), False
            return None
        before = self._verdict
        how = Circumstances(
            *self._extent, self._gone or self._lifted, self._lifted, self._upset, self._unread
        )
        verdict = self._verdict = judge(self._known, lying, how)
        if verdict.kind != "wait":
            self._lying = lying = _settled(lying, verdict.pair or ())
        if verdict.kind == "ask":
            # The question stands; what is thrown next is judged as ever.
            self._known, self._lifted, self._upset = adopted(self._known, lying), False, False
        elif verdict.kind == "nothing":
            if before.kind == "ask" and lying:
                self._verdict = verdict = before
            self._gone = not any(self._of_pair(one.die) for one in lying)
            self._lifted &= self._gone
            self._upset = False
        elif verdict.kind == "adopt":
            self._adopt()
        elif verdict.pair is not None:
            self._known = tuple(Known(one.die, one in verdict.pair) for one in lying)
            self._gone = self._lifted = self._upset = False
            self._unread = 0
            return _roll(verdict.pair, verdict.chance)
        if (verdict.kind, verdict.why) != (before.kind, before.why):
            self._judged_at = t
        return None

    def _adopt(self) -> None:
        """What lies there is no roll."""
        self._lying = _settled(self._lying, ())
        self._known = adopted(self._known or (), self._lying)
        self._gone = self._lifted = self._upset = False
        self._unread = 0
        self._verdict = Verdict("nothing")

    def _result(self, t: float, area: float, roll: SeenRoll | None) -> RollFrameResult:
        if roll is not None:
            return RollFrameResult(t, "resting", roll)
        if area:
            return RollFrameResult(t, "hand" if area > _HAND * self._die**2 else "moving")
        if self._due:
            return RollFrameResult(t, "settling")
        asked_for = t - self._judged_at
        if self._verdict.kind == "ask" or (self._verdict.kind == "wait" and asked_for >= PATIENCE_S):
            if asked_for < ASKED_S:
                return RollFrameResult(t, "asking", why=self._verdict.why)
            if self._lying:
                self._adopt()
            else:
                self._unread, self._verdict = 0, Verdict("nothing")
        return RollFrameResult(t, "resting" if self._lying else "empty")


def _roll(pair: tuple[RestingDie, RestingDie], chance: float) -> SeenRoll:
    left, right = sorted(pair, key=lambda one: one.die.at)
    confidence = left.die.confidence * right.die.confidence * chance
    return SeenRoll((left.die, right.die), max(left.since, right.since), confidence)


def _settled(lying: Sequence[RestingDie], pair: Sequence[RestingDie]) -> tuple[RestingDie, ...]:
    """The dice of a roll, and what else is told as a die."""
    others = (one for one in lying if one.die.is_die >= A_DIE_P)
    return (*pair, *(one for one in others if all(apart(one.die, die.die) >= SAME_PLACE for die in pair)))


def _within(die: DieReading, region: NDArray[np.bool_]) -> bool:
    x, y = (min(max(round(v), 0), side - 1) for v, side in zip(die.at, region.shape[::-1], strict=True))
    return bool(region[y, x])


def _touched(surface: Surface, one: RestingDie, t: float) -> bool:
    """Whether something moved at a die after it was read, and no longer does."""
    return one.since < surface.moved_at(one.die.at) <= t - SETTLE_S


def _finite(moved_at: float, t: float) -> float:
    return moved_at if np.isfinite(moved_at) else t


def _large(places: NDArray[np.bool_], least: float) -> NDArray[np.bool_]:
    """Without specks: the parts of so many pixels at least."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(places.astype(np.uint8))
    keep = stats[:, cv2.CC_STAT_AREA] >= least
    keep[0] = False
    return np.asarray(keep[labels])
