"""The region of a camera's picture where dice may lie, and their sizes there.

A region is calibrated once, or derived from a found island: dice are rolled next to it. It is stored in
shares of the picture's width and height, so it is valid at any resolution of the same camera.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from vision.camera import Lens, estimate_camera
from vision.follow.motion import (
    MotionGate,
    SmallPicture,
    blur_small,
    difference,
    exceeds_noise,
    match_brightness,
    shrink_frame,
)
from vision.lattice import Homography, Points, project
from vision.locate import IslandNotFound, locate
from vision.markers import FRAME_APOTHEM_SIDES, HEX_SIDE_MM
from vision.network import network
from vision.pictures import as_bgr, shrink_to_limit

FORMAT: Final = 1
MIN_DIE_MM, MAX_DIE_MM = 11.0, 21.0
"""Range of the edges of ordinary dice."""
_WIDTH_FACTORS: Final = (0.7, 1.5)
"""Range of a die's width relative to a square of its edge on the table: at a slant it is narrower, and it may
be nearer to the camera than the island."""

Outline = tuple[tuple[float, float], ...]
"""Corners, x and y, in shares of the picture's width and height."""


class RegionError(CompanionError, ValueError):
    """A region for dice that can't be; the message says why."""


@dataclass(frozen=True)
class DiceRegion:
    """The region of the middles of dice's top faces; by default the whole picture.

    Attributes:
        inside: outline of a tray, a box's lid, a cloth; None: the whole picture.
        outside: outline of an excluded area, the island's; None: nothing excluded.
        sizes: least and largest width of a die, in shares of the picture's width; None: unknown.
        foot: the picture of the point right below the camera, x and y in shares of its width and height,
            perhaps outside it: upright objects lean away from it; None: unknown.
    """

    inside: Outline | None = None
    outside: Outline | None = None
    sizes: tuple[float, float] | None = None
    foot: tuple[float, float] | None = None

    def mask(self, width: int, height: int) -> NDArray[np.bool_]:
        """Return height x width, true where dice may lie."""
        area = np.full((height, width), 1 if self.inside is None else 0, np.uint8)
        for outline, value in ((self.inside, 1), (self.outside, 0)):
            if outline is not None:
                corners = np.array(outline) * (width, height) - 0.5
                cv2.fillPoly(area, [np.round(corners).astype(np.int32)], (value,))
        return np.asarray(area > 0)

    def die_widths_px(self, width: int) -> tuple[float, float] | None:
        """Return the least and largest width of a die in pixels, in a picture that wide; None: unknown."""
        return None if self.sizes is None else (self.sizes[0] * width, self.sizes[1] * width)

    def foot_px(self, width: int, height: int) -> tuple[float, float] | None:
        """Return the pixel of the point right below the camera, in a picture of that size; None: unknown."""
        return None if self.foot is None else (self.foot[0] * width - 0.5, self.foot[1] * height - 0.5)

    def including_island(self) -> DiceRegion:
        """Return the region without the excluded area, so that dice on the island count too."""
        return replace(self, outside=None)

    def to_json(self) -> dict[str, Any]:
        """Return the region as JSON."""
        return {
            "format": FORMAT,
            "inside": None if self.inside is None else [list(at) for at in self.inside],
            "outside": None if self.outside is None else [list(at) for at in self.outside],
            "sizes": None if self.sizes is None else list(self.sizes),
            "foot": None if self.foot is None else list(self.foot),
        }

    @staticmethod
    def from_json(data: object) -> DiceRegion:
        """Read the output of `to_json`.

        Raises:
            RegionError: it describes no region, or another version wrote it.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise RegionError(f"this is no region for dice in format {FORMAT}")
        try:
            sizes, foot = (
                None if data.get(key) is None else [float(share) for share in data[key]]
                for key in ("sizes", "foot")
            )
            region = DiceRegion(
                _outline(data.get("inside")),
                _outline(data.get("outside")),
                None if sizes is None else (sizes[0], sizes[1]),
                None if foot is None else (foot[0], foot[1]),
            )
        except (TypeError, ValueError, IndexError) as error:
            raise RegionError(f"this region for dice is invalid: {error}") from error
        if region.sizes is not None and not 0 < region.sizes[0] < region.sizes[1]:
            raise RegionError(f"dice can't be {region.sizes[0]:g} to {region.sizes[1]:g} wide")
        return region


def region_beside_island(plane: Homography, width: int, height: int, lens: Lens | None = None) -> DiceRegion:
    """Return the region around a found island's sea frame, for ordinary dice under the same camera.

    Args:
        plane: homography from the island's plane (unit: a hex side) to pixels of the undistorted picture.
        width, height: of the picture in pixels.
        lens: its distortion; None: there is none.
    """
    angles = np.radians(np.arange(0, 360, 60))
    # The frame's corners are in the directions of the island's corner hexes: east, and every sixth from
    # there.
    corners = FRAME_APOTHEM_SIDES / np.cos(np.pi / 6) * np.column_stack([np.cos(angles), np.sin(angles)])
    along = np.linspace(0, 1, 6)[:-1, None]
    rim = np.vstack([(1 - along) * corners[n - 1] + along * corners[n] for n in range(6)])
    seen = project(plane, rim)
    seen = seen if lens is None else lens.distort_points(seen)
    sides = _sides(plane, rim)
    least = MIN_DIE_MM / HEX_SIDE_MM * float(sides.min()) * _WIDTH_FACTORS[0]
    most = MAX_DIE_MM / HEX_SIDE_MM * float(sides.max()) * _WIDTH_FACTORS[1]
    outline = tuple((float(x + 0.5) / width, float(y + 0.5) / height) for x, y in seen)
    extent = (width, height) if lens is None else lens.extent
    # Far outside a picture the distortion is unknown; directions from its middle are unaffected by it.
    ((x, y),) = project(plane, np.array([estimate_camera(plane, *extent).foot])) + (
        np.subtract((width, height), extent) / 2
    )
    return DiceRegion(
        outside=outline,
        sizes=(least / width, most / width),
        foot=(float(x + 0.5) / width, float(y + 0.5) / height),
    )


def find_foot(image: NDArray[Any]) -> tuple[float, float] | None:
    """Return the pixel that shows the point right below the camera, by the island in the picture.

    Dice lean away from it. Without it, a photo counts as upright.

    Args:
        image: height x width x 3, as `vision.pictures.as_bgr` takes it.

    Returns:
        The pixel, which may be far outside; None where no island is found.
    """
    picture, grow = shrink_to_limit(as_bgr(image))
    located = locate(picture, network("finder.onnx"))
    if isinstance(located, IslandNotFound):
        return None
    height, width = image.shape[:2]
    return region_beside_island(grow @ located.plane, width, height).foot_px(width, height)


def _sides(plane: Homography, places: Points) -> NDArray[np.float64]:
    """Return the length of a hex side in pixels at places of the plane, by its square's area."""
    steps = [project(plane, places + 0.05 * step) - project(plane, places) for step in np.eye(2)]
    areas = np.abs(steps[0][:, 0] * steps[1][:, 1] - steps[0][:, 1] * steps[1][:, 0])
    return np.asarray(np.sqrt(areas) / 0.05)


