"""Harbors' kinds where single signs leave them open: the box's nine, one of them at each place found.

Signs differ from printing to printing, and a reader that never saw one calls a question mark wool. But the
four harbors of any goods look alike in every printing, and like none of the others: how alike two signs look,
turned as they may be, tells which are of one kind without knowing any. And wool is drawn lighter than ore.
Every deal of the box to the nine places is weighed by that and by what the reader makes of each sign, looked
at in several ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.box import BOX_HARBORS, HARBOR_KINDS
from vision.frame import PIECES, SIDE, SIDES, SLIP

PLACES: Final = sum(BOX_HARBORS.values())
PATCH_PX: Final = 72
"""Pixels across a patch as signs are compared by."""
REACH_SIDES: Final = 0.6
"""Half its extent, in hex sides."""
OUT_SIDES: Final = 0.7
"""How far outside its path a patch's middle lies: about where signs do."""

_FURTHER: Final = (6.0, 0.0, -6.0)
"""A printing's signs may lie nearer or farther out, in pixels of a patch."""
_SHIFTS: Final = [(x, y) for x in (-2.0, 0.0, 2.0) for y in (-2.0, 0.0, 2.0)]
"""By how much one sign may lie beside where another does."""
_RADIUS: Final = 11.0
"""Of what is compared around a sign's middle, in pixels."""
_RINGS, _ROUND = 6, 32
_SOFT: Final = 1.0
_CHROMA: Final = 1.5
"""How much colour counts against brightness."""
_DARKEST: Final = 0.3
_APART: Final = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1.0)
_ALIKE: Final = (3.5, 3.2, 1.4, 0.6, -0.3, -0.6, -0.7)
"""Log odds that two signs are of one kind, by how far apart they look against the median of all pairs:
counted on photos (sculpted, webcam, standard, crowded-640) and rendered tables of three printings."""
_SAME: Final = sum(count * (count - 1) // 2 for count in BOX_HARBORS.values())
"""So many pairs of the box's harbors are of one kind."""
_TOGETHER: Final = 0.5
"""Weight of these: of four signs six pairs can be made, which tell hardly more than three."""
_LIGHTER: Final = 8.0
_MOST_LIGHTER: Final = 1.2
"""Log odds of wool and ore lying so and not the other way round, for each share of the paper's brightness
that wool then is lighter, and at most. On those photos and tables it is by 0.04; on one printing by none."""
_PRINTED, _DEALT, _ANY = np.log([0.55, 0.4, 0.05])
"""Before looking: the printed pieces of a frame in any order; the box's harbors dealt anyhow; any kinds."""

_GENERIC: Final = HARBOR_KINDS.index("generic")
_SINGLE: Final = [k for k in range(len(HARBOR_KINDS)) if k != _GENERIC]


def _deals() -> NDArray[np.int64]:
    """All deals of the box's harbors to its number of places: n x places, of indices in `HARBOR_KINDS`."""
    orders = np.array(list(permutations(_SINGLE)))
    made = []
    for same in combinations(range(PLACES), BOX_HARBORS["generic"]):
        deal = np.full((len(orders), PLACES), _GENERIC)
        deal[:, [n for n in range(PLACES) if n not in same]] = orders
        made.append(deal)
    return np.concatenate(made)


_DEALS: Final = _deals()
_WOOL, _ORE = (np.argmax(HARBOR_KINDS.index(kind) == _DEALS, axis=1) for kind in ("wool", "ore"))
"""At which place each deal has them."""
_NUMBERS: Final = _DEALS @ len(HARBOR_KINDS) ** np.arange(PLACES)


def kinds(
    own: NDArray[np.float64],
    apart: NDArray[np.float64],
    light: NDArray[np.float64],
    places: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Probabilities of each place's kind, all deals considered.

    Args:
        own: places x 6, how well each of `HARBOR_KINDS` explains what is seen there.
        apart: places x places, as `Signs` has it.
        light: of each place, as `Signs` has it.
        places: indices in `companion.island.geometry.COAST`, as many as the box has harbors.
    """
    own = own / own.sum(axis=1, keepdims=True)
    alike = _TOGETHER * np.interp(apart, _APART, _ALIKE)
    np.fill_diagonal(alike, 0.0)
    generic = (_DEALS == _GENERIC).astype(np.float64)
    fits = np.log(own)[np.arange(PLACES), _DEALS].sum(axis=1)
    fits += ((generic @ alike) * generic).sum(axis=1) / 2
    fits += np.clip(_LIGHTER * (light[_WOOL] - light[_ORE]), -_MOST_LIGHTER, _MOST_LIGHTER)
    prior = np.full(len(_DEALS), _DEALT - np.log(len(_DEALS)))
    printed = np.isin(_NUMBERS, _printed(tuple(map(int, places))))
    if printed.any():
        prior[printed] = np.logaddexp(prior[printed], _PRINTED - np.log(printed.sum()))
    usual = np.array([BOX_HARBORS[kind] / PLACES for kind in HARBOR_KINDS])
    free = own * usual
    fits = np.append(fits + prior, _ANY + np.log(free.sum(axis=1)).sum())
    odds = np.exp(fits - fits.max())
    odds /= odds.sum()
    free /= free.sum(axis=1, keepdims=True)
    shares = np.stack([odds[:-1] @ (k == _DEALS) for k in range(len(HARBOR_KINDS))], axis=1)
    return np.asarray((1 - SLIP) * shares + (SLIP * (1 - odds[-1]) + odds[-1]) * free)


@cache
def _printed(places: tuple[int, ...]) -> list[int]:
    """The deals, by number, that the printed pieces show at these places in any order; none elsewhere."""
    found = set()
    at = {place: n for n, place in enumerate(places)}
    for order in permutations(PIECES):
        laid = {SIDE * side + path: kind for side in range(SIDES) for path, kind in order[side]}
        if laid.keys() == at.keys():
            found.add(sum(HARBOR_KINDS.index(kind) * len(HARBOR_KINDS) ** at[p] for p, kind in laid.items()))
    return sorted(found)


@dataclass(frozen=True)
class Signs:
    """How a board's signs look beside each other.

    Attributes:
        apart: n x n, how far apart they look, each turned as it is most like the other; 1 is the median of
            all pairs.
        light: of each, how bright it is, paper being 1.
    """

    apart: NDArray[np.float64]
    light: NDArray[np.float64]

    @staticmethod
    def of(patches: NDArray[np.float32]) -> Signs:
        """Compare signs.

        Args:
            patches: n x PATCH_PX x PATCH_PX x 3, evened, around where signs are, the sea up.
        """
        pairs = np.triu_indices(len(patches), 1)
        seen = [_as_compared(patch) for patch in patches]
        found = []
        for further in _FURTHER:
            rings = np.stack([[_rings(patch, further, shift) for shift in _SHIFTS] for patch in seen])
            away = _differences(rings)
            away /= max(float(np.median(away[pairs])), 1e-6)
            # The mean around a ring is its frequency of nothing.
            still = rings[:, len(_SHIFTS) // 2, :, 0, 0].real / _ROUND
            light = still @ _RADII[:, 0] / _RADII.sum()
            found.append(Signs(away, np.asarray(light)))
        # Where the signs' middles lie those of one kind are most alike, against all others.
        return min(found, key=lambda signs: float(np.sort(signs.apart[pairs])[_SAME - 1]))


def _as_compared(patch: NDArray[np.float32]) -> NDArray[np.float32]:
    """A patch's brightness and colours, its own paper white."""
    paper = np.maximum(np.percentile(patch.reshape(-1, 3), 97, axis=0), _DARKEST)
    white = cv2.GaussianBlur(np.clip(patch / paper, 0, 1.2).astype(np.float32), (0, 0), _SOFT)
    grey = white.mean(axis=2)
    return np.dstack([grey, _CHROMA * (white[..., 0] - grey), _CHROMA * (white[..., 2] - grey)])


_ANGLES: Final = np.arange(_ROUND) * 2 * np.pi / _ROUND
_RADII: Final = (np.arange(_RINGS) + 0.5)[:, None] * _RADIUS / _RINGS
_WEIGHTS: Final = _RADII[..., None] / (3 * _ROUND * _RADII.sum())
"""What lies farther out stands for more of the sign."""


def _rings(patch: NDArray[np.float32], further: float, shift: tuple[float, float]) -> NDArray[np.complex128]:
    """What lies on rings around a sign's middle: rings x frequencies x 3, by how it changes around."""
    middle = (PATCH_PX - 1) / 2
    x = (middle + shift[0] + _RADII * np.cos(_ANGLES)).astype(np.float32)
    y = (middle + further + shift[1] + _RADII * np.sin(_ANGLES)).astype(np.float32)
    return np.asarray(np.fft.rfft(cv2.remap(patch, x, y, cv2.INTER_LINEAR), axis=1))


def _differences(rings: NDArray[np.complex128]) -> NDArray[np.float64]:
    """From each sign to each, the least over shifts and turns: n x n.

    Args:
        rings: n x shifts x rings x frequencies x 3; the shift in the middle is none.
    """
    still = rings[:, len(_SHIFTS) // 2]
    around = np.einsum("irfc,jsrfc,rxy->ijsf", still.conj(), rings, _WEIGHTS)
    alike = np.fft.irfft(around, _ROUND, axis=-1).max(axis=-1)
    # By Parseval: the first frequency once, the last once, those between twice.
    twice = np.full(rings.shape[3], 2.0)
    twice[[0, -1]] = 1.0
    size = np.einsum("jsrfc,f,rxy->js", np.abs(rings) ** 2, twice, _WEIGHTS) / _ROUND
    middle = size[:, len(_SHIFTS) // 2]
    apart = (middle[:, None, None] + size[None] - 2 * alike).min(axis=2)
    return np.asarray(np.sqrt(np.maximum(np.minimum(apart, apart.T), 0.0)))
