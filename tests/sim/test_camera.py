"""The simulated camera: scripts on its stage appear one moment per frame, in simulated time."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from itertools import islice

import numpy as np

from companion.island.geometry import HexId, IntersectionId, position
from companion.island.setups import first_game_layout
from companion.sim.camera import SimulatedCamera, SimulatedTime, TableStage, find_camera_pose
from companion.sim.hands import put_piece, take_piece, wait
from companion.sim.picture import DrawnDie, Light, Piece
from companion.sim.tabletop import Painter, TableAppearance, Tabletop, TabletopMoment
from companion.sources.camera import Frame

HOUSE = Piece("settlement", IntersectionId("i1,1"), "red")
TABLE = Tabletop(find_camera_pose(640, 360, 15, 5), robber=HexId("h0,0"))


def create_stage() -> TableStage:
    return TableStage(TABLE, 8.0, random.Random(2))


def play_to_end(stage: TableStage) -> list[TabletopMoment]:
    moments = []
    while stage.is_busy:
        moments.append(stage.next_moment())
    return moments


def test_each_script_starts_from_the_table_that_the_last_left() -> None:
    played_stage = create_stage()
    played_stage.play(put_piece(HOUSE, 180), wait(1.0), take_piece(HOUSE.at, 180))
    moments = play_to_end(played_stage)
    stood = [moment.table.piece(HOUSE.at) is not None for moment in moments]
    assert stood.index(True) < len(stood) - stood[::-1].index(True)
    assert played_stage.next_moment() == TabletopMoment(TABLE)


def test_clutter_stays_on_the_table() -> None:
    played_stage = create_stage()
    played_stage.play(put_piece(HOUSE, 180))
    last = play_to_end(played_stage)[-1]
    assert played_stage.next_moment() == played_stage.next_moment() == last
    assert last.table.piece(HOUSE.at) is not None


def test_a_stage_is_busy_until_every_moment_is_drawn() -> None:
    played_stage = create_stage()
    assert not played_stage.is_busy
    played_stage.play(wait(0.5))
    played_stage.play(wait(0.25))
    # Four and two moments, and the one after them that finds nothing more to do.
    assert len(play_to_end(played_stage)) == 7


def camera_over(now: SimulatedTime) -> SimulatedCamera:
    return SimulatedCamera(first_game_layout(), TABLE, random.Random(1), now, fps=8.0)


def frames(camera: SimulatedCamera, now: SimulatedTime) -> Iterator[Frame]:
    items = camera.frames(now, threading.Event())
    return (item for item in items if isinstance(item, Frame))


def test_simulated_time_advances_only_with_frames() -> None:
    now = SimulatedTime()
    taken = list(islice(frames(camera_over(now), now), 17))
    assert [frame.t for frame in taken] == [n / 8 for n in range(17)]
    assert now() == taken[-1].t


def test_limited_simulated_time_waits() -> None:
    now = SimulatedTime(speed=50.0)
    stop = threading.Event()
    stop.set()
    now.advance(1e6, stop)
    assert now() == 1e6


def test_a_piece_put_down_is_seen_where_it_stands() -> None:
    now = SimulatedTime()
    camera = camera_over(now)
    shots = frames(camera, now)
    before = next(shots).image
    camera.stage.play(put_piece(HOUSE, 180))
    while camera.stage.is_busy:
        after = next(shots).image
    changed = np.argwhere(np.abs(after.astype(int) - before).max(axis=2) > 60)
    at = TABLE.camera.project([position(HOUSE.at)])[0]
    assert len(changed) > 10
    assert np.abs(changed.mean(axis=0)[::-1] - at).max() < 12


def test_a_moment_looks_the_same_after_any_previous_drawing() -> None:
    moments = [
        TabletopMoment(TABLE),
        TabletopMoment(Tabletop(TABLE.camera, (HOUSE,), light=Light(bearing=100))),
        TabletopMoment(Tabletop(TABLE.camera, (HOUSE,), clutter=(DrawnDie((7.5, 0.0)),))),
        TabletopMoment(TABLE),
    ]
    painter = Painter(first_game_layout(), TableAppearance())
    drawn = [painter.draw_still(moment) for moment in moments]
    fresh_drawings = [
        Painter(first_game_layout(), TableAppearance()).draw_still(moment) for moment in moments
    ]
    assert all((one == other).all() for one, other in zip(drawn, fresh_drawings, strict=True))
    assert (drawn[0] != drawn[1]).any()
    assert (drawn[1] != drawn[2]).any()


def test_two_frames_of_one_moment_differ_only_by_sensor_noise() -> None:
    painter = Painter(first_game_layout(), TableAppearance(grain=1.5))
    one, other = (painter.draw_frame(TabletopMoment(TABLE), n).astype(int) for n in range(2))
    assert (one != other).any()
    assert np.abs(one - other).std() < 3
