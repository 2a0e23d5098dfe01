"""The island from above, whatever happens to the camera: kept in place, found again, or lost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from vision.follow.aerial import Aerial, Undistortion
from vision.follow.calibration import Calibration
from vision.follow.finding import CLEARLY, SAME_BOARD, STEADY_SIDES, Anchor, distance, find_again
from vision.follow.occlusion import OcclusionMap, ReferenceView
from vision.lattice import Homography, Points
from vision.lens import Lens
from vision.network import Network

DARK: Final = 9.0
"""Mean grey level of the island below which nothing is read."""
SEARCH_EVERY_S: Final = 1.0
SEARCH_S: Final = 4.0
"""What isn't found is looked for again after the first, and after ever longer times up to the second."""
SURE: Final = 0.8
"""Share of its print from which on the board surely lies where it is thought to."""
_REFRESH: Final = 0.25


@dataclass(frozen=True)
class Overview:
    """The island in one picture.

    Attributes:
        view: from above, VIEW x VIEW x 3, BGR; `vision.locate.FLAT` leads there from the plane.
        aerial: how it was taken; `aerial.seen`: which of its pixels are in the picture.
        occlusion: how it is like the known board.
        moved: by how much the worst hex lies elsewhere than before, in hex sides; infinite where the
            island was looked for anew.
    """

    view: NDArray[np.uint8]
    aerial: Aerial
    occlusion: OcclusionMap
    moved: float = 0.0


@dataclass(frozen=True)
class Unseen:
    """Why the island isn't seen, in plain words."""

    why: str


class Overhead:
    """Knows where the island lies and how it looks."""

    def __init__(self, calibration: Calibration, finder: Network) -> None:
        """Begin where the calibration saw the island."""
        self._finder = finder
        self._lens = calibration.lens
        self._aerial = Aerial(
            calibration.plane, Undistortion(calibration.width, calibration.height, self._lens)
        )
        self._view = calibration.reference
        self._print = ReferenceView(calibration.reference, self._aerial.seen)
        self._anchor = Anchor(calibration.reference)
        self._searched_at = -np.inf
        self._wait = SEARCH_EVERY_S
        self._why = ""

    @property
    def plane(self) -> Homography:
        """Homography from the plane to pixels of the straight picture, the last one known."""
        return self._aerial.plane

    def calibration(self, before: Calibration) -> Calibration:
        """A calibration with the island as it lies and looks now."""
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
        """Points n x 2 of the plane as pixels of the camera's pictures."""
        return self._aerial.project(points)

    def straight(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture that `plane` leads to."""
        return self._aerial.optics.straight(picture)

    def look(self, picture: NDArray[np.uint8], t: float) -> Overview | Unseen:
        """See the island from above in a picture in which nothing moves.

        Args:
            picture: BGR, height x width x 3.
            t: its time in seconds; an island that isn't where it was is looked for only now and then.
        """
        if picture.shape[1::-1] == self._aerial.optics.size:
            here = self._through(self._aerial, picture)
            if here.occlusion.brightness < DARK:
                return Unseen(sentence("it is too dark to see the board: more light would help"))
            here = self._kept_in_place(here, picture)
            if here.occlusion.share >= SURE:
                self._wait, self._searched_at = SEARCH_EVERY_S, -np.inf
                return here
            # Half covered, or another way round? Whoever looks for it can tell.
            there = self._looked_for(picture, t)
            better = here.occlusion.share + CLEARLY
            if isinstance(there, Overview) and there.occlusion.share > better:
                self._aerial = there.aerial
                return there
            return here if here.occlusion.share >= SAME_BOARD else Unseen(self._why)
        there = self._looked_for(picture, t)
        if isinstance(there, Overview):
            self._aerial = there.aerial
        return there

    def accept(self, overview: Overview, robber: NDArray[np.bool_]) -> None:
        """The board looks right so: its print follows the light, slowly, where nothing lies over it.

        Args:
            overview: as it was looked at.
            robber: on which of the 19 hexes the robber may stand.
        """
        if not overview.occlusion.foreign.any():
            self._view = overview.view
        self._print.robber_on(robber, overview.view)
        self._print.refresh(
            overview.view, ~overview.occlusion.foreign & overview.aerial.seen[::2, ::2], _REFRESH
        )

    def _optics(self, picture: NDArray[np.uint8]) -> Undistortion:
        """For a picture of any size: a camera that is plugged in again may give another."""
        height, width = picture.shape[:2]
        if (width, height) == self._aerial.optics.size:
            return self._aerial.optics
        return Undistortion(width, height, None if self._lens is None else Lens(self._lens.k1, width, height))

    def _through(self, aerial: Aerial, picture: NDArray[np.uint8], moved: float = 0.0) -> Overview:
        view = aerial.view(picture)
        return Overview(view, aerial, self._print.compare(view, aerial.seen), moved)

    def _kept_in_place(self, here: Overview, picture: NDArray[np.uint8]) -> Overview:
        """Corrected by a little shift, where that shows more of the board."""
        shift = self._anchor.shift(here.view)
        if shift is None or distance(shift) < STEADY_SIDES:
            return here
        aerial = Aerial(self.plane @ shift, self._aerial.optics)
        there = self._through(aerial, picture, distance(shift))
        if there.occlusion.share < max(here.occlusion.share, SAME_BOARD):
            return here
        self._aerial = aerial
        return there

    def _looked_for(self, picture: NDArray[np.uint8], t: float) -> Overview | Unseen:
        """Anywhere in the picture: now and then, the seldomer the longer it was for nothing."""
        if t - self._searched_at >= self._wait:
            self._wait = SEARCH_EVERY_S if self._searched_at == -np.inf else min(2 * self._wait, SEARCH_S)
            self._searched_at = t
            found = find_again(picture, self._optics(picture), self._print, self._finder)
            if isinstance(found, Aerial):
                self._why = ""
                return self._through(found, picture, np.inf)
            self._why = found
        return Unseen(self._why)
