"""A complete island: terrain hexes, number tokens, harbors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from companion.errors import CompanionError
from companion.i18n import mark, sentence
from companion.island.box import (
    BOX_HARBORS,
    BOX_NUMBERS,
    BOX_TERRAINS,
    HARBOR_KINDS,
    TERRAINS,
    HarborKind,
    Terrain,
)
from companion.island.geometry import COAST, ENDS, HEX_INDEX, HEXES, HexId, IntersectionId, PathId
from companion.island.wire import Island

_Kind = TypeVar("_Kind", Terrain, int, HarborKind)

TERRAIN_NAMES: Final[Mapping[Terrain, str]] = {
    "hills": sentence("Hills"),
    "forest": sentence("Forest"),
    "pasture": sentence("Pasture"),
    "fields": sentence("Fields"),
    "mountains": sentence("Mountains"),
    "desert": sentence("Desert"),
}
_HARBOR_NAMES: Final[Mapping[HarborKind, str]] = {
    "generic": sentence("3:1"),
    "brick": sentence("Brick 2:1"),
    "lumber": sentence("Lumber 2:1"),
    "wool": sentence("Wool 2:1"),
    "grain": sentence("Grain 2:1"),
    "ore": sentence("Ore 2:1"),
}

_TERRAINS_DEPART: Final = mark("Terrain {name}: {table} on the table, {box} in the box")
_NUMBERS_DEPART: Final = mark("Number token {name}: {table} on the table, {box} in the box")
_HARBORS_DEPART: Final = mark("Harbor {name}: {table} on the table, {box} in the box")


class LayoutError(CompanionError, ValueError):
    """A description of an impossible island."""


@dataclass(frozen=True)
class Layout:
    """A complete island, in the order of the canonical ids.

    Attributes:
        terrains: terrain of each of the 19 hexes, in the order of `HEXES`.
        numbers: number of the token on each hex, None if there is none.
        harbors: (coastal path, kind), in the order of `COAST`; nine in the box's own set-ups.
    """

    terrains: tuple[Terrain, ...]
    numbers: tuple[int | None, ...]
    harbors: tuple[tuple[PathId, HarborKind], ...] = ()

    def __post_init__(self) -> None:
        if len(self.terrains) != len(HEXES) or len(self.numbers) != len(HEXES):
            raise LayoutError(sentence("an island has {count} hexes", count=len(HEXES)))
        for terrain in self.terrains:
            if terrain not in TERRAINS:
                raise LayoutError(sentence("no such terrain: {terrain}", terrain=terrain))
        for number in self.numbers:
            if number is not None and (type(number) is not int or number not in BOX_NUMBERS):
                raise LayoutError(sentence("no such number token: {number}", number=number))
        for path, kind in self.harbors:
            if path not in COAST:
                raise LayoutError(sentence("{path} is not a coastal path", path=path))
            if kind not in HARBOR_KINDS:
                raise LayoutError(sentence("no such harbor: {kind}", kind=kind))
        if has_crowded_harbors(path for path, _ in self.harbors):
            raise LayoutError(sentence("two harbors share an intersection"))

    def terrain(self, at: HexId) -> Terrain:
        """Return the terrain of one hex."""
        return self.terrains[HEX_INDEX[at]]

    def number(self, at: HexId) -> int | None:
        """Return the number of the token on one hex, None if there is none."""
        return self.numbers[HEX_INDEX[at]]

    def deserts(self) -> Iterator[HexId]:
        """Return the desert hexes: one in the box's own set, but any number is valid."""
        return (h for h, terrain in zip(HEXES, self.terrains, strict=True) if terrain == "desert")

    def harbor_at(self) -> dict[IntersectionId, HarborKind]:
        """Return the intersections where a building can use a harbor, each with the harbor's kind."""
        return {i: kind for path, kind in self.harbors for i in ENDS[path]}

    def departures(self) -> list[str]:
        """Describe in words how the island departs from the box's contents; empty if it doesn't.

        A departure is no error: people own several boxes, lose tokens and invent house rules.
        """
        return departures(self.terrains, self.numbers, [kind for _, kind in self.harbors])

    def doubtful_hexes(self) -> tuple[HexId, ...]:
        """Return the hexes that one box can't all provide, and that may therefore be misread.

        These are the hexes whose terrain or token is on more hexes than the box has of it, land without a
        token, and deserts with one.
        """
        terrains, numbers = Counter(self.terrains), Counter(self.numbers)
        return tuple(
            h
            for h, terrain, number in zip(HEXES, self.terrains, self.numbers, strict=True)
            if terrains[terrain] > BOX_TERRAINS[terrain]
            or (number is not None and numbers[number] > BOX_NUMBERS[number])
            or (terrain == "desert") != (number is None)
        )

    def to_json(self) -> Island:
        """Return the JSON form: hexes and harbors by their ids."""
        return {
            "hexes": {
                str(h): {"terrain": terrain, "number": number}
                for h, terrain, number in zip(HEXES, self.terrains, self.numbers, strict=True)
            },
            "harbors": {str(path): kind for path, kind in self.harbors},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Layout:
        """Parse the JSON form of `to_json`.

        Raises:
            LayoutError: a hex is missing or unknown, or its contents don't exist in any box.
        """
        try:
            hexes, harbors = data["hexes"], data.get("harbors", {})
            if set(hexes) != set(HEXES):
                raise LayoutError(sentence("the hexes are not the island's {count}", count=len(HEXES)))
            return cls(
                tuple(hexes[h]["terrain"] for h in HEXES),
                tuple(hexes[h]["number"] for h in HEXES),
                tuple((p, harbors[p]) for p in sorted_along_coast(harbors)),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise LayoutError(
                sentence("not the description of an island: {error}", error=repr(error))
            ) from error


def has_crowded_harbors(paths: Iterable[PathId]) -> bool:
    """Return whether two harbors share an intersection, which is impossible."""
    taken = [i for path in paths for i in ENDS[path]]
    return len(set(taken)) != len(taken)


def departures(
    terrains: Sequence[Terrain],
    numbers: Sequence[int | None],
    harbors: Sequence[HarborKind],
    *,
    complete_parts: Collection[str] = ("terrains", "numbers", "harbors"),
) -> list[str]:
    """Describe in words how hexes and harbors depart from the box's contents.

    Args:
        terrains, numbers: of hexes, in the same order.
        harbors: the harbors' kinds.
        complete_parts: the parts that are complete; in the others only surplus counts as a departure.
    """
    return [
        *(
            sentence(_TERRAINS_DEPART, name=TERRAIN_NAMES[kind], table=count, box=box)
            for kind, count, box in _count_departures(terrains, BOX_TERRAINS, "terrains" in complete_parts)
        ),
        *(
            sentence(_NUMBERS_DEPART, name=number, table=count, box=box)
            for number, count, box in _count_departures(numbers, BOX_NUMBERS, "numbers" in complete_parts)
        ),
        *(
            sentence(_HARBORS_DEPART, name=_HARBOR_NAMES[kind], table=count, box=box)
            for kind, count, box in _count_departures(harbors, BOX_HARBORS, "harbors" in complete_parts)
        ),
        *(
            sentence("{terrain} without a number token", terrain=TERRAIN_NAMES[terrain])
            if number is None
            else sentence("Desert with the number token {number}", number=number)
            for terrain, number in zip(terrains, numbers, strict=True)
            if (terrain == "desert") != (number is None)
            and (number is not None or "numbers" in complete_parts)
        ),
    ]


def _count_departures(
    laid: Sequence[_Kind | None], box: Mapping[_Kind, int], whole: bool
) -> Iterator[tuple[_Kind, int, int]]:
    """Yield the kinds whose count differs from the box's, with both counts."""
    counts = Counter(laid)
    for kind, most in box.items():
        if counts[kind] > most or (whole and counts[kind] < most):
            yield kind, counts[kind], most


def sorted_along_coast(paths: Collection[str]) -> list[PathId]:
    """Return the paths in the order of `COAST`.

    Raises:
        LayoutError: one of them is no coastal path.
    """
    if unknown := set(paths) - set(COAST):
        raise LayoutError(sentence("not coastal paths: {paths}", paths=", ".join(sorted(unknown))))
    return [p for p in COAST if p in paths]
