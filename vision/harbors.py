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
from vision import frame, harbor_deal, patches
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
_TURNED: Final = 0.725
_VIEWS: Final = (
    (0, 1.0, 0.08), (0, 1.18, 0.0), (20, 1.18, 0.0), (-20, 0.87, 0.0), (40, 1.0, 0.06),
    (-40, 1.0, -0.06),
)  # fmt: skip
"""Other ways to look at signs of open kinds: turned by so many degrees, so much wider, so much farther
out."""
_CLEAR: Final = 0.95
"""Where every kind is told as surely, nothing more is looked at."""
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
    white = paper(picture, plane) if white is None else white
    logits = _logits(reader, picture, plane, white)
    shares = frame.weigh(of_logits(logits, visible(picture, plane)))
    there = np.flatnonzero(shares[:, 0] < 0.5)
    if len(there) != harbor_deal.PLACES or shares[there, 1:].max(axis=1).min() > _CLEAR:
        return shares
    told, light = shares.copy(), white[WHITES]
    signs = harbor_deal.Signs.of(_signs(picture, plane, light, there))
    own = _looked_at_closely(reader, picture, plane, light, there, logits[there])
    dealt = harbor_deal.kinds(own, signs.apart, signs.light, there)
    told[there, 1:] = (1 - shares[there, :1]) * dealt
    return told


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
    white = paper(picture, plane) if white is None else white
    return of_logits(_logits(reader, picture, plane, white), visible(picture, plane))


def _logits(
    reader: Network, picture: NDArray[np.uint8], plane: Homography, white: NDArray[np.float64]
) -> NDArray[np.float32]:
    """What the network says of each coastal path: 30 x CLASSES."""
    signs = MIDDLES + OUT_SIDES * OUTWARDS
    seen = patches.evened(picture, plane, signs, white[WHITES], reach=REACH_SIDES, size=PATCH_PX, turns=TURNS)
    return reader.run(patches.as_inputs(seen))


def _looked_at_closely(
    reader: Network,
    picture: NDArray[np.uint8],
    plane: Homography,
    light: NDArray[np.float64],
    there: NDArray[np.int64],
    first: NDArray[np.float32],
) -> NDArray[np.float64]:
    """How well each kind explains what is seen at some of the coast, looked at in several ways: n x 6.

    What was said of it at first, n x CLASSES, is one of them.
    """
    logits = [first]
    for degrees, wider, further in _VIEWS:
        turns = TURNS[there] + np.deg2rad(degrees)
        up = np.column_stack([np.sin(turns), -np.cos(turns)])
        # A sign is turned about where it mostly lies, above the patch's middle.
        middles = MIDDLES[there] + _TURNED * OUTWARDS[there] + (OUT_SIDES - _TURNED + further) * up
        seen = patches.evened(
            picture, plane, middles, light[there], reach=wider * REACH_SIDES, size=PATCH_PX, turns=turns
        )
        logits.append(reader.run(patches.as_inputs(seen)))
    return of_logits(np.mean(logits, axis=0), np.ones(len(there), np.bool_))[:, 1:]


def _signs(
    picture: NDArray[np.uint8], plane: Homography, light: NDArray[np.float64], there: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Patches of some of the coast by which signs are compared."""
    return patches.evened(
        picture,
        plane,
        (MIDDLES + harbor_deal.OUT_SIDES * OUTWARDS)[there],
        light[there],
        reach=harbor_deal.REACH_SIDES,
        size=harbor_deal.PATCH_PX,
        turns=TURNS[there],
    )


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
