"""Harbors: at which coastal paths they lie, and of which kinds.

A small network looks at a patch of the photo beyond each coastal path, as seen from above, turned so
that the sea is up, and evened out so that the board's paper and sand are nearly white. What it saw at
all thirty is then weighed together with what frames there are (`vision.frame`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.box import HARBOR_KINDS, HarborKind
from companion.island.geometry import COAST, ENDS, HEXES_BESIDE, PathId, position
from companion.island.pieces import SITES
from vision import frame, patches
from vision.lattice import Homography, Points, project
from vision.locate import in_picture
from vision.network import Network, softmax
from vision.pieces import paper

PATCH_PX: Final = 64
"""Pixels across a patch."""
REACH_SIDES: Final = 0.5
"""Half the extent of a patch in hex sides: a sign, and the jetties' heads."""
OUT_SIDES: Final = 0.6
"""How far outside its path a patch's middle lies, in hex sides."""
COVERED: Final = 1 + len(HARBOR_KINDS)
"""Class of a patch in which something hides what may lie there, after no harbor and the six kinds."""
CLASSES: Final = COVERED + 1
SHARES: Final = np.array([0.4, 0.15, 0.09, 0.09, 0.09, 0.09, 0.09])
"""How often each class but `COVERED` is shown in training, relative to each other."""

MIDDLES: Final[Points] = np.array([position(path) for path in COAST])
"""Plane coordinates of the middles of the coastal paths, in the order of `COAST`."""
OUTWARDS: Final[Points] = np.array(
    [(np.array(position(p)) - position(HEXES_BESIDE[p][0])) / (np.sqrt(3) / 2) for p in COAST]
)
"""Directions of length one, from the coastal paths out to sea."""
WHITES: Final = np.array([SITES.index(path) for path in COAST])
"""Where in what `vision.pieces.paper` gives the coastal paths stand."""
TURNS: Final = np.arctan2(OUTWARDS[:, 0], -OUTWARDS[:, 1])
"""By how much the patch of each coastal path is turned, in radians."""

_SIGN: Final = 0.55
_FLOOR: Final = 5e-4


@dataclass(frozen=True)
class HarborSeen:
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


def outwards(path: PathId) -> tuple[float, float]:
    """Direction of length one, on the plane, from a coastal path out to sea."""
    x, y = OUTWARDS[COAST.index(path)]
    return float(x), float(y)


def read_harbors(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """What lies at each coastal path, all of them and the frame considered.

    Args:
        reader: the network `harbors.onnx`.
        picture: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        white: as `vision.pieces.paper` gives it; None: measured here.

    Returns:
        30 x 7 probabilities, in the order of `COAST`, of no harbor and of each of `HARBOR_KINDS`.
    """
    return frame.weigh(likelihoods(reader, picture, plane, white))


def likely(shares: NDArray[np.float64], plane: Homography) -> tuple[HarborSeen, ...]:
    """The harbors that are more likely there than not, in the order of `COAST`.

    Args:
        shares: as `read_harbors` gives them.
        plane: homography from the plane to the pixels that `at` is given in.

    Returns:
        No two share an intersection: where two would, the less likely one is left out.
    """
    middles = project(plane, MIDDLES)
    seen: dict[PathId, HarborSeen] = {}
    for n in np.argsort(shares[:, 0]):
        path = COAST[n]
        if shares[n, 0] < 0.5 and not any(set(ENDS[path]) & set(ENDS[other]) for other in seen):
            kinds = {kind: float(share) for kind, share in zip(HARBOR_KINDS, shares[n, 1:], strict=True)}
            seen[path] = HarborSeen(path, (float(middles[n, 0]), float(middles[n, 1])), kinds)
    return tuple(seen[path] for path in COAST if path in seen)


def likelihoods(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    white: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """How well each of no harbor and the six kinds explains what is seen at each coastal path.

    Returns:
        30 x 7, in the order of `COAST`, all above 0. A covered or unseen path says nothing: its row is even.
    """
    light = (paper(picture, plane) if white is None else white)[WHITES]
    signs = MIDDLES + OUT_SIDES * OUTWARDS
    seen = patches.evened(picture, plane, signs, light, reach=REACH_SIDES, size=PATCH_PX, turns=TURNS)
    logits = reader.run(patches.as_inputs(seen))
    return of_logits(logits, visible(picture, plane))


def visible(picture: NDArray[np.uint8], plane: Homography) -> NDArray[np.bool_]:
    """Of which coastal paths the picture shows the path and where a sign would stand."""
    signs = MIDDLES + _SIGN * OUTWARDS
    return in_picture(plane, picture, MIDDLES) & in_picture(plane, picture, signs)


def of_logits(logits: NDArray[np.float32], there: NDArray[np.bool_]) -> NDArray[np.float64]:
    """From the network's answers, 30 x CLASSES, to `likelihoods`; `there`: which paths are in the picture."""
    answers = softmax(logits)
    clear = np.where(there, 1 - answers[:, COVERED], 0.0)
    told = answers[:, :COVERED] / SHARES
    told /= told.max(axis=1, keepdims=True)
    return np.asarray(clear[:, None] * told + (1 - clear[:, None]) + _FLOOR)
