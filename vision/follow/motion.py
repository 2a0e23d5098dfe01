"""Detect motion in the picture and its place, and places that have changed since they were accepted.

The motion gate is cheap: every frame is compared at a tenth of its size. The threshold follows from the noise
measured in the frames themselves, after a common change of brightness is removed, so a grainy webcam, a
flickering lamp or a drifting exposure doesn't hold the gate open.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES, PATHS, SITES
from vision.detector import VIEW_PX
from vision.lattice import CENTRES, Homography, Points, project
from vision.locate import PLANE_TO_VIEW
from vision.pieces import SITE_PLACES, TURNS, rotate_vectors

SMALL_HEIGHT_PX: Final = 104
"""Rows of the small picture, in which hand-sized objects are visible."""
_AGE_S: Final = 0.12
"""Least age of the reference picture: between two frames of a fast camera a slow hand hardly moves."""
_NOISE_SIGMAS: Final = 7.0
"""Change of a moving pixel, in standard deviations of the noise. A JPEG of quality 40 has heavier tails than
normal noise: some blocks of its colours flicker by nine grey levels."""
_MIN_NOISE_LEVEL: Final = 1.0
_MAX_NOISE_LEVEL: Final = 6.0
"""Bounds of the noise, in grey levels: more is no noise."""
_NOISE_RATE: Final = 0.1
_NOISE_ROWS: Final = 35
"""Approximate number of rows in which the noise is measured."""
_SPECK_SHARE: Final = 12 / SMALL_HEIGHT_PX**2
"""Fewer pixels than this, of a square as high as the small picture, are residual noise."""
_JITTER_SHARE: Final = 0.1
"""A trembling camera changes a pixel by up to this share of its contrast with its eight neighbours: a shift
by a fifth of a pixel of the small picture, which is nearly one of a camera with 720 rows."""

_NEIGHBOURHOOD: Final = np.ones((3, 3), np.uint8)

SmallPicture = NDArray[np.float32]


@dataclass(frozen=True)
class Motion:
    """The gate's result for one frame.

    Attributes:
        share: of the picture that moves, in [0, 1].
        moved: mask of the moving pixels, rows x columns of the small picture.
        same: whether the frame is bit-identical to the one before, which no live camera produces.
        scale: pixels of the frame for one of the small picture, (x, y).
    """

    share: float
    moved: NDArray[np.bool_]
    same: bool
    scale: tuple[float, float]

    @property
    def is_still(self) -> bool:
        """Return whether nothing moves."""
        return self.share == 0.0


class MotionGate:
    """Compares each frame with earlier ones."""

    def __init__(self, height: int = SMALL_HEIGHT_PX) -> None:
        """Start without a frame.

        Args:
            height: rows of the small picture; more rows show smaller objects.
        """
        self._height = height
        self._newest: NDArray[np.uint8] | None = None
        self._key: SmallPicture | None = None
        self._next: tuple[float, SmallPicture] | None = None
        self._noise: float | None = None

    def detect(self, frame: NDArray[np.uint8], t: float) -> Motion:
        """Detect motion in a frame.

        Args:
            frame: BGR, height x width x 3, of the same size each time.
            t: its time, in seconds.
        """
        height, width = frame.shape[:2]
        seen = shrink_frame(frame, self._height)
        same = self._newest is not None and np.array_equal(seen, self._newest)
        self._newest = seen
        now = blur_small(seen)
        self._update_key(now, t)
        moved = self._moving_pixels(now)
        share = float(moved.mean())
        return Motion(share, moved, same, (width / seen.shape[1], height / seen.shape[0]))

    def forget(self) -> None:
        """Drop the reference after missed frames: the next frame is compared with none."""
        self._key, self._next = None, None

    def _moving_pixels(self, now: SmallPicture) -> NDArray[np.bool_]:
        if self._key is None:
            return np.zeros(now.shape[:2], np.bool_)
        change, noise = difference(self._key, now)
        self._noise = noise if self._noise is None else self._noise + _NOISE_RATE * (noise - self._noise)
        moved = exceeds_noise(change, _NOISE_SIGMAS * self._noise, self._key)
        return moved if np.count_nonzero(moved) >= _SPECK_SHARE * self._height**2 else np.zeros_like(moved)

    def _update_key(self, now: SmallPicture, t: float) -> None:
        """Keep a reference picture of about the right age."""
        if self._next is None:
            self._next = (t, now)
        elif t - self._next[0] >= _AGE_S:
            self._key, self._next = self._next[1], (t, now)


def shrink_frame(frame: NDArray[np.uint8], height: int) -> NDArray[np.uint8]:
    """Return a frame with that many rows, its aspect kept, each pixel the mean of those it covers.

    Halves are averaged first: point sampling would keep all of the noise, and a sharp edge that trembles by a
    tenth of a pixel would flicker.
    """
    size = (max(8, round(frame.shape[1] * height / frame.shape[0])), height)
    while frame.shape[0] >= 2 * height and frame.shape[1] >= 2 * size[0]:
        half = (frame.shape[1] // 2, frame.shape[0] // 2)
        frame = cv2.resize(frame, half, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    return cv2.resize(frame, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)


def blur_small(small: NDArray[np.uint8]) -> SmallPicture:
    """Blur a small picture for comparison, which reduces its noise."""
    return cv2.blur(small.astype(np.float32), (3, 3)).astype(np.float32, copy=False)


def difference(before: SmallPicture, now: SmallPicture) -> tuple[SmallPicture, float]:
    """Return the difference of two small pictures, without a common change of light.

    Returns:
        The largest difference of a channel, rows x columns, in grey levels, and the estimated standard
            deviation of either picture's noise.
    """
    change = cv2.absdiff(now, match_brightness(before, now))
    blue, green, red = cv2.split(change)
    # The median deviation of normal noise is 0.674; a difference of two has twice the variance. Moving
    # objects cover less than half of the picture, and leave the median unchanged.
    step = max(3, len(change) // _NOISE_ROWS)
    noise = float(np.median(change[::step, ::step])) / 0.674 / np.sqrt(2)
    largest: NDArray[Any] = cv2.max(cv2.max(blue, green), red)
    return largest.astype(np.float32, copy=False), min(max(noise, _MIN_NOISE_LEVEL), _MAX_NOISE_LEVEL)


def exceeds_noise(change: SmallPicture, limit: float, before: SmallPicture) -> NDArray[np.bool_]:
    """Return a mask of the differences beyond a limit and beyond a trembling camera's effect on edges.

    Args:
        change: as `difference` gives it, in grey levels.
        limit: in grey levels.
        before: the earlier of the two.
    """
    more = np.asarray(change > limit)
    if not more.any():
        return more
    edges = cv2.morphologyEx(before, cv2.MORPH_GRADIENT, _NEIGHBOURHOOD)
    blue, green, red = cv2.split(edges)
    trembling: NDArray[Any] = cv2.max(cv2.max(blue, green), red)
    return np.asarray(change > limit + _JITTER_SHARE * trembling)


def match_brightness(before: SmallPicture, now: SmallPicture) -> SmallPicture:
    """Scale an earlier picture to the present one's brightness in each channel."""
    # The median: an arm that enters is no change of light.
    gain = np.median((now[::5, ::5] + 1) / (before[::5, ::5] + 1), axis=(0, 1))
    return cv2.transform(before, np.diag(gain)).astype(np.float32, copy=False)


