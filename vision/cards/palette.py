"""The colours of the kinds of round cards: known, or learned from a photo of one card each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from vision.cards.finder import CardOutline, Floats
from vision.cards.lattice import find_equal_circles
from vision.cielab import bgr_to_linear, linear_to_lab, picture_to_linear
from vision.pictures import as_bgr, shrink_to_limit

RINGS: Final = np.array([0.3, 0.5, 0.68, 0.82, 0.9, 0.945, 0.965, 0.985], np.float32)
"""Distances from a card's middle where colours are compared, in radii."""
RING_STEPS: Final = np.linspace(0.25, 0.995, 61, dtype=np.float32)
"""Distances from a card's middle at which colours are learned, in radii."""
EDGE_RINGS: Final = np.linspace(0.8, 0.985, 14, dtype=np.float32)
"""Distances from a card's middle, from the face to the rim, by which it is located, in radii."""
MAX_FACE: Final = 0.85
"""Greatest distance of a card's face, inside of any rim, in radii."""
_MIN_RIM_COLOUR: Final = 9.0
"""Least difference of a rim from the face, as in `to_weighted_lab`."""
_MIXED_RINGS: Final = 2
"""Outermost ones of `EDGE_RINGS`, where a learned colour is mixed with the table's."""
_SHARP_BLUR: Final = 0.011
"""Standard deviation of the blur of a photo that shows colours clearly, in radii of the cards."""
_SMOOTH_PX: Final = 0.6
"""Standard deviation of the blur that removes the noise of a photo of shown cards."""
_RING_ANGLES: Final = 120
_SAME_COLOUR: Final = 8.0
"""Distance of two colours that count as the same, CIELAB units."""
_TABLE_STEPS: Final = 20
"""Outermost distances that show the table."""
_RIM_STEPS: Final = 10
"""Distance from where a card's edge begins to differ from the table to its rim, in steps."""
_TABLE_COLOUR: Final = 9.0
"""Least difference of a card's edge from an uneven table, as in `to_weighted_lab`."""
_EVEN_TABLE_COLOUR: Final = 5.0
"""The same on an even table. In a dark picture, all differences are small."""
_EQUAL_SIZE: Final = 0.98
"""Least radius of a card among equal ones, in radii."""
_MIN_GAP: Final = 12.0
"""Least distance of two kinds at their most different rings, as in `to_weighted_lab`."""
_LIGHTNESS_WEIGHT: Final = 0.5
"""Weight of a difference of lightness against one of colour: shadows are lightness."""


class PaletteError(ValueError):
    """The shown cards give no colours that can be told apart; the message is the reason."""


@dataclass(frozen=True, eq=False)
class CardPalette:
    """The colours of the kinds of cards.

    Attributes:
        kinds: their names.
        colours: kinds x `RING_STEPS` x 3, linear RGB from 0 to 1.
    """

    kinds: tuple[str, ...]
    colours: Floats

    def select(self, kinds: Sequence[str]) -> CardPalette:
        """Return the palette of some of the kinds."""
        chosen = [self.kinds.index(kind) for kind in kinds]
        return CardPalette(tuple(kinds), self.colours[chosen])

    @property
    def faces(self) -> Floats:
        """The colours inside of any rim, kinds x 3, linear."""
        return np.asarray(np.median(self.colours[:, RING_STEPS < MAX_FACE], axis=1), np.float32)

    @property
    def has_rims(self) -> bool:
        """True if a kind has a rim of another colour than its face."""
        return bool(find_rims(to_weighted_lab(self.blur(_SHARP_BLUR, EDGE_RINGS))).any())

    def blur(self, spread: float, rings: Floats = RINGS) -> Floats:
        """Return the colours of rings in a blurred picture: kinds x rings x 3.

        Args:
            spread: standard deviation of the blur, in radii of the cards.
            rings: distances from the middle, in radii.
        """
        apart = (rings[:, None] - RING_STEPS) / spread
        weights = np.exp(-0.5 * apart**2)
        weights /= weights.sum(1, keepdims=True)
        return np.asarray(np.einsum("rs,ksc->krc", weights, self.colours), np.float32)

    def weigh(self, rings: Floats = RINGS) -> Floats:
        """Return each ring's weight, the sum is 1: how far apart the kinds are there."""
        lab = to_weighted_lab(self.blur(_SHARP_BLUR, rings))
        apart = np.linalg.norm(lab[:, None] - lab, axis=-1).sum((0, 1))
        kept = np.where(apart > 0.5 * apart.max(), apart, 0)
        return np.asarray(kept / kept.sum(), np.float32)


