"""A board that is seen, between all else that is told: what was built is told before the next roll."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.game import BaseGame
from companion.games.base.rules.placement import road_sites
from companion.games.base.rules.sites import indices
from companion.games.replay import INFERRED_SOURCE
from companion.island.geometry import PATHS
from companion.observations import BoardSeen, RollSeen
from companion.perception.sensor_request import sensor_request_of
from companion.table.table import Table
from tests.games.base.tracker.looks import hexes_of, look
from tests.shown import view


def believed(table: Table) -> BelievedReplay:
    assert table.session is not None
    return BaseGame().believed_replay(table.session.history)


def told(table: Table) -> list[tuple[str, str]]:
    return [(line["event"]["kind"], line["source"]) for line in view(table)["log"]]


def seen(table: Table, changed: object = None, **how: object) -> BoardSeen:
    return look(believed(table), changed, t=table.game_time(), **how)  # type: ignore[arg-type]  # keywords are passed on


def path_of(table: Table, seat: int) -> str:
    return PATHS[next(indices(road_sites(believed(table).state, seat)))]


def rich_and_rolled(table: Table) -> str:
    table.submit({"kind": "show_hand", "player": "red", "resources": {"lumber": 1, "brick": 1}})
    table.observe(RollSeen(table.game_time(), "tower", (1, 1), token="one"))
    return path_of(table, 0)


def test_a_road_that_is_seen_is_told_by_the_camera(founded: Table) -> None:
    path = rich_and_rolled(founded)
    founded.observe(seen(founded, {path: ("road", "red")}))
    assert told(founded)[-1] == ("place_road", "camera")


def test_which_way_round_the_camera_sees_the_island_is_shown_to_everybody(founded: Table) -> None:
    assert founded.snapshot()["camera_turn"] is None
    path = rich_and_rolled(founded)
    founded.observe(replace(seen(founded, {path: ("road", "red")}), turn=-14.0))
    assert founded.snapshot()["camera_turn"] == -14.0


def test_who_watches_is_told_which_buildings_are_certain_and_where_the_robber_is(founded: Table) -> None:
    wanted = sensor_request_of(founded)
    assert wanted is not None
    game = founded.snapshot()["game"]
    assert game is not None
    assert wanted.robber == game["view"]["robber"] is not None
    assert wanted.certain
    assert wanted.certain == {at: one for at, one in wanted.standing.items() if one.kind == "settlement"}


def test_a_table_that_plays_nothing_wants_nothing(table: Table) -> None:
    assert sensor_request_of(table) is None


def test_a_piece_that_has_hardly_come_to_rest_is_told_before_the_next_roll(founded: Table) -> None:
    path = rich_and_rolled(founded)
    assert founded.observe(seen(founded, {path: ("road", "red")}, rested=0.4)) == ()
    founded.observe(RollSeen(founded.game_time(), "tower", (1, 1), token="two"))
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
    founded.observe(RollSeen(founded.game_time(), "tower", (3, 4), token="one"))
    to = hexes_of(believed(founded), 1)[0]
    founded.observe(seen(founded, robber=to))
    assert told(founded)[-2:] == [("move_robber", "camera"), ("steal", INFERRED_SOURCE)]


def test_a_board_of_the_game_before_says_nothing_of_the_next(
    founded: Table, base_game: dict[str, Any]
) -> None:
    path = rich_and_rolled(founded)
    founded.observe(seen(founded, {path: ("road", "red")}, rested=0.4))
    founded.start_game({**base_game, "abandon": True})
    founded.observe(RollSeen(founded.game_time(), "tower", (1, 1), token="two"))
    assert [kind for kind, _ in told(founded)] == ["game_started"]


class TestWhatPeopleSayIsNotSo:
    """The camera goes on seeing what it saw: that is no reason to tell it again."""

    def built(self, table: Table) -> tuple[str, float]:
        path = rich_and_rolled(table)
        table.observe(seen(table, {path: ("road", "red")}))
        return path, table.game_time()

    def strike(self, table: Table, event: dict[str, Any] | None = None) -> None:
        last = view(table)["log"][-1]
        table.submit({"kind": "correct", "entry": last["number"], "event": event})

    def look_on(self, table: Table, changed: object, **how: object) -> bool:
        """Whether a look, and the next roll after it, tell of a road."""
        before = len(told(table))
        table.observe(seen(table, changed, **how))
        table.observe(RollSeen(table.game_time(), "tower", (1, 1), token=f"{before}"))
        return "place_road" in [kind for kind, _ in told(table)[before:]]

    def test_is_not_told_again_for_looking_as_it_did(self, founded: Table) -> None:
        path, at = self.built(founded)
        self.strike(founded)
        for _ in range(3):
            rested = founded.game_time() - at + 10
            assert not self.look_on(founded, {path: ("road", "red")}, rested=rested)
        assert believed(founded).in_doubt == frozenset()

    def test_is_not_told_again_after_an_undo(self, founded: Table) -> None:
        path, at = self.built(founded)
        founded.submit({"kind": "undo"})
        assert not self.look_on(founded, {path: ("road", "red")}, rested=founded.game_time() - at + 10)

    def test_is_not_told_again_where_it_was_another_place(self, founded: Table) -> None:
        path, at = self.built(founded)
        other = [PATHS[n] for n in indices(road_sites(believed(founded).state, 0))][1]
        self.strike(founded, {"kind": "place_road", "player": "red", "at": other})
        both = {path: ("road", "red"), other: ("road", "red")}
        assert not self.look_on(founded, both, rested=founded.game_time() - at + 10)

    def test_is_told_when_a_hand_puts_it_there(self, founded: Table) -> None:
        path, _ = self.built(founded)
        self.strike(founded)
        founded.game_time()
        assert self.look_on(founded, {path: ("road", "red")}, rested=0.1)

    def test_is_told_again_after_a_restart_as_little(
        self, founded: Table, open_table: Callable[[], Table]
    ) -> None:
        path, at = self.built(founded)
        self.strike(founded)
        again = open_table()
        assert not self.look_on(again, {path: ("road", "red")}, rested=again.game_time() - at + 20)

    def test_holds_for_the_robber_too(self, founded: Table) -> None:
        founded.observe(RollSeen(founded.game_time(), "tower", (1, 1), token="one"))
        to = hexes_of(believed(founded), 1)[0]
        founded.observe(seen(founded, robber=to))
        at = founded.game_time()
        assert ("move_robber", "camera") in told(founded)
        founded.submit({"kind": "undo"})
        before = len(told(founded))
        founded.observe(seen(founded, robber=to, rested=founded.game_time() - at + 10))
        assert len(told(founded)) == before
