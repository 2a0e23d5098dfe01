"""Harbors: their coastal paths and their kinds.

A small network reads a patch of the photo beyond each coastal path: seen from above, turned so that the sea
is up, and white-balanced so that the board's paper and sand are nearly white. Its answers for all thirty
paths are then combined with the possible frames (`vision.sea_frame`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST, ENDS, HEXES_BESIDE, SITES, PathId, position
from companion.island.layout import HARBOR_KINDS, HarborKind
from vision import patches, sea_frame
from vision.lattice import Homography, Points, project
from vision.locate import in_picture
from vision.network import Network, softmax
from vision.pieces import paper_brightness

PATCH_PX: Final = 64
"""Pixels across a patch."""
REACH_SIDES: Final = 0.5
"""Half the extent of a patch in hex sides: a sign, and the jetties' heads."""
OUT_SIDES: Final = 0.6
"""Distance of a patch's middle from its path, outwards, in hex sides."""
COVERED_CLASS: Final = 1 + len(HARBOR_KINDS)
"""Class of a patch in which something hides the harbor's place, after no harbor and the six kinds."""
CLASSES: Final = COVERED_CLASS + 1
TRAINING_SHARES: Final = np.array([0.4, 0.15, 0.09, 0.09, 0.09, 0.09, 0.09])
"""Share of each class but `COVERED_CLASS` in training, relative to each other."""

COAST_CENTRES: Final[Points] = np.array([position(path) for path in COAST])
"""Plane coordinates of the coastal paths' middles, in the order of `COAST`."""
OUTWARD_DIRECTIONS: Final[Points] = np.array(
    [(np.array(position(p)) - position(HEXES_BESIDE[p][0])) / (np.sqrt(3) / 2) for p in COAST]
)
"""Unit vectors from the coastal paths out to sea."""
COAST_SITES: Final = np.array([SITES.index(path) for path in COAST])
"""Rows of the coastal paths in the result of `vision.pieces.paper_brightness`."""
TURNS: Final = np.arctan2(OUTWARD_DIRECTIONS[:, 0], -OUTWARD_DIRECTIONS[:, 1])
"""Rotation of each coastal path's patch, in radians."""

_SIGN_OFFSET_SIDES: Final = 0.55
_TURN_CENTRE_SIDES: Final = 0.725
_VIEWS: Final = (
    (0, 1.0, 0.08), (0, 1.18, 0.0), (20, 1.18, 0.0), (-20, 0.87, 0.0), (40, 1.0, 0.06),
    (-40, 1.0, -0.06),
)  # fmt: skip
"""Augmented views of doubtful signs: rotation in degrees, scale, offset outwards."""
_CLEAR_P: Final = 0.95
"""Certainty of every kind from which on no augmented views are read."""
_LIKELIHOOD_FLOOR: Final = 5e-4


@dataclass(frozen=True)
class HarborReading:
    """One harbor as it was read.

    Attributes:
        id: its coastal path.
        at: the middle of that path, in pixels of the picture (x, y).
        shares: probability of each kind; they add up to the probability that a harbor lies there.
    """

    id: PathId
    at: tuple[float, float]
    shares: Mapping[HarborKind, float]

    @property
    def kind(self) -> HarborKind:
        """The most likely kind."""
        return max(self.shares, key=lambda kind: self.shares[kind])

    @property
    def confidence(self) -> float:
        """Probability that a harbor of the most likely kind lies there."""
        return self.shares[self.kind]


def outward_direction(path: PathId) -> tuple[float, float]:
    """Return the unit vector, on the plane, from a coastal path out to sea."""
    x, y = OUTWARD_DIRECTIONS[COAST.index(path)]
    return float(x), float(y)


