"""Locate the island in every picture: correct small shifts, find it again, or report it lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from companion.island.geometry import HEXES, SYMMETRIES, HexId
from companion.island.reading import IslandReading
from vision.board import BoardReading, read_board
from vision.camera import Lens
from vision.follow.calibration import Calibration
from vision.follow.relocation import (
    MIN_SAME_BOARD_SHARE,
    MIN_SHARE_LEAD,
    MIN_SHIFT_SIDES,
    OcclusionMap,
    PrintAnchor,
    ReferenceView,
    TopDownProjector,
    Undistortion,
    max_displacement,
    relocate_island,
)
from vision.lattice import CENTRES, Homography, Points
from vision.network import Network

DARK_LEVEL: Final = 9.0
"""Mean grey level of the island below which nothing is read."""
MIN_SEARCH_INTERVAL_S: Final = 1.0
MAX_SEARCH_INTERVAL_S: Final = 4.0
"""A lost island is searched again after the first interval, and after growing ones up to the second."""
SURE_SHARE: Final = 0.8
"""Share of its print from which on the board's place is certain."""
_REFRESH_SHARE: Final = 0.25


@dataclass(frozen=True)
class IslandView:
    """The island in one picture.

    Attributes:
        view: from above, VIEW_PX x VIEW_PX x 3, BGR; `vision.locate.PLANE_TO_VIEW` maps the plane to it.
        aerial: its projector; `aerial.visible_pixels` is a mask of its pixels in the picture.
        occlusion: its comparison with the known board.
        moved: largest displacement of a hex, in hex sides; infinite where the island was searched for.
    """

    view: NDArray[np.uint8]
    aerial: TopDownProjector
    occlusion: OcclusionMap
    moved: float = 0.0


@dataclass(frozen=True)
class IslandUnseen:
    """The reason why the island isn't visible, in plain words."""

    why: str


