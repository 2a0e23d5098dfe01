"""Count a fanned pile of round cards: circles of one size that lie one upon the other along a path."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.finder import CardOutline, Floats, gradient_field
from vision.cards.lattice import Places, shrink_to_search, verify_circles, vote_middles
from vision.pictures import as_bgr, shrink_to_limit

_RADII_PX: Final = tuple(22.0 * 1.06**n for n in range(34))
"""Tried radii of the cards in the picture that is searched."""
_RADII_TRIED: Final = 5
"""Radii whose circles are verified, those with the most votes."""
_PEAK_SHARE: Final = 0.25
"""Least votes of a circle, in votes of the clearest one."""
_PEAKS: Final = 60
_PEAK_REACH: Final = 0.11
"""Least distance of two circles that are verified, in radii."""
_SAME_CARD: Final = 0.15
"""Distance of two circles that are the same card, in radii."""
_WHOLE_RIM: Final = 0.85
"""Least share of the rim of the uppermost card that is visible as an edge."""
MIN_RIM: Final = 0.55
"""Least such share of each other card: in a fan, more than half of its rim is visible."""
MAX_OTHER_RIM: Final = 0.4
"""Greatest such share of a circle that is no card. Between the two the count is uncertain."""
_MAX_STEP_RATIO: Final = 2.0
"""Greatest step from a card to the next one in a certain count, in the least one: a card may be missing."""
_STEPS: Final = (0.2, 1.3)
"""Least and greatest distance of a card from the next one, in radii, of a certain count."""
MAX_CARDS: Final = 19


@dataclass(frozen=True)
class CardFan:
    """A fanned pile.

    Attributes:
        cards: outlines in the order of the pile, pixels of the photo.
        is_sure: whether their number is certain.
    """

    cards: tuple[CardOutline, ...]
    is_sure: bool


def count_fan(image: NDArray[Any]) -> CardFan:
    """Count the cards of a fanned pile.

    Args:
        image: uint8, BGR or grey; nothing else in view is round.

    Raises:
        PictureError: it isn't a picture.
    """
    picture, back = shrink_to_limit(as_bgr(image))
    scale, lab = shrink_to_search(picture)
    gradient = gradient_field(lab)
    tried = [_count_circles(gradient, peaks, radius) for radius, peaks in _vote(gradient)]
    found = sorted((one for one in tried if one is not None), key=lambda one: -one.score)
    if not found:
        return CardFan((), is_sure=False)
    counts = {len(one.middles) for one in found}
    fans = [one for one in found if not one.is_doubtful and _is_fan(one.middles, one.radius, lab.shape[:2])]
    best = (fans or found)[0]
    is_sure = bool(fans) and len(found) > 1 and len(counts) == 1 and len(best.middles) <= MAX_CARDS
    move = float(np.sqrt(back[0, 0] * back[1, 1]))
    outlines = tuple(
        CardOutline((float(x), float(y)), np.eye(2) * best.radius / scale).scale(move)
        for x, y in (best.middles + 0.5) / scale - 0.5
    )
    return CardFan(outlines, is_sure)


@dataclass(frozen=True, eq=False)
class _Circles:
    """The circles of one radius that may be a fan.

    Attributes:
        score: how much of their rims is visible, beyond that of any circle, in pixels.
        radius: pixels.
        middles: n x 2 pixels, along their path.
        is_doubtful: whether another circle is nearly as clear as a card.
    """

    score: float
    radius: float
    middles: Places
    is_doubtful: bool


def _count_circles(gradient: Floats, peaks: Places, radius: float) -> _Circles | None:
    """Return the circles of a radius that are cards; None: the whole rim of none is visible."""
    middles, rims = verify_circles(gradient, peaks, radius)
    if rims.max(initial=0) < _WHOLE_RIM:
        return None
    kept = _keep_distinct(middles, rims, radius)
    cards = [n for n in kept if rims[n] >= MIN_RIM]
    is_doubtful = any(MAX_OTHER_RIM < rims[n] < MIN_RIM for n in kept)
    score = radius * float((rims[cards] - MAX_OTHER_RIM).sum())
    return _Circles(score, radius, middles[cards][_order_path(middles[cards])], is_doubtful)


def _vote(gradient: Floats) -> list[tuple[float, Places]]:
    """Return the radii for whose circles most edges vote, each with the middles of its circles."""
    found = []
    for radius, votes in vote_middles(gradient, _RADII_PX):
        sigma = 0.035 * radius + 0.5
        blurred = cv2.GaussianBlur(votes, (0, 0), sigma)
        share = blurred * np.float32(sigma * sigma)
        side = 2 * max(1, round(_PEAK_REACH * radius)) + 1
        top = (share == cv2.dilate(share, np.ones((side, side), np.uint8))) & (
            share > _PEAK_SHARE * share.max()
        )
        rows, columns = np.nonzero(top)
        order = np.argsort(-share[rows, columns])[:_PEAKS]
        strength = float(np.sort(share[rows, columns])[::-1][:MAX_CARDS].sum())
        found.append((strength, radius, np.stack([columns[order], rows[order]], -1).astype(np.float64)))
    best = sorted(found, key=lambda each: -each[0])[:_RADII_TRIED]
    return [(radius, middles) for _, radius, middles in best]


def _keep_distinct(middles: Places, rims: NDArray[np.float64], radius: float) -> list[int]:
    """Return the circles without those that are a clearer one again."""
    kept: list[int] = []
    for number in np.argsort(-rims):
        if all(math.dist(middles[number], middles[other]) > _SAME_CARD * radius for other in kept):
            kept.append(int(number))
    return kept


def _order_path(middles: Places) -> list[int]:
    """Return the order of circles along their path, from the end that is more to the left."""
    if len(middles) < 2:
        return list(range(len(middles)))
    far = np.linalg.norm(middles[:, None] - middles[None], axis=-1)
    first, last = np.unravel_index(far.argmax(), far.shape)
    order = [int(first) if middles[first, 0] <= middles[last, 0] else int(last)]
    while len(order) < len(middles):
        left = [n for n in range(len(middles)) if n not in order]
        order.append(min(left, key=lambda n: float(far[order[-1], n])))
    return order


def _is_fan(middles: Places, radius: float, size: Sequence[int]) -> bool:
    """Return whether circles follow each other in visible steps, whole within the picture (height, width)."""
    if len(middles) == 0 or (middles < radius).any() or (middles > np.array(size[::-1]) - radius).any():
        return False
    steps = np.linalg.norm(np.diff(middles, axis=0), axis=1) / radius
    is_even = len(steps) == 0 or steps.max() <= _MAX_STEP_RATIO * steps.min()
    return bool(is_even and ((steps >= _STEPS[0]) & (steps <= _STEPS[1])).all())
