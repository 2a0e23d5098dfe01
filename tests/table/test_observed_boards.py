"""Observed boards between other events: builds are recorded before the next roll."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.game import BaseGame
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import road_sites
from companion.games.replay import INFERRED_SOURCE
from companion.island.geometry import PATHS
from companion.observations import BoardSeen, DiceDetection
from companion.perception.board_watch import sensor_request_of
from companion.table.table import Table
from tests.games.base.tracker.looks import hexes_of, look
from tests.table_views import view


def believed_replay(table: Table) -> BelievedReplay:
    assert table.session is not None
    return BaseGame().believed_replay(table.session.history)


def kinds_and_sources(table: Table) -> list[tuple[str, str]]:
    return [(line["event"]["kind"], line["source"]) for line in view(table)["log"]]


def observe_board(table: Table, changed: object = None, **how: object) -> BoardSeen:
    return look(believed_replay(table), changed, t=table.game_time(), **how)  # type: ignore[arg-type]  # keywords are passed on


def path_of(table: Table, seat: int) -> str:
    return PATHS[next(indices(road_sites(believed_replay(table).state, seat)))]


def rich_and_rolled(table: Table) -> str:
    table.submit({"kind": "show_hand", "player": "red", "resources": {"lumber": 1, "brick": 1}})
    table.observe(DiceDetection(table.game_time(), "tower", (1, 1), token="one"))
    return path_of(table, 0)


def test_a_road_that_the_camera_sees_is_recorded(founded_table: Table) -> None:
    path = rich_and_rolled(founded_table)
    founded_table.observe(observe_board(founded_table, {path: ("road", "red")}))
    assert kinds_and_sources(founded_table)[-1] == ("place_road", "camera")


def test_everyone_sees_the_rotation_of_the_camera(founded_table: Table) -> None:
    assert founded_table.snapshot()["camera_turn"] is None
    path = rich_and_rolled(founded_table)
    founded_table.observe(replace(observe_board(founded_table, {path: ("road", "red")}), turn=-14.0))
    assert founded_table.snapshot()["camera_turn"] == -14.0


def test_sensors_learn_the_certain_buildings_and_the_robber_hex(founded_table: Table) -> None:
    wanted = sensor_request_of(founded_table)
    assert wanted is not None
    game = founded_table.snapshot()["game"]
    assert game is not None
    assert wanted.robber == game["view"]["robber"] is not None
    assert wanted.certain
    assert wanted.certain == {at: one for at, one in wanted.standing.items() if one.kind == "settlement"}


def test_without_a_game_no_sensor_is_requested(table: Table) -> None:
    assert sensor_request_of(table) is None


def test_a_recently_placed_piece_is_recorded_before_the_next_roll(founded_table: Table) -> None:
    path = rich_and_rolled(founded_table)
    assert founded_table.observe(observe_board(founded_table, {path: ("road", "red")}, rested=0.4)) == ()
    founded_table.observe(DiceDetection(founded_table.game_time(), "tower", (1, 1), token="two"))
    assert [kind for kind, _ in kinds_and_sources(founded_table)[-3:]] == ["place_road", "end_turn", "roll"]


def test_a_recently_placed_piece_is_recorded_at_the_end(founded_table: Table) -> None:
    path = rich_and_rolled(founded_table)
    founded_table.observe(observe_board(founded_table, {path: ("road", "red")}, rested=0.4))
    founded_table.conclude()
    assert kinds_and_sources(founded_table)[-1] == ("place_road", "camera")


def test_without_observations_the_end_records_nothing(table: Table, base_game: dict[str, Any]) -> None:
    table.conclude()
    table.start_game(base_game)
    table.conclude()
    assert [kind for kind, _ in kinds_and_sources(table)] == ["game_started"]


def test_inputs_are_recorded_after_the_pieces_on_the_board(founded_table: Table) -> None:
    path = rich_and_rolled(founded_table)
    founded_table.observe(observe_board(founded_table, {path: ("road", "red")}, rested=0.4))
    founded_table.submit({"kind": "end_turn"})
    assert [kind for kind, _ in kinds_and_sources(founded_table)[-2:]] == ["place_road", "end_turn"]


def test_inferred_events_have_their_own_source(founded_table: Table) -> None:
    founded_table.observe(DiceDetection(founded_table.game_time(), "tower", (3, 4), token="one"))
    to = hexes_of(believed_replay(founded_table), 1)[0]
    founded_table.observe(observe_board(founded_table, robber=to))
    assert kinds_and_sources(founded_table)[-2:] == [("move_robber", "camera"), ("steal", INFERRED_SOURCE)]


def test_a_board_of_the_last_game_does_not_affect_the_next(
    founded_table: Table, base_game: dict[str, Any]
) -> None:
    path = rich_and_rolled(founded_table)
    founded_table.observe(observe_board(founded_table, {path: ("road", "red")}, rested=0.4))
    founded_table.start_game({**base_game, "abandon": True})
    founded_table.observe(DiceDetection(founded_table.game_time(), "tower", (1, 1), token="two"))
    assert [kind for kind, _ in kinds_and_sources(founded_table)] == ["game_started"]


class TestRejectedObservations:
    """The camera still sees what players rejected: it is not recorded again."""

    def build_road(self, table: Table) -> tuple[str, float]:
        path = rich_and_rolled(table)
        table.observe(observe_board(table, {path: ("road", "red")}))
        return path, table.game_time()

    def delete_last_entry(self, table: Table, event: dict[str, Any] | None = None) -> None:
        last = view(table)["log"][-1]
        table.submit({"kind": "correct", "entry": last["number"], "event": event})

    def is_road_recorded(self, table: Table, changed: object, **how: object) -> bool:
        """Return whether an observation and the next roll record a road."""
        before = len(kinds_and_sources(table))
        table.observe(observe_board(table, changed, **how))
        table.observe(DiceDetection(table.game_time(), "tower", (1, 1), token=f"{before}"))
        return "place_road" in [kind for kind, _ in kinds_and_sources(table)[before:]]

    def test_an_unchanged_observation_is_not_recorded_again(self, founded_table: Table) -> None:
        path, at = self.build_road(founded_table)
        self.delete_last_entry(founded_table)
        for _ in range(3):
            rested = founded_table.game_time() - at + 10
            assert not self.is_road_recorded(founded_table, {path: ("road", "red")}, rested=rested)
        assert believed_replay(founded_table).in_doubt == frozenset()

    def test_an_unchanged_observation_is_not_recorded_again_after_an_undo(self, founded_table: Table) -> None:
        path, at = self.build_road(founded_table)
        founded_table.submit({"kind": "undo"})
        assert not self.is_road_recorded(
            founded_table, {path: ("road", "red")}, rested=founded_table.game_time() - at + 10
        )

    def test_an_unchanged_observation_is_not_recorded_again_after_a_correction_of_its_place(
        self, founded_table: Table
    ) -> None:
        path, at = self.build_road(founded_table)
        other = [PATHS[n] for n in indices(road_sites(believed_replay(founded_table).state, 0))][1]
        self.delete_last_entry(founded_table, {"kind": "place_road", "player": "red", "at": other})
        both = {path: ("road", "red"), other: ("road", "red")}
        assert not self.is_road_recorded(founded_table, both, rested=founded_table.game_time() - at + 10)

    def test_a_piece_placed_again_by_hand_is_recorded(self, founded_table: Table) -> None:
        path, _ = self.build_road(founded_table)
        self.delete_last_entry(founded_table)
        founded_table.game_time()
        assert self.is_road_recorded(founded_table, {path: ("road", "red")}, rested=0.1)

    def test_an_unchanged_observation_is_not_recorded_again_after_a_restart(
        self, founded_table: Table, open_table: Callable[[], Table]
    ) -> None:
        path, at = self.build_road(founded_table)
        self.delete_last_entry(founded_table)
        again = open_table()
        assert not self.is_road_recorded(again, {path: ("road", "red")}, rested=again.game_time() - at + 20)

    def test_a_rejected_robber_move_is_not_recorded_again(self, founded_table: Table) -> None:
        founded_table.observe(DiceDetection(founded_table.game_time(), "tower", (1, 1), token="one"))
        to = hexes_of(believed_replay(founded_table), 1)[0]
        founded_table.observe(observe_board(founded_table, robber=to))
        at = founded_table.game_time()
        assert ("move_robber", "camera") in kinds_and_sources(founded_table)
        founded_table.submit({"kind": "undo"})
        before = len(kinds_and_sources(founded_table))
        founded_table.observe(
            observe_board(founded_table, robber=to, rested=founded_table.game_time() - at + 10)
        )
        assert len(kinds_and_sources(founded_table)) == before
