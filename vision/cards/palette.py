"""Colours of the kinds of cards, learned from one card each: a colour at each distance from the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from vision.cards.finder import CardOutline
from vision.cards.lattice import find_equal_circles
from vision.pictures import as_bgr, shrink_to_limit

Floats = NDArray[np.float32]

RINGS: Final = np.array([0.3, 0.5, 0.68, 0.82, 0.9, 0.945, 0.965, 0.985], np.float32)
"""Distances from a card's middle where colours are compared, in radii."""
_STEPS: Final = np.linspace(0.25, 0.995, 61, dtype=np.float32)
"""Distances from a card's middle at which colours are learned, in radii."""
_SHARP_BLUR: Final = 0.011
"""Standard deviation of the blur of a photo that shows colours clearly, in radii of the cards."""
_ANGLES: Final = 120
_SAME_COLOUR: Final = 8.0
"""Distance of two colours that count as the same, CIELAB units."""
_TABLE_STEPS: Final = 12
"""Outermost distances that show the table."""
_TABLE_COLOUR: Final = 9.0
"""Least difference of a card's edge from the table, as in `difference`."""
_MIN_GAP: Final = 12.0
"""Least distance of two kinds at their most different rings, weighted as in `difference`."""
LIGHTNESS_WEIGHT: Final = 0.5
"""Weight of a difference of lightness against one of colour: shadows are lightness."""


class PaletteError(ValueError):
    """The shown cards give no colours that can be told apart; the message is the reason."""


@dataclass(frozen=True, eq=False)
class CardPalette:
    """The colours of the kinds of cards.

    Attributes:
        kinds: their names.
        colours: kinds x `_STEPS` x 3, linear RGB from 0 to 1.
    """

    kinds: tuple[str, ...]
    colours: Floats

    def select(self, kinds: Sequence[str]) -> CardPalette:
        """Return the palette of some of the kinds."""
        chosen = [self.kinds.index(kind) for kind in kinds]
        return CardPalette(tuple(kinds), self.colours[chosen])

    def blur(self, spread: float) -> Floats:
        """Return the colours of `RINGS` in a blurred picture: kinds x rings x 3.

        Args:
            spread: standard deviation of the blur, in radii of the cards.
        """
        apart = (RINGS[:, None] - _STEPS) / spread
        weights = np.exp(-0.5 * apart**2)
        weights /= weights.sum(1, keepdims=True)
        return np.asarray(np.einsum("rs,ksc->krc", weights, self.colours), np.float32)

    @property
    def weights(self) -> Floats:
        """Return each ring's weight, the sum is 1: how far apart the kinds are there."""
        lab = to_lab(self.blur(_SHARP_BLUR))
        apart = difference(lab[:, None], lab[None]).sum((0, 1))
        kept = np.where(apart > 0.25 * apart.max(), apart, 0)
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
    colours = [np.where((rim > _STEPS)[:, None], np.array(face), np.array(paint)) for paint in kinds.values()]
    return CardPalette(tuple(kinds), to_linear(np.asarray(colours, np.float32)))


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
    linear = np.asarray(
        cv2.GaussianBlur(to_linear(picture[..., ::-1].astype(np.float32)), (0, 0), 0.6), np.float32
    )
    outlines = [_find_edge(linear, middle, found[1]) for middle in found[0]]
    palette = CardPalette(tuple(kinds), np.stack([_read_profile(linear, card) for card in outlines]))
    lab = to_lab(palette.blur(_SHARP_BLUR))
    for first in range(len(kinds)):
        for second in range(first):
            if difference(lab[first], lab[second]).max() < _MIN_GAP:
                raise PaletteError(sentence("two of the cards look alike"))
    return palette


def _find_edge(linear: Floats, middle: NDArray[np.float64], radius: float) -> CardOutline:
    """Return the outline of a card: along each ray from the outside, where the table's colour ends."""
    unit = CardOutline((0.0, 0.0), np.eye(2)).points(_ANGLES)
    steps = np.linspace(0.7, 1.4, 90)
    places = middle + radius * steps[:, None, None] * unit
    lab = to_lab(sample(linear, np.asarray(places, np.float32)))
    table = np.median(lab[-_TABLE_STEPS:].reshape(-1, 3), axis=0)
    inside = difference(lab, np.asarray(table, np.float32)) > _TABLE_COLOUR
    lasting = inside[2:] & inside[1:-1] & inside[:-2]
    last = len(lasting) - 1 - lasting[::-1].argmax(0)
    reach = steps[last + 2]
    kept = lasting.any(0) & (np.abs(reach - np.median(reach)) < 0.08)
    if kept.sum() < _ANGLES // 3:
        raise PaletteError(sentence("a card's edge isn't visible"))
    edge = (middle + radius * reach[:, None] * unit)[kept].astype(np.float32)
    (x, y), (across, down), turn = cv2.fitEllipse(edge)
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return CardOutline((x, y), np.array([[cos, -sin], [sin, cos]]) @ np.diag([across / 2, down / 2]))


def _read_profile(linear: Floats, card: CardOutline) -> Floats:
    """Return the most usual colour at each distance from a card's middle, steps x 3."""
    places = np.array(card.centre) + _STEPS[:, None, None] * (card.points(_ANGLES) - card.centre)
    samples = sample(linear, np.asarray(places, np.float32))
    lab = to_lab(samples)
    profile = []
    for colours, others in zip(lab, samples, strict=True):
        alike = np.linalg.norm(colours[:, None] - colours[None], axis=-1) < _SAME_COLOUR
        profile.append(others[alike[alike.sum(1).argmax()]].mean(0))
    return np.asarray(profile, np.float32)


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


def to_linear(colours: Floats) -> Floats:
    """Convert sRGB from 0 to 255 to linear RGB from 0 to 1."""
    return np.asarray((colours / 255) ** 2.2, np.float32)


def to_lab(linear: Floats) -> Floats:
    """Convert linear RGB (... x 3) to CIELAB."""
    flat = np.clip(linear.reshape(-1, 1, 3), 0, None) ** np.float32(1 / 2.2)
    return np.asarray(
        cv2.cvtColor(flat.astype(np.float32), cv2.COLOR_RGB2LAB).reshape(linear.shape), np.float32
    )


def difference(one: Floats, other: Floats) -> Floats:
    """Return the distance of CIELAB colours (... x 3), lightness weighted by `LIGHTNESS_WEIGHT`."""
    change = one - other
    return np.asarray(
        np.sqrt((LIGHTNESS_WEIGHT * change[..., 0]) ** 2 + change[..., 1] ** 2 + change[..., 2] ** 2),
        np.float32,
    )
