"""Drawings of the six resources as makers of dice may draw them: five of each.

A drawing is a list of parts; the style of a die (`vision.training.resources.faces`) determines lines and
colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vision.dice.resources import RESOURCES, Resource
from vision.training.resources.earth import BRICK, GOLD, ORE
from vision.training.resources.land import GRAIN, LUMBER, WOOL
from vision.training.resources.shapes import Drawer, Drawing, Part
from vision.training.textures import Rng

DRAWINGS_PER_RESOURCE: Final = 5
"""Drawings of each resource."""
_DRAWERS: Final[Mapping[Resource, tuple[Drawer, ...]]] = {
    "ore": ORE, "grain": GRAIN, "wool": WOOL, "lumber": LUMBER, "brick": BRICK, "gold": GOLD,
}  # fmt: skip


def draw_resource(resource: Resource, which: int, rng: Rng) -> Drawing:
    """Draw one of a resource's drawings, upright, perhaps mirrored."""
    drawn = _DRAWERS[resource][which](rng)
    if rng.random() < 0.5:
        return drawn
    return [Part(part.shape * (-1, 1), part.tone, part.second) for part in drawn]


def random_drawings(rng: Rng) -> dict[Resource, int]:
    """Choose a drawing for each resource."""
    return {resource: int(rng.integers(DRAWINGS_PER_RESOURCE)) for resource in RESOURCES}
