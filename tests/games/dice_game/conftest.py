"""Games as sequences of events. Without entered dice, every build counts as paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Build, DiceGameStarted, Event, PassDice
from companion.games.dice_game.legality import violations
from companion.games.dice_game.options import DiceGameSettings
from companion.games.dice_game.state import DiceGameState
from companion.games.seats import Seat
from companion.island.geometry import PieceColour

COLOURS: tuple[PieceColour, ...] = ("red", "blue", "white", "orange")


@pytest.fixture
def start() -> Callable[..., DiceGameState]:
    """`start(3, sheet="base")`: players at the table, red first, then blue, white and orange.

    Without another sheet they have the one printed later, to whose ids the tests refer.
    """

    def make(players: int = 2, **options: Any) -> DiceGameState:
        seats = tuple(Seat(colour.capitalize(), colour) for colour in COLOURS[:players])
        settings = DiceGameSettings(**{"sheet": "advanced", **options})
        return apply(DiceGameState(), DiceGameStarted(seats, settings))

    return make


@pytest.fixture
def play() -> Callable[..., DiceGameState]:
    """`play(state, *events)`: the state after events, each of which must be legal."""

    def apply_events(state: DiceGameState, *events: Event) -> DiceGameState:
        for event in events:
            assert not violations(state, event), f"{event}: {violations(state, event)}"
            state = apply(state, event)
        return state

    return apply_events


@pytest.fixture
def turn() -> Callable[..., tuple[Event, ...]]:
    """`turn("red", road=["2", "3"], knight=["1"])`: the events of a turn, dice unentered."""

    def make(colour: PieceColour, **built: Iterable[str]) -> tuple[Event, ...]:
        pieces: dict[Any, Iterable[str]] = {**built}
        return (*(Build(colour, piece, at) for piece, ids in pieces.items() for at in ids), PassDice(colour))

    return make