# The direction of a reaching hand, which identifies the player who made a change.
#
# Motion over the board is accumulated. Seen from the changed place, an arm points towards its owner. The
# length of its visible part doesn't matter, so the board need not be in the middle of the picture.


_MIN_ARM_SIDES, _MAX_ARM_SIDES = 1.2, 8.0
"""Range of distances of an arm from a place, in hex sides: nearer are the fingers themselves."""
_MIN_ARM_PX: Final = 25
"""Pixels of the gate's small picture from which on motion is an arm."""
_MIN_COHERENCE: Final = 0.8
"""Least length of the mean direction, 1 where all directions are equal: less is two arms, or none."""


class ReachTracker:
    """Accumulates the motion over the board between two readings."""

    def __init__(self) -> None:
        """Start without motion."""
        self._moved: NDArray[np.float32] | None = None
        self._scale = (1.0, 1.0)
        self._looked = False

    def record_motion(self, motion: Motion) -> None:
        """Add motion; the first motion after a reading replaces earlier motion."""
        if self._moved is None or self._looked or self._moved.shape != motion.moved.shape:
            self._moved = np.zeros(motion.moved.shape, np.float32)
        self._moved += motion.moved
        self._scale, self._looked = motion.scale, False

    def record_look(self) -> None:
        """Record that the board was read: motion has stopped."""
        self._looked = True

    def reset(self) -> None:
        """Drop all motion: frames were missed, or the camera was moved."""
        self._moved = None

    def hand_side_deg(self, place: NDArray[np.float64], plane: Homography) -> float | None:
        """Return the direction of the hand that touched a place.

        Args:
            place: x, y in the island's plane.
            plane: homography from the plane to pixels of the frame.

        Returns:
            Degrees clockwise from the island's north, 0 to 360; None if unclear.
        """
        if self._moved is None:
            return None
        rows, columns = np.nonzero(self._moved)
        if len(rows) < _MIN_ARM_PX:
            return None
        pixels = np.column_stack([columns + 0.5, rows + 0.5]) * self._scale
        points = cv2.perspectiveTransform(pixels[None].astype(np.float64), np.linalg.inv(plane))[0]
        away = points - place
        far = np.linalg.norm(away, axis=1)
        arm = (far > _MIN_ARM_SIDES) & (far < _MAX_ARM_SIDES)
        if np.count_nonzero(arm) < _MIN_ARM_PX:
            return None
        # Points farther out determine the direction more precisely.
        weights = self._moved[rows[arm], columns[arm]] * far[arm]
        x, y = (weights[:, None] * away[arm] / far[arm, None]).sum(axis=0) / weights.sum()
        if math.hypot(x, y) < _MIN_COHERENCE:
            return None
        return math.degrees(math.atan2(x, -y)) % 360.0


