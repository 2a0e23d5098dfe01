"""Fixtures for rules tests: the first-game island with the pieces and cards that a test needs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.base.rules.cards import (
    BANK,
    DECK_SIZE,
    DEVELOPMENT_CARDS,
    NO_CARDS,
    Cards,
    add,
    cards_from_json,
    remove,
)
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event, GameStarted, LayoutSet
from companion.games.base.rules.legality import violations
from companion.games.base.rules.options import DEFAULT_OPTIONS, Options
from companion.games.base.rules.sites import longest_road, longest_road_holder, mask
from companion.games.base.rules.state import Land, Player, State
from companion.games.seats import Seat
from companion.island.geometry import INTERSECTION_INDEX, PATH_INDEX, HexId
from companion.island.layout import Layout
from companion.island.setups import first_game_layout
from tests.shared_files import GAMES, require


def _sites(ids: list[str], index: Mapping[Any, int]) -> int:
    return mask(index[i] for i in ids)


def _player(colour: Any, side: Mapping[str, Any]) -> Player:
    return Player(
        name=colour.capitalize(),
        colour=colour,
        hand=cards_from_json(side.get("hand", {})),
        development=cards_from_json(side.get("development", {}), DEVELOPMENT_CARDS),
        bought_this_turn=cards_from_json(side.get("bought_this_turn", {}), DEVELOPMENT_CARDS),
        played=cards_from_json(side.get("played", {}), DEVELOPMENT_CARDS),
        roads=_sites(side.get("roads", []), PATH_INDEX),
        settlements=_sites(side.get("settlements", []), INTERSECTION_INDEX),
        cities=_sites(side.get("cities", []), INTERSECTION_INDEX),
    )


@pytest.fixture
def position() -> Callable[..., State]:
    """`position(red={"hand": {"wool": 2}, "roads": [...]}, dice=None)`: red's turn, in play.

    Each colour's side of the table has hand, development, bought_this_turn, played, roads,
    settlements and cities. The bank and the deck hold the remaining cards; road lengths and the
    longest road are derived. Any other field of the state can be given as a keyword.
    """

    def make(
        colours: tuple[str, ...] = ("red", "blue", "white"),
        on_turn: str = "red",
        options: Options = DEFAULT_OPTIONS,
        layout: Layout | None = None,
        **fields: Any,
    ) -> State:
        players = [_player(colour, fields.pop(colour, {})) for colour in colours]
        taken = NO_CARDS
        cards_out = 0
        for player in players:
            taken = add(taken, player.hand)
            cards_out += sum(player.development) + sum(player.played)
        given = {
            "phase": "play",
            "turn": 5,
            "dice": (3, 3),
            "robber": HexId("h0,0"),
            "bank": remove(BANK, taken),
            "deck": DECK_SIZE - cards_out,
            "discards_due": (0,) * len(colours),
            "production": (NO_CARDS,) * len(colours),
            **fields,
        }
        state = State(
            players=tuple(players),
            options=options,
            land=Land(layout or first_game_layout()),
            active=colours.index(on_turn),
            **given,
        )
        lengths = [longest_road(p.roads, state.opponents(n)) for n, p in enumerate(players)]
        sides = [
            Player(**{**vars(p), "road_length": length}) for p, length in zip(players, lengths, strict=True)
        ]
        holder = fields.get("longest_road", longest_road_holder(None, lengths))
        return State(**{**vars(state), "players": tuple(sides), "longest_road": holder})

    return make


@pytest.fixture
def cards() -> Callable[..., Cards]:
    """`cards(wool=2, ore=1)`: a sum of resource cards."""
    return lambda **counts: cards_from_json(counts)


@pytest.fixture
def play() -> Callable[..., State]:
    """`play(state, *events)`: the state after events, each of which must be legal."""

    def apply_events(state: State, *events: Event) -> State:
        for event in events:
            assert not violations(state, event), f"{event}: {violations(state, event)}"
            state = apply(state, event)
        return state

    return apply_events


@pytest.fixture(scope="session")
def whole_games() -> Mapping[str, Any]:
    """The whole games of an independent engine, by file name."""
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(require(GAMES).glob("g*.json"))}


@pytest.fixture
def island() -> Callable[..., Layout]:
    """`island({"h0,0": ("forest", 4)})`: the first-game island with some hexes laid differently."""

    def set_layout(changes: Mapping[str, tuple[str, int | None]]) -> Layout:
        data = first_game_layout().to_json()
        for h, (terrain, number) in changes.items():
            data["hexes"][h] = {"terrain": terrain, "number": number}
        return Layout.from_json(data)

    return set_layout


@pytest.fixture
def seated_state() -> Callable[..., State]:
    """`sat_down("red", "blue", "white")`: seated around the first-game island, nothing founded yet."""

    def seat_players(*colours: Any, options: Options = DEFAULT_OPTIONS) -> State:
        players = tuple(Seat(colour.capitalize(), colour) for colour in colours)
        return apply(apply(State(), GameStarted(players, options)), LayoutSet(first_game_layout()))

    return seat_players
