"""Printed markers around the board, for tables where the island itself isn't detected.

Six ArUco markers ("Automatic generation and detection of highly reliable fiducial markers under occlusion",
Garrido-Jurado and others, 2014) are identified by their numbers. If they are laid by the rule of their sheet,
each with its tip at a corner of the sea frame, they determine the island's pose directly. Anywhere else flat
on the table they do so once they were seen together with the island.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points, inverse, project, solve_homography

MARKER_COUNT: Final = 6
HEX_SIDE_MM: Final = 45.0
MARKER_MM: Final = 48.0
"""The side of a marker's black square."""
TIP_MM: Final = 10.0
"""Distance from the tip of a card to its marker."""
FRAME_APOTHEM_SIDES: Final = 5.0
"""Distance from the middle of the island to a side of the sea frame, in hex sides; the same in all editions.
"""

_MIN_LAID_MARKERS: Final = 4
"""Markers that must be visible by the rule: people lay them, and another game's cards may carry markers too.
"""
_MIN_LEARNED_MARKERS: Final = 3
_MAX_LAID_ERROR_SIDES: Final = 0.2
"""Largest distance of a marker's corner from its place by the others, in hex sides: laid by hand."""
_MAX_LEARNED_ERROR_SIDES: Final = 0.1
_MIN_SIDE_PX: Final = 8.0
"""A marker with a shorter side in pixels is ignored."""

MarkerCorners = Mapping[int, Points]
"""Markers in a picture: by number, the corners in pixels, 4 x 2, clockwise from the upper left one."""


@cache
def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def pattern(number: int) -> NDArray[np.bool_]:
    """Return a marker's cells, 6 x 6 with its black rim; true is white."""
    return np.asarray(cv2.aruco.generateImageMarker(_dictionary(), number, 6) > 0)


def detect_markers(picture: NDArray[np.uint8]) -> dict[int, Points]:
    """Detect the markers in a BGR picture. A number seen twice is ambiguous and left out."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, numbers, _ = cv2.aruco.ArucoDetector(_dictionary(), settings).detectMarkers(picture)
    found = [] if numbers is None else [int(number) for number in numbers.ravel()]
    seen: dict[int, Points] = {}
    for number, outline in zip(found, corners, strict=True):
        square = np.asarray(outline, np.float64).reshape(4, 2)
        sides = np.linalg.norm(square - np.roll(square, 1, axis=0), axis=1)
        if number < MARKER_COUNT and found.count(number) == 1 and sides.min() >= _MIN_SIDE_PX:
            seen[number] = square
    return seen


@dataclass(frozen=True)
class MarkerLayout:
    """The markers' places around the island.

    Attributes:
        places: by number, the corners on the island's plane, 4 x 2, in the order of `detect_markers`.
        min_markers: number of markers that must be seen at their places.
        max_error_sides: largest distance of a marker's corner from its place by the others, in hex sides.
    """

    places: Mapping[int, Points]
    min_markers: int
    max_error_sides: float

    @classmethod
    def from_picture(cls, plane: Homography, seen: MarkerCorners) -> MarkerLayout:
        """Record the markers' places from a picture in which the island was found.

        Args:
            plane: homography from the plane to the picture's pixels.
            seen: the markers in the same picture.
        """
        back = inverse(plane)
        places = {number: project(back, corners) for number, corners in seen.items()}
        return cls(places, _MIN_LEARNED_MARKERS, _MAX_LEARNED_ERROR_SIDES)

    def estimate_plane(self, seen: MarkerCorners) -> Homography | None:
        """Return the homography from the plane to the picture's pixels; None where too few markers agree.

        One moved marker is left out if the others agree without it. (Among more, some always agree.)
        """
        shared = sorted(seen.keys() & self.places.keys())
        for many in (len(shared), len(shared) - 1):
            if many < self.min_markers:
                break
            fits = []
            for chosen in combinations(shared, many):
                known = np.vstack([self.places[number] for number in chosen])
                plane = solve_homography(known, np.vstack([seen[number] for number in chosen]))
                if plane is not None:
                    fits.append((self._max_error(plane, seen, chosen), plane))
            if fits:
                worst, plane = min(fits, key=lambda fit: fit[0])
                if worst < self.max_error_sides:
                    return plane
        return None

    def _max_error(self, plane: Homography, seen: MarkerCorners, chosen: tuple[int, ...]) -> float:
        """Return the largest distance of a corner from its place, in hex sides."""
        back = inverse(plane)
        return max(
            float(np.linalg.norm(project(back, seen[number]) - self.places[number], axis=1).max())
            for number in chosen
        )

    def to_json(self) -> dict[str, Any]:
        """Return the layout as JSON, for a calibration."""
        return {
            "places": {str(number): corners.tolist() for number, corners in self.places.items()},
            "fewest": self.min_markers,
            "aside": self.max_error_sides,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> MarkerLayout:
        """Read the output of `to_json`."""
        places = {int(number): np.array(corners, float) for number, corners in kept["places"].items()}
        return cls(places, int(kept["fewest"]), float(kept["aside"]))


def _sheet_places() -> dict[int, Points]:
    """Return the places by the rule: tips at the frame's corners, clockwise from the east, tops outwards."""
    corner = FRAME_APOTHEM_SIDES / np.cos(np.pi / 6)
    low, side = corner + TIP_MM / HEX_SIDE_MM, MARKER_MM / HEX_SIDE_MM
    square = np.array([(low + side, -side / 2), (low + side, side / 2), (low, side / 2), (low, -side / 2)])
    places = {}
    for number in range(MARKER_COUNT):
        c, s = np.cos(np.pi / 3 * number), np.sin(np.pi / 3 * number)
        places[number] = square @ np.array([[c, s], [-s, c]])
    return places


SHEET_LAYOUT: Final = MarkerLayout(_sheet_places(), _MIN_LAID_MARKERS, _MAX_LAID_ERROR_SIDES)
"""The rule of the sheet: card n + 1 is at the next corner clockwise from card n."""
