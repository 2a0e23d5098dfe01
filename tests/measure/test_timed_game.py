"""A timed game: events in sequence, with handling errors at the board."""

from __future__ import annotations

import random

import pytest

from companion.games.base.rules.events import PlaceCity, Roll
from companion.games.base.rules.state import State
from companion.games.base.tracker.board_diff import pieces_on_board
from companion.games.seats import Seat
from companion.island.geometry import Site, Standing
from companion.sim.world import SimulatedGame, shuffled_island
from tests.measure.policies import CAREFUL, CLUMSY, HandlingErrors
from tests.measure.timed_game import Cover, Knock, Nudge, RobberMove, SiteChange, TimedGame, play_timed_game

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))


def play_game(handling_errors: HandlingErrors = CAREFUL, seed: int = 1) -> tuple[TimedGame, State]:
    rng = random.Random(seed)
    world = SimulatedGame(shuffled_island(rng), SEATS, rng)
    return play_timed_game(world, random.Random(seed), [handling_errors] * 3), world.state


@pytest.mark.parametrize("handling_errors", [CAREFUL, CLUMSY])
def test_the_final_board_matches_the_game(handling_errors: HandlingErrors) -> None:
    done, state = play_game(handling_errors)
    board: dict[Site, Standing] = {}
    robber = None
    for action in done.actions:
        if isinstance(action, SiteChange):
            board.pop(action.site, None)
            if action.standing is not None:
                board[action.site] = action.standing
        elif isinstance(action, RobberMove):
            robber = action.at
    assert board == pieces_on_board(state)
    assert robber == state.robber


def test_careful_people_make_only_the_moves_of_the_game() -> None:
    done, _ = play_game()
    cities = sum(isinstance(happened.event, PlaceCity) for happened in done.events)
    pieces = sum(happened.event.kind.startswith("place_") for happened in done.events)
    robbers = sum(happened.event.kind == "move_robber" for happened in done.events)
    assert len(done.actions) == pieces + cities + robbers
    times = [happened.t for happened in done.events]
    assert times == sorted(times)


def test_clumsy_people_make_handling_errors() -> None:
    actions = [action for seed in range(4) for action in play_game(CLUMSY, seed)[0].actions]
    for kind in (Nudge, Cover, Knock):
        assert any(isinstance(action, kind) for action in actions)
    assert sum(isinstance(action, SiteChange) and action.standing is None for action in actions) > 4


def test_some_pieces_are_placed_after_the_next_roll() -> None:
    done, _ = play_game(HandlingErrors(early_throw=1.0))
    late = [
        (happened.t, following.t)
        for n, happened in enumerate(done.events)
        for following in done.events[n + 1 :]
        if happened.event.kind.startswith("place_") and isinstance(following.event, Roll)
        if happened.t > following.t
    ]
    assert late
    assert all(0.5 < placed - rolled < 5.5 for placed, rolled in late)


def test_handling_errors_do_not_change_the_game() -> None:
    careful, clumsy = play_game()[0], play_game(CLUMSY)[0]
    assert [h.event for h in careful.events] == [h.event for h in clumsy.events]
