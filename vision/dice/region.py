"""The region of a camera's picture where dice may lie, and their sizes there.

A region is calibrated once, or derived from a found island: dice are rolled next to it. It is stored in
shares of the picture's width and height, so it is valid at any resolution of the same camera.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from vision.camera import estimate_camera
from vision.lattice import Homography, Points, project
from vision.lens import Lens
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
