"""Pictures of the six resources as makers of dice may draw them: five drawings of each.

A drawing is a list of parts; the manner in which a die shows it (`vision.training.resources.faces`) decides
on lines and colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vision.dice.resources import RESOURCES, Resource
from vision.training.resources.earth import BRICK, GOLD, ORE
from vision.training.resources.land import GRAIN, LUMBER, WOOL
from vision.training.resources.shapes import Drawer, Drawing, Part
from vision.training.textures import Rng

DRAWINGS: Final = 5
"""Drawings of each resource."""
_DRAWN: Final[Mapping[Resource, tuple[Drawer, ...]]] = {
    "ore": ORE, "grain": GRAIN, "wool": WOOL, "lumber": LUMBER, "brick": BRICK, "gold": GOLD,
}  # fmt: skip


def draw(resource: Resource, which: int, rng: Rng) -> Drawing:
    """One of the DRAWINGS of a resource, upright, maybe mirrored."""
    drawn = _DRAWN[resource][which](rng)
    if rng.random() < 0.5:
        return drawn
    return [Part(part.shape * (-1, 1), part.tone, part.second) for part in drawn]


def random_drawings(rng: Rng) -> dict[Resource, int]:
    """Which drawing shows each resource."""
    return {resource: int(rng.integers(DRAWINGS)) for resource in RESOURCES}
