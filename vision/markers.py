"""Printed markers beside the board, for tables where the island can't be found by itself.

Six ArUco markers ("Automatic generation and detection of highly reliable fiducial markers under
occlusion", Garrido-Jurado and others, 2014) are known by their numbers. Laid by the rule of their
sheet, each with its tip at a corner of the sea frame, they say at once where the island lies. Lying
anywhere else flat on the table they say it once they were seen together with the island.
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

from vision.lattice import Homography, Points, inverse, project, solve

MANY: Final = 6
HEX_SIDE_MM: Final = 45.0
MARKER_MM: Final = 48.0
"""The side of a marker's black square."""
TIP_MM: Final = 10.0
"""From the tip of a card to its marker."""
FRAME_APOTHEM_SIDES: Final = 5.0
"""From the middle of the island to a side of the sea frame, in hex sides; alike on all editions with one."""

_FEWEST_LAID: Final = 4
"""By the rule, so many must be seen: hands lay them, and cards of another game may bear markers too."""
_FEWEST_LEARNED: Final = 3
_ASIDE_LAID_SIDES: Final = 0.2
"""How far a marker's corner may lie from where the others say, in hex sides: laid by hand."""
_ASIDE_LEARNED: Final = 0.1
_SMALLEST_PX: Final = 8.0
"""A marker with a shorter side in pixels isn't believed."""

Seen = Mapping[int, Points]
"""Markers in a picture: by number, the corners in pixels, 4 x 2, clockwise from the upper left one."""


@cache
def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def pattern(number: int) -> NDArray[np.bool_]:
    """A marker's cells, 6 x 6 with its black rim; true is white."""
    return np.asarray(cv2.aruco.generateImageMarker(_dictionary(), number, 6) > 0)


def see(picture: NDArray[np.uint8]) -> dict[int, Points]:
    """The markers in a BGR picture. A number seen twice is nobody's: left out."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, numbers, _ = cv2.aruco.ArucoDetector(_dictionary(), settings).detectMarkers(picture)
    found = [] if numbers is None else [int(number) for number in numbers.ravel()]
    seen: dict[int, Points] = {}
    for number, outline in zip(found, corners, strict=True):
        square = np.asarray(outline, np.float64).reshape(4, 2)
        sides = np.linalg.norm(square - np.roll(square, 1, axis=0), axis=1)
        if number < MANY and found.count(number) == 1 and sides.min() >= _SMALLEST_PX:
            seen[number] = square
    return seen


@dataclass(frozen=True)
class Markers:
    """Where markers lie beside the island.

    Attributes:
        places: by number, the corners on the island's plane, 4 x 2, in the order in which `see` tells them.
        fewest: so many of them must be seen where they should be.
        aside: how far a corner of one may lie from where the others say, in hex sides.
    """

    places: Mapping[int, Points]
    fewest: int
    aside: float

    @classmethod
    def learn(cls, plane: Homography, seen: Seen) -> Markers:
        """Remember where markers lie, from a picture in which the island was found.

        Args:
            plane: homography from the plane to the picture's pixels.
            seen: the markers in the same picture.
        """
        back = inverse(plane)
        places = {number: project(back, corners) for number, corners in seen.items()}
        return cls(places, _FEWEST_LEARNED, _ASIDE_LEARNED)

    def plane(self, seen: Seen) -> Homography | None:
        """The homography from the plane to the picture's pixels; None where too few markers agree.

        One marker that was moved is left out, if the others agree without it. (Of more, some always do.)
        """
        shared = sorted(seen.keys() & self.places.keys())
        for many in (len(shared), len(shared) - 1):
            if many < self.fewest:
                break
            fits = []
            for chosen in combinations(shared, many):
                known = np.vstack([self.places[number] for number in chosen])
                plane = solve(known, np.vstack([seen[number] for number in chosen]))
                if plane is not None:
                    fits.append((self._worst(plane, seen, chosen), plane))
            if fits:
                worst, plane = min(fits, key=lambda fit: fit[0])
                if worst < self.aside:
                    return plane
        return None

    def _worst(self, plane: Homography, seen: Seen, chosen: tuple[int, ...]) -> float:
        """How far the worst corner lies from its place, in hex sides."""
        back = inverse(plane)
        return max(
            float(np.linalg.norm(project(back, seen[number]) - self.places[number], axis=1).max())
            for number in chosen
        )

    def to_json(self) -> dict[str, Any]:
        """What a calibration keeps."""
        return {
            "places": {str(number): corners.tolist() for number, corners in self.places.items()},
            "fewest": self.fewest,
            "aside": self.aside,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Markers:
        """The way back."""
        places = {int(number): np.array(corners, float) for number, corners in kept["places"].items()}
        return cls(places, int(kept["fewest"]), float(kept["aside"]))


def _laid() -> dict[int, Points]:
    """Tips at the corners of the sea frame, clockwise from the east; a marker's top points outwards."""
    corner = FRAME_APOTHEM_SIDES / np.cos(np.pi / 6)
    low, side = corner + TIP_MM / HEX_SIDE_MM, MARKER_MM / HEX_SIDE_MM
    square = np.array([(low + side, -side / 2), (low + side, side / 2), (low, side / 2), (low, -side / 2)])
    places = {}
    for number in range(MANY):
        c, s = np.cos(np.pi / 3 * number), np.sin(np.pi / 3 * number)
        places[number] = square @ np.array([[c, s], [-s, c]])
    return places


LAID: Final = Markers(_laid(), _FEWEST_LAID, _ASIDE_LAID_SIDES)
"""The rule of the sheet: card n + 1 is the next corner's, clockwise from card n."""