# Detect changed places: small samples around every site and hex, compared independently of light.
#
# A place is sampled at a piece's position (its core) and around it (its ring). The ring measures the change
# of light since the place was last accepted, the core any other change.


SPOTS: Final[Points] = np.vstack([SITE_PLACES, CENTRES])
"""Plane coordinates of all places: the 126 sites, then the 19 hexes."""
HEX_SPOTS: Final = slice(len(SITES), len(SITES) + len(HEXES))
NEAR_SIDES: Final = 0.3
"""An object this close to a place, in hex sides, obstructs it."""

_MIN_CHANGE_SHARE: Final = 0.045
"""Least change of a core, relative to its brightness."""
_MIN_CHANGE_LEVEL: Final = 3.0
"""Least change, in grey levels of noise."""
_MIN_BRIGHTNESS: Final = 12.0
_WHITE_LEVEL: Final = 244
"""Grey level at which the camera may saturate."""
_BURNT_SHARE: Final = 0.18
"""A place with a larger saturated share is burnt."""
_SAMPLE_COUNT: Final = 36


def _grid(across: float, along: float) -> Points:
    """Return 36 points of a rectangle around the origin, in hex sides."""
    x, y = np.meshgrid(np.linspace(-along, along, 9), np.linspace(-across, across, 4))
    return np.column_stack([x.ravel(), y.ravel()])


def _disc(radius: float) -> Points:
    """Return 36 points spread evenly over a disc (like a sunflower's seeds)."""
    n = np.arange(_SAMPLE_COUNT)
    r, angle = radius * np.sqrt((n + 0.5) / _SAMPLE_COUNT), n * np.pi * (3 - np.sqrt(5))
    return np.column_stack([r * np.cos(angle), r * np.sin(angle)])


