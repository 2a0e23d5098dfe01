"""A cheap gate: does anything move in the picture, and where?

Every frame is looked at a tenth of its size. What counts as moving is told by the noise that is
measured in the frames themselves, after a change of brightness common to the whole picture is taken out:
so a grainy webcam, a flickering lamp or a drifting exposure don't keep the gate open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT: Final = 104
"""Rows of the small picture, where things as large as a hand are to be seen."""
_AGE_S: Final = 0.12
"""Least age of the picture that a frame is compared with: between two frames of a fast camera a slow
hand hardly moves."""
_LOUD: Final = 6.0
"""A pixel moved that changed by so many standard deviations of the noise."""
_QUIETEST: Final = 1.0
_LOUDEST: Final = 6.0
"""Bounds of the noise, in grey levels: what is more is no noise."""
_LEARN: Final = 0.1
_SAMPLED: Final = 35
"""The noise is measured in about so many rows."""
_SPECK_PX: Final = 12
"""Fewer pixels than this are noise that got through."""
_JITTER: Final = 0.1
"""A camera that trembles changes a pixel by up to this share of what it and its eight neighbours differ by:
moved by a fifth of a pixel of the small picture, which is nearly one of a camera with 720 rows."""

_AROUND: Final = np.ones((3, 3), np.uint8)

Small = NDArray[np.float32]


@dataclass(frozen=True)
class Motion:
    """What the gate says of one frame.

    Attributes:
        share: of the picture that moves, in [0, 1].
        moved: where, rows x columns of the small picture.
        same: whether the frame is the one before, to the last bit; no camera gives that twice.
        scale: pixels of the frame for one of the small picture, (x, y).
    """

    share: float
    moved: NDArray[np.bool_]
    same: bool
    scale: tuple[float, float]

    @property
    def still(self) -> bool:
        """Whether nothing moves."""
        return self.share == 0.0


class Gate:
    """Compares each frame with those before."""

    def __init__(self, height: int = HEIGHT) -> None:
        """Begin with no frame.

        Args:
            height: rows of the small picture; more of them see smaller things.
        """
        self._height = height
        self._newest: NDArray[np.uint8] | None = None
        self._key: Small | None = None
        self._next: tuple[float, Small] | None = None
        self._noise: float | None = None

    def look(self, frame: NDArray[np.uint8], t: float) -> Motion:
        """Look at a frame.

        Args:
            frame: BGR, height x width x 3, of the same size each time.
            t: when it was taken, in seconds.
        """
        height, width = frame.shape[:2]
        seen = shrunk(frame, self._height)
        same = self._newest is not None and np.array_equal(seen, self._newest)
        self._newest = seen
        now = softened(seen)
        self._age(now, t)
        moved = self._moved(now)
        share = float(moved.mean())
        return Motion(share, moved, same, (width / seen.shape[1], height / seen.shape[0]))

    def forget(self) -> None:
        """Frames were missed: the next one is compared with none before."""
        self._key, self._next = None, None

    def _moved(self, now: Small) -> NDArray[np.bool_]:
        if self._key is None:
            return np.zeros(now.shape[:2], np.bool_)
        change, noise = difference(self._key, now)
        self._noise = noise if self._noise is None else self._noise + _LEARN * (noise - self._noise)
        moved = beyond(change, _LOUD * self._noise, self._key)
        return moved if np.count_nonzero(moved) >= _SPECK_PX else np.zeros_like(moved)

    def _age(self, now: Small, t: float) -> None:
        """Keep a picture of about the right age to compare with."""
        if self._next is None:
            self._next = (t, now)
        elif t - self._next[0] >= _AGE_S:
            self._key, self._next = self._next[1], (t, now)


def shrunk(frame: NDArray[np.uint8], height: int) -> NDArray[np.uint8]:
    """A frame of so many rows, as wide as it then is, each pixel the mean of those it stands for.

    Halves are averaged first: a picture sampled here and there would keep all of the noise, and would see a
    sharp edge that trembles by a tenth of a pixel come and go.
    """
    size = (max(8, round(frame.shape[1] * height / frame.shape[0])), height)
    while frame.shape[0] >= 2 * height and frame.shape[1] >= 2 * size[0]:
        half = (frame.shape[1] // 2, frame.shape[0] // 2)
        frame = cv2.resize(frame, half, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    return cv2.resize(frame, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)


def softened(small: NDArray[np.uint8]) -> Small:
    """A small picture to be compared with others: its pixels' noise is less."""
    return cv2.blur(small.astype(np.float32), (3, 3)).astype(np.float32, copy=False)


def difference(before: Small, now: Small) -> tuple[Small, float]:
    """How two small pictures differ, a change of light common to all of the picture taken out.

    Returns:
        The largest difference of a channel, rows x columns, in grey levels, and the standard deviation
        of either picture's noise as the difference tells it.
    """
    change = cv2.absdiff(now, alike(before, now))
    blue, green, red = cv2.split(change)
    # Of normal noise the median deviation is 0.674; a difference of two has twice the variance. What
    # moves covers less than half of the picture, and leaves the median alone.
    step = max(3, len(change) // _SAMPLED)
    noise = float(np.median(change[::step, ::step])) / 0.674 / np.sqrt(2)
    largest: NDArray[Any] = cv2.max(cv2.max(blue, green), red)
    return largest.astype(np.float32, copy=False), min(max(noise, _QUIETEST), _LOUDEST)


def beyond(change: Small, limit: float, before: Small) -> NDArray[np.bool_]:
    """Where two small pictures differ by more than a limit and what a trembling camera makes of edges.

    Args:
        change: as `difference` gives it, in grey levels.
        limit: in grey levels.
        before: the earlier of the two.
    """
    more = np.asarray(change > limit)
    if not more.any():
        return more
    edges = cv2.morphologyEx(before, cv2.MORPH_GRADIENT, _AROUND)
    blue, green, red = cv2.split(edges)
    trembling: NDArray[Any] = cv2.max(cv2.max(blue, green), red)
    return np.asarray(change > limit + _JITTER * trembling)


def alike(before: Small, now: Small) -> Small:
    """An earlier picture, as bright in each channel as the picture now."""
    # The median: an arm that comes in is no change of light.
    gain = np.median((now[::5, ::5] + 1) / (before[::5, ::5] + 1), axis=(0, 1))
    return cv2.transform(before, np.diag(gain)).astype(np.float32, copy=False)
