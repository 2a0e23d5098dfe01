"""Printed markers around the board, for tables where the island itself isn't detected.

Six ArUco markers ("Automatic generation and detection of highly reliable fiducial markers under occlusion",
Garrido-Jurado and others, 2014) are identified by their numbers. If they are laid by the rule of their sheet,
each with its tip at a corner of the sea frame, they determine the island's pose directly. Anywhere else flat
on the table they do so once they were seen together with the island.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import CORNER_HEXES, position
from companion.pdf import POINTS_PER_MM, assemble_pdf
from vision.lattice import Homography, Points, inverse, orient_north_up, project, solve_homography

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


# The printable sheet of markers: one A4 page of six cards to cut out, as PDF, to scale.


PAGE_MM: Final = (210.0, 297.0)
CARD_MM: Final = (64.0, TIP_MM + MARKER_MM + 12.0)
_LEFT_MM: Final = 9.0
_TOP_MM: Final = 62.0
_GAP_MM: Final = 6.0
_COLUMNS: Final = 3

_TITLE: Final = "Companion: markers / repères"
_INSTRUCTIONS: Final = """\
Print at 100 % on matt paper; cut out the cards. Lay them flat, 1 to 6 clockwise, each with its tip
at a corner of the sea frame; any corner may be the first. Leave them there.
Without a frame: lay four or more flat anywhere around the island before you calibrate.

Imprimer à 100 % sur papier mat ; découper les cartes. Les poser à plat, de 1 à 6 dans le sens horaire,
chacune la pointe contre un coin du cadre marin, en partant de n'importe quel coin. Ne plus les bouger.
Sans cadre : en poser au moins quatre à plat autour de l'île avant de calibrer."""
_RULER: Final = "50 mm: measure this line / mesurez cette ligne"


def render_marker_sheet() -> bytes:
    """Return the page as a PDF file."""
    drawn = [*_instruction_lines(), *_ruler(), *_plan()]
    for number in range(MARKER_COUNT):
        column, row = number % _COLUMNS, number // _COLUMNS
        left = _LEFT_MM + column * CARD_MM[0]
        drawn += _card(number, left, _TOP_MM + row * (CARD_MM[1] + _GAP_MM))
    return assemble_pdf(["\n".join(drawn).encode("cp1252")], PAGE_MM)


def _instruction_lines() -> list[str]:
    lines = _INSTRUCTIONS.splitlines()
    title = _text(_LEFT_MM, 14, _TITLE, 13, "F2")
    return [title, *(_text(_LEFT_MM, 21 + 5 * n, line, 10, "F1") for n, line in enumerate(lines))]


def _ruler() -> list[str]:
    down = _TOP_MM + 2 * (CARD_MM[1] + _GAP_MM) + 10
    line = f"0.3 w {_pdf_point(_LEFT_MM, down)} m {_pdf_point(_LEFT_MM + 50, down)} l S"
    ends = [
        f"{_pdf_point(_LEFT_MM + x, down - 2)} m {_pdf_point(_LEFT_MM + x, down + 2)} l S"
        for x in (0.0, 50.0)
    ]
    return [line, *ends, _text(_LEFT_MM + 54, down + 1, _RULER, 8, "F1")]


def _card(number: int, left: float, top: float) -> list[str]:
    """Return the drawing of a card, its top outwards, its tip below.

    Args:
        number: of the marker.
        left, top: in millimetres from the page's upper left.
    """
    width, height = CARD_MM
    middle, low = left + width / 2, top + height
    corners = [(left, top), (left + width, top), (left + width, low), (left, low)]
    drawn = [f"0.6 G 0.2 w [2 2] 0 d {_outline(corners)} [] 0 d 0 G"]
    drawn.append(_text(left + 3, top + 9, str(number + 1), 18, "F2"))
    left_end, right_end = _pdf_point(middle - 2.5, low - 4), _pdf_point(middle + 2.5, low - 4)
    tip = f"{left_end} m {_pdf_point(middle, low)} l {right_end} l f"
    drawn.append(f"0.5 g {tip} 0 g")
    cell = MARKER_MM / 6
    x0, y0 = middle - MARKER_MM / 2, low - TIP_MM - MARKER_MM
    drawn.append(_square(x0, y0, MARKER_MM))
    white = [
        _square(x0 + cell * column, y0 + cell * row, cell)
        for row, cells in enumerate(pattern(number))
        for column, light in enumerate(cells)
        if light
    ]
    return [*drawn, "1 g", *white, "0 g"]