def _outline(data: Sequence[Sequence[float]] | None) -> Outline | None:
    if data is None:
        return None
    outline = tuple((float(x), float(y)) for x, y in data)
    if len(outline) < 3 or not np.isfinite(outline).all():
        raise ValueError("an outline has three corners or more")
    return outline


# The surface on which dice are rolled: detect motion over it, and changes on it.
#
# Everything is computed in a small picture, in which a die is a few pixels wide, so a frame without changes
# costs almost nothing.


SMALL_HEIGHT_PX: Final = 180
"""Rows of the small picture: a die 16 pixels wide in 720 rows is 4 wide in it."""
SETTLE_S: Final = 0.25
"""Seconds without motion after which a place is at rest."""
_NOISE_SIGMAS: Final = 4.5
"""Standard deviations of the noise by which a changed pixel must differ."""
_MIN_CHANGE_LEVEL: Final = 7.0
"""Grey levels by which a changed pixel must differ."""
_NEAR_WIDTHS: Final = 0.8
"""Motion this near to a place, in widths of a die, is motion at it: a smooth sleeve shows only its edges."""
_MAX_SHIFT_SHARE: Final = 0.1
"""A knocked camera shifts the table by less than this share of the picture's height."""
_MIN_SHIFT_RESPONSE: Final = 0.15
"""Response of phase correlation from which a shift is believed."""
_SHIFT_CHANGE_SHARE: Final = 0.12
"""Changed share of the picture from which on a moved camera is considered."""
_MAX_RESIDUAL_SHARE: Final = 0.5
"""A shift that explains everything leaves less than this share of the change."""
_MIN_TURN_RESPONSE: Final = 0.5
"""Response of phase correlation from which a camera was moved although its shift explains too little: it was
rotated or tilted as well."""
_MIN_TURN_SHIFT_PX: Final = 1.0
"""Least shift of a rotated or tilted camera, in pixels of the small picture: an arm shifts nothing."""


