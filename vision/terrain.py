"""Terrain likelihoods of each hex, from the detector's output for the island seen from above.

The detector's answer depends on the picture's direction, the terrain doesn't. The island is looked at from
all six directions of its lattice, so the mean of the looks is the same whichever of them is the picture's up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import detector
from vision.detector import FeatureMaps
from vision.lattice import CENTRES, Homography, Points, inverse, project, rotate_plane
from vision.locate import PLANE_TO_VIEW, rectify_rotated
from vision.network import Network, softmax

_OTHER_SIXTHS: Final = range(1, 6)
_WITHIN_SIDES: Final = 0.7
"""Cells this near to a hex's middle, in hex sides, are evidence for it."""
_TEMPERATURE: Final = 0.7
"""A mean over many cells is more certain than one cell, though far less than if they were independent."""
_BURNT_LEVEL: Final = 245
_CLIPPED_LEVEL: Final = 250
_TOKEN_RADIUS_SIDES: Final = 0.38
"""A token may lie nearer than this to the middle, in hex sides, and is bright anyway."""
_CLIPPING_DOUBT: Final = 2.0
"""Factor by which all evidence is reduced where some colour is saturated everywhere."""
_LIKELIHOOD_FLOOR: Final = 3e-4
"""Least share of every terrain, even in the clearest picture: its art may be new to the detector."""


@dataclass(frozen=True)
class TerrainLooks:
    """Terrain as several looks at the island show it.

    Attributes:
        likelihoods: their means, 19 x 6 as `terrain_likelihoods` gives them.
        disagree: whether looks give a hex different terrains, 19.
        looks: the detector's output for each view, and the homography from the plane to that view.
    """

    likelihoods: NDArray[np.float64]
    disagree: NDArray[np.bool_]
    looks: tuple[tuple[FeatureMaps, Homography], ...]


def look_at_terrain(
    finder: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    first: tuple[FeatureMaps, NDArray[np.uint8]],
) -> TerrainLooks:
    """Look at the island from each of its lattice's six directions.

    Args:
        finder: the network `finder.onnx`.
        picture: BGR.
        plane: homography from the plane to its pixels.
        first: the detector's output for the view from above by that plane, and this view.
    """
    evidence = [_terrain_evidence(*first, PLANE_TO_VIEW)]
    looks = [(first[0], PLANE_TO_VIEW)]
    for sixths, view in zip(_OTHER_SIXTHS, rectify_rotated(picture, plane, _OTHER_SIXTHS), strict=True):
        # The rotated view shows each hex where the plane rotated back has it.
        to_view = PLANE_TO_VIEW @ inverse(rotate_plane(np.eye(3), sixths))
        looks.append((detector.detect(finder, view), to_view))
        evidence.append(_terrain_evidence(looks[-1][0], view, to_view))
    answers = np.argmax(evidence, axis=2)
    return TerrainLooks(
        _to_likelihoods(np.mean(evidence, axis=0)), (answers != answers[0]).any(axis=0), tuple(looks)
    )


def terrain_likelihoods(
    maps: FeatureMaps, view: NDArray[np.uint8], plane_to_view: Homography
) -> NDArray[np.float64]:
    """Return the likelihood of each terrain on each hex.

    Args:
        maps: the detector's output for the view from above.
        view: that view, BGR, VIEW_PX x VIEW_PX x 3.
        plane_to_view: homography from the plane to its pixels.

    Returns:
        19 x 6, rows in the order of `HEXES`, columns of `TERRAINS`; each row adds up to one.
    """
    return _to_likelihoods(_terrain_evidence(maps, view, plane_to_view))


def _terrain_evidence(
    maps: FeatureMaps, view: NDArray[np.uint8], plane_to_view: Homography
) -> NDArray[np.float64]:
    """Return the mean log probability of each terrain over each hex, 19 x 6."""
    rows, columns = np.divmod(np.arange(detector.CELLS**2, dtype=np.float64), detector.CELLS)
    pixels: Points = np.stack([columns, rows], axis=1) * detector.STRIDE_PX + (detector.STRIDE_PX - 1) / 2
    on_plane = project(inverse(plane_to_view), pixels)
    logs = np.log(softmax(maps.surfaces[: detector.SEA], axis=0)).reshape(detector.SEA, -1)
    coarse = cv2.resize(view, (detector.CELLS, detector.CELLS), interpolation=cv2.INTER_AREA)
    burnt = coarse.min(axis=2).ravel() > _BURNT_LEVEL
    clipped = cv2.resize((view.max(axis=2) >= _CLIPPED_LEVEL).astype(np.float32), coarse.shape[:2],
                         interpolation=cv2.INTER_AREA).ravel()  # fmt: skip
    found = []
    for centre in CENTRES:
        away = np.linalg.norm(on_plane - centre, axis=1)
        near = away < _WITHIN_SIDES
        # Burnt-out pixels are white in every terrain and are no evidence.
        evidence = (logs[:, near] * ~burnt[near]).sum(axis=1) / max(1, int(near.sum()))
        # Saturation shifts the hue: the detector is as certain there, and less often right.
        found.append(
            evidence / (1 + _CLIPPING_DOUBT * float(clipped[near & (away > _TOKEN_RADIUS_SIDES)].mean()))
        )
    return np.array(found)


def _to_likelihoods(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = softmax(evidence / _TEMPERATURE, axis=1)
    return np.asarray((shares + _LIKELIHOOD_FLOOR) / (1 + detector.SEA * _LIKELIHOOD_FLOOR))
