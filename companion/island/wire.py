"""The island's JSON, declared (`companion.wire`)."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from companion.island.box import HARBOR_KINDS, NUMBERS, TERRAINS
from companion.island.geometry import COAST, HEXES, INTERSECTIONS, PATHS
from companion.wire import Among, Named, Range

HexAt: TypeAlias = Annotated[str, Among(HEXES), Named("HexId")]
IntersectionAt: TypeAlias = Annotated[str, Among(INTERSECTIONS), Named("IntersectionId")]
PathAt: TypeAlias = Annotated[str, Among(PATHS), Named("PathId")]
CoastAt: TypeAlias = Annotated[str, Among(COAST), "A coastal path.", Named("CoastId")]
SiteAt: TypeAlias = Annotated[str, Among((*INTERSECTIONS, *PATHS)), Named("SiteId")]
TerrainKind: TypeAlias = Annotated[str, Among(TERRAINS), Named("Terrain")]
Harbor: TypeAlias = Annotated[str, Among(HARBOR_KINDS), Named("HarborKind")]
Token: TypeAlias = Annotated[int, Range(min(NUMBERS), max(NUMBERS))]


class HexLies(TypedDict):
    """What lies on a hex; no token: null."""

    terrain: TerrainKind
    number: Token | None


class Island(TypedDict):
    """What lies on the island: hexes by their ids, harbors by their coastal paths."""

    hexes: dict[HexAt, HexLies]
    harbors: dict[CoastAt, Harbor]


class HexEntered(TypedDict, total=False):
    """What was said of a hex."""

    terrain: TerrainKind | None
    number: Token | None


class IslandSaid(TypedDict, total=False):
    """What is said of an island that isn't laid yet, or of what lies otherwise; no harbor: null."""

    hexes: dict[HexAt, HexEntered]
    harbors: dict[CoastAt, Harbor | None]
