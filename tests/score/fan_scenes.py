"""Photos of fanned piles of round cards, drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.sim.deck.island_photo import (
    FLAT_PX,
    RADIUS_PX,
    draw_cloth,
    lay_card,
    light_picture,
    view_from_above,
)
from tests.score.island_scenes import CARD_KINDS, Style, pick_card


@dataclass(frozen=True)
class FanScene:
    """A photo of a fanned pile: BGR, and its number of cards."""

    name: str
    picture: NDArray[np.uint8]
    count: int


def plan_fan(rng: np.random.Generator) -> NDArray[np.float64]:
    """Plan the places of 1 to 16 cards along an arc, in radii around their middle, the lowest card first."""
    count = int(rng.integers(1, 17))
    bend, heading = rng.uniform(-1.2, 1.2) / count, rng.uniform(0, 2 * math.pi)
    usual = rng.uniform(0.3, 0.55)
    places = [np.zeros(2)]
    for _ in range(count - 1):
        heading += bend
        step = usual * rng.uniform(0.75, 1.25)
        places.append(places[-1] + step * np.array([math.cos(heading), math.sin(heading)]))
    spread = np.array(places)
    jitter = rng.normal(0, 0.02, spread.shape).clip(-0.04, 0.04)
    return np.asarray(spread - (spread.min(0) + spread.max(0)) / 2 + jitter, np.float64)


def fan_scenes(many: int, seed: int = 0, style: Style = "deck") -> Iterator[FanScene]:
    """Draw photos of fanned piles of island cards or of a team's."""
    for number in range(many):
        rng = np.random.default_rng((seed, number, 17))
        places = plan_fan(rng)
        kind = str(rng.choice(CARD_KINDS))
        flat = draw_cloth(rng, FLAT_PX)
        for at in places:
            card = pick_card(kind, style, rng, (seed, number))
            lay_card(flat, card, FLAT_PX / 2 + RADIUS_PX * at, RADIUS_PX, rng.uniform(0, 7))
        extent = RADIUS_PX * (float(np.abs(places).max()) + 1.3)
        seen = view_from_above(flat, rng, max(extent / 2.5, RADIUS_PX), harbors=False)
        tint = rng.uniform(0.85, 1.12, 3)
        yield FanScene(f"{style}-{seed}-{number}", light_picture(seen, rng, tint), len(places))
