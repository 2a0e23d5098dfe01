"""Readings of the island: probabilities for each site, never verdicts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.island.geometry import COAST, HEXES, SYMMETRIES, HexId, PathId, Site, Standing
from companion.island.layout import BOX_HARBORS, HarborKind, Layout, Terrain, sorted_along_coast

BOX_HARBORS_MIN_RATIO: Final = 0.05
"""Minimum likelihood ratio at which one box's harbors are preferred to the unconstrained best: most
people have one box."""


@dataclass(frozen=True)
class HexReading:
    """Probabilities of a hex's terrain and of its number; each distribution sums to 1."""

    terrain: Mapping[Terrain, float]
    number: Mapping[int | None, float]

    @property
    def confidence(self) -> float:
        """The probability that the most likely terrain and the most likely number are both right."""
        return max(self.terrain.values()) * max(self.number.values())


@dataclass(frozen=True)
class IslandReading:
    """One reading of the whole island.

    Attributes:
        hexes: a reading for each of the 19 hexes.
        harbors: probabilities of the kind of harbor at the coastal paths where one was seen.
        robber: probability of the robber's presence on a hex, for the hexes where it is possible.
    """

    hexes: Mapping[HexId, HexReading]
    harbors: Mapping[PathId, Mapping[HarborKind, float]] = field(default_factory=dict)
    robber: Mapping[HexId, float] = field(default_factory=dict)

    @property
    def confidence(self) -> float:
        """The confidence of the least certain hex."""
        return min(reading.confidence for reading in self.hexes.values())

    def rotate(self, sixths: int) -> IslandReading:
        """Return the same island with the ids of a plane that is rotated clockwise by sixths."""
        move = SYMMETRIES[sixths % 6]
        hexes = {h: HexId(move(h)) for h in HEXES}
        coast = {p: PathId(move(p)) for p in COAST}
        return IslandReading(
            {h: self.hexes[there] for h, there in hexes.items()},
            {p: self.harbors[there] for p, there in coast.items() if there in self.harbors},
            {h: self.robber[there] for h, there in hexes.items() if there in self.robber},
        )

    def agreement(self, layout: Layout) -> float:
        """Return the expected share of an island's terrains and numbers that match this reading."""
        p_matches = [
            self.hexes[h].terrain.get(terrain, 0.0) + self.hexes[h].number.get(number, 0.0)
            for h, terrain, number in zip(HEXES, layout.terrains, layout.numbers, strict=True)
        ]
        return sum(p_matches) / (2 * len(p_matches))

    def most_likely_layout(self) -> Layout:
        """Return the layout with the most likely terrain, number and harbors."""
        return Layout(
            tuple(max(self.hexes[h].terrain.items(), key=lambda item: item[1])[0] for h in HEXES),
            tuple(max(self.hexes[h].number.items(), key=lambda item: item[1])[0] for h in HEXES),
            _most_likely_harbors(self.harbors),
        )


def _most_likely_harbors(
    seen: Mapping[PathId, Mapping[HarborKind, float]],
) -> tuple[tuple[PathId, HarborKind], ...]:
    """Return the most likely kind of each harbor, constrained to one box if that is nearly as likely.

    A box holds one harbor of most kinds: a second one is probably another kind that looks similar.
    """
    paths = sorted_along_coast(seen)
    free = [max(seen[path], key=seen[path].__getitem__) for path in paths]
    # The best assignment for each used part of the box, path by path, with its probability.
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
    return tuple(zip(paths, dealt if share >= BOX_HARBORS_MIN_RATIO * alone else free, strict=True))


@dataclass(frozen=True)
class PiecesReading:
    """One reading of the players' pieces.

    Attributes:
        sites: for each site that was read: probabilities of its contents, None for nothing; they sum to 1.
            Sites that couldn't be seen are left out.
    """

    sites: Mapping[Site, Mapping[Standing | None, float]]