def read_harbors(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Read all coastal paths jointly, with the frame as a prior.

    Args:
        reader: the network `harbors.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper_brightness` gives it; None: measured here.

    Returns:
        30 x 7 probabilities, in the order of `COAST`, of no harbor and of each of `HARBOR_KINDS`.
    """
    white = paper_brightness(picture, plane) if white is None else white
    logits = _logits(reader, picture, plane, white)
    shares = sea_frame.apply_frame_prior(likelihoods_from_logits(logits, visible_paths(picture, plane)))
    there = np.flatnonzero(shares[:, 0] < 0.5)
    if len(there) != sea_frame.PLACE_COUNT or shares[there, 1:].max(axis=1).min() > _CLEAR_P:
        return shares
    updated, light = shares.copy(), white[COAST_SITES]
    signs = sea_frame.SignComparison.from_patches(_sign_patches(picture, plane, light, there))
    own = _augmented_likelihoods(reader, picture, plane, light, there, logits[there])
    dealt = sea_frame.kind_probabilities(own, signs.distances, signs.lightness, there)
    updated[there, 1:] = (1 - shares[there, :1]) * dealt
    return updated


def likely_harbors(shares: NDArray[np.float64], plane: Homography) -> tuple[HarborReading, ...]:
    """Return the harbors with a probability above one half, in the order of `COAST`.

    Args:
        shares: as `read_harbors` gives them.
        plane: homography from the plane to the pixels in which `at` is given.

    Returns:
        No two share an intersection: where two would, the less likely one is left out.
    """
    middles = project(plane, COAST_CENTRES)
    seen: dict[PathId, HarborReading] = {}
    for n in np.argsort(shares[:, 0]):
        path = COAST[n]
        if shares[n, 0] < 0.5 and not any(set(ENDS[path]) & set(ENDS[other]) for other in seen):
            kinds = {kind: float(share) for kind, share in zip(HARBOR_KINDS, shares[n, 1:], strict=True)}
            seen[path] = HarborReading(path, (float(middles[n, 0]), float(middles[n, 1])), kinds)
    return tuple(seen[path] for path in COAST if path in seen)


def likelihoods(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the likelihoods of no harbor and of the six kinds at each coastal path.

    Returns:
        30 x 7, in the order of `COAST`, all above 0. The row of a covered or unseen path is uniform.
    """
    white = paper_brightness(picture, plane) if white is None else white
    return likelihoods_from_logits(_logits(reader, picture, plane, white), visible_paths(picture, plane))


def _logits(
    reader: Network, picture: NDArray[np.uint8], plane: Homography, white: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return the network's answer for each coastal path: 30 x CLASSES."""
    signs = COAST_CENTRES + OUT_SIDES * OUTWARD_DIRECTIONS
    seen = patches.cut_white_balanced(
        picture, plane, signs, white[COAST_SITES], reach=REACH_SIDES, size=PATCH_PX, turns=TURNS
    )
    return reader.run(patches.to_network_inputs(seen))


def _augmented_likelihoods(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    light: NDArray[np.float64],
    there: NDArray[np.int64],
    first: NDArray[np.float32],
) -> NDArray[np.float64]:
    """Return the likelihoods of each kind at some of the coast, averaged over augmented views: n x 6.

    The first reading, n x CLASSES, is one of the averaged views.
    """
    logits = [first]
    for degrees, wider, further in _VIEWS:
        turns = TURNS[there] + np.deg2rad(degrees)
        up = np.column_stack([np.sin(turns), -np.cos(turns)])
        # The patch is turned around the usual place of a sign, above its middle.
        middles = (
            COAST_CENTRES[there]
            + _TURN_CENTRE_SIDES * OUTWARD_DIRECTIONS[there]
            + (OUT_SIDES - _TURN_CENTRE_SIDES + further) * up
        )
        seen = patches.cut_white_balanced(
            picture, plane, middles, light[there], reach=wider * REACH_SIDES, size=PATCH_PX, turns=turns
        )
        logits.append(reader.run(patches.to_network_inputs(seen)))
    return likelihoods_from_logits(np.mean(logits, axis=0), np.ones(len(there), np.bool_))[:, 1:]


def _sign_patches(
    picture: NDArray[np.uint8], plane: Homography, light: NDArray[np.float64], there: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Return patches of some of the coast for comparing signs."""
    return patches.cut_white_balanced(
        picture,
        plane,
        (COAST_CENTRES + sea_frame.OUT_SIDES * OUTWARD_DIRECTIONS)[there],
        light[there],
        reach=sea_frame.REACH_SIDES,
        size=sea_frame.PATCH_PX,
        turns=TURNS[there],
    )


def visible_paths(picture: NDArray[np.uint8], plane: Homography) -> NDArray[np.bool_]:
    """Return a mask of the coastal paths of which the picture shows the path and the sign's place."""
    signs = COAST_CENTRES + _SIGN_OFFSET_SIDES * OUTWARD_DIRECTIONS
    return in_picture(plane, picture, COAST_CENTRES) & in_picture(plane, picture, signs)


def likelihoods_from_logits(logits: NDArray[np.float32], there: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Convert the network's answers, n x CLASSES, to `likelihoods`; `there`: a mask of the visible paths."""
    answers = softmax(logits)
    clear = np.where(there, 1 - answers[:, COVERED_CLASS], 0.0)
    scaled = answers[:, :COVERED_CLASS] / TRAINING_SHARES
    scaled /= scaled.max(axis=1, keepdims=True)
    return np.asarray(clear[:, None] * scaled + (1 - clear[:, None]) + _LIKELIHOOD_FLOOR)
