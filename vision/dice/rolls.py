"""Detect rolls in a live picture: each roll is reported once. The entry point is `RollWatch`.

A roll is the moment when two dice come to rest that were not resting there before. The module keeps state in
memory, but uses no threads, clocks or files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import MIN_DIE_P, DiceReading, DieReading, read_dice
from vision.dice.region import SETTLE_S, DiceRegion, DiceSurface
from vision.dice.roll_judge import (
    FAINT_P,
    MAX_READINGS,
    SAME_PLACE_WIDTHS,
    SURELY_P,
    Dice,
    KnownDie,
    RestingDie,
    RollContext,
    RollVerdict,
    adopt_resting_dice,
    die_distance,
    initial_known_dice,
    is_steady,
    judge_dice,
    matches_die,
    pool_readings,
)
from vision.pictures import as_bgr

RollState = Literal["empty", "moving", "hand", "settling", "resting", "asking"]
"""The state of the dice region.

- empty: nothing moves and no die lies there.
- moving: something as small as dice moves.
- hand: something larger moves.
- settling: it has just stopped, or is being read.
- resting: nothing moves and dice lie there.
- asking: the dice need a decision by people; `RollFrameResult.why` is the question."""

CALM_S: Final = 0.8
"""Resting dice are read once everything around is still, or after this time whatever else moves."""
READ_INTERVAL_S: Final = 0.08
"""Least time between two readings of one roll."""
QUESTION_DELAY_S: Final = 1.25
"""Time for which dice must rest in an invalid position before people are asked: a second die may still
arrive, and people straighten cocked ones. With the reading time that is within two seconds of coming to rest.
"""
QUESTION_TIMEOUT_S: Final = 40.0
"""Seconds until a question expires; the dice are then no roll."""
GAP_S: Final = 3.0
"""A gap this long without a frame may hide anything."""
GLOBAL_CHANGE_SHARE: Final = 0.4
"""A change of this share of the picture is the camera or the light, not a hand."""
_DEFAULT_DIE_SHARE: Final = 0.025
"""A die's width if unknown, in shares of the picture's width."""
_MIN_SHIFT_WIDTHS: Final = 0.15
"""A smaller shift of the camera, in widths of a die, is only a tremble."""
_MIN_CHANGE_AREA: Final = 0.2
"""A change smaller than this share of a die's square is no die."""
_BODY_AREAS: Final = (0.4, 4.0)
"""Range of areas, in a die's squares, of a change that may be a die with its sides and shadow."""
_HAND_AREA: Final = 10.0
"""Larger areas that move, appear or disappear, in a die's squares, are no die."""


class DiceReader(Protocol):
    """Reads the dice of a picture; implemented by `vision.dice.read_dice`."""

    def __call__(
        self,
        image: NDArray[np.uint8],
        *,
        region: NDArray[np.bool_] | None = None,
        size: tuple[float, float] | None = None,
        least: float = MIN_DIE_P,
        foot: tuple[float, float] | None = None,
    ) -> DiceReading:
        """Read the dice in a region, with widths in a range, leaning away from a pixel."""


@dataclass(frozen=True)
class SeenRoll:
    """Two dice that were rolled.

    Attributes:
        dice: their readings, from left to right.
        t: time at which they came to rest, in seconds.
        confidence: probability that this was a roll and both faces are right.
    """

    dice: tuple[DieReading, DieReading]
    t: float
    confidence: float


@dataclass(frozen=True)
class RollFrameResult:
    """The result of one frame.

    Attributes:
        t: in seconds, as given.
        state: the region's state.
        roll: a new roll, reported once; None: none.
        why: the question for people; else empty.
        moved: the camera seems to have moved, or gave no frames: the region may be wrong now.
    """

    t: float
    state: RollState
    roll: SeenRoll | None = None
    why: str = ""
    moved: bool = False


