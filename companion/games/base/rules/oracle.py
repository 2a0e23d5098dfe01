"""Complete games from an independent engine ("catan-oracle/1"), replayed by our rules.

This module hides the file's format and ids. `Oracle.translate_event` converts its events to ours, and
`Oracle.row` converts our state back to the file's format for comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from companion.errors import CompanionError
from companion.games.base.rules import cards
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    Steal,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import State
from companion.games.seats import Seat
from companion.island import geometry
from companion.island.geometry import COLOURS
from companion.island.layout import HarborKind, Layout, Terrain

FORMAT: Final = "catan-oracle/1"

_RESOURCES: Final[Mapping[str, cards.Resource]] = dict(
    zip(("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE"), cards.RESOURCES, strict=True)
)
_NO_EFFECT: Final = frozenset({"OFFER_TRADE", "ACCEPT_TRADE", "REJECT_TRADE", "CANCEL_TRADE"})


class OracleError(CompanionError, ValueError):
    """Invalid or incomplete oracle file."""


@dataclass(frozen=True)
class Oracle:
    """The contents of one file: players, island, and events in the file's format."""

    colours: tuple[Colour, ...]
    layout: Layout
    hexes: Mapping[int, geometry.HexId]
    intersections: Mapping[int, geometry.IntersectionId]
    player_fields: tuple[str, ...]
    events: tuple[Mapping[str, Any], ...]

    @classmethod
    def from_json(cls, data: object) -> Oracle:
        """Parse a file.

        Raises:
            OracleError: wrong format, or missing data.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise OracleError(f"not a complete game in format {FORMAT}")
        try:
            return cls._from_json(data)
        except OracleError:
            raise
        except (KeyError, TypeError, IndexError, StopIteration, AttributeError, ValueError) as error:
            raise OracleError(f"incomplete oracle file: {error!r}") from error

    @classmethod
    def _from_json(cls, data: Mapping[str, Any]) -> Oracle:
        tiles = data["board"]["tiles"]
        hexes = {tile["id"]: geometry.hex_id((tile["cube"][0], tile["cube"][2])) for tile in tiles}
        # Six corners in the order N, NE, SE, S, SW, NW, the same as ours.
        intersections = {
            node: i
            for tile in tiles
            for node, i in zip(tile["nodes"], geometry.CORNERS[hexes[tile["id"]]], strict=True)
        }
        terrains: list[Terrain] = ["desert"] * len(geometry.HEXES)
        numbers: list[int | None] = [None] * len(geometry.HEXES)
        for tile in tiles:
            at = geometry.HEX_INDEX[hexes[tile["id"]]]
            terrains[at] = tile["terrain"].lower()
            numbers[at] = tile["number"]
        harbors: dict[geometry.PathId, HarborKind] = {}
        for port in data["board"]["ports"]:
            ends = {intersections[node] for node in port["nodes"]}
            path = next(p for p in geometry.PATHS if set(geometry.ENDS[p]) == ends)
            harbors[path] = "generic" if port["resource"] is None else _RESOURCES[port["resource"]]
        layout = Layout.from_json(
            {
                "hexes": {
                    h: {"terrain": terrain, "number": number}
                    for h, terrain, number in zip(geometry.HEXES, terrains, numbers, strict=True)
                },
                "harbors": harbors,
            }
        )
        colours = tuple(seat["color"].lower() for seat in data["seating"])
        if not set(colours) <= set(COLOURS):
            raise OracleError(f"unknown colours: {colours}")
        if not all(isinstance(event, Mapping) for event in data["events"]):
            raise OracleError("events must be objects")
        return cls(
            cast(tuple[Colour, ...], colours),
            layout,
            hexes,
            intersections,
            tuple(data["player_fields"]),
            tuple(data["events"]),
        )

    def opening(self) -> tuple[Event, ...]:
        """The events before the file's first one: seating and layout."""
        seats = tuple(Seat(colour.capitalize(), colour) for colour in self.colours)
        return (GameStarted(seats), LayoutSet(self.layout))

    def translate_event(self, state: State, event: Mapping[str, Any]) -> tuple[Event, ...]:
        """Translate one of the file's events in our state; () for trade offers and refusals.

        Raises:
            OracleError: unknown kind of event, or missing fields.
        """
        kind = str(event.get("type"))
        if kind in _NO_EFFECT:
            return ()
        if kind not in _TRANSLATORS:
            raise OracleError(f"event {event.get('n')}: unknown kind of event: {kind}")
        try:
            ours = _TRANSLATORS[kind](self, state, self.colours[event["seat"]], event)
            # The JSON round trip validates the values like any external input.
            return tuple(event_from_json(event_to_json(one)) for one in ours)
        except (KeyError, TypeError, IndexError, StopIteration, ValueError) as error:
            raise OracleError(f"event {event.get('n')} ({kind}) is incomplete: {error!r}") from error

    def play(self) -> Iterator[tuple[Mapping[str, Any], tuple[Event, ...], State]]:
        """Replay the file: each of its events, our events for it, and our state after it."""
        state = State()
        for opening in self.opening():
            state = apply(state, opening)
        for event in self.events:
            ours = self.translate_event(state, event)
            for one in ours:
                state = apply(state, one)
            yield event, ours, state

    def row(self, n: int, state: State) -> dict[str, Any]:
        """Our state after the file's event `n`, in the file's format and ids."""
        robber = next((tile for tile, h in self.hexes.items() if h == state.robber), None)
        return {
            "n": n,
            "players": [self._player_row(state, seat) for seat in range(len(state.players))],
            "bank": list(state.bank[:5]),
            "dev_left": state.deck,
            "robber": robber,
            "lr": state.longest_road,
            "la": state.largest_army,
        }

    def _player_row(self, state: State, seat: int) -> list[int | None]:
        player = state.players[seat]
        figures: dict[str, int | None] = {
            "vp_public": state.public_points(seat),
            "vp_actual": state.points(seat),
            "lr_engine": None,
            "lr_true": player.road_length,
            "roads_left": player.roads_left,
            "settlements_left": player.settlements_left,
            "cities_left": player.cities_left,
        }
        for name, resource in _RESOURCES.items():
            figures[name] = player.hand[cards.RESOURCES.index(resource)]
        for card, kind in cards.DEVELOPMENT_INDEX.items():
            figures[f"h_{card.upper()}"] = player.development[kind]
            figures[f"p_{card.upper()}"] = player.played[kind]
        return [figures[name] for name in self.player_fields]

    def _path(self, edge: list[int]) -> geometry.PathId:
        ends = {self.intersections[node] for node in edge}
        return next(p for p in geometry.PATHS if set(geometry.ENDS[p]) == ends)


