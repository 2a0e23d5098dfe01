"""An island that is being entered: what was said of its hexes and harbors so far, in whatever order.

It isn't an island yet: `Draft.layout` makes one of it, once something lies on every hex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.i18n import counted, sentence
from companion.island.box import BOX_HARBORS, BOX_NUMBERS, HARBOR_KINDS, TERRAINS, HarborKind, Terrain
from companion.island.geometry import COAST, ENDS, HEXES, HexId, PathId
from companion.island.layout import Layout, LayoutError, departures, sorted_along_coast

if TYPE_CHECKING:
    from companion.island.wire import IslandSaid


@dataclass(frozen=True)
class Draft:
    """What was said of an island, hexes in the order of `HEXES`, harbors in that of `COAST`.

    Attributes:
        hexes: (hex, its terrain, the number of the token on it) of those of which something was said. A
            terrain that is None wasn't said yet; a number that is None: no token lies there.
        harbors: (coastal path, kind) of those of which something was said; None: no harbor lies there.
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
    def of(cls, layout: Layout) -> Draft:
        """All that is to be said of an island: nothing lies on the rest of its coast."""
        lying = dict(layout.harbors)
        return cls(
            tuple(zip(HEXES, layout.terrains, layout.numbers, strict=True)),
            tuple((path, lying.get(path)) for path in COAST),
        )

    def updated(self, later: Draft) -> Draft:
        """With what was said later in place of what it is about."""
        hexes = {at: (at, terrain, number) for at, terrain, number in (*self.hexes, *later.hexes)}
        harbors = {**dict(self.harbors), **dict(later.harbors)}
        return Draft(
            tuple(hexes[at] for at in HEXES if at in hexes),
            tuple((path, harbors[path]) for path in COAST if path in harbors),
        )

    def over(self, layout: Layout) -> Draft:
        """With an island where nothing was said; its harbors that lie too near to one said are left out."""
        said = dict(self.harbors)
        taken = {end for path, _ in self.lying for end in ENDS[path]}
        room = tuple(
            (path, kind) for path, kind in layout.harbors if path in said or taken.isdisjoint(ENDS[path])
        )
        return Draft.of(replace(layout, harbors=room)).updated(self)

    @property
    def lying(self) -> tuple[tuple[PathId, HarborKind], ...]:
        """The harbors that lie there, as a layout has them."""
        return tuple((path, kind) for path, kind in self.harbors if kind is not None)

    @property
    def missing_hexes(self) -> tuple[HexId, ...]:
        """The hexes of which nobody has said yet which terrain lies there."""
        said = {at for at, terrain, _ in self.hexes if terrain is not None}
        return tuple(at for at in HEXES if at not in said)

    @property
    def missing_harbors(self) -> dict[HarborKind, int]:
        """How many harbors of each kind the box has besides those that lie there."""
        laid = Counter(kind for _, kind in self.lying)
        return {kind: box - laid[kind] for kind, box in BOX_HARBORS.items() if laid[kind] < box}

    def layout(self) -> Layout:
        """The island.

        Raises:
            LayoutError: hexes are missing, or two harbors share an intersection.
        """
        if missing := self.missing_hexes:
            raise LayoutError(
                counted(
                    "The island isn't complete: {count} hex is missing.",
                    "The island isn't complete: {count} hexes are missing.",
                    len(missing),
                )
            )
        return Layout(
            # None is missing: `terrain` is said of each.
            tuple(terrain for _, terrain, _ in self.hexes if terrain is not None),
            tuple(number for _, _, number in self.hexes),
            self.lying,
        )

    @property
    def missing_tokens(self) -> int:
        """How many of the box's number tokens are missing on the land of which the terrain was said."""
        land = [number for _, terrain, number in self.hexes if terrain not in (None, "desert")]
        lying = sum(number is not None for _, _, number in self.hexes)
        return max(0, min(land.count(None), sum(BOX_NUMBERS.values()) - lying))

    def departures(self) -> list[str]:
        """How it departs from the box, in words: of what is still missing, what there is too much of."""
        whole = [] if self.missing_hexes else ["terrains", *(() if self.missing_tokens else ("numbers",))]
        if not self.missing_hexes and self.harbors:
            whole.append("harbors")
        return departures(
            [terrain for _, terrain, _ in self.hexes if terrain is not None],
            [number for _, terrain, number in self.hexes if terrain is not None],
            [kind for _, kind in self.lying],
            whole=whole,
        )

    def to_json(self) -> IslandSaid:
        """The JSON form: what was said of hexes and harbors, by their ids."""
        return {
            "hexes": {str(at): {"terrain": terrain, "number": number} for at, terrain, number in self.hexes},
            "harbors": {str(path): kind for path, kind in self.harbors},
        }

    @classmethod
    def from_json(cls, data: object) -> Draft:
        """The draft that `to_json` described; whatever isn't given of a hex was not said.

        Raises:
            LayoutError: a hex or a path is unknown, or something lies there that no box holds.
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


NOTHING: Final = Draft()
"""Nothing was said yet."""
