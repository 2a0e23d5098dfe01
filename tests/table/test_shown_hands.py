"""Hands that players enter are certain, whatever the camera is unsure of."""

from __future__ import annotations

from typing import Any

import pytest

from companion.island.geometry import Standing
from companion.observations import BoardSeen
from companion.table.table import Table
from tests.games.base.tracker.looks import look, piece
from tests.table.test_observed_boards import believed_replay, path_of
from tests.table_views import own_view, view


@pytest.fixture
def base_game(base_game: dict[str, Any]) -> dict[str, Any]:
    """The players promise to enter all that no camera sees."""
    return {**base_game, "options": {"all_told": True}}


@pytest.fixture
def doubtful_road(founded_table: Table) -> Table:
    """Red has the cards for a road, and the camera is unsure whether there is one."""
    founded_table.submit({"kind": "show_hand", "player": "red", "resources": {"lumber": 1, "brick": 1}})
    founded_table.submit({"kind": "roll", "dice": [1, 1]})
    founded_table.observe(observe_half_a_road(founded_table))
    assert not hand(founded_table, "red")["certain"]
    return founded_table


def observe_half_a_road(table: Table, rested: float = 0.1) -> BoardSeen:
    """An observation that leaves open whether red has built."""
    halves: dict[Standing | None, float] = {None: 0.55, piece("road", "red"): 0.45}
    return look(believed_replay(table), {path_of(table, 0): halves}, t=table.game_time(), rested=rested)


def hand(table: Table, colour: str) -> Any:
    return own_view(table, colour)["hand"]


def show_hand(table: Table, colour: str, **cards: int) -> None:
    table.seats.submit(colour, {"kind": "show_hand", "resources": cards})


def certain_hands(table: Table) -> list[bool]:
    return [hand(table, colour)["certain"] for colour in ("red", "blue", "white")]


def test_a_hand_that_its_player_enters_is_certain_despite_a_doubtful_road(doubtful_road: Table) -> None:
    show_hand(doubtful_road, "red", **hand(doubtful_road, "red")["cards"])
    assert hand(doubtful_road, "red")["certain"]
    assert view(doubtful_road)["players"][0]["cards_certain"]


def test_the_hand_stays_certain_while_the_board_looks_unchanged(doubtful_road: Table) -> None:
    show_hand(doubtful_road, "red", **hand(doubtful_road, "red")["cards"])
    doubtful_road.observe(observe_half_a_road(doubtful_road, rested=5.0))
    doubtful_road.submit({"kind": "end_turn"})
    doubtful_road.submit({"kind": "roll", "dice": [1, 1]})
    doubtful_road.observe(observe_half_a_road(doubtful_road, rested=20.0))
    assert hand(doubtful_road, "red")["certain"]


def test_a_later_doubtful_road_makes_the_hand_uncertain(doubtful_road: Table) -> None:
    show_hand(doubtful_road, "red", **hand(doubtful_road, "red")["cards"])
    for _ in range(20):
        doubtful_road.game_time()
    doubtful_road.observe(observe_half_a_road(doubtful_road))
    assert not hand(doubtful_road, "red")["certain"]


def test_undoing_the_hand_makes_it_uncertain(doubtful_road: Table) -> None:
    show_hand(doubtful_road, "red", **hand(doubtful_road, "red")["cards"])
    doubtful_road.submit({"kind": "undo"})
    assert not hand(doubtful_road, "red")["certain"]


def test_a_corrected_wrong_hand_leaves_no_doubt(founded_table: Table) -> None:
    founded_table.submit({"kind": "roll", "dice": [1, 1]})
    held = hand(founded_table, "red")["cards"]
    show_hand(founded_table, "red", lumber=7)
    founded_table.submit({"kind": "end_turn"})
    assert certain_hands(founded_table) == [True, False, False]
    show_hand(founded_table, "red", **held)
    assert certain_hands(founded_table) == [True, True, True]
    # After the undo, the recorded hand is the wrong one.
    founded_table.seats.submit("red", {"kind": "undo"})
    assert hand(founded_table, "red")["cards"] == {"lumber": 7}
    assert certain_hands(founded_table) == [True, False, False]