def _circle(radius: float) -> Points:
    angle = np.arange(_SAMPLE_COUNT) * 2 * np.pi / _SAMPLE_COUNT
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def _pixels() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the pixels of cores and rings in the view: indices, places x 36."""
    cores, rings = [], []
    angles = np.append(TURNS, np.zeros(len(HEXES)))
    for n, (spot, angle) in enumerate(zip(SPOTS, angles, strict=True)):
        if n < len(PATHS):
            core, ring = _grid(0.11, 0.28), np.vstack([_grid(0.32, 0.2)[[*range(9), *range(27, 36)]]] * 2)
        elif n < len(SITES):
            core, ring = _disc(0.27), _circle(0.42)
        else:
            core, ring = _disc(0.42), _circle(0.55)
        cores.append(spot + rotate_vectors(core, np.full(len(core), angle)))
        rings.append(spot + rotate_vectors(ring, np.full(len(ring), angle)))
    flat = []
    for points in (cores, rings):
        at = (
            np.round(project(PLANE_TO_VIEW, np.array(points).reshape(-1, 2)))
            .astype(np.int64)
            .clip(0, VIEW_PX - 1)
        )
        flat.append((at[:, 1] * VIEW_PX + at[:, 0]).reshape(len(SPOTS), _SAMPLE_COUNT))
    return flat[0], flat[1]


_CORES, _RINGS = _pixels()


@dataclass(frozen=True)
class PlaceSamples:
    """The look of all places: cores and rings, places x 36 x 3, BGR, float32.

    Attributes:
        cores, rings: in grey levels.
        haze: the part of these that is haze over the whole picture.
    """

    cores: NDArray[np.float32]
    rings: NDArray[np.float32]
    haze: float = 0.0

    @staticmethod
    def from_view(view: NDArray[np.uint8], haze: float = 0.0) -> PlaceSamples:
        """Sample a view from above, VIEW_PX x VIEW_PX x 3."""
        smooth = cv2.blur(view, (3, 3)).reshape(-1, 3)
        return PlaceSamples(smooth[_CORES].astype(np.float32), smooth[_RINGS].astype(np.float32), haze)

    def relight(self, other: PlaceSamples) -> PlaceSamples:
        """Return these places in another picture's light, otherwise unchanged."""
        # The ratios' median: a piece that arrived in the ring is no change of light.
        gain = np.median((other.rings + 4) / (self.rings + 4), axis=1)[:, None, :]
        return PlaceSamples(self.cores * gain, self.rings * gain, other.haze)

    def has_changed(self, known: PlaceSamples) -> NDArray[np.bool_]:
        """Return a mask of the places that differ from a known look, independently of light."""
        off, level = self._core_difference(known)
        return np.asarray(off > _MIN_CHANGE_SHARE * level + _MIN_CHANGE_LEVEL)

    def relative_change(self, known: PlaceSamples) -> NDArray[np.float64]:
        """Return each place's difference from a known look, light aside, in shares of its brightness."""
        off, level = self._core_difference(known)
        return np.asarray(off / level, np.float64)

    @property
    def is_burnt(self) -> NDArray[np.bool_]:
        """Mask of the burnt places: much of them is saturated."""
        return np.asarray((self.cores >= _WHITE_LEVEL).mean(axis=(1, 2)) > _BURNT_SHARE)

    def _core_difference(self, known: PlaceSamples) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return each core's difference from its known look, and its brightness, in grey levels."""
        there = known.relight(self).cores
        off = np.sqrt(((self.cores - there) ** 2).mean(axis=(1, 2)))
        return off, np.maximum(there.mean(axis=(1, 2)) - self.haze, _MIN_BRIGHTNESS)

    def blend(self, newer: PlaceSamples, share: NDArray[np.float64]) -> PlaceSamples:
        """Blend in a share of each place's newer look, in [0, 1]."""
        part = share[:, None, None].astype(np.float32)
        return PlaceSamples(
            self.cores + part * (newer.cores - self.cores),
            self.rings + part * (newer.rings - self.rings),
            newer.haze,
        )