def _cards(counts: list[int]) -> cards.Cards:
    return cast(cards.Cards, (*counts, 0))


def _one_card(name: str) -> cards.Cards:
    return cards.cards_of_kind(cards.RESOURCES.index(_RESOURCES[name]))


_Translator = Callable[[Oracle, State, Colour, Mapping[str, Any]], tuple[Event, ...]]


def _robber(oracle: Oracle, state: State, colour: Colour, event: Mapping[str, Any]) -> tuple[Event, ...]:
    moved = MoveRobber(colour, oracle.hexes[event["tile"]])
    if not apply(state, moved).steal_due:
        return (moved,)
    if event["victim"] is None:
        return moved, Steal(colour, None)
    stolen = None if event["stolen"] is None else _RESOURCES[event["stolen"]]
    return moved, Steal(colour, oracle.colours[event["victim"]], stolen)


def _maritime(oracle: Oracle, state: State, colour: Colour, event: Mapping[str, Any]) -> tuple[Event, ...]:
    give = cards.cards_of_kind(cards.RESOURCES.index(_RESOURCES[event["give"]]), event["rate"])
    return (MaritimeTrade(colour, give, _one_card(event["get"])),)


def _domestic(oracle: Oracle, state: State, colour: Colour, event: Mapping[str, Any]) -> tuple[Event, ...]:
    if event["with"] == event["seat"]:
        # The engine lets a player confirm a trade with itself, without effect.
        return ()
    partner = oracle.colours[event["with"]]
    return (DomesticTrade(colour, partner, _cards(event["give"]), _cards(event["get"])),)


def _year_of_plenty(
    oracle: Oracle, state: State, colour: Colour, event: Mapping[str, Any]
) -> tuple[Event, ...]:
    counts = [0] * 5
    for name in event["res"]:
        counts[cards.RESOURCES.index(_RESOURCES[name])] += 1
    return (PlayDevelopmentCard(colour, "year_of_plenty", resources=_cards(counts)),)


_TRANSLATORS: Final[Mapping[str, _Translator]] = {
    "BUILD_SETTLEMENT": lambda o, s, c, e: (PlaceSettlement(c, o.intersections[e["node"]]),),
    "BUILD_ROAD": lambda o, s, c, e: (PlaceRoad(c, o._path(e["edge"])),),
    "BUILD_CITY": lambda o, s, c, e: (PlaceCity(c, o.intersections[e["node"]]),),
    "ROLL": lambda o, s, c, e: (Roll(c, (e["dice"][0], e["dice"][1])),),
    "END_TURN": lambda o, s, c, e: (EndTurn(c),),
    "DISCARD_RESOURCE": lambda o, s, c, e: (Discard(c, _one_card(e["res"])),),
    "MOVE_ROBBER": _robber,
    "MARITIME_TRADE": _maritime,
    "CONFIRM_TRADE": _domestic,
    "BUY_DEVELOPMENT_CARD": lambda o, s, c, e: (
        BuyDevelopmentCard(c, cast(cards.DevelopmentCard, e["card"].lower()) if e["card"] else None),
    ),
    "PLAY_KNIGHT_CARD": lambda o, s, c, e: (PlayDevelopmentCard(c, "knight"),),
    "PLAY_ROAD_BUILDING": lambda o, s, c, e: (PlayDevelopmentCard(c, "road_building"),),
    "PLAY_YEAR_OF_PLENTY": _year_of_plenty,
    "PLAY_MONOPOLY": lambda o, s, c, e: (PlayDevelopmentCard(c, "monopoly", resource=_RESOURCES[e["res"]]),),
}
