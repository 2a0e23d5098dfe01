"""A player's sheet: its graph of roads, and the places of settlements, cities and knights.

Sheets are data files (`sheets/*.json`, docs/dice_game.md). A sheet lies on the island's lattice: roads on its
paths, settlements and cities at its intersections, knights on its hexes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any, Final, Literal, get_args

from companion.errors import CompanionError
from companion.island.geometry import ENDS, HEX_INDEX, INTERSECTION_INDEX
from companion.island.layout import TERRAINS

# The resource dice, the costs of pieces, and payment with dice.


Resource = Literal["lumber", "brick", "wool", "grain", "ore"]
Face = Literal["lumber", "brick", "wool", "grain", "ore", "gold"]
Piece = Literal["road", "settlement", "city", "knight"]

RESOURCES: Final[tuple[Resource, ...]] = get_args(Resource)
FACES: Final[tuple[Face, ...]] = get_args(Face)
PIECES: Final[tuple[Piece, ...]] = get_args(Piece)

MAX_DICE: Final = 6
FIRST_TURN_DICE: Final = 3
"""Number of dice in the first turn (dice-game-advanced, "Début du jeu")."""
MAX_THROWS: Final = 3
"""Maximum throws of the dice in a turn."""
GOLD_PER_RESOURCE: Final = 2
"""Number of gold that replace one of any resource (clarifications.md, "Dice game")."""

COSTS: Final[Mapping[Piece, Mapping[Resource, int]]] = {
    "road": {"lumber": 1, "brick": 1},
    "knight": {"wool": 1, "grain": 1, "ore": 1},
    "settlement": {"lumber": 1, "brick": 1, "wool": 1, "grain": 1},
    "city": {"grain": 2, "ore": 3},
}


def dice_in_turn(turn: int) -> int:
    """Return the number of dice in a turn: three in the first, one more in each that follows, up to six."""
    return min(MAX_DICE, FIRST_TURN_DICE + turn - 1)


def remaining_dice(dice: Sequence[Face], piece: Piece) -> tuple[Face, ...] | None:
    """Return the dice that remain after paying for a piece; None where they can't pay.

    Each resource is paid with its own face, or with two gold where that is missing: that leaves the most
    gold.
    """
    left = Counter(dice)
    for resource, cost in COSTS[piece].items():
        own = min(cost, left[resource])
        left[resource] -= own
        left["gold"] -= GOLD_PER_RESOURCE * (cost - own)
    if left["gold"] < 0:
        return None
    return tuple(face for face in FACES for _ in range(left[face]))


ANY_RESOURCE: Final = "any"
"""The resource of a joker."""
_KEYS: Final = frozenset({"name", "hexes", "roads", "settlements", "cities", "knights", "route"})


class SheetError(CompanionError, ValueError):
    """A data file that is no sheet; the message names the error."""


@dataclass(frozen=True)
class Road:
    """A road.

    Attributes:
        after: the road that has to be built before it; None: it is printed on the sheet.
        at: its path.
    """

    id: str
    after: str | None
    at: str


@dataclass(frozen=True)
class BuildingSite:
    """The place of a settlement or a city.

    Attributes:
        roads: the adjacent roads; one of them has to be built before it.
        at: the intersection.
    """

    id: str
    roads: tuple[str, ...]
    at: str


@dataclass(frozen=True)
class Knight:
    """A knight.

    Attributes:
        resource: the face into which it turns a die; `ANY_RESOURCE` for a joker.
        at: its hex.
    """

    id: str
    resource: str
    at: str


@dataclass(frozen=True)
class Sheet:
    """A sheet.

    Attributes:
        hexes: each with its terrain.
        roads: each after the road that it continues; the first is the start.
        min_route_length: the minimum length of the longest route.
        start_counts: whether the start road counts for it.
        cross: the road marked as the end of the first route of that length, by the sheet's own counting; only
            a player who has built it can hold the card.
    """

    name: str
    hexes: tuple[tuple[str, str], ...]
    roads: tuple[Road, ...]
    settlements: tuple[BuildingSite, ...]
    cities: tuple[BuildingSite, ...]
    knights: tuple[Knight, ...]
    min_route_length: int
    start_counts: bool
    cross: str

    @property
    def start(self) -> str:
        """The printed road, from which all others continue."""
        return self.roads[0].id

    @cached_property
    def roads_by_id(self) -> Mapping[str, Road]:
        """The roads by id."""
        return {each.id: each for each in self.roads}

    @cached_property
    def knights_by_id(self) -> Mapping[str, Knight]:
        """The knights by id."""
        return {each.id: each for each in self.knights}

    @cached_property
    def prerequisites(self) -> Mapping[Piece, Mapping[str, tuple[str, ...]]]:
        """The roads of which one has to be built before, by piece and id; knights need none."""
        return {
            "road": {each.id: () if each.after is None else (each.after,) for each in self.roads},
            "settlement": {each.id: each.roads for each in self.settlements},
            "city": {each.id: each.roads for each in self.cities},
            "knight": {each.id: () for each in self.knights},
        }

    def cross_road(self, start_counts: bool) -> str | None:
        """Return the road with the cross by a table's counting, at which the first sufficient route ends.

        It moves by one road where the table counts the printed road and the sheet doesn't, or vice versa;
        None where the sheet ends before.
        """
        if start_counts == self.start_counts:
            return self.cross
        if start_counts:
            return self.roads_by_id[self.cross].after
        return next((each.id for each in self.roads if each.after == self.cross), None)

    def sort_ids(self, piece: Piece, ids: frozenset[str]) -> list[str]:
        """Return ids of a piece in the order of the file."""
        return [each for each in self.prerequisites[piece] if each in ids]


def read(data: object) -> Sheet:
    """Parse a sheet from a data file.

    Raises:
        SheetError: it is no sheet.
    """
    if not isinstance(data, Mapping) or set(data) != _KEYS:
        raise SheetError(f"a sheet has {', '.join(sorted(_KEYS))}")
    route = _route(data["route"])
    try:
        sheet = Sheet(
            _as_name("sheet", data["name"]),
            tuple((h, _as_text(terrain)) for h, terrain in data["hexes"].items()),
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
    for error_text in _find_errors(sheet):
        raise SheetError(f"the sheet {sheet.name}: {error_text}")
    return sheet


def _road(data: Any) -> Road:
    after = data["after"]
    return Road(_as_text(data["id"]), None if after is None else _as_text(after), _as_text(data["at"]))


def _site(data: Any) -> BuildingSite:
    return BuildingSite(
        _as_text(data["id"]), tuple(_as_text(road) for road in data["roads"]), _as_text(data["at"])
    )


def _knight(data: Any) -> Knight:
    return Knight(_as_text(data["id"]), _as_text(data["resource"]), _as_text(data["at"]))


def _as_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"not a text: {value!r}")
    return value


def _as_name(kind: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise SheetError(f"a {kind} has a name")
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


def _find_errors(sheet: Sheet) -> Iterator[str]:
    """Yield the errors of a sheet, in plain words."""
    for h, terrain in sheet.hexes:
        if h not in HEX_INDEX or terrain not in TERRAINS:
            yield f"no such hex or terrain: {h} {terrain}"
    yield from _find_road_errors(sheet)
    for kind, sites in (("settlement", sheet.settlements), ("city", sheet.cities)):
        yield from _find_duplicates(kind, [site.id for site in sites])
        for site in sites:
            yield from _find_site_errors(sheet, kind, site)
    corners = [site.at for site in (*sheet.settlements, *sheet.cities)]
    yield from (f"two sites at {at}" for at in corners if corners.count(at) > 1)
    yield from _find_duplicates("knight", [knight.id for knight in sheet.knights])
    for knight in sheet.knights:
        if knight.resource not in (*RESOURCES, ANY_RESOURCE):
            yield f"knight {knight.id} has no such resource: {knight.resource}"
        if knight.at not in dict(sheet.hexes):
            yield f"knight {knight.id} is on no hex of the sheet: {knight.at}"
    if sheet.cross not in sheet.roads_by_id:
        yield f"no such road: {sheet.cross}, the one with the cross"
    elif _count_steps(sheet, sheet.cross) != sheet.min_route_length:
        yield f"the road with the cross, {sheet.cross}, isn't the {sheet.min_route_length}th from the start"


def _find_road_errors(sheet: Sheet) -> Iterator[str]:
    if not sheet.roads or sheet.roads[0].after is not None:
        yield "the first road must be the start, with after null"
    yield from _find_duplicates("road", [road.id for road in sheet.roads])
    yield from _find_duplicates("path", [road.at for road in sheet.roads])
    known: dict[str, str] = {}
    for n, road in enumerate(sheet.roads):
        if road.at not in ENDS:
            yield f"road {road.id} is on no path: {road.at}"
        elif n and (road.after is None or road.after not in known):
            yield f"road {road.id} continues no earlier road: {road.after}"
        elif road.after is not None and not _ends(known[road.after]) & _ends(road.at):
            yield f"road {road.id} doesn't touch {road.after}, which it continues"
        known[road.id] = road.at


def _find_site_errors(sheet: Sheet, kind: str, site: BuildingSite) -> Iterator[str]:
    if site.at not in INTERSECTION_INDEX:
        yield f"{kind} {site.id} is at no intersection: {site.at}"
    if not site.roads:
        yield f"{kind} {site.id} is touched by no road"
    for each in site.roads:
        if each not in sheet.roads_by_id:
            yield f"{kind} {site.id}: no such road: {each}"
        elif site.at not in _ends(sheet.roads_by_id[each].at):
            yield f"road {each} doesn't touch {kind} {site.id}"


def _find_duplicates(kind: str, ids: list[str]) -> Iterator[str]:
    yield from (f"duplicate {kind}: {each}" for each in ids if ids.count(each) > 1)


def _ends(path: str) -> frozenset[str]:
    return frozenset(end for at, ends in ENDS.items() if at == path for end in ends)


def _count_steps(sheet: Sheet, road: str) -> int:
    """Return the number of roads from the start to the end of one, by the sheet's own counting."""
    steps = 0
    at: str | None = road
    while at is not None:
        steps += at != sheet.start or sheet.start_counts
        at = sheet.roads_by_id[at].after
    return steps


