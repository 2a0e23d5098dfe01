"""The colours of the players' pieces as they look under this lamp, learned from those put down.

A reader knows red from orange as pieces usually are. Under one lamp, in one edition, each colour is
nearly the same on every piece: once a few pieces are known, they tell the next ones apart better.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import COLOURS, PieceColour
from vision.follow.places import Samples

_PAPER: Final = 0.8
"""How bright the board's paper becomes."""
_SHARE: Final = 1 / 3
"""Of a core's points, those that changed most show the piece."""
_SPREAD: Final = 9.0
"""Usual standard deviation of a colour from piece to piece and from side to side, along each axis of Lab."""
_USUAL_PIECES: Final = 3
"""What is usual weighs as much as so many pieces."""
_LEAST: Final = 0.05
"""No colour is thought less likely than this by its tint alone, relative to the likeliest."""
_UNKNOWN: Final = 2.5
"""A colour that wasn't seen yet is as likely as one that lies so many standard deviations off."""
_GLOSS: Final = np.array([95.0, 0.0, 0.0])
"""What a lamp mirrored in a piece looks like, in CIELAB: it is mixed with the piece's own colour."""
_GLOSSIEST: Final = 0.6
"""Most of what is seen that may be the lamp."""
_GLOSSY: Final = 0.4
"""A piece of which so much is the lamp is as unusual as one that lies a standard deviation off."""


@dataclass(frozen=True)
class Tint:
    """How pieces of one colour look under the table's lamp.

    Attributes:
        mean: in CIELAB (L 0 to 100), once the board's paper is white of brightness 0.8.
        spread: standard deviation along each axis.
        pieces: from how many it was learned.
    """

    mean: tuple[float, float, float]
    spread: tuple[float, float, float]
    pieces: int


Tints = Mapping[PieceColour, Tint]


def seen_colours(
    known: Samples, now: Samples, which: NDArray[np.int64], white: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The colour of what came to stand on sites, n x 3, in CIELAB as `Tint` has it.

    Args:
        known: how places looked while nothing stood there.
        now: how they look.
        which: indices of the sites.
        white: the board's paper around all sites, as `vision.pieces.paper` gives it.
    """
    return np.asarray(gone_and_come(known, now, which, white[which])[1])


def gone_and_come(
    known: Samples, now: Samples, which: NDArray[np.int64], light: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The colours of what changed most on n places, before and after: 2 x n x 3, in CIELAB as `Tint` has it.

    Args:
        known: how places looked before.
        now: how they look.
        which: indices of the places.
        light: the board's paper at each of them, n x 3.
    """
    points = round(_SHARE * now.cores.shape[1])
    then, here = (Samples(each.cores[which], each.rings[which], each.veil) for each in (known, now))
    before, after = then.in_light_of(here).cores, here.cores
    most = np.argsort(-np.abs(after - before).sum(axis=2), axis=1)[:, :points]
    seen = [np.take_along_axis(cores, most[..., None], axis=1) for cores in (before, after)]
    paint = np.median(seen, axis=2) / 255 * _PAPER / np.maximum(light, 0.05)
    return np.asarray(cv2.cvtColor(paint.clip(0, 1).astype(np.float32), cv2.COLOR_BGR2Lab), np.float64)


def with_piece(tints: Tints, colour: PieceColour, lab: NDArray[np.float64]) -> Tints:
    """What is known once another piece of a colour was seen, n = 3 along Lab."""
    return {**tints, colour: tint_with(tints.get(colour), lab)}


def tint_with(known: Tint | None, lab: NDArray[np.float64]) -> Tint:
    """What is known of a tint once another piece of it was seen, n = 3 along Lab."""
    n = 0 if known is None else known.pieces
    mean = lab if known is None else np.array(known.mean) + (lab - known.mean) / (n + 1)
    off = np.zeros(3) if known is None else (lab - known.mean) * (lab - mean)
    spread = np.full(3, _SPREAD) if known is None else np.array(known.spread)
    variance = (spread**2 * (n + _USUAL_PIECES) + off) / (n + 1 + _USUAL_PIECES)
    return Tint(_three(mean), _three(np.sqrt(variance)), n + 1)


def colour_weights(tints: Tints, labs: NDArray[np.float64]) -> NDArray[np.float64]:
    """How well each colour explains what was seen.

    Args:
        tints: what is known.
        labs: n x 3, as `seen_colours` gives them.

    Returns:
        n x colours, in (0, 1]; the best of each row is 1. All ones where nothing is known.
    """
    logs = np.full((len(labs), len(COLOURS)), -(_UNKNOWN**2) / 2)
    for n, colour in enumerate(COLOURS):
        if colour in tints:
            logs[:, n] = -_strangeness(tints[colour], labs) / 2
    return np.asarray(np.exp(logs - logs.max(axis=1, keepdims=True)).clip(_LEAST, 1))


def _strangeness(tint: Tint, labs: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far off n colours (n x 3) are for pieces of a tint, however much of the lamp is mirrored in them:
    n squares of standard deviations.
    """
    lamp = (_GLOSS - tint.mean) / tint.spread
    off = (labs - tint.mean) / tint.spread
    # The share of the lamp with which the sum of both is least. The axes' errors come together: a shade is
    # darker and paler at once.
    share = (off @ lamp / 3) / ((lamp**2).mean() + 1 / _GLOSSY**2)
    share = share.clip(0, _GLOSSIEST)[:, None]
    return np.asarray(((off - share * lamp) ** 2).mean(axis=1) + (share[:, 0] / _GLOSSY) ** 2)


def _three(values: NDArray[np.float64]) -> tuple[float, float, float]:
    first, second, third = (float(v) for v in values)
    return first, second, third