def build_palette(
    kinds: Mapping[str, tuple[int, int, int]], face: tuple[int, int, int], rim: float
) -> CardPalette:
    """Return the palette of a deck whose kinds differ in the colour of their rims (RGB, 0 to 255).

    Args:
        kinds: the colour of each kind's rim.
        face: the colour inside of the rim.
        rim: inner radius of the rim, in radii.
    """
    colours = [
        np.where((rim > RING_STEPS)[:, None], np.array(face), np.array(paint)) for paint in kinds.values()
    ]
    return CardPalette(tuple(kinds), _to_linear(np.asarray(colours, np.float32)))


def learn_palette(image: NDArray[Any], kinds: Sequence[str]) -> CardPalette:
    """Learn the colours of kinds from a photo that shows one card of each, from left to right.

    Args:
        image: uint8, BGR or grey.
        kinds: in the order of the cards.

    Raises:
        PaletteError: another number of cards was found, or two kinds look alike.
        PictureError: it isn't a picture.
    """
    picture, _ = shrink_to_limit(as_bgr(image))
    found = find_equal_circles(picture, len(kinds))
    if found is None:
        raise PaletteError(sentence("{count} cards side by side were not found", count=len(kinds)))
    linear = smooth_picture(picture, _SMOOTH_PX)
    edges = [_find_edge(linear, middle, found[1]) for middle in found[0]]
    if edges.count(None) > len(kinds) // 2:
        raise PaletteError(sentence("a card's edge isn't visible"))
    circles = [CardOutline((float(x), float(y)), np.eye(2) * found[1]) for x, y in found[0]]
    outlines = _equalize([edge or circle for edge, circle in zip(edges, circles, strict=True)])
    palette = CardPalette(tuple(kinds), np.stack([_read_profile(linear, card) for card in outlines]))
    lab = to_weighted_lab(palette.blur(_SHARP_BLUR))
    for first in range(len(kinds)):
        for second in range(first):
            if np.linalg.norm(lab[first] - lab[second], axis=-1).max() < _MIN_GAP:
                raise PaletteError(sentence("two of the cards look alike"))
    return palette


def _find_edge(linear: Floats, middle: NDArray[np.float64], radius: float) -> CardOutline | None:
    """Return the outline of a card: where half of its rim's difference from the table is left.

    None: the card has the table's colour.

    The picture's blur would move an edge at a fixed difference outward, the farther the more the rim differs.
    """
    unit = CardOutline((0.0, 0.0), np.eye(2)).points(_RING_ANGLES)
    steps = np.linspace(0.7, 1.4, 141)
    places = middle + radius * steps[:, None, None] * unit
    lab = to_weighted_lab(sample(linear, np.asarray(places, np.float32)))
    table = np.median(lab[-_TABLE_STEPS:].reshape(-1, 3), axis=0)
    away = np.linalg.norm(lab - table, axis=-1)
    grain = 3 * np.percentile(away[-_TABLE_STEPS:], 90)
    inside = away > np.clip(grain, _EVEN_TABLE_COLOUR, _TABLE_COLOUR)
    lasting = inside[3:] & inside[2:-1] & inside[1:-2] & inside[:-3]
    last = len(lasting) - 1 - lasting[::-1].argmax(0) + 3
    rays = np.arange(_RING_ANGLES)
    half = 0.5 * away[np.maximum(last - _RIM_STEPS, 0), rays]
    within = (np.arange(len(steps))[:, None] <= last) & (away > half)
    reach = steps[len(steps) - 1 - within[::-1].argmax(0)]
    kept = lasting.any(0) & (np.abs(reach - np.median(reach)) < 0.08)
    if kept.sum() < _RING_ANGLES // 3:
        return None
    edge = (middle + radius * reach[:, None] * unit)[kept].astype(np.float32)
    (x, y), (across, down), turn = cv2.fitEllipse(edge)
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return CardOutline((x, y), np.array([[cos, -sin], [sin, cos]]) @ np.diag([across / 2, down / 2]))