def _plan() -> list[str]:
    """Return a small drawing of the cards' places around the frame."""
    x0, y0, unit = 150.0, 258.0, 4.2
    corner = FRAME_APOTHEM_SIDES / math.cos(math.pi / 6)
    turns = [math.pi / 3 * n for n in range(MARKER_COUNT)]
    frame = [(x0 + unit * corner * math.cos(a), y0 + unit * corner * math.sin(a)) for a in turns]
    drawn = [f"0.4 w {_outline(frame)}"]
    for number, corners in SHEET_LAYOUT.places.items():
        card = [(x0 + unit * float(x), y0 + unit * float(y)) for x, y in corners]
        drawn.append(_outline(card))
        x, y = (sum(values) / len(card) for values in zip(*card, strict=True))
        drawn.append(_text(x - 0.9, y + 1.2, str(number + 1), 9, "F2"))
    return drawn


def _outline(corners: Sequence[tuple[float, float]]) -> str:
    """Return a closed line through points in millimetres."""
    first, *others = (_pdf_point(x, y) for x, y in corners)
    return " ".join([f"{first} m", *(f"{other} l" for other in others), "s"])


def _pdf_point(x: float, y: float) -> str:
    """Convert a point in millimetres from the page's upper left to PDF points from its lower left."""
    return f"{x * POINTS_PER_MM:.3f} {(PAGE_MM[1] - y) * POINTS_PER_MM:.3f}"


def _square(left: float, top: float, side: float) -> str:
    return f"{_pdf_point(left, top + side)} {side * POINTS_PER_MM:.3f} {side * POINTS_PER_MM:.3f} re f"


def _text(left: float, base: float, words: str, size: float, font: str) -> str:
    safe = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /{font} {size:g} Tf {_pdf_point(left, base)} Td ({safe}) Tj ET"


# The island's plane from corners that people point out: the centres of the corner hexes in a picture.


CORNER_CENTRES: Final[Points] = np.array([position(at) for at in CORNER_HEXES])
"""The centres of the island's six corner hexes on its plane, clockwise: 6 x 2."""
MIN_CORNERS: Final = 3
"""Three corners give an affine map; four and more give the perspective too."""
_HOMOGRAPHY_CORNERS: Final = 4
_MIN_TURN: Final = 0.05
"""Corners nearly on a line determine nothing: least value of twice their triangle's area, as a share of the
square of its longest side."""

Corner = tuple[float, float]


def plane_from_corners(corners: Sequence[Corner | None]) -> Homography | None:
    """Return the homography from the island's plane to pixels that maps the corners to given places.

    Args:
        corners: six places in pixels, clockwise in the picture; None where nobody gave it. Any of them may be
            the first: the island's north is the direction nearest to the picture's up.

    Returns:
        The homography; None where the corners can't be those of an island: too few, on a line, or crosswise.
    """
    given = [n for n, corner in enumerate(corners) if corner is not None]
    if len(corners) != len(CORNER_CENTRES) or len(given) < MIN_CORNERS:
        return None
    seen = np.array([corners[n] for n in given], np.float64)
    if not _is_clockwise(seen):
        return None
    if len(given) >= _HOMOGRAPHY_CORNERS:
        plane = solve_homography(CORNER_CENTRES[given], seen)
    else:
        move = cv2.getAffineTransform(CORNER_CENTRES[given].astype(np.float32), seen.astype(np.float32))
        plane = np.vstack([move, [0.0, 0.0, 1.0]])
    if plane is None or np.linalg.det(plane) <= 0 or not _is_clockwise(project(plane, CORNER_CENTRES)):
        return None
    return orient_north_up(plane)


def project_corners(plane: Homography) -> Points:
    """Return the corners in a picture by a plane, in pixels, clockwise: 6 x 2."""
    return project(plane, CORNER_CENTRES)


def _is_clockwise(around: Points) -> bool:
    """Return whether points go clockwise around something, none of them on a line with its neighbours."""
    before, after = np.roll(around, 1, axis=0), np.roll(around, -1, axis=0)
    one, other = around - before, after - around
    turn = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    longest = max(float((one**2).sum(axis=1).max()), 1.0)
    return bool((turn > _MIN_TURN * longest).all())
