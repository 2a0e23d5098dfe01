"""Games of which everything is told by events. Where no dice are entered, whatever is built was paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Build, EndTurn, Event, GameStarted
from companion.games.dice_game.legality import violations
from companion.games.dice_game.options import Options
from companion.games.dice_game.state import State
from companion.games.seats import Seat
from companion.island.pieces import PieceColour

COLOURS: tuple[PieceColour, ...] = ("red", "blue", "white", "orange")


@pytest.fixture
def start() -> Callable[..., State]:
    """`start(3, sheet="base")`: so many have sat down, red first, then blue, white and orange."""

    def make(players: int = 2, **options: Any) -> State:
        seats = tuple(Seat(colour.capitalize(), colour) for colour in COLOURS[:players])
        return apply(State(), GameStarted(seats, Options(**options)))

    return make


@pytest.fixture
def play() -> Callable[..., State]:
    """`play(state, *events)`: the state after events that have to be legal, each in its turn."""

    def tell(state: State, *events: Event) -> State:
        for event in events:
            assert not violations(state, event), f"{event}: {violations(state, event)}"
            state = apply(state, event)
        return state

    return tell


@pytest.fixture
def turn() -> Callable[..., tuple[Event, ...]]:
    """`turn("red", road=["2", "3"], knight=["1"])`: the events of a turn, dice unentered."""

    def make(colour: PieceColour, **built: Iterable[str]) -> tuple[Event, ...]:
        pieces: dict[Any, Iterable[str]] = {**built}
        return (*(Build(colour, piece, at) for piece, ids in pieces.items() for at in ids), EndTurn(colour))

    return make