@dataclass(frozen=True)
class SurfaceChange:
    """Changes since the surface was last accepted.

    Attributes:
        places: rows x columns of the small picture: the changed places, moving or not; none before the first
            `accept`.
        at_rest: the same: changed, in the region, and without motion.
        share: of the whole picture that has changed, after a shift is removed.
        shift: shift of the whole picture, x and y in pixels of the frame; (0, 0) if there is none.
        turned: the whole picture has moved, and not by a shift alone.
    """

    places: NDArray[np.bool_]
    at_rest: NDArray[np.bool_]
    share: float
    shift: tuple[float, float]
    turned: bool = False


class DiceSurface:
    """Watches the region of a picture in which dice may lie. All frames have one size.

    Attributes:
        scale: pixels of the frame for one of the small picture.
    """

    def __init__(self, region: NDArray[np.bool_], die: float) -> None:
        """Start with a surface that was never accepted: all of it counts as changed.

        Args:
            region: height x width of the frames, true where dice may lie.
            die: approximate width of a die, in pixels of the frame.
        """
        self._gate = MotionGate(SMALL_HEIGHT_PX)
        height, width = region.shape
        self._extent = (width, height)
        self.scale: float = height / SMALL_HEIGHT_PX
        self.set_region(region, die)
        self._moved_at = np.full(self._region.shape, -np.inf)
        self._before: SmallPicture | None = None

    def set_region(self, region: NDArray[np.bool_], die: float) -> None:
        """Change the region; arguments as at the start, the frames are the same."""
        small = shrink_frame(region.astype(np.uint8) * 255, SMALL_HEIGHT_PX)
        self._region = np.asarray(small > 127)
        reach = max(1, round(_NEAR_WIDTHS * die / self.scale))
        self._near = np.ones((2 * reach + 1,) * 2, np.uint8)

    def detect_motion(self, frame: NDArray[np.uint8], t: float) -> float:
        """Detect motion; return the moving area of the region, in pixels of the frame.

        Args:
            frame: BGR, height x width x 3.
            t: its time, in seconds.
        """
        moved = self._gate.detect(frame, t).moved & self._region
        count = int(np.count_nonzero(moved))
        if count:
            self._moved_at[self.neighbourhood(moved)] = t
        return float(count * self.scale**2)

    def detect_changes(self, frame: NDArray[np.uint8], t: float) -> SurfaceChange:
        """Return the changes since the last `accept`."""
        now = blur_small(shrink_frame(frame, SMALL_HEIGHT_PX))
        still = self._region & (t - self._moved_at >= SETTLE_S)
        if self._before is None:
            return SurfaceChange(np.zeros_like(still), still, 0.0, (0.0, 0.0))
        other, share = _changed_places(self._before, now)
        shift, turned = (0.0, 0.0), False
        if share > _SHIFT_CHANGE_SHARE:
            moved, response = _estimate_shift(self._before, now)
            if moved != (0.0, 0.0):
                before = _translate(self._before, moved)
                again, left = _changed_places(before, now)
                if left < _MAX_RESIDUAL_SHARE * share:
                    self._before, other, share = before, again, left
                    shift = (moved[0] * self.scale, moved[1] * self.scale)
                else:
                    turned = response > _MIN_TURN_RESPONSE and float(np.hypot(*moved)) > _MIN_TURN_SHIFT_PX
        return SurfaceChange(other, other & still, share, shift, turned)

    def accept(self, frame: NDArray[np.uint8], t: float) -> None:
        """Accept the resting parts of a frame as the new reference."""
        now = blur_small(shrink_frame(frame, SMALL_HEIGHT_PX))
        if self._before is None:
            self._before = now
            return
        still = t - self._moved_at >= SETTLE_S
        # The reference is adjusted to the present light: places under a hand are known from before its
        # shadow.
        self._before = match_brightness(self._before, now)
        self._before[still] = now[still]

    def resume(self, frame: NDArray[np.uint8], t: float) -> NDArray[np.bool_]:
        """Resume after missed frames: every change counts as motion now.

        Returns:
            Rows x columns of the small picture: the changes since the last `accept`.
        """
        self._gate.forget()
        if self._before is None:
            return self._region
        other, _ = _changed_places(self._before, blur_small(shrink_frame(frame, SMALL_HEIGHT_PX)))
        self._moved_at[self.neighbourhood(other)] = t
        return other

    def last_motion_at(self, at: tuple[float, float]) -> float:
        """Return the time of the last motion at a pixel of the frame, in seconds; minus infinity: never."""
        return float(self._moved_at[self._cell(at)])

    def mark_points(self, dice: Iterable[tuple[float, float]]) -> NDArray[np.bool_]:
        """Return a mask, rows x columns of the small picture, that is true at some pixels of the frame."""
        spots = np.zeros_like(self._region)
        for at in dice:
            spots[self._cell(at)] = True
        return spots

    def last_motion_in(self, places: NDArray[np.bool_]) -> float:
        """Return the time of the last motion at places of the small picture, in seconds; or -inf."""
        return float(self._moved_at[places].max())

    def has_moved_since(self, places: NDArray[np.bool_], t: float) -> bool:
        """Return whether something moved at places of the small picture after a time."""
        return bool((self._moved_at[places] > t).any())

    def neighbourhood(self, places: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the neighbourhood of places, rows x columns of the small picture."""
        return np.asarray(cv2.dilate(places.astype(np.uint8), self._near) > 0)

    def neighbourhood_mask(self, places: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the neighbourhood of places in the region, height x width of the frame."""
        near = (self.neighbourhood(places) & self._region).astype(np.uint8)
        return np.asarray(cv2.resize(near, self._extent, interpolation=cv2.INTER_NEAREST) > 0)

    def _cell(self, at: tuple[float, float]) -> tuple[int, int]:
        row, column = int(at[1] / self.scale), int(at[0] / self.scale)
        return min(max(row, 0), SMALL_HEIGHT_PX - 1), min(max(column, 0), self._region.shape[1] - 1)


def _changed_places(before: SmallPicture, now: SmallPicture) -> tuple[NDArray[np.bool_], float]:
    """Return the changed places, and the changed share of the picture, edges moved by a knock included."""
    change, noise = difference(before, now)
    limit = max(_NOISE_SIGMAS * noise, _MIN_CHANGE_LEVEL)
    return exceeds_noise(change, limit, before), float((change > limit).mean())


def _estimate_shift(before: SmallPicture, now: SmallPicture) -> tuple[tuple[float, float], float]:
    """Return the shift of the whole picture, in its pixels, (0, 0) if unclear, and its clarity in [0, 1]."""
    one, other = cv2.cvtColor(before, cv2.COLOR_BGR2GRAY), cv2.cvtColor(now, cv2.COLOR_BGR2GRAY)
    window = cv2.createHanningWindow((before.shape[1], SMALL_HEIGHT_PX), cv2.CV_32F)
    moved: Any
    moved, response = cv2.phaseCorrelate(one, other, window)
    x, y = moved
    if response < _MIN_SHIFT_RESPONSE or np.hypot(x, y) > _MAX_SHIFT_SHARE * SMALL_HEIGHT_PX:
        return (0.0, 0.0), float(response)
    return (float(x), float(y)), float(response)


def _translate(picture: SmallPicture, by: tuple[float, float]) -> SmallPicture:
    move = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float64)
    size = (picture.shape[1], picture.shape[0])
    moved = cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE)
    return moved.astype(np.float32, copy=False)
