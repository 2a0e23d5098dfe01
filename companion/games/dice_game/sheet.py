"""A player's sheet: which road goes on from which, where settlements, cities and knights are drawn in.

Sheets are data files (`sheets/*.json`, docs/dice_game.md). A sheet lies on the island's lattice: roads on its
paths, settlements and cities at its intersections, knights on its hexes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.dice_game.dice import RESOURCES, Piece
from companion.island.box import TERRAINS
from companion.island.geometry import ENDS, HEX_INDEX, INTERSECTION_INDEX

ANY: Final = "any"
"""The resource of a joker."""
_KEYS: Final = frozenset({"name", "hexes", "roads", "settlements", "cities", "knights", "route"})


class SheetError(CompanionError, ValueError):
    """A data file that is no sheet; the message names what is wrong in it."""


@dataclass(frozen=True)
class Road:
    """A road.

    Attributes:
        after: the road that has to be built before it; None: it is printed on the sheet.
        at: the path on which it lies.
    """

    id: str
    after: str | None
    at: str


@dataclass(frozen=True)
class Site:
    """Where a settlement or a city is drawn in.

    Attributes:
        roads: those that touch it; one of them has to be built before it.
        at: the intersection.
    """

    id: str
    roads: tuple[str, ...]
    at: str


@dataclass(frozen=True)
class Knight:
    """A knight.

    Attributes:
        resource: into which it turns a die; `ANY` for a joker.
        at: the hex on which it stands.
    """

    id: str
    resource: str
    at: str


@dataclass(frozen=True)
class Sheet:
    """A sheet.

    Attributes:
        hexes: each with its terrain.
        roads: each after the one that it goes on from; the first is the start.
        least: how long a route has to be for the longest route.
        start_counts: whether the start road counts for it.
        cross: the road marked as the end of the first route that is long enough, by the sheet's own counting.
    """

    name: str
    hexes: tuple[tuple[str, str], ...]
    roads: tuple[Road, ...]
    settlements: tuple[Site, ...]
    cities: tuple[Site, ...]
    knights: tuple[Knight, ...]
    least: int
    start_counts: bool
    cross: str

    @property
    def start(self) -> str:
        """The printed road, from which all others go on."""
        return self.roads[0].id

    @cached_property
    def road(self) -> Mapping[str, Road]:
        """The roads by id."""
        return {each.id: each for each in self.roads}

    @cached_property
    def knight(self) -> Mapping[str, Knight]:
        """The knights by id."""
        return {each.id: each for each in self.knights}

    @cached_property
    def needs(self) -> Mapping[Piece, Mapping[str, tuple[str, ...]]]:
        """By piece and id, the roads of which one has to be built before; knights need none."""
        return {
            "road": {each.id: () if each.after is None else (each.after,) for each in self.roads},
            "settlement": {each.id: each.roads for each in self.settlements},
            "city": {each.id: each.roads for each in self.cities},
            "knight": {each.id: () for each in self.knights},
        }

    def crossed(self, start_counts: bool) -> str | None:
        """The road with the cross as a table counts the route, so that the first long enough ends there.

        It moves by one road where the table counts the printed road and the sheet doesn't, or the other way
        round; None where the sheet ends before.
        """
        if start_counts == self.start_counts:
            return self.cross
        if start_counts:
            return self.road[self.cross].after
        return next((each.id for each in self.roads if each.after == self.cross), None)

    def in_order(self, piece: Piece, ids: frozenset[str]) -> list[str]:
        """Ids of a piece as they follow one another in the file."""
        return [each for each in self.needs[piece] if each in ids]


def read(data: object) -> Sheet:
    """The sheet that a data file describes.

    Raises:
        SheetError: it describes none.
    """
    if not isinstance(data, Mapping) or set(data) != _KEYS:
        raise SheetError(f"a sheet has {', '.join(sorted(_KEYS))}")
    route = _route(data["route"])
    try:
        sheet = Sheet(
            _text("sheet", data["name"]),
            tuple((h, _said(terrain)) for h, terrain in data["hexes"].items()),
            tuple(_road(each) for each in data["roads"]),
            tuple(_site(each) for each in data["settlements"]),
            tuple(_site(each) for each in data["cities"]),
            tuple(_knight(each) for each in data["knights"]),
            *route,
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise SheetError(
            'hexes are an object; roads have "id", "after" and "at", settlements and cities "id", "roads" '
            'and "at", knights "id", "resource" and "at"'
        ) from error
    for wrong in _wrong(sheet):
        raise SheetError(f"the sheet {sheet.name}: {wrong}")
    return sheet


def _road(data: Any) -> Road:
    after = data["after"]
    return Road(_said(data["id"]), None if after is None else _said(after), _said(data["at"]))


def _site(data: Any) -> Site:
    return Site(_said(data["id"]), tuple(_said(road) for road in data["roads"]), _said(data["at"]))


def _knight(data: Any) -> Knight:
    return Knight(_said(data["id"]), _said(data["resource"]), _said(data["at"]))


def _said(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"no text: {value!r}")
    return value


def _text(what: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise SheetError(f"a {what} has a name")
    return value


def _route(value: Any) -> tuple[int, bool, str]:
    if (
        not isinstance(value, Mapping)
        or set(value) != {"least", "start_counts", "cross"}
        or type(value["least"]) is not int
        or type(value["start_counts"]) is not bool
        or not isinstance(value["cross"], str)
    ):
        raise SheetError('a route has "least", a number, "start_counts", true or false, and "cross", a road')
    return value["least"], value["start_counts"], value["cross"]


def _wrong(sheet: Sheet) -> Iterator[str]:
    """What is wrong with a sheet, in plain words."""
    for h, terrain in sheet.hexes:
        if h not in HEX_INDEX or terrain not in TERRAINS:
            yield f"no such hex or terrain: {h} {terrain}"
    yield from _wrong_roads(sheet)
    for what, sites in (("settlement", sheet.settlements), ("city", sheet.cities)):
        yield from _twice(what, [site.id for site in sites])
        for site in sites:
            yield from _wrong_site(sheet, what, site)
    corners = [site.at for site in (*sheet.settlements, *sheet.cities)]
    yield from (f"two sites at {at}" for at in corners if corners.count(at) > 1)
    yield from _twice("knight", [knight.id for knight in sheet.knights])
    for knight in sheet.knights:
        if knight.resource not in (*RESOURCES, ANY):
            yield f"knight {knight.id} has no such resource: {knight.resource}"
        if knight.at not in dict(sheet.hexes):
            yield f"knight {knight.id} stands on no hex of the sheet: {knight.at}"
    if sheet.cross not in sheet.road:
        yield f"no such road: {sheet.cross}, the one with the cross"
    elif _steps(sheet, sheet.cross) != sheet.least:
        yield f"the road with the cross, {sheet.cross}, isn't the {sheet.least}th from the start"


def _wrong_roads(sheet: Sheet) -> Iterator[str]:
    if not sheet.roads or sheet.roads[0].after is not None:
        yield "its first road is the start, after null"
    yield from _twice("road", [road.id for road in sheet.roads])
    yield from _twice("path", [road.at for road in sheet.roads])
    known: dict[str, str] = {}
    for n, road in enumerate(sheet.roads):
        if road.at not in ENDS:
            yield f"road {road.id} lies on no path: {road.at}"
        elif n and (road.after is None or road.after not in known):
            yield f"road {road.id} goes on from none before it: {road.after}"
        elif road.after is not None and not _ends(known[road.after]) & _ends(road.at):
            yield f"road {road.id} doesn't touch {road.after}, from which it goes on"
        known[road.id] = road.at


def _wrong_site(sheet: Sheet, what: str, site: Site) -> Iterator[str]:
    if site.at not in INTERSECTION_INDEX:
        yield f"{what} {site.id} lies at no intersection: {site.at}"
    if not site.roads:
        yield f"{what} {site.id} is touched by no road"
    for each in site.roads:
        if each not in sheet.road:
            yield f"{what} {site.id}: no such road: {each}"
        elif site.at not in _ends(sheet.road[each].at):
            yield f"road {each} doesn't touch {what} {site.id}"


def _twice(what: str, ids: list[str]) -> Iterator[str]:
    yield from (f"the {what} {each} stands there twice" for each in ids if ids.count(each) > 1)


def _ends(path: str) -> frozenset[str]:
    return frozenset(end for at, ends in ENDS.items() if at == path for end in ends)


def _steps(sheet: Sheet, road: str) -> int:
    """How many roads lead from the start to the end of one, by the sheet's own counting."""
    steps = 0
    at: str | None = road
    while at is not None:
        steps += at != sheet.start or sheet.start_counts
        at = sheet.road[at].after
    return steps


def _all() -> Iterator[Sheet]:
    for file in resources.files("companion.games.dice_game").joinpath("sheets").iterdir():
        if file.name.endswith(".json"):
            yield read(json.loads(file.read_text("utf-8")))


SHEETS: Final[Mapping[str, Sheet]] = {sheet.name: sheet for sheet in sorted(_all(), key=lambda s: s.name)}
"""The sheets by name."""