class RollWatch:
    """Watches the dice under one camera. It is fed every frame, in order, by one thread at a time."""

    def __init__(self, region: DiceRegion | None = None, read: DiceReader = read_dice) -> None:
        """Start; dice of the first frames are no roll.

        Args:
            region: the region where dice may lie; None: anywhere.
            read: reads the dice of a frame.
        """
        self._region = region or DiceRegion()
        self._read = read
        self._extent = (0, 0)
        self._surface: DiceSurface | None = None
        self._frame_at = self._moved_at = self._read_at = self._hand_at = -np.inf
        self._due = True
        self._readings: list[Dice] = []
        self._sum: NDArray[np.float32] | None = None
        self._places: NDArray[np.bool_] | None = None
        self._known: tuple[KnownDie, ...] | None = None
        self._resting: tuple[RestingDie, ...] = ()
        self._pair_absent = self._pair_lifted = self._camera_disturbed = self._camera_moved = False
        self._unexplained_places: NDArray[np.bool_] | None = None
        self._unread_count = 0
        self._verdict = RollVerdict("nothing")
        self._judged_at = -np.inf

    def process_frame(self, image: NDArray[Any], t: float) -> RollFrameResult:
        """Process the next frame.

        Args:
            image: uint8, height x width x 3 (BGR).
            t: its time, in seconds; never earlier than the last.

        Raises:
            PictureError: not a picture.
        """
        frame = as_bgr(image)
        self._camera_moved = False
        surface = self._surface_for(frame, t)
        self._frame_at = t
        area = surface.detect_motion(frame, t)
        if area:
            self._moved_at, self._due = t, True
        if self._is_hand(area):
            self._hand_at = t
        roll = self._read_if_settled(surface, frame, t) if self._due else None
        return replace(self._result(t, area, roll), moved=self._camera_moved)

    def set_region(self, region: DiceRegion) -> None:
        """Change the region: dice outside it count no more, all others are judged again."""
        self._region = region
        if self._surface is not None:
            inside = region.mask(*self._extent)
            self._surface.set_region(inside, self._die_width_px)
            self._resting = tuple(one for one in self._resting if _is_inside(one.die, inside))
            self._readings, self._places, self._due = [], None, True

    def _surface_for(self, frame: NDArray[np.uint8], t: float) -> DiceSurface:
        height, width = frame.shape[:2]
        if self._surface is None or (width, height) != self._extent:
            self._extent = (width, height)
            self._surface = DiceSurface(self._region.mask(width, height), self._die_width_px)
            # Places are pixels of the last surface.
            self._resting, self._places, self._unexplained_places = (), None, None
            self._handle_missed_frames()
        elif t - self._frame_at >= GAP_S:
            other = self._surface.resume(frame, t)
            self._moved_at = t
            # If the dice are unmoved, nothing was rolled meanwhile; a quiet camera may send no frames.
            dice = self._surface.mark_points(was.die.at for was in self._known or () if was.rolled)
            if (self._surface.neighbourhood(other) & dice).any() or other.mean() > GLOBAL_CHANGE_SHARE:
                self._handle_missed_frames()
            self._due, self._readings = True, []
        return self._surface

    def _handle_missed_frames(self) -> None:
        """Assume that anything may have happened to the dice since the last frame."""
        self._due = self._camera_disturbed = True
        self._readings, self._camera_moved = [], self._known is not None

    @property
    def _die_width_px(self) -> float:
        """Approximate width of a die, in pixels."""
        sizes = self._region.die_widths_px(self._extent[0])
        return _DEFAULT_DIE_SHARE * self._extent[0] if sizes is None else float(np.sqrt(sizes[0] * sizes[1]))

    def _read_if_settled(self, surface: DiceSurface, frame: NDArray[np.uint8], t: float) -> SeenRoll | None:
        """Read changed places that have come to rest, if there are any."""
        if self._places is not None and surface.has_moved_since(self._places, self._read_at):
            self._readings, self._places = [], None
        if t - self._read_at < READ_INTERVAL_S:
            return None
        change = surface.detect_changes(frame, t)
        calm = t - self._moved_at >= SETTLE_S
        if change.shift != (0.0, 0.0):
            self._shift_dice(change.shift)
        if change.share > GLOBAL_CHANGE_SHARE and not calm:
            # Perhaps a hand over everything, which will leave again.
            return None
        if change.turned or change.share > GLOBAL_CHANGE_SHARE:
            self._camera_disturbed = self._camera_moved = True
        places = _remove_specks(change.at_rest, _MIN_CHANGE_AREA * (self._die_width_px / surface.scale) ** 2)
        # A die turned in place hardly changes in the small picture.
        places |= surface.mark_points(one.die.at for one in self._resting if _was_touched(surface, one, t))
        if not places.any():
            if calm:
                surface.accept(frame, t)
                self._due = False
                return self._judge(t)
            return None
        if not calm and t - surface.last_motion_in(places) < CALM_S:
            return None
        hands = _remove_specks(change.places, _HAND_AREA * (self._die_width_px / surface.scale) ** 2)
        return self._judge(t) if self._read_places(surface, frame, places, hands, t) else None

    def _read_places(
        self,
        surface: DiceSurface,
        frame: NDArray[np.uint8],
        places: NDArray[np.bool_],
        hands: NDArray[np.bool_],
        t: float,
    ) -> bool:
        """Read changed places once more, some of which may be hands; return whether the result is final."""
        if self._places is not None:
            if surface.has_moved_since(
                places & ~surface.neighbourhood(self._places), self._read_at - SETTLE_S
            ):
                # More has come to rest: earlier readings didn't include it.
                self._readings = []
            # Faint changes flicker with the noise, so every reading covers all earlier places.
            places = places | self._places
        region = surface.neighbourhood_mask(places)
        mean = self._average_frames(frame)
        sizes = self._region.die_widths_px(self._extent[0])
        foot = self._region.foot_px(*self._extent)
        seen = self._read(mean, region=region, size=sizes, least=FAINT_P, foot=foot).dice
        apart_s = t - self._read_at
        self._places, self._read_at = places, t
        if self._is_pair_lifted(
            surface, places, hands, tuple(die for die in seen if die.is_die >= MIN_DIE_P)
        ):
            self._pair_lifted = True
            self._resting = tuple(one for one in self._resting if not self._is_of_pair(one.die))
        self._readings.append(tuple(die for die in seen if t - surface.last_motion_at(die.at) >= SETTLE_S))
        elsewhere = tuple(one for one in self._resting if not _is_inside(one.die, region))
        nothing = not self._readings[-1] and len(elsewhere) == len(self._resting)
        enough = is_steady(self._readings, apart_s) or len(self._readings) >= MAX_READINGS
        if not (nothing or enough or self._matches_known_dice(self._readings[-1])):
            return False
        dice = pool_readings(self._readings)
        probable = [die for die in (*dice, *(one.die for one in elsewhere)) if die.is_die >= MIN_DIE_P]
        come = self._count_new_bodies(surface, places, probable)
        self._unread_count = 0 if hands.any() else come
        self._resting = (
            *elsewhere,
            *(RestingDie(die, _finite(surface.last_motion_at(die.at), t)) for die in dice),
        )
        self._readings, self._places = [], None
        surface.accept(frame, t)
        self._due = t - self._moved_at < SETTLE_S
        return True

    def _average_frames(self, frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the mean of this frame and those read since these dice came to rest."""
        if not self._readings or self._sum is None or self._sum.shape != frame.shape:
            self._sum = np.zeros(frame.shape, np.float32)
        cv2.accumulate(frame, self._sum)
        return cv2.convertScaleAbs(self._sum, alpha=1 / (len(self._readings) + 1)).astype(
            np.uint8, copy=False
        )

    def _is_pair_lifted(
        self, surface: DiceSurface, places: NDArray[np.bool_], hands: NDArray[np.bool_], seen: Dice
    ) -> bool:
        """Return whether the bare table is visible at both dice of the last roll, which are nowhere else."""
        known = self._known or ()
        pair, others = ([was.die for was in known if was.rolled is rolled] for rolled in (True, False))
        if len(pair) < 2 or any(not any(matches_die(die, was) for was in others) for die in seen):
            return False
        spots = [surface.neighbourhood(surface.mark_points([die.at])) for die in pair]
        return all((places & spot).any() and not (hands & spot).any() for spot in spots)

    def _count_new_bodies(
        self, surface: DiceSurface, places: NDArray[np.bool_], dice: Sequence[DieReading]
    ) -> int:
        """Count die-sized objects that have appeared where no die is read and none was known.

        A change in the place of such an object is its removal.
        """
        known = [was.die for was in self._known or ()]
        explained = surface.neighbourhood(surface.mark_points(die.at for die in (*known, *dice)))
        strange = np.zeros_like(places) if self._unexplained_places is None else self._unexplained_places
        _, labels, stats, _ = cv2.connectedComponentsWithStats(places.astype(np.uint8))
        width, come = self._die_width_px / surface.scale, 0
        left = strange.copy()
        for n in range(1, len(stats)):
            body = np.asarray(labels == n)
            if (body & strange).any():
                left &= ~surface.neighbourhood(body)
            elif (
                _BODY_AREAS[0] * width**2 <= stats[n, cv2.CC_STAT_AREA] <= _BODY_AREAS[1] * width**2
                and not (explained & body).any()
            ):
                left |= body
                come += 1
        self._unexplained_places = left
        return come

    def _matches_known_dice(self, dice: Dice) -> bool:
        """Return whether the dice are exactly the known ones in their places: then one reading is enough."""
        known = self._known or ()
        return 0 < len(dice) == len(known) and all(
            die.confidence >= SURELY_P
            and any(matches_die(die, was.die) and die.value == was.die.value for was in known)
            for die in dice
        )

    def _is_of_pair(self, die: DieReading) -> bool:
        """Return whether a die lies in the place of one of the last roll, and may well be it."""
        return any(was.rolled and matches_die(die, was.die) for was in self._known or ())

    def _shift_dice(self, by: tuple[float, float]) -> None:
        """Handle a knocked camera: move all dice by the picture's shift in pixels."""

        def shift(die: DieReading) -> DieReading:
            return replace(die, at=(die.at[0] + by[0], die.at[1] + by[1]))

        self._known = self._known and tuple(KnownDie(shift(was.die), was.rolled) for was in self._known)
        self._resting = tuple(RestingDie(shift(one.die), one.since) for one in self._resting)
        if float(np.hypot(*by)) < _MIN_SHIFT_WIDTHS * self._die_width_px:
            return
        self._readings, self._places = [], None
        self._camera_moved = True

    def _judge(self, t: float) -> SeenRoll | None:
        """Judge the resting dice."""
        lying = self._resting
        if self._known is None:
            self._resting = lying = _select_dice(lying, ())
            self._known, self._camera_disturbed = initial_known_dice(lying), False
            return None
        before = self._verdict
        how = RollContext(
            *self._extent,
            self._pair_absent or self._pair_lifted,
            self._pair_lifted,
            self._camera_disturbed,
            self._unread_count,
            self._hand_at,
        )
        verdict = self._verdict = judge_dice(self._known, lying, how)
        if verdict.kind != "wait":
            self._resting = lying = _select_dice(lying, verdict.pair or ())
        if verdict.kind == "ask":
            # The question stays open; the next roll is judged as usual.
            self._known, self._pair_lifted, self._camera_disturbed = (
                adopt_resting_dice(self._known, lying),
                False,
                False,
            )
        elif verdict.kind == "nothing":
            if before.kind == "ask" and lying:
                self._verdict = verdict = before
            self._pair_absent = not any(self._is_of_pair(one.die) for one in lying)
            self._pair_lifted &= self._pair_absent
            self._camera_disturbed = False
        elif verdict.kind == "adopt":
            self._adopt()
        elif verdict.pair is not None:
            self._known = tuple(KnownDie(one.die, one in verdict.pair) for one in lying)
            self._pair_absent = self._pair_lifted = self._camera_disturbed = False
            self._unread_count, self._hand_at = 0, -np.inf
            return _make_roll(verdict.pair, verdict.throw_p)
        if (verdict.kind, verdict.why) != (before.kind, before.why):
            self._judged_at = t
        return None

    def _is_hand(self, area: float) -> bool:
        """Return whether a moving area, in pixels, is larger than dice."""
        return area > _HAND_AREA * self._die_width_px**2

    def _adopt(self) -> None:
        """Adopt the resting dice as known ones, without a roll."""
        self._resting = _select_dice(self._resting, ())
        self._known = adopt_resting_dice(self._known or (), self._resting)
        self._pair_absent = self._pair_lifted = self._camera_disturbed = False
        self._unread_count = 0
        self._verdict = RollVerdict("nothing")

    def _result(self, t: float, area: float, roll: SeenRoll | None) -> RollFrameResult:
        if roll is not None:
            return RollFrameResult(t, "resting", roll)
        if area:
            return RollFrameResult(t, "hand" if self._is_hand(area) else "moving")
        if self._due:
            return RollFrameResult(t, "settling")
        asked_for = t - self._judged_at
        if self._verdict.kind == "ask" or (self._verdict.kind == "wait" and asked_for >= QUESTION_DELAY_S):
            if asked_for < QUESTION_TIMEOUT_S:
                return RollFrameResult(t, "asking", why=self._verdict.why)
            if self._resting:
                self._adopt()
            else:
                self._unread_count, self._verdict = 0, RollVerdict("nothing")
        return RollFrameResult(t, "resting" if self._resting else "empty")


def _make_roll(pair: tuple[RestingDie, RestingDie], chance: float) -> SeenRoll:
    left, right = sorted(pair, key=lambda one: one.die.at)
    confidence = left.die.confidence * right.die.confidence * chance
    return SeenRoll((left.die, right.die), max(left.since, right.since), confidence)


def _select_dice(lying: Sequence[RestingDie], pair: Sequence[RestingDie]) -> tuple[RestingDie, ...]:
    """Return the dice of a roll, and the other probable dice."""
    others = (one for one in lying if one.die.is_die >= MIN_DIE_P)
    return (
        *pair,
        *(one for one in others if all(die_distance(one.die, die.die) >= SAME_PLACE_WIDTHS for die in pair)),
    )


def _is_inside(die: DieReading, region: NDArray[np.bool_]) -> bool:
    x, y = (min(max(round(v), 0), side - 1) for v, side in zip(die.at, region.shape[::-1], strict=True))
    return bool(region[y, x])


def _was_touched(surface: DiceSurface, one: RestingDie, t: float) -> bool:
    """Return whether something moved at a die after it was read, and has stopped."""
    return one.since < surface.last_motion_at(one.die.at) <= t - SETTLE_S


def _finite(moved_at: float, t: float) -> float:
    return moved_at if np.isfinite(moved_at) else t


def _remove_specks(places: NDArray[np.bool_], least: float) -> NDArray[np.bool_]:
    """Return a mask without the parts that have fewer pixels than `least`."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(places.astype(np.uint8))
    keep = stats[:, cv2.CC_STAT_AREA] >= least
    keep[0] = False
    return np.asarray(keep[labels])
