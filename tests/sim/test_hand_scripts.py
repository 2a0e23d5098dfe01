"""Hands over a board in the camera picture: they arrive, change pieces and leave."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from companion.island.geometry import HexId, IntersectionId, PathId, position
from companion.sim.hands import (
    move_robber,
    nudge_piece,
    put_and_take_back,
    put_piece,
    replace_by_city,
    rest_hand,
    take_piece,
)
from companion.sim.picture import Arm, CameraPose, DrawnDie, Piece
from companion.sim.tabletop import ActionStart, Script, Tabletop, TabletopMoment

FPS = 8.0
HOUSE = Piece("settlement", IntersectionId("i1,1"), "red")
ROAD = Piece("road", PathId("p1,0"), "red")
TABLE = Tabletop(CameraPose(tilt=10), (ROAD,), HexId("h0,0"), clutter=(DrawnDie((8.0, 0.0)),))
SEEDS = range(20)


def play_script(script: Script, table: Tabletop = TABLE, seed: int = 0) -> list[TabletopMoment]:
    return list(script(ActionStart(table, FPS, random.Random(seed))))


def find_arm(moment: TabletopMoment) -> Arm | None:
    return next((thing for thing in moment.overlay if isinstance(thing, Arm)), None)


@pytest.mark.parametrize(
    "script",
    [
        put_piece(HOUSE, 180), take_piece(ROAD.at, 90), replace_by_city(replace(HOUSE, kind="city"), 0),
        put_and_take_back(HOUSE, 270), nudge_piece(ROAD.at, 45), move_robber(HexId("h1,0"), 200),
        rest_hand((0.0, 0.0), 10, 1.0),
    ],
)  # fmt: skip
def test_a_hand_enters_from_outside_the_picture_and_leaves_again(script: Script) -> None:
    moments = play_script(script)
    first, last = find_arm(moments[0]), moments[-1]
    assert first is not None
    assert math.hypot(*first.at) > 10
    assert last.overlay == ()
    assert all(moment.table.clutter == TABLE.clutter for moment in moments)


def test_pieces_change_under_the_fingers() -> None:
    for seed in SEEDS:
        moments = play_script(put_piece(HOUSE, 180), seed=seed)
        n = next(n for n, moment in enumerate(moments) if moment.table.piece(HOUSE.at))
        hand = find_arm(moments[n])
        assert hand is not None
        assert hand.at == pytest.approx(position(HOUSE.at))


def test_placed_pieces_are_slightly_misaligned() -> None:
    lying = [play_script(put_piece(ROAD, 180), seed=seed)[-1].table.piece(ROAD.at) for seed in SEEDS]
    roads = [road for road in lying if road is not None]
    assert len(roads) == len(SEEDS)
    assert all(math.hypot(*road.offset) < 0.16 for road in roads)
    assert len({road.offset for road in roads}) == len(SEEDS)
    assert any(abs(road.askew) > 3 for road in roads)


def test_a_taken_piece_disappears_and_the_rest_stays() -> None:
    table = replace(TABLE, pieces=(ROAD, HOUSE))
    assert play_script(take_piece(ROAD.at, 90), table)[-1].table.pieces == (HOUSE,)


def test_a_city_replaces_a_settlement_that_may_be_removed_first() -> None:
    table = replace(TABLE, pieces=(ROAD, HOUSE))
    empty_table = set()
    for seed in SEEDS:
        moments = play_script(replace_by_city(replace(HOUSE, kind="city"), 180), table, seed)
        city = moments[-1].table.piece(HOUSE.at)
        assert city is not None
        assert city.kind == "city"
        empty_table.add(any(moment.table.piece(HOUSE.at) is None for moment in moments))
    assert empty_table == {True, False}


def test_an_undone_piece_is_visible_for_a_while_without_a_hand() -> None:
    moments = play_script(put_and_take_back(HOUSE, 180))
    assert moments[-1].table == TABLE
    assert sum(bool(moment.table.piece(HOUSE.at)) and not moment.overlay for moment in moments) >= 0.7 * FPS


def test_a_nudged_piece_stays_on_its_site_and_a_missing_one_is_ignored() -> None:
    nudged = play_script(nudge_piece(ROAD.at, 45))[-1].table.piece(ROAD.at)
    assert nudged is not None
    assert nudged != ROAD
    assert math.hypot(*nudged.offset) < 0.16
    assert play_script(nudge_piece(HOUSE.at, 45)) == []


def test_the_robber_is_carried_in_the_hand() -> None:
    moments = play_script(move_robber(HexId("h1,0"), 200))
    stands = [moment.table.robber for moment in moments]
    assert list(dict.fromkeys(stands)) == ["h0,0", None, "h1,0"]
    assert all(moment.overlay for moment in moments if moment.table.robber is None)
