"""Simulated games at two tables: at one red's phone names its cards, and those that it stole from blue.

Whoever can't know them is shown the same at both, after every turn.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.games.base.events import BuyDevelopmentCard, EndTurn, Event, Seat, Steal
from companion.games.base.options import Options
from companion.games.base.state import land_of
from companion.journal import Journal
from companion.sim.world import World, as_input, shuffled_island
from companion.table.table import Table

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
MOST_TURNS = 50


@contextmanager
def table_of(path: Path, world: World, options: Options) -> Iterator[Table]:
    with Journal.open(path) as journal:
        seconds = count(1.0)
        table = Table(journal, lambda: next(seconds))
        players = [{"name": seat.name, "colour": seat.colour} for seat in SEATS]
        table.start_game({"players": players, "options": options.to_json()})
        table.submit({"kind": "correct", "layout": land_of(world.state).layout.to_json()})
        yield table
        table.stop()


def secret(event: Event) -> dict[str, Any] | None:
    """What red's phone enters of an event that red alone knows, or with blue; None: it is no such event."""
    match event:
        case BuyDevelopmentCard("red", card):
            return {"kind": "buy_development_card", "card": card}
        case Steal("red", "blue", resource):
            return {"kind": "steal", "from": "blue", "resource": resource}
    return None


def unnamed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same, with nothing said of the card."""
    return {name: None if name in ("card", "resource") else value for name, value in data.items()}


def in_public(event: Event) -> dict[str, Any]:
    """What the tablet is told: other players' cards stay unnamed."""
    data = dict(as_input(event))
    return unnamed(data) if isinstance(event, BuyDevelopmentCard | Steal) else data


MOMENT = ("epoch", "version", "t")
"""What tells one table and one moment from another."""
COUNTED = ("cards", "cards_between", "cards_certain", "gives", "buy_card")
"""How many cards a hand holds anybody can see; who knows which they are counts them better."""


def shown(snapshot: Mapping[str, Any]) -> str:
    """A snapshot as JSON, as far as it has to be the same at both tables."""
    kept = {name: value for name, value in snapshot.items() if name not in MOMENT}
    view = kept["game"]["view"]
    players = [_without(player, COUNTED) for player in view["players"]]
    kept["game"] = {
        **kept["game"],
        "view": {**view, "players": players, "may": _without(view["may"], COUNTED)},
    }
    return json.dumps(kept, sort_keys=True)


def _without(data: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


@pytest.mark.parametrize("seed", [1, 5])
def test_secrets_show_to_nobody_else(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    options = Options(all_told=True)
    world = World(shuffled_island(chance), SEATS, chance, options)
    told = 0
    with (
        table_of(tmp_path / "named.db", world, options) as named,
        table_of(tmp_path / "silent.db", world, options) as silent,
    ):
        for event in world.play(MOST_TURNS):
            data = secret(event)
            if data is None:
                for table in (named, silent):
                    table.submit(in_public(event))
            else:
                told += any(data.get(name) for name in ("card", "resource"))
                named.seats.submit("red", data)
                silent.seats.submit("red", unnamed(data))
            if isinstance(event, EndTurn):
                assert shown(named.snapshot()) == shown(silent.snapshot())
                assert shown(named.seats.snapshot("white")) == shown(silent.seats.snapshot("white"))
        own = [table.seats.snapshot("red")["seat"] for table in (named, silent)]
        assert told >= 3
        assert own[0] != own[1]
