"""Layout of each card: places, sizes and turns of its symbols, different on each card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.deck import DeckCard
from companion.sim.deck.drawings import DRAWINGS

SYMBOL_NAMES: Final = tuple(DRAWINGS)
"""By the index of the symbol in the deck."""
RIM: Final = 0.93
"""Inner radius of the coloured rim; a card's radius is 1."""
_REACH: Final = 0.9
"""Radius of the circle that holds all symbols."""
_GAP: Final = 0.025
"""Least distance of two symbols' circles."""
_SIZES: Final = (0.2, 0.38)
"""Radii of symbols, before they are packed."""
_PACKING_STEPS: Final = 1500


@dataclass(frozen=True)
class PlacedSymbol:
    """A symbol on a card.

    Attributes:
        name: of the drawing.
        at: middle, in radii of the card, x to the right, y down.
        radius: of the circle around it, in radii of the card.
        turn: clockwise, radians.
    """

    name: str
    at: tuple[float, float]
    radius: float
    turn: float


@cache
def lay_out(card: DeckCard, number: int) -> tuple[PlacedSymbol, ...]:
    """Return a card's symbols in their places; the same number always gives the same ones."""
    rng = np.random.default_rng((2026, number))
    places, radii = _pack(rng.uniform(*_SIZES, len(card.symbols)), rng)
    return tuple(
        PlacedSymbol(
            SYMBOL_NAMES[symbol], (float(x), float(y)), float(radius), float(rng.uniform(0, 2 * math.pi))
        )
        for symbol, (x, y), radius in zip(card.symbols, places, radii, strict=True)
    )


def _pack(
    wanted: Sequence[float] | NDArray[np.float64], rng: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return middles and radii of circles in a disc that don't overlap: all shrunk alike until they fit."""
    radii = np.array(wanted, np.float64)
    places = rng.uniform(-0.5, 0.5, (len(radii), 2))
    diagonal = np.eye(len(radii), dtype=bool)
    for _ in range(_PACKING_STEPS):
        between = places[:, None] - places
        distance = np.linalg.norm(between, axis=-1) + 1e-9
        overlap = np.maximum(0, radii[:, None] + radii + _GAP - distance)
        overlap[diagonal] = 0
        push = (between / distance[..., None] * overlap[..., None]).sum(1) / 2
        away = np.linalg.norm(places, axis=1) + 1e-9
        beyond = np.maximum(0, away + radii - _REACH)
        if max(overlap.max(), beyond.max()) < 1e-3:
            return places, radii - 1e-3
        places = places + push - places / away[:, None] * beyond[:, None]
        radii *= 0.9995
    raise ArithmeticError("the circles don't fit into the disc")
