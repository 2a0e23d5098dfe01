"""Whole games recorded with wrong seats equal the right game once corrected."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.base.game import BaseGame
from companion.games.base.inputs.corrections import reseat
from companion.games.base.rules.effects import fold
from companion.games.base.rules.events import EndTurn, Event, GameStarted, LayoutSet, MoveRobber, Roll
from companion.games.base.rules.reattribution import recolour
from companion.games.base.rules.state import State, evolve
from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from companion.games.seats import Seat
from companion.island.geometry import COLOURS
from companion.sim.world import SimulatedGame, shuffled_island

TRUE = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
CAMERA_EVENTS = (Roll, EndTurn, MoveRobber)


def whole_game(seed: int, turns: int) -> tuple[Event, ...]:
    rng = random.Random(seed)
    layout = shuffled_island(rng)
    return (GameStarted(TRUE), LayoutSet(layout), *SimulatedGame(layout, TRUE, rng).play(turns))


def correct_seats(events: Sequence[Event], seats: Sequence[Seat]) -> State:
    """The final state of a game after its seats are corrected."""
    recorded_events = tuple(RecordedEvent(n, event, 1.0, "tablet") for n, event in enumerate(events, 1))
    history = GameHistory(replay_events(BaseGame(), recorded_events))
    corrections = reseat(history, recorded_events[0], GameStarted(tuple(seats)))
    instead = {each.number: each.event for each in corrections}
    return fold([instead.get(recorded.number) or recorded.event for recorded in recorded_events])


def without_first_colours(state: State) -> State:
    """A state without the first colours that identify players."""
    return evolve(state, players=tuple(evolve(player, at_first=None) for player in state.players))


@settings(max_examples=12, derandomize=True)
@given(seed=st.integers(0, 10**6), turns=st.integers(1, 60), colours=st.permutations(COLOURS))
def test_correcting_wrong_colours_gives_the_true_game(seed: int, turns: int, colours: list[Any]) -> None:
    events = whole_game(seed, turns)
    wrong = dict(zip((seat.colour for seat in TRUE), colours, strict=False))
    started = GameStarted(tuple(Seat(seat.name, wrong[seat.colour]) for seat in TRUE))
    events_in_wrong_colours = [
        started,
        *(recolour(event, lambda colour: wrong[colour]) for event in events[1:]),
    ]
    right = [replace(seat, at_first=wrong[seat.colour]) for seat in TRUE]
    assert without_first_colours(correct_seats(events_in_wrong_colours, right)) == fold(events)


@settings(max_examples=12, derandomize=True)
@given(seed=st.integers(0, 10**6), turns=st.integers(1, 60))
def test_correcting_a_wrong_order_gives_the_true_game(seed: int, turns: int) -> None:
    """Dice and robber were recorded for the apparent active player; everything else by name."""
    events = whole_game(seed, turns)
    ana, ben, cyr = TRUE
    other = {ana.colour: ana.colour, ben.colour: cyr.colour, cyr.colour: ben.colour}
    events_in_wrong_order = [
        replace(event, player=other[event.player]) if isinstance(event, CAMERA_EVENTS) else event
        for event in (GameStarted((ana, cyr, ben)), *events[1:])
    ]
    assert correct_seats(events_in_wrong_order, TRUE) == fold(events)
