"""Propose planes where an island may be: from the whole picture, and from crops of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import detector
from vision.detector import FeatureMaps
from vision.lattice import (
    CENTRES,
    SURROUNDING_CENTRES,
    Homography,
    Points,
    cells_to_plane,
    fit_lattices,
    hex_side,
    project,
    shift_lattice,
)
from vision.network import Network, softmax

VisibilityTest = Callable[[Points], NDArray[np.bool_]]
"""Tests points n x 2 of a view: whether they show something of the picture."""

_MIN_PEAK: Final = 0.25
_SMALL_PX: Final = 14.0
"""An island with shorter hex sides in the view is looked at in a crop."""
_MAX_SHIFT_HEXES: Final = 5
_UNSEEN_LAND: Final = 0.8
"""Land score of a hex outside the picture: that of an undecided hex."""
_PART_SHARE: Final = 0.55
"""Size of a crop, as a share of the picture's longer side."""
_MIN_LEAD: Final = 8.0
_MAX_PART_PROPOSALS: Final = 3


@dataclass(frozen=True)
class IslandPlacement:
    """An island placed on a lattice.

    Attributes:
        plane: homography from the plane to pixels of the view.
        lead: land score of its 19 hexes minus that of the 18 places around.
        margin: difference between this lead and the next best, with the island one or more hexes aside.
    """

    plane: Homography
    lead: float
    margin: float


def place_island(plane: Homography, maps: FeatureMaps, is_visible: VisibilityTest) -> IslandPlacement:
    """Choose the lattice's hex that, as the island's middle, gives most land on it and least around.

    Places outside the picture count neither for nor against.
    """
    land = maps.land + maps.peaks[detector.HEX]
    cells = np.array(
        [
            (q, r)
            for q in range(-_MAX_SHIFT_HEXES, _MAX_SHIFT_HEXES + 1)
            for r in range(-_MAX_SHIFT_HEXES, _MAX_SHIFT_HEXES + 1)
        ]
    )
    places = cells_to_plane(cells)[:, None]

    def total(around: Points) -> NDArray[np.float64]:
        at = project(plane, (places + around).reshape(-1, 2))
        seen = np.where(is_visible(at), detector.sample_map(land, at), _UNSEEN_LAND)
        return np.asarray(seen.reshape(len(cells), -1).sum(axis=1))

    lead = total(CENTRES) - total(SURROUNDING_CENTRES)
    best, second = (int(n) for n in np.argsort(-lead)[:2])
    return IslandPlacement(
        shift_lattice(plane, cells[best]), float(lead[best]), float(lead[best] - lead[second])
    )


def proposals(image: NDArray[np.uint8], finder: Network) -> Iterator[Homography]:
    """Yield homographies from the plane to the image's pixels, the likelier ones first; there may be none.

    Args:
        image: BGR, of any size.
        finder: the network `finder.onnx`.
    """
    whole = _Crop(image, (0, 0), image.shape[1], image.shape[0], finder)
    first = whole.find_island()
    if first is not None and _mean_hex_side(first.plane) >= _SMALL_PX:
        yield whole.to_image @ first.plane
    closer = whole.crop_board(finder)
    second = None if closer is None else closer.find_island()
    if closer is not None and second is not None:
        yield closer.to_image @ second.plane
    if first is not None and _mean_hex_side(first.plane) < _SMALL_PX:
        yield whole.to_image @ first.plane
    found = [(part, part.find_island()) for part in _overlapping_crops(image, finder)]
    better = [(part, island) for part, island in found if island is not None and island.lead > _MIN_LEAD]
    for part, island in sorted(better, key=lambda one: -one[1].lead)[:_MAX_PART_PROPOSALS]:
        yield part.to_image @ island.plane


class _Crop:
    """The detector's output for a rectangle of an image."""

    def __init__(
        self, image: NDArray[np.uint8], corner: tuple[int, int], width: int, height: int, finder: Network
    ) -> None:
        x, y = corner
        piece = image[y : y + height, x : x + width]
        view, scale = detector.letterbox(piece)
        self._image = image
        self._seen = np.array([piece.shape[1], piece.shape[0]]) * scale
        self._maps = detector.detect(finder, view)
        self.to_image: Homography = np.array(
            [[1 / scale, 0, x + 0.5 / scale - 0.5], [0, 1 / scale, y + 0.5 / scale - 0.5], [0, 0, 1]]
        )

    def find_island(self) -> IslandPlacement | None:
        """Return the island's placement in the view, by its hex centres and its land."""
        peaks = detector.find_peaks(self._maps.peaks[detector.HEX], _MIN_PEAK)
        fits = fit_lattices(peaks.points, peaks.scores)
        islands = [place_island(fit.plane, self._maps, self._is_visible) for fit in fits]
        return max(islands, key=lambda island: island.lead) if islands else None

    def crop_board(self, finder: Network) -> _Crop | None:
        """Return a crop of the part of the picture with land or sea, if that part is small."""
        board = softmax(self._maps.surfaces, axis=0)[: detector.OTHER_SURFACE].sum(axis=0) > 0.5
        count, _, stats, _ = cv2.connectedComponentsWithStats(board.astype(np.uint8))
        if count < 2:
            return None
        left, top, width, height, _ = stats[1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())]
        box = np.array([[left, top], [left + width, top + height]], float) * detector.STRIDE_PX - 0.5
        low, high = project(self.to_image, box)
        slack = 0.12 * (high - low).max()
        low = np.floor(low - slack).clip(0, None).astype(int)
        high = np.minimum(np.ceil(high + slack).astype(int), self._image.shape[1::-1])
        x, y = high - low
        if min(x, y) < 16 or max(x, y) > 0.8 * max(self._image.shape[:2]):
            return None
        return _Crop(self._image, (int(low[0]), int(low[1])), int(x), int(y), finder)

    def _is_visible(self, points: Points) -> NDArray[np.bool_]:
        return np.asarray(((points >= 0) & (points < self._seen)).all(axis=1))


def _overlapping_crops(image: NDArray[np.uint8], finder: Network) -> Iterator[_Crop]:
    """Yield overlapping crops that cover the picture."""
    height, width = image.shape[:2]
    side = round(_PART_SHARE * max(width, height))

    def starts(extent: int) -> list[int]:
        room = max(0, extent - side)
        steps = int(np.ceil(2 * room / side))
        return [round(room * n / max(1, steps)) for n in range(steps + 1)]

    for y in starts(height):
        for x in starts(width):
            yield _Crop(image, (x, y), min(side, width - x), min(side, height - y), finder)


def _mean_hex_side(plane: Homography) -> float:
    """Return the length of a hex side in the middle, in pixels: the mean of those east and south."""
    onto = partial(project, plane)
    return math.sqrt(hex_side(onto) * hex_side(onto, along=np.array([0.0, 1.0])))
