"""A game in time: things happen one after the other, and hands do at the board what the rules don't know."""

from __future__ import annotations

import random

import pytest

from companion.games.base.events import PlaceCity, Roll, Seat
from companion.games.base.state import State
from companion.games.base.tracker.differences import standing
from companion.island.pieces import Site, Standing
from companion.sim.deeds import Cover, Knock, Nudge, Put, PutRobber
from companion.sim.evening import Evening, spent
from companion.sim.temperaments import CAREFUL, CLUMSY, Manners
from companion.sim.world import World, shuffled_island

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))


def evening(manners: Manners = CAREFUL, seed: int = 1) -> tuple[Evening, State]:
    rng = random.Random(seed)
    world = World(shuffled_island(rng), SEATS, rng)
    return spent(world, random.Random(seed), [manners] * 3), world.state


@pytest.mark.parametrize("manners", [CAREFUL, CLUMSY])
def test_the_board_ends_as_the_game_does(manners: Manners) -> None:
    done, state = evening(manners)
    board: dict[Site, Standing] = {}
    robber = None
    for deed in done.deeds:
        if isinstance(deed, Put):
            board.pop(deed.site, None)
            if deed.standing is not None:
                board[deed.site] = deed.standing
        elif isinstance(deed, PutRobber):
            robber = deed.at
    assert board == standing(state)
    assert robber == state.robber


def test_careful_people_do_only_what_the_game_says() -> None:
    done, _ = evening()
    cities = sum(isinstance(happened.event, PlaceCity) for happened in done.happened)
    pieces = sum(happened.event.kind.startswith("place_") for happened in done.happened)
    robbers = sum(happened.event.kind == "move_robber" for happened in done.happened)
    assert len(done.deeds) == pieces + cities + robbers
    times = [happened.t for happened in done.happened]
    assert times == sorted(times)


def test_clumsy_people_do_much_else() -> None:
    deeds = [deed for seed in range(4) for deed in evening(CLUMSY, seed)[0].deeds]
    for kind in (Nudge, Cover, Knock):
        assert any(isinstance(deed, kind) for deed in deeds)
    assert sum(isinstance(deed, Put) and deed.standing is None for deed in deeds) > 4


def test_some_pieces_stand_only_after_the_next_dice_were_thrown() -> None:
    done, _ = evening(Manners(early_throw=1.0))
    late = [
        (happened.t, following.t)
        for n, happened in enumerate(done.happened)
        for following in done.happened[n + 1 :]
        if happened.event.kind.startswith("place_") and isinstance(following.event, Roll)
        if happened.t > following.t
    ]
    assert late
    assert all(0.5 < placed - rolled < 5.5 for placed, rolled in late)


def test_the_same_game_is_played_whatever_the_manners() -> None:
    careful, clumsy = evening()[0], evening(CLUMSY)[0]
    assert [h.event for h in careful.happened] == [h.event for h in clumsy.happened]