def _equalize(outlines: Sequence[CardOutline]) -> list[CardOutline]:
    """Enlarge outlines of cards whose rim looks like the table: all cards have one size.

    Seen askew, the size changes evenly along the row. An edge that was found inside of the rim makes an
    outline too small, so slope and level are medians (Theil-Sen), and only small outlines are changed.
    """
    across = np.array([each.centre[0] for each in outlines])
    radii = np.array([each.radius for each in outlines])
    slope = np.median([
        (radii[one] - radii[other]) / (across[one] - across[other])
        for one in range(len(outlines))
        for other in range(one)
    ])  # fmt: skip
    expected = slope * across + np.median(radii - slope * across)
    return [
        replace(each, axes=each.axes * (size / each.radius)) if each.radius < _EQUAL_SIZE * size else each
        for each, size in zip(outlines, expected, strict=True)
    ]


def _read_profile(linear: Floats, card: CardOutline) -> Floats:
    """Return the most usual colour at each distance from a card's middle, steps x 3."""
    places = np.array(card.centre) + RING_STEPS[:, None, None] * (card.points(_RING_ANGLES) - card.centre)
    return np.stack([pick_usual(samples) for samples in sample(linear, np.asarray(places, np.float32))])


def pick_usual(samples: Floats) -> Floats:
    """Return the most usual one of linear colours (n x 3)."""
    lab = _to_lab(samples)
    alike = np.linalg.norm(lab[:, None] - lab[None], axis=-1) < _SAME_COLOUR
    return np.asarray(samples[alike[alike.sum(1).argmax()]].mean(0), np.float32)


def smooth_picture(picture: NDArray[np.uint8], spread: float) -> Floats:
    """Return a picture (BGR) in linear RGB, blurred by a standard deviation in pixels."""
    return np.asarray(cv2.GaussianBlur(picture_to_linear(picture)[..., ::-1], (0, 0), spread), np.float32)


def sample(picture: Floats, places: Floats) -> Floats:
    """Return the colours at places (... x 2, pixels); beyond the picture black."""
    flat = places.reshape(-1, 2)
    width = 4096
    count = -(-len(flat) // width)
    padded = np.full((count * width, 2), -10, np.float32)
    padded[: len(flat)] = flat
    grid = padded.reshape(count, width, 2)
    found = cv2.remap(picture, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(
        found.reshape(count * width, -1)[: len(flat)].reshape(*places.shape[:-1], -1), np.float32
    )


def _to_linear(colours: NDArray[Any]) -> Floats:
    """Convert sRGB from 0 to 255 to linear RGB from 0 to 1."""
    return bgr_to_linear(np.asarray(colours, np.float32) / np.float32(255))


def _to_lab(linear: Floats) -> Floats:
    """Convert linear RGB (... x 3) to CIELAB."""
    return linear_to_lab(np.maximum(linear[..., ::-1], np.float32(0)))


def to_weighted_lab(linear: Floats) -> Floats:
    """Convert linear RGB (... x 3) to CIELAB with the lightness times `_LIGHTNESS_WEIGHT`."""
    lab = _to_lab(linear)
    lab[..., 0] *= _LIGHTNESS_WEIGHT
    return lab


def find_rims(templates: Floats) -> NDArray[np.bool_]:
    """Return which kinds (x `EDGE_RINGS` x 3, `to_weighted_lab`) have a rim that differs from their face."""
    away = np.linalg.norm(templates - templates[:, :1], axis=-1)
    return np.asarray(away[:, :-_MIXED_RINGS].max(1) > _MIN_RIM_COLOUR)
