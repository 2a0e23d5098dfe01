"""The island from above, whatever happens to the camera: kept in place, found again, or lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.follow.aerial import Aerial
from vision.follow.calibration import Calibration
from vision.follow.finding import SAME_BOARD, STEADY, Anchor, distance, find_again
from vision.follow.likeness import Likeness, Print
from vision.lattice import Homography
from vision.network import Network

DARK: Final = 9.0
"""Mean grey level of the island below which nothing is read."""
SEARCH_EVERY_S: Final = 1.0
"""A lost island is looked for so often."""
_REFRESH: Final = 0.25


@dataclass(frozen=True)
class Overview:
    """The island in one picture.

    Attributes:
        view: from above, VIEW x VIEW x 3, BGR; `vision.locate.FLAT` leads there from the plane.
        seen: which of its pixels are in the picture.
        likeness: how it is like the known board.
        moved: by how much the worst hex lies elsewhere than before, in hex sides; infinite where the
            island was looked for anew.
    """

    view: NDArray[np.uint8]
    seen: NDArray[np.bool_]
    likeness: Likeness
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
        self._aerial = Aerial(calibration.plane, calibration.width, calibration.height)
        self._print = Print(calibration.reference, self._aerial.seen)
        self._anchor = Anchor(calibration.reference)
        self._searched_at = -np.inf
        self._why = ""

    @property
    def plane(self) -> Homography:
        """Homography from the plane to pixels, the last one known."""
        return self._aerial.plane

    def look(self, picture: NDArray[np.uint8], t: float) -> Overview | Unseen:
        """See the island from above in a picture in which nothing moves.

        Args:
            picture: BGR, height x width x 3.
            t: its time in seconds; an island that isn't where it was is looked for only now and then.
        """
        if picture.shape[1::-1] == self._aerial.size:
            here = self._through(self._aerial, picture)
            if here.likeness.brightness < DARK:
                return Unseen("it is too dark to see the board: more light would help")
            here = self._kept_in_place(here, picture)
            if here.likeness.share >= SAME_BOARD:
                return here
        return self._looked_for(picture, t)

    def accept(self, overview: Overview) -> None:
        """The board looks right so: its print follows the light, slowly, where nothing lies over it."""
        self._print.refresh(overview.view, ~overview.likeness.foreign & overview.seen[::2, ::2], _REFRESH)

    def _through(self, aerial: Aerial, picture: NDArray[np.uint8], moved: float = 0.0) -> Overview:
        view = aerial.view(picture)
        return Overview(view, aerial.seen, self._print.compare(view, aerial.seen), moved)

    def _kept_in_place(self, here: Overview, picture: NDArray[np.uint8]) -> Overview:
        """Corrected by a little shift, where that shows more of the board."""
        shift = self._anchor.shift(here.view)
        if shift is None or distance(shift) < STEADY:
            return here
        aerial = Aerial(self.plane @ shift, *self._aerial.size)
        there = self._through(aerial, picture, distance(shift))
        if there.likeness.share < max(here.likeness.share, SAME_BOARD):
            return here
        self._aerial = aerial
        return there

    def _looked_for(self, picture: NDArray[np.uint8], t: float) -> Overview | Unseen:
        if t - self._searched_at >= SEARCH_EVERY_S:
            self._searched_at = t
            found = find_again(picture, self._print, self._finder)
            if isinstance(found, Aerial):
                self._aerial = found
                return self._through(found, picture, np.inf)
            self._why = found
        return Unseen(self._why)