def _load_sheets() -> Iterator[Sheet]:
    for file in resources.files("companion.games.dice_game").joinpath("sheets").iterdir():
        if file.name.endswith(".json"):
            yield read(json.loads(file.read_text("utf-8")))


SHEETS: Final[Mapping[str, Sheet]] = {
    sheet.name: sheet for sheet in sorted(_load_sheets(), key=lambda s: s.name)
}
"""The sheets by name."""


# The longest route: the most of a player's roads in a row, without branches.
#
# Computed from the sheet's own graph (clarifications.md, "Dice game"): two roads that continue the same road
# meet there, and a route may lead from either to the other. Whether a route counts for the card also depends
# on the road with the cross (`companion.games.dice_game.effects`).


def longest_route(sheet: Sheet, roads: frozenset[str], *, start_counts: bool) -> int:
    """Return the length of the longest route in roads.

    Args:
        sheet: the players' sheet.
        roads: ids of the roads that are built.
        start_counts: whether the printed road counts.
    """
    counted = roads if start_counts else roads - {sheet.start}
    return _longest_path(frozenset(sheet.roads_by_id[each].at for each in counted))


@lru_cache(1 << 12)
def _longest_path(paths: frozenset[str]) -> int:
    ends: Mapping[str, tuple[str, str]] = {path: both for path, both in ENDS.items() if path in paths}

    def extend(at: str, left: frozenset[str]) -> int:
        """Return the most paths of `left` that a route ending at an intersection can still add."""
        return max(
            (
                1 + extend(ends[path][1] if ends[path][0] == at else ends[path][0], left - {path})
                for path in left
                if at in ends[path]
            ),
            default=0,
        )

    return max((extend(at, paths) for at in {end for each in ends.values() for end in each}), default=0)
