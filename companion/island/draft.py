"""A partially entered island: its known hexes and harbors, in any order of entry.

`Draft.layout` turns it into an island once every hex has a terrain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.i18n import plural_sentence, sentence
from companion.island.box import BOX_HARBORS, BOX_NUMBERS, HARBOR_KINDS, TERRAINS, HarborKind, Terrain
from companion.island.geometry import COAST, ENDS, HEXES, HexId, PathId
from companion.island.layout import Layout, LayoutError, departures, sorted_along_coast

if TYPE_CHECKING:
    from companion.island.wire import IslandDraft


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
