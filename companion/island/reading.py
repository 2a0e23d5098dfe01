"""What a reader of the island says: probabilities for each site, never verdicts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.island.box import BOX_HARBORS, HarborKind, Terrain
from companion.island.geometry import COAST, HEXES, SYMMETRIES, HexId, PathId
from companion.island.layout import Layout, sorted_along_coast
from companion.island.pieces import Site, Standing

BOX_HARBORS_AT: Final = 0.05
"""Odds at which a box's harbors are taken for what was read rather than any: most people have one box."""


@dataclass(frozen=True)
class HexReading:
    """What may lie on one hex: probabilities that add up to one over each of the two questions."""

    terrain: Mapping[Terrain, float]
    number: Mapping[int | None, float]

    @property
    def confidence(self) -> float:
        """Probability that the most likely terrain and the most likely number are both right."""
        return max(self.terrain.values()) * max(self.number.values())


@dataclass(frozen=True)
class IslandReading:
    """One reading of the whole island.

    Attributes:
        hexes: a reading for each of the 19 hexes.
        harbors: probabilities of the kind of harbor at the coastal paths where one was seen.
        robber: probability of the robber standing on a hex, for those where it may.
    """

    hexes: Mapping[HexId, HexReading]
    harbors: Mapping[PathId, Mapping[HarborKind, float]] = field(default_factory=dict)
    robber: Mapping[HexId, float] = field(default_factory=dict)

    @property
    def confidence(self) -> float:
        """Confidence in the least certain hex."""
        return min(reading.confidence for reading in self.hexes.values())

    def turned(self, sixths: int) -> IslandReading:
        """The same island, its ids told on a plane that is turned clockwise by sixths."""
        move = SYMMETRIES[sixths % 6]
        hexes = {h: HexId(move(h)) for h in HEXES}
        coast = {p: PathId(move(p)) for p in COAST}
        return IslandReading(
            {h: self.hexes[there] for h, there in hexes.items()},
            {p: self.harbors[there] for p, there in coast.items() if there in self.harbors},
            {h: self.robber[there] for h, there in hexes.items() if there in self.robber},
        )

    def agreement(self, layout: Layout) -> float:
        """Share of the terrains and numbers of an island that are those read, each as far as it was read."""
        told = [
            self.hexes[h].terrain.get(terrain, 0.0) + self.hexes[h].number.get(number, 0.0)
            for h, terrain, number in zip(HEXES, layout.terrains, layout.numbers, strict=True)
        ]
        return sum(told) / (2 * len(told))

    def most_likely(self) -> Layout:
        """The layout with the most likely terrain and number at every place, and the most likely harbors."""
        return Layout(
            tuple(max(self.hexes[h].terrain.items(), key=lambda item: item[1])[0] for h in HEXES),
            tuple(max(self.hexes[h].number.items(), key=lambda item: item[1])[0] for h in HEXES),
            _likeliest_harbors(self.harbors),
        )


def _likeliest_harbors(
    seen: Mapping[PathId, Mapping[HarborKind, float]],
) -> tuple[tuple[PathId, HarborKind], ...]:
    """The most likely kinds, each for itself; those of one box instead, where these are nearly as likely.

    A box holds one harbor of most kinds: the second one read is another that looks like it.
    """
    paths = sorted_along_coast(seen)
    free = [max(seen[path], key=seen[path].__getitem__) for path in paths]
    # The best way to give out so much of the box, path by path, with its probability.
    best: dict[tuple[HarborKind, ...], tuple[float, tuple[HarborKind, ...]]] = {(): (1.0, ())}
    for path in paths:
        ways: dict[tuple[HarborKind, ...], tuple[float, tuple[HarborKind, ...]]] = {}
        for given, (share, kinds) in best.items():
            for kind, p in seen[path].items():
                if given.count(kind) < BOX_HARBORS[kind]:
                    way, now = share * p, tuple(sorted((*given, kind)))
                    if now not in ways or way > ways[now][0]:
                        ways[now] = (way, (*kinds, kind))
        best = ways
    share, dealt = max(best.values(), default=(0.0, ()))
    alone = math.prod(seen[path][kind] for path, kind in zip(paths, free, strict=True))
    return tuple(zip(paths, dealt if share >= BOX_HARBORS_AT * alone else free, strict=True))


@dataclass(frozen=True)
class PiecesReading:
    """One reading of what the players have put on the island.

    Attributes:
        sites: for each site that was read: probabilities of what stands there, None for nothing; they
            add up to one. A site that couldn't be seen is left out.
    """

    sites: Mapping[Site, Mapping[Standing | None, float]]
