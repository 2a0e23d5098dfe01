"""What players say of their own hands at a table: so it is, whatever the camera isn't sure of."""

from __future__ import annotations

from typing import Any

import pytest

from companion.island.pieces import Standing
from companion.observations import BoardSeen
from companion.table.table import Table
from tests.games.base.tracker.looks import look, piece
from tests.shown import own_view, view
from tests.table.test_seen_boards import believed, path_of


@pytest.fixture
def base_game(base_game: dict[str, Any]) -> dict[str, Any]:
    """The players promise to enter all that no camera sees."""
    return {**base_game, "options": {"all_told": True}}


@pytest.fixture
def doubted(founded: Table) -> Table:
    """Red has the cards for a road, and something that may be one lies where nothing was told."""
    founded.submit({"kind": "show_hand", "player": "red", "resources": {"lumber": 1, "brick": 1}})
    founded.submit({"kind": "roll", "dice": [1, 1]})
    founded.observe(half_a_road(founded))
    assert not hand(founded, "red")["certain"]
    return founded


def half_a_road(table: Table, rested: float = 0.1) -> BoardSeen:
    """A look at which it can't be told whether red has built."""
    halves: dict[Standing | None, float] = {None: 0.55, piece("road", "red"): 0.45}
    return look(believed(table), {path_of(table, 0): halves}, t=table.game_time(), rested=rested)


def hand(table: Table, colour: str) -> Any:
    return own_view(table, colour)["hand"]


def say(table: Table, colour: str, **cards: int) -> None:
    table.seats.submit(colour, {"kind": "show_hand", "resources": cards})


def certain(table: Table) -> list[bool]:
    return [hand(table, colour)["certain"] for colour in ("red", "blue", "white")]


def test_a_hand_that_its_player_says_is_certain_though_the_board_isn_t(doubted: Table) -> None:
    say(doubted, "red", **hand(doubted, "red")["cards"])
    assert hand(doubted, "red")["certain"]
    assert view(doubted)["players"][0]["cards_certain"]


def test_it_stays_so_while_the_board_looks_as_it_did(doubted: Table) -> None:
    say(doubted, "red", **hand(doubted, "red")["cards"])
    doubted.observe(half_a_road(doubted, rested=5.0))
    doubted.submit({"kind": "end_turn"})
    doubted.submit({"kind": "roll", "dice": [1, 1]})
    doubted.observe(half_a_road(doubted, rested=20.0))
    assert hand(doubted, "red")["certain"]


def test_what_comes_to_look_so_afterwards_is_a_doubt_again(doubted: Table) -> None:
    say(doubted, "red", **hand(doubted, "red")["cards"])
    for _ in range(20):
        doubted.game_time()
    doubted.observe(half_a_road(doubted))
    assert not hand(doubted, "red")["certain"]


def test_who_takes_it_back_has_not_said_it(doubted: Table) -> None:
    say(doubted, "red", **hand(doubted, "red")["cards"])
    doubted.submit({"kind": "undo"})
    assert not hand(doubted, "red")["certain"]


def test_a_hand_said_wrongly_and_put_right_leaves_no_doubt(founded: Table) -> None:
    founded.submit({"kind": "roll", "dice": [1, 1]})
    held = hand(founded, "red")["cards"]
    say(founded, "red", lumber=7)
    founded.submit({"kind": "end_turn"})
    assert certain(founded) == [True, False, False]
    say(founded, "red", **held)
    assert certain(founded) == [True, True, True]
    # Taken back, the wrong hand is what was said.
    founded.seats.submit("red", {"kind": "undo"})
    assert hand(founded, "red")["cards"] == {"lumber": 7}
    assert certain(founded) == [True, False, False]
