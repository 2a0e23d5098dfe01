"""A board that is seen, between all else that is told: what was built is told before the next roll."""

from __future__ import annotations

from typing import Any

from companion.games.base.account import Account
from companion.games.base.game import BaseGame
from companion.games.base.placement import road_sites
from companion.games.base.sites import indices
from companion.games.seam import INFERRED
from companion.island.geometry import PATHS
from companion.observations import BoardSeen, RollSeen
from companion.table.table import Table
from tests.games.base.tracker.looks import hexes_of, look


def account(table: Table) -> Account:
    assert table.session is not None
    return BaseGame().account(table.session.story)


def told(table: Table) -> list[tuple[str, str]]:
    game = table.snapshot()["game"]
    return [(line["event"]["kind"], line["source"]) for line in game["view"]["log"]]


def seen(table: Table, changed: object = None, **how: object) -> BoardSeen:
    return look(account(table), changed, t=table.now(), **how)  # type: ignore[arg-type]


def path_of(table: Table, seat: int) -> str:
    return PATHS[next(indices(road_sites(account(table).state, seat)))]


def rich_and_rolled(table: Table) -> str:
    table.submit({"kind": "show_hand", "player": "red", "resources": {"lumber": 1, "brick": 1}})
    table.observe(RollSeen(table.now(), "tower", (1, 1), token="one"))
    return path_of(table, 0)


def test_a_road_that_is_seen_is_told_by_the_camera(founded: Table) -> None:
    path = rich_and_rolled(founded)
    founded.observe(seen(founded, {path: ("road", "red")}))
    assert told(founded)[-1] == ("place_road", "camera")


def test_a_piece_that_has_hardly_come_to_rest_is_told_before_the_next_roll(founded: Table) -> None:
    path = rich_and_rolled(founded)
    assert founded.observe(seen(founded, {path: ("road", "red")}, rested=0.4)) == ()
    founded.observe(RollSeen(founded.now(), "tower", (1, 1), token="two"))
    assert [kind for kind, _ in told(founded)[-3:]] == ["place_road", "end_turn", "roll"]


def test_a_piece_that_has_hardly_come_to_rest_is_told_when_nothing_more_comes(founded: Table) -> None:
    path = rich_and_rolled(founded)
    founded.observe(seen(founded, {path: ("road", "red")}, rested=0.4))
    founded.conclude()
    assert told(founded)[-1] == ("place_road", "camera")


def test_where_nothing_was_seen_an_end_tells_nothing(table: Table, base_game: dict[str, Any]) -> None:
    table.conclude()
    table.start_game(base_game)
    table.conclude()
    assert [kind for kind, _ in told(table)] == ["game_started"]


def test_what_people_enter_comes_after_what_stands_there(founded: Table) -> None:
    path = rich_and_rolled(founded)
    founded.observe(seen(founded, {path: ("road", "red")}, rested=0.4))
    founded.submit({"kind": "end_turn"})
    assert [kind for kind, _ in told(founded)[-2:]] == ["place_road", "end_turn"]


def test_what_nobody_saw_is_marked(founded: Table) -> None:
    founded.observe(RollSeen(founded.now(), "tower", (3, 4), token="one"))
    to = hexes_of(account(founded), 1)[0]
    founded.observe(seen(founded, robber=to))
    assert told(founded)[-2:] == [("move_robber", "camera"), ("steal", INFERRED)]


def test_a_board_of_the_game_before_says_nothing_of_the_next(
    founded: Table, base_game: dict[str, Any]
) -> None:
    path = rich_and_rolled(founded)
    founded.observe(seen(founded, {path: ("road", "red")}, rested=0.4))
    founded.start_game({**base_game, "abandon": True})
    founded.observe(RollSeen(founded.now(), "tower", (1, 1), token="two"))
    assert [kind for kind, _ in told(founded)] == ["game_started"]
