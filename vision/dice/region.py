"""Where dice may lie in a camera's picture, and how large they then are.

A region is calibrated once, or told by the island when it is found: dice are thrown beside it. It is kept
in shares of the picture's width and height, so that it holds at any resolution of the same camera.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from vision.camera import camera_over
from vision.lattice import Homography, Points, project
from vision.lens import Lens
from vision.markers import FRAME_APOTHEM_SIDES, HEX_SIDE_MM

FORMAT: Final = 1
LEAST_MM, MOST_MM = 11.0, 21.0
"""Edges of the dice that people play with."""
_ASLANT: Final = (0.7, 1.5)
"""A die's width by that of a square of its edge on the table: seen slanting it is narrower, and it lies
nearer to the camera than the island does."""

Outline = tuple[tuple[float, float], ...]
"""Corners, x and y, in shares of the picture's width and height."""


class RegionError(CompanionError, ValueError):
    """A region for dice that can't be; the message says why."""


@dataclass(frozen=True)
class DiceRegion:
    """Where the middle of a die's top face may be; by default anywhere in the picture.

    Attributes:
        inside: outline of a tray, a box's lid, a cloth; None: the whole picture.
        outside: outline of where dice don't count, the island's; None: nowhere.
        sizes: least and largest width of a die, in shares of the picture's width; None: not known.
        foot: where the picture shows, or would if it were larger, what lies right below the camera, x and y
            in shares of its width and height: what stands upright leans away from there; None: not known.
    """

    inside: Outline | None = None
    outside: Outline | None = None
    sizes: tuple[float, float] | None = None
    foot: tuple[float, float] | None = None

    def mask(self, width: int, height: int) -> NDArray[np.bool_]:
        """height x width, true where dice may lie."""
        area = np.full((height, width), 1 if self.inside is None else 0, np.uint8)
        for outline, value in ((self.inside, 1), (self.outside, 0)):
            if outline is not None:
                corners = np.array(outline) * (width, height) - 0.5
                cv2.fillPoly(area, [np.round(corners).astype(np.int32)], (value,))
        return np.asarray(area > 0)

    def widths(self, width: int) -> tuple[float, float] | None:
        """Least and largest width of a die in pixels of a picture so wide; None: not known."""
        return None if self.sizes is None else (self.sizes[0] * width, self.sizes[1] * width)

    def foot_at(self, width: int, height: int) -> tuple[float, float] | None:
        """The pixel of a picture so large that shows what lies right below the camera; None: not known."""
        return None if self.foot is None else (self.foot[0] * width - 0.5, self.foot[1] * height - 0.5)

    def on_island(self) -> DiceRegion:
        """The same, with dice on the island counted too."""
        return replace(self, outside=None)

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "format": FORMAT,
            "inside": None if self.inside is None else [list(at) for at in self.inside],
            "outside": None if self.outside is None else [list(at) for at in self.outside],
            "sizes": None if self.sizes is None else list(self.sizes),
            "foot": None if self.foot is None else list(self.foot),
        }

    @staticmethod
    def from_json(data: object) -> DiceRegion:
        """What `to_json` gave.

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
            raise RegionError(f"this region for dice doesn't hold together: {error}") from error
        if region.sizes is not None and not 0 < region.sizes[0] < region.sizes[1]:
            raise RegionError(f"dice can't be {region.sizes[0]:g} to {region.sizes[1]:g} wide")
        return region


def beside_island(plane: Homography, width: int, height: int, lens: Lens | None = None) -> DiceRegion:
    """The region that a found island leaves: all around its sea frame, for dice of the usual sizes, seen from
    where its camera stands.

    Args:
        plane: homography from the island's plane (unit: a hex side) to pixels of the picture, once it is
            straight.
        width, height: of the picture in pixels.
        lens: what bends the picture; None: nothing does.
    """
    angles = np.radians(np.arange(0, 360, 60))
    # The frame's corners lie where the island's corner hexes point to: east, and every sixth from there.
    corners = FRAME_APOTHEM_SIDES / np.cos(np.pi / 6) * np.column_stack([np.cos(angles), np.sin(angles)])
    along = np.linspace(0, 1, 6)[:-1, None]
    rim = np.vstack([(1 - along) * corners[n - 1] + along * corners[n] for n in range(6)])
    seen = project(plane, rim)
    seen = seen if lens is None else lens.bent(seen)
    sides = _sides(plane, rim)
    least = LEAST_MM / HEX_SIDE_MM * float(sides.min()) * _ASLANT[0]
    most = MOST_MM / HEX_SIDE_MM * float(sides.max()) * _ASLANT[1]
    outline = tuple((float(x + 0.5) / width, float(y + 0.5) / height) for x, y in seen)
    extent = (width, height) if lens is None else lens.extent
    # Far outside a picture no lens is known; ways from its middle stay what they are in a bent one.
    ((x, y),) = project(plane, np.array([camera_over(plane, *extent).foot])) + (
        np.subtract((width, height), extent) / 2
    )
    return DiceRegion(
        outside=outline,
        sizes=(least / width, most / width),
        foot=(float(x + 0.5) / width, float(y + 0.5) / height),
    )


def _sides(plane: Homography, places: Points) -> NDArray[np.float64]:
    """How many pixels a hex side takes at places of the plane: a square's side of the same area."""
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
