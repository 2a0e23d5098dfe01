"""The JSON types of the island (see `companion.wire`)."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from companion.island.box import HARBOR_KINDS, NUMBERS, TERRAINS
from companion.island.geometry import COAST, HEXES, INTERSECTIONS, PATHS
from companion.wire import OneOf, Range, SchemaName

HexAt: TypeAlias = Annotated[str, OneOf(HEXES), SchemaName("HexId")]
IntersectionAt: TypeAlias = Annotated[str, OneOf(INTERSECTIONS), SchemaName("IntersectionId")]
PathAt: TypeAlias = Annotated[str, OneOf(PATHS), SchemaName("PathId")]
CoastAt: TypeAlias = Annotated[str, OneOf(COAST), "A coastal path.", SchemaName("CoastId")]
SiteAt: TypeAlias = Annotated[str, OneOf((*INTERSECTIONS, *PATHS)), SchemaName("SiteId")]
TerrainKind: TypeAlias = Annotated[str, OneOf(TERRAINS), SchemaName("Terrain")]
Harbor: TypeAlias = Annotated[str, OneOf(HARBOR_KINDS), SchemaName("HarborKind")]
Token: TypeAlias = Annotated[int, Range(min(NUMBERS), max(NUMBERS))]


class HexLies(TypedDict):
    """The contents of a hex; `number` is null without a token."""

    terrain: TerrainKind
    number: Token | None


class Island(TypedDict):
    """The island's contents: hexes by their ids, harbors by their coastal paths."""

    hexes: dict[HexAt, HexLies]
    harbors: dict[CoastAt, Harbor]


class HexEntered(TypedDict, total=False):
    """The entered contents of a hex."""

    terrain: TerrainKind | None
    number: Token | None


class IslandDraft(TypedDict, total=False):
    """A partially entered island, or corrections of one; a path without a harbor: null."""

    hexes: dict[HexAt, HexEntered]
    harbors: dict[CoastAt, Harbor | None]