class IslandLocator:
    """Keeps the island's place and look."""

    def __init__(self, calibration: Calibration, finder: Network) -> None:
        """Start with the island's place in the calibration."""
        self._finder = finder
        self._lens = calibration.lens
        self._aerial = TopDownProjector(
            calibration.plane, Undistortion(calibration.width, calibration.height, self._lens)
        )
        self._view = calibration.reference
        self._print = ReferenceView(calibration.reference, self._aerial.visible_pixels)
        self._anchor = PrintAnchor(calibration.reference)
        self._searched_at = -np.inf
        self._wait = MIN_SEARCH_INTERVAL_S
        self._why = ""

    @property
    def plane(self) -> Homography:
        """Homography from the plane to pixels of the undistorted picture, the last one known."""
        return self._aerial.plane

    def calibration(self, before: Calibration) -> Calibration:
        """Return a calibration with the island's present place and look."""
        width, height = self._aerial.optics.size
        return replace(
            before,
            width=width,
            height=height,
            plane=self.plane,
            reference=self._view,
            lens=self._aerial.optics.lens,
        )

    def project(self, points: Points) -> Points:
        """Project points n x 2 of the plane to pixels of the camera's pictures."""
        return self._aerial.project(points)

    def undistort(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the undistorted picture, to which `plane` maps."""
        return self._aerial.optics.undistort(picture)

    def locate(self, picture: NDArray[np.uint8], t: float) -> IslandView | IslandUnseen:
        """Return the island from above in a picture in which nothing moves.

        Args:
            picture: BGR, height x width x 3.
            t: its time in seconds; an island that isn't in its place is searched only at intervals.
        """
        if picture.shape[1::-1] == self._aerial.optics.size:
            here = self._view_through(self._aerial, picture)
            if here.occlusion.brightness < DARK_LEVEL:
                return IslandUnseen(sentence("it is too dark to see the board: more light would help"))
            here = self._correct_drift(here, picture)
            if here.occlusion.share >= SURE_SHARE:
                self._wait, self._searched_at = MIN_SEARCH_INTERVAL_S, -np.inf
                return here
            # It may be half covered, or rotated: a search decides.
            there = self._search(picture, t)
            better = here.occlusion.share + MIN_SHARE_LEAD
            if isinstance(there, IslandView) and there.occlusion.share > better:
                self._aerial = there.aerial
                return there
            return here if here.occlusion.share >= MIN_SAME_BOARD_SHARE else IslandUnseen(self._why)
        there = self._search(picture, t)
        if isinstance(there, IslandView):
            self._aerial = there.aerial
        return there

    def accept(self, overview: IslandView, robber: NDArray[np.bool_]) -> None:
        """Accept the board's appearance: its print slowly follows the light, where nothing covers it.

        Args:
            overview: the located island.
            robber: a mask of the 19 hexes where the robber may stand.
        """
        if not overview.occlusion.foreign.any():
            self._view = overview.view
        self._print.mark_robber_hexes(robber, overview.view)
        self._print.refresh(
            overview.view,
            ~overview.occlusion.foreign & overview.aerial.visible_pixels[::2, ::2],
            _REFRESH_SHARE,
        )

    def _optics(self, picture: NDArray[np.uint8]) -> Undistortion:
        """Return the undistortion for a picture of any size: a reconnected camera may have another."""
        height, width = picture.shape[:2]
        if (width, height) == self._aerial.optics.size:
            return self._aerial.optics
        return Undistortion(width, height, None if self._lens is None else Lens(self._lens.k1, width, height))

    def _view_through(
        self, aerial: TopDownProjector, picture: NDArray[np.uint8], moved: float = 0.0
    ) -> IslandView:
        view = aerial.render(picture)
        return IslandView(view, aerial, self._print.compare(view, aerial.visible_pixels), moved)

    def _correct_drift(self, here: IslandView, picture: NDArray[np.uint8]) -> IslandView:
        """Correct a small shift, if that shows more of the board."""
        shift = self._anchor.estimate_shift(here.view)
        if shift is None or max_displacement(shift) < MIN_SHIFT_SIDES:
            return here
        aerial = TopDownProjector(self.plane @ shift, self._aerial.optics)
        there = self._view_through(aerial, picture, max_displacement(shift))
        if there.occlusion.share < max(here.occlusion.share, MIN_SAME_BOARD_SHARE):
            return here
        self._aerial = aerial
        return there

    def _search(self, picture: NDArray[np.uint8], t: float) -> IslandView | IslandUnseen:
        """Search the whole picture, at intervals that grow with each failure."""
        if t - self._searched_at >= self._wait:
            self._wait = (
                MIN_SEARCH_INTERVAL_S
                if self._searched_at == -np.inf
                else min(2 * self._wait, MAX_SEARCH_INTERVAL_S)
            )
            self._searched_at = t
            found = relocate_island(picture, self._optics(picture), self._print, self._finder)
            if isinstance(found, TopDownProjector):
                self._why = ""
                return self._view_through(found, picture, np.inf)
            self._why = found
        return IslandUnseen(self._why)


# Read the island of a tracked board, oriented with the board tracker's north.


_MAX_OFFSET_SHARE: Final = 0.5
"""Largest displacement of the island, as a share of the distance of two neighbouring hexes."""
_MOVES: Final = [np.array([HEXES.index(HexId(move(h))) for h in HEXES]) for move in SYMMETRIES[:6]]


def read_island(
    picture: NDArray[np.uint8],
    project: Callable[[Points], Points],
    read: Callable[[NDArray[np.uint8]], BoardReading] = read_board,
) -> IslandReading | str:
    """Read the island and rotate the result to the hex ids of a board tracker's plane.

    Args:
        picture: uint8, height x width x 3 (BGR).
        project: points n x 2 of the board tracker's plane as pixels of the picture (`BoardTracker.project`).
        read: reads a picture.

    Returns:
        The island; or the reason why it can't be read, in plain words.
    """
    reading = read(picture)
    if not reading.found:
        return reading.why
    there, here = reading.project(CENTRES), project(CENTRES)
    off = [float(np.linalg.norm(there[move] - here, axis=1).max()) for move in _MOVES]
    sixths = int(np.argmin(off))
    apart = float(np.linalg.norm(here[1] - here[0]))
    if off[sixths] > _MAX_OFFSET_SHARE * apart:
        return sentence("the island is no longer where it was a moment ago")
    return reading.island.rotate(sixths)
