"""The surface that dice are thrown on: what moves over it, and what on it is otherwise than before.

All of it happens in a small picture, in which a die is a few pixels wide, so that a frame in which nothing
happens costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.follow.motion import Gate, Small, alike, beyond, difference, shrunk, softened

HEIGHT: Final = 180
"""Rows of the small picture: a die 16 pixels wide in 720 rows is 4 wide in it."""
SETTLE_S: Final = 0.25
"""Seconds during which nothing must have moved at a place before what lies there is at rest."""
_LOUD: Final = 4.5
"""Standard deviations of the noise by which a pixel must differ to count as changed."""
_FAINT: Final = 7.0
"""Grey levels by which a pixel must differ to count as changed."""
_AROUND: Final = 0.8
"""What moves so near to a place, in widths of a die, moves at it: a smooth sleeve shows only its edges."""
_MOST_SHIFT: Final = 0.1
"""A camera that was knocked shows the table shifted by less than this share of the picture's height."""
_CLEAR_SHIFT: Final = 0.15
"""Response of phase correlation from which a shift is believed."""
_SHIFTED: Final = 0.12
"""When so much of the picture is otherwise, it may be the camera that moved."""
_EXPLAINED: Final = 0.5
"""A shift must leave less than this share of what is otherwise, if it is to be all that happened."""
_TURNED: Final = 0.5
"""Response of phase correlation from which a camera was moved though its shift explains too little: it was
turned or tilted as well."""
_LEAST_SHIFT: Final = 1.0
"""Least shift of a turned or tilted camera, in pixels of the small picture: an arm shifts nothing."""


@dataclass(frozen=True)
class Change:
    """What is otherwise than when the surface was last looked at.

    Attributes:
        places: rows x columns of the small picture: where it is otherwise, moving or not; before the first
            `accept` nowhere.
        at_rest: the same: otherwise, in the region, and nothing moves there.
        share: of the whole picture that is otherwise, once a shift is taken out.
        shift: by how much the whole picture has moved, x and y in pixels of the frame; (0, 0) if it hasn't.
        turned: the whole picture has moved, and not by a shift alone.
    """

    places: NDArray[np.bool_]
    at_rest: NDArray[np.bool_]
    share: float
    shift: tuple[float, float]
    turned: bool = False


