"""Proposals of where an island lies: from a look at the whole picture, and closer looks at parts of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import look
from vision.lattice import (
    AROUND,
    CENTRES,
    Homography,
    Points,
    fit_lattices,
    hex_side,
    project,
    shifted,
    to_plane,
)
from vision.look import Maps
from vision.network import Network, softmax

Within = Callable[[Points], NDArray[np.bool_]]
"""Which points n x 2 of a look show something of the picture."""

_LEAST_PEAK: Final = 0.25
_SMALL_PX: Final = 14.0
"""An island whose hex sides take less than this in a look is looked at closer."""
_SHIFTS: Final = 5
_UNSEEN: Final = 0.8
"""What a hex outside the picture counts: as much as one of which it isn't known whether it is land."""
_PART: Final = 0.55
"""How much of the longer side of the picture a part takes."""
_LEAST_LEAD: Final = 8.0
_TRIED: Final = 3


@dataclass(frozen=True)
class IslandPlacement:
    """An island placed on a lattice.

    Attributes:
        plane: homography from the plane to pixels of the look.
        lead: how much more land there is on its 19 hexes than on the 18 places around.
        margin: by how much this exceeds the lead of the island one or more hexes beside.
    """

    plane: Homography
    lead: float
    margin: float


def place(plane: Homography, maps: Maps, within: Within) -> IslandPlacement:
    """Of all hexes of a lattice take the one as middle that has most land on its island, least around.

    What lies outside the picture speaks neither for nor against a place.
    """
    land = maps.land + maps.peaks[look.HEX]
    cells = np.array([(q, r) for q in range(-_SHIFTS, _SHIFTS + 1) for r in range(-_SHIFTS, _SHIFTS + 1)])
    places = to_plane(cells)[:, None]

    def total(around: Points) -> NDArray[np.float64]:
        at = project(plane, (places + around).reshape(-1, 2))
        seen = np.where(within(at), look.sample(land, at), _UNSEEN)
        return np.asarray(seen.reshape(len(cells), -1).sum(axis=1))

    lead = total(CENTRES) - total(AROUND)
    best, second = (int(n) for n in np.argsort(-lead)[:2])
    return IslandPlacement(shifted(plane, cells[best]), float(lead[best]), float(lead[best] - lead[second]))


def proposals(image: NDArray[np.uint8], finder: Network) -> Iterator[Homography]:
    """Homographies from the plane to the image's pixels, the likelier ones first; there may be none.

    Args:
        image: BGR, of any size.
    """
    whole = _Look(image, (0, 0), image.shape[1], image.shape[0], finder)
    first = whole.island()
    if first is not None and _mean_side(first.plane) >= _SMALL_PX:
        yield whole.to_image @ first.plane
    closer = whole.board(finder)
    second = None if closer is None else closer.island()
    if closer is not None and second is not None:
        yield closer.to_image @ second.plane
    if first is not None and _mean_side(first.plane) < _SMALL_PX:
        yield whole.to_image @ first.plane
    found = [(part, part.island()) for part in _parts(image, finder)]
    better = [(part, island) for part, island in found if island is not None and island.lead > _LEAST_LEAD]
    for part, island in sorted(better, key=lambda one: -one[1].lead)[:_TRIED]:
        yield part.to_image @ island.plane


class _Look:
    """A look at a rectangle of an image."""

    def __init__(
        self, image: NDArray[np.uint8], corner: tuple[int, int], width: int, height: int, finder: Network
    ) -> None:
        x, y = corner
        piece = image[y : y + height, x : x + width]
        view, scale = look.letterbox(piece)
        self._image = image
        self._seen = np.array([piece.shape[1], piece.shape[0]]) * scale
        self._maps = look.look(finder, view)
        self.to_image: Homography = np.array(
            [[1 / scale, 0, x + 0.5 / scale - 0.5], [0, 1 / scale, y + 0.5 / scale - 0.5], [0, 0, 1]]
        )

    def island(self) -> IslandPlacement | None:
        """The island's place in the look, by its hex centres and its land."""
        peaks = look.find_peaks(self._maps.peaks[look.HEX], _LEAST_PEAK)
        fits = fit_lattices(peaks.points, peaks.scores)
        islands = [place(fit.plane, self._maps, self._within) for fit in fits]
        return max(islands, key=lambda island: island.lead) if islands else None

    def board(self, finder: Network) -> _Look | None:
        """A closer look at the part of the picture where land or sea was seen, if that part is small."""
        board = softmax(self._maps.surfaces, axis=0)[: look.ELSEWHERE].sum(axis=0) > 0.5
        count, _, stats, _ = cv2.connectedComponentsWithStats(board.astype(np.uint8))
        if count < 2:
            return None
        left, top, width, height, _ = stats[1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())]
        box = np.array([[left, top], [left + width, top + height]], float) * look.STRIDE - 0.5
        low, high = project(self.to_image, box)
        slack = 0.12 * (high - low).max()
        low = np.floor(low - slack).clip(0, None).astype(int)
        high = np.minimum(np.ceil(high + slack).astype(int), self._image.shape[1::-1])
        x, y = high - low
        if min(x, y) < 16 or max(x, y) > 0.8 * max(self._image.shape[:2]):
            return None
        return _Look(self._image, (int(low[0]), int(low[1])), int(x), int(y), finder)

    def _within(self, points: Points) -> NDArray[np.bool_]:
        return np.asarray(((points >= 0) & (points < self._seen)).all(axis=1))


def _parts(image: NDArray[np.uint8], finder: Network) -> Iterator[_Look]:
    """Closer looks at overlapping parts that cover the picture."""
    height, width = image.shape[:2]
    side = round(_PART * max(width, height))

    def starts(extent: int) -> list[int]:
        room = max(0, extent - side)
        steps = int(np.ceil(2 * room / side))
        return [round(room * n / max(1, steps)) for n in range(steps + 1)]

    for y in starts(height):
        for x in starts(width):
            yield _Look(image, (x, y), min(side, width - x), min(side, height - y), finder)


def _mean_side(plane: Homography) -> float:
    """Length of a hex side in the middle, in pixels: the geometric mean of those east and south."""
    onto = partial(project, plane)
    return math.sqrt(hex_side(onto) * hex_side(onto, along=np.array([0.0, 1.0])))
