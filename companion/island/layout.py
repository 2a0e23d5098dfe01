"""A complete island: terrain hexes, number tokens, harbors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal, TypeAlias, TypedDict, TypeVar, get_args

from companion.errors import CompanionError
from companion.i18n import mark, plural_sentence, sentence
from companion.island.geometry import (
    COAST,
    ENDS,
    HEX_INDEX,
    HEXES,
    INTERSECTIONS,
    PATHS,
    HexId,
    IntersectionId,
    PathId,
)
from companion.wire import OneOf, Range, SchemaName

# The parts of the base game's box that form the island: terrain hexes, number tokens, harbors.
#
# The counts come from the list of components in the rules of 2025.


Terrain = Literal["hills", "forest", "pasture", "fields", "mountains", "desert"]
HarborKind = Literal["generic", "brick", "lumber", "wool", "grain", "ore"]

TERRAINS: Final[tuple[Terrain, ...]] = get_args(Terrain)
HARBOR_KINDS: Final[tuple[HarborKind, ...]] = get_args(HarborKind)

BOX_TERRAINS: Final[Mapping[Terrain, int]] = {
    "hills": 3,
    "forest": 4,
    "pasture": 4,
    "fields": 4,
    "mountains": 3,
    "desert": 1,
}
BOX_NUMBERS: Final[Mapping[int, int]] = {2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 1}
BOX_HARBORS: Final[Mapping[HarborKind, int]] = {
    "generic": 4,
    "brick": 1,
    "lumber": 1,
    "wool": 1,
    "grain": 1,
    "ore": 1,
}
TOKEN_LETTERS: Final[Mapping[str, int]] = dict(
    zip("ABCDEFGHIJKLMNOPQR", (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11), strict=True)
)
"""The letter on the back of each number token and the number on its face."""

NUMBERS: Final[tuple[int, ...]] = tuple(BOX_NUMBERS)


# The JSON types of the island (see `companion.wire`).


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


# A partially entered island: its known hexes and harbors, in any order of entry.
#
# `Draft.layout` turns it into an island once every hex has a terrain.


@dataclass(frozen=True)
class Draft:
    """The known part of an island: hexes in the order of `HEXES`, harbors in the order of `COAST`.

    Attributes:
        hexes: (hex, terrain, number of its token) of the entered hexes. Terrain None: not entered yet; number
            None: no token.
        harbors: (coastal path, kind) of the entered paths; None: no harbor there.
    """

    hexes: tuple[tuple[HexId, Terrain | None, int | None], ...] = ()
    harbors: tuple[tuple[PathId, HarborKind | None], ...] = ()

    def __post_init__(self) -> None:
        for _, terrain, number in self.hexes:
            if terrain is not None and terrain not in TERRAINS:
                raise LayoutError(sentence("no such terrain: {terrain}", terrain=str(terrain)[:40]))
            if number is not None and (type(number) is not int or number not in BOX_NUMBERS):
                raise LayoutError(sentence("no such number token: {number}", number=str(number)[:40]))
        for _, kind in self.harbors:
            if kind is not None and kind not in HARBOR_KINDS:
                raise LayoutError(sentence("no such harbor: {kind}", kind=str(kind)[:40]))

    @classmethod
    def from_layout(cls, layout: Layout) -> Draft:
        """Create the complete draft of an island; coastal paths without a harbor are entered as such."""
        placed = dict(layout.harbors)
        return cls(
            tuple(zip(HEXES, layout.terrains, layout.numbers, strict=True)),
            tuple((path, placed.get(path)) for path in COAST),
        )

    def merge(self, later: Draft) -> Draft:
        """Return this draft with the entries of a later draft, which override its own."""
        hexes = {at: (at, terrain, number) for at, terrain, number in (*self.hexes, *later.hexes)}
        harbors = {**dict(self.harbors), **dict(later.harbors)}
        return Draft(
            tuple(hexes[at] for at in HEXES if at in hexes),
            tuple((path, harbors[path]) for path in COAST if path in harbors),
        )

    def complete_from(self, layout: Layout) -> Draft:
        """Fill the gaps from an island, without its harbors that would adjoin one of the draft's.

        A gap is a hex without a terrain, or land without a number.
        """
        known = dict(self.harbors)
        taken = {end for path, _ in self.placed_harbors for end in ENDS[path]}
        room = tuple(
            (path, kind) for path, kind in layout.harbors if path in known or taken.isdisjoint(ENDS[path])
        )
        hexes = tuple(
            (at, terrain or layout.terrain(at), self._number(terrain, number, layout.number(at)))
            for at, terrain, number in self.hexes
        )
        return Draft.from_layout(replace(layout, harbors=room)).merge(replace(self, hexes=hexes))

    @staticmethod
    def _number(terrain: Terrain | None, number: int | None, other: int | None) -> int | None:
        """Return the number of an entered hex, or else the other island's; a desert has none."""
        return other if number is None and terrain != "desert" else number

    @property
    def placed_harbors(self) -> tuple[tuple[PathId, HarborKind], ...]:
        """The harbors of the draft, in the form of a layout."""
        return tuple((path, kind) for path, kind in self.harbors if kind is not None)

    @property
    def missing_hexes(self) -> tuple[HexId, ...]:
        """The hexes whose terrain isn't entered yet."""
        known = {at for at, terrain, _ in self.hexes if terrain is not None}
        return tuple(at for at in HEXES if at not in known)

    @property
    def missing_harbors(self) -> dict[HarborKind, int]:
        """The number of harbors of each kind in the box that aren't in the draft."""
        laid = Counter(kind for _, kind in self.placed_harbors)
        return {kind: box - laid[kind] for kind, box in BOX_HARBORS.items() if laid[kind] < box}

    def layout(self) -> Layout:
        """Return the complete island.

        Raises:
            LayoutError: hexes are missing, or two harbors share an intersection.
        """
        if missing := self.missing_hexes:
            raise LayoutError(
                plural_sentence(
                    "The island isn't complete: {count} hex is missing.",
                    "The island isn't complete: {count} hexes are missing.",
                    len(missing),
                )
            )
        return Layout(
            # No hex is missing, so each has a terrain.
            tuple(terrain for _, terrain, _ in self.hexes if terrain is not None),
            tuple(number for _, _, number in self.hexes),
            self.placed_harbors,
        )

    @property
    def missing_tokens(self) -> int:
        """The number of the box's tokens still missing on hexes with a known terrain other than desert."""
        land = [number for _, terrain, number in self.hexes if terrain not in (None, "desert")]
        placed = sum(number is not None for _, _, number in self.hexes)
        return max(0, min(land.count(None), sum(BOX_NUMBERS.values()) - placed))

    def departures(self) -> list[str]:
        """Describe in words how the draft departs from the box; incomplete parts only count where they
        exceed it. Harbors are complete if there are as many as in the box."""
        whole = [] if self.missing_hexes else ["terrains", *(() if self.missing_tokens else ("numbers",))]
        if not self.missing_hexes and len(self.placed_harbors) >= sum(BOX_HARBORS.values()):
            whole.append("harbors")
        return departures(
            [terrain for _, terrain, _ in self.hexes if terrain is not None],
            [number for _, terrain, number in self.hexes if terrain is not None],
            [kind for _, kind in self.placed_harbors],
            complete_parts=whole,
        )

    def to_json(self) -> IslandDraft:
        """Return the JSON form: the entered hexes and harbors by their ids."""
        return {
            "hexes": {str(at): {"terrain": terrain, "number": number} for at, terrain, number in self.hexes},
            "harbors": {str(path): kind for path, kind in self.harbors},
        }

    @classmethod
    def from_json(cls, data: object) -> Draft:
        """Parse the JSON form of `to_json`; missing keys of a hex count as not entered.

        Raises:
            LayoutError: a hex or a path is unknown, or its contents don't exist in any box.
        """
        if not isinstance(data, Mapping):
            raise LayoutError(sentence("a layout is an object"))
        hexes, harbors = data.get("hexes") or {}, data.get("harbors") or {}
        if not isinstance(hexes, Mapping) or not isinstance(harbors, Mapping):
            raise LayoutError(sentence("a layout needs hexes and harbors, by their ids"))
        if unknown := set(hexes) - set(HEXES):
            raise LayoutError(sentence("no such hex: {value}", value=str(min(unknown, key=str))[:40]))
        for lies in hexes.values():
            if not isinstance(lies, Mapping):
                raise LayoutError(sentence("a hex has a terrain and a number"))
        return cls(
            tuple((at, hexes[at].get("terrain"), hexes[at].get("number")) for at in HEXES if at in hexes),
            tuple((path, harbors[path]) for path in sorted_along_coast([str(path) for path in harbors])),
        )


EMPTY_DRAFT: Final = Draft()
"""A draft without entries."""