class Surface:
    """Watches the region of a picture in which dice may lie. Frames are all of one size.

    Attributes:
        scale: pixels of the frame for one of the small picture.
    """

    def __init__(self, region: NDArray[np.bool_], die: float) -> None:
        """Begin with a surface not looked at yet: all of it is otherwise.

        Args:
            region: height x width of the frames, true where dice may lie.
            die: about how wide a die is, in pixels of the frame.
        """
        self._gate = Gate(HEIGHT)
        height, width = region.shape
        self._extent = (width, height)
        small = shrunk(region.astype(np.uint8) * 255, HEIGHT)
        self._region = np.asarray(small > 127)
        self.scale: float = height / HEIGHT
        reach = max(1, round(_AROUND * die / self.scale))
        self._near = np.ones((2 * reach + 1,) * 2, np.uint8)
        self._moved_at = np.full(self._region.shape, -np.inf)
        self._before: Small | None = None

    def take(self, frame: NDArray[np.uint8], t: float) -> float:
        """Look whether something moves; returns how much of the region does, in pixels of the frame.

        Args:
            frame: BGR, height x width x 3.
            t: when it was taken, in seconds.
        """
        moved = self._gate.look(frame, t).moved & self._region
        count = int(np.count_nonzero(moved))
        if count:
            self._moved_at[self.near(moved)] = t
        return float(count * self.scale**2)

    def change(self, frame: NDArray[np.uint8], t: float) -> Change:
        """What is otherwise than at the last `accept`."""
        now = softened(shrunk(frame, HEIGHT))
        still = self._region & (t - self._moved_at >= SETTLE_S)
        if self._before is None:
            return Change(np.zeros_like(still), still, 0.0, (0.0, 0.0))
        other, share = _otherwise(self._before, now)
        shift, turned = (0.0, 0.0), False
        if share > _SHIFTED:
            moved, response = _shift(self._before, now)
            if moved != (0.0, 0.0):
                before = _shifted(self._before, moved)
                again, left = _otherwise(before, now)
                if left < _EXPLAINED * share:
                    self._before, other, share = before, again, left
                    shift = (moved[0] * self.scale, moved[1] * self.scale)
                else:
                    turned = response > _TURNED and float(np.hypot(*moved)) > _LEAST_SHIFT
        return Change(other, other & still, share, shift, turned)

    def accept(self, frame: NDArray[np.uint8], t: float) -> None:
        """What lies still in a frame has been looked at."""
        now = softened(shrunk(frame, HEIGHT))
        if self._before is None:
            self._before = now
            return
        still = t - self._moved_at >= SETTLE_S
        # In one light, that of now: what lies under a hand is known from before its shadow fell on the rest.
        self._before = alike(self._before, now)
        self._before[still] = now[still]

    def resume(self, frame: NDArray[np.uint8], t: float) -> NDArray[np.bool_]:
        """Frames were missed before this one; what is otherwise now counts as moving.

        Returns:
            Rows x columns of the small picture: where it is otherwise than at the last `accept`.
        """
        self._gate.forget()
        if self._before is None:
            return self._region
        other, _ = _otherwise(self._before, softened(shrunk(frame, HEIGHT)))
        self._moved_at[self.near(other)] = t
        return other

    def moved_at(self, at: tuple[float, float]) -> float:
        """When something last moved at a pixel of the frame, in seconds; minus infinity: never."""
        return float(self._moved_at[self._cell(at)])

    def spots(self, dice: Iterable[tuple[float, float]]) -> NDArray[np.bool_]:
        """Rows x columns of the small picture: true at some pixels of the frame."""
        spots = np.zeros_like(self._region)
        for at in dice:
            spots[self._cell(at)] = True
        return spots

    def last_moved(self, places: NDArray[np.bool_]) -> float:
        """When something last moved at places of the small picture, in seconds; minus infinity: never."""
        return float(self._moved_at[places].max())

    def moved_since(self, places: NDArray[np.bool_], t: float) -> bool:
        """Whether something moved at places of the small picture after a time."""
        return bool((self._moved_at[places] > t).any())

    def near(self, places: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The neighbourhood of places, rows x columns of the small picture."""
        return np.asarray(cv2.dilate(places.astype(np.uint8), self._near) > 0)

    def around(self, places: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Height x width of the frame: the neighbourhood of places of the small picture, in the region."""
        near = (self.near(places) & self._region).astype(np.uint8)
        return np.asarray(cv2.resize(near, self._extent, interpolation=cv2.INTER_NEAREST) > 0)

    def _cell(self, at: tuple[float, float]) -> tuple[int, int]:
        row, column = int(at[1] / self.scale), int(at[0] / self.scale)
        return min(max(row, 0), HEIGHT - 1), min(max(column, 0), self._region.shape[1] - 1)


def _otherwise(before: Small, now: Small) -> tuple[NDArray[np.bool_], float]:
    """Where a picture is otherwise, and the share of it that is, edges that a knock moved included."""
    change, noise = difference(before, now)
    limit = max(_LOUD * noise, _FAINT)
    return beyond(change, limit, before), float((change > limit).mean())


def _shift(before: Small, now: Small) -> tuple[tuple[float, float], float]:
    """By how much a picture has moved as a whole, in its pixels, (0, 0) where that isn't clear; and how
    clear it is, in [0, 1]."""
    one, other = cv2.cvtColor(before, cv2.COLOR_BGR2GRAY), cv2.cvtColor(now, cv2.COLOR_BGR2GRAY)
    window = cv2.createHanningWindow((before.shape[1], HEIGHT), cv2.CV_32F)
    moved: Any
    moved, response = cv2.phaseCorrelate(one, other, window)
    x, y = moved
    if response < _CLEAR_SHIFT or np.hypot(x, y) > _MOST_SHIFT * HEIGHT:
        return (0.0, 0.0), float(response)
    return (float(x), float(y)), float(response)


def _shifted(picture: Small, by: tuple[float, float]) -> Small:
    move = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float64)
    size = (picture.shape[1], picture.shape[0])
    moved = cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE)
    return moved.astype(np.float32, copy=False)
