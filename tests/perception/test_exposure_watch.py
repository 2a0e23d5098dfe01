"""The exposure watch keeps the exposure right for the island under changing light."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from companion.island.geometry import IntersectionId
from companion.observations import Observation
from companion.perception.board_watch import BoardWatch
from companion.perception.camera_watch import (
    LIGHT_CHANGE_S,
    MAX_TRIES,
    RETRY_AFTER_S,
    SETTLE_S,
    ExposureWatch,
)
from companion.sim.picture import Piece
from companion.sources.camera import Exposure, ExposureError, Frame
from tests.perception.test_board_filmed import ROAD, SETTLEMENT, Film
from vision.lattice import Points
from vision.picture_quality import ACCEPTABLE_LEVELS, BURNT_LEVEL, GAMMA, measure_island_light, paper_level


class Lamp:
    """A picture of nothing but the island's paper, and the camera that takes it; its light is in [0, 255]."""

    def __init__(self, level: float = 205.0) -> None:
        self.level = level
        self.tried: list[float] = []
        self.lets = True

    def lock_exposure(self, times: float) -> Exposure:
        self.tried.append(times)
        if not self.lets:
            raise ExposureError("The camera doesn't let its exposure be held.")
        self.level = min(255.0, self.level * times ** (1 / GAMMA))
        return {"exposure": 100.0 * times}


@dataclass
class ExposureFilm:
    """Frames for the exposure watch, two a second."""

    lamp: Lamp
    moves: bool = False
    t: float = 0.0

    def __post_init__(self) -> None:
        self.watch = ExposureWatch(self.lamp, self._find_projection)

    def _find_projection(self, frame: Frame) -> Callable[[Points], Points] | None:
        def project(points: Points) -> Points:
            return np.asarray(np.asarray(points) * 4 + 32)

        return None if self.moves else project

    def show_frames(self, seconds: float) -> None:
        for _ in range(round(2 * seconds)):
            self.t += 0.5
            picture = np.full((64, 64, 3), round(self.lamp.level), np.uint8)
            assert list(self.watch.process(Frame(self.t, picture, round(2 * self.t)))) == []


@pytest.fixture
def exposure_film() -> ExposureFilm:
    return ExposureFilm(Lamp())


def test_good_exposure_is_left_alone(exposure_film: ExposureFilm) -> None:
    exposure_film.show_frames(60)
    assert exposure_film.lamp.tried == []


@pytest.mark.parametrize("level", [60, 120, 240, 255])
def test_a_lasting_light_change_is_metered(exposure_film: ExposureFilm, level: float) -> None:
    exposure_film.show_frames(5)
    exposure_film.lamp.level = level
    exposure_film.show_frames(LIGHT_CHANGE_S + 3 * SETTLE_S + 2)
    assert ACCEPTABLE_LEVELS[0] <= exposure_film.lamp.level <= ACCEPTABLE_LEVELS[1]
    tried = len(exposure_film.lamp.tried)
    assert tried <= 3
    exposure_film.show_frames(60)
    assert len(exposure_film.lamp.tried) == tried, "and then left alone"


def test_a_brief_light_change_is_ignored(exposure_film: ExposureFilm) -> None:
    for _ in range(5):
        exposure_film.lamp.level = 90
        exposure_film.show_frames(LIGHT_CHANGE_S - 1)
        exposure_film.lamp.level = 205
        exposure_film.show_frames(1)
    assert exposure_film.lamp.tried == []


def test_hands_over_the_island_are_not_metered(exposure_film: ExposureFilm) -> None:
    exposure_film.moves, exposure_film.lamp.level = True, 40
    exposure_film.show_frames(60)
    assert exposure_film.lamp.tried == []


def test_a_camera_that_refuses_an_exposure_is_retried_much_later(exposure_film: ExposureFilm) -> None:
    exposure_film.lamp.level, exposure_film.lamp.lets = 90, False
    exposure_film.show_frames(RETRY_AFTER_S)
    assert len(exposure_film.lamp.tried) == 1
    exposure_film.show_frames(30)
    assert len(exposure_film.lamp.tried) == 2


def test_metering_gives_up_if_no_exposure_fits(exposure_film: ExposureFilm) -> None:
    class Stuck(Lamp):
        def lock_exposure(self, times: float) -> Exposure:
            self.tried.append(times)
            return {"exposure": 1.0}

    stuck = ExposureFilm(Stuck(30))
    stuck.show_frames(RETRY_AFTER_S)
    assert len(stuck.lamp.tried) == MAX_TRIES


def test_a_new_game_resets_the_time(exposure_film: ExposureFilm) -> None:
    exposure_film.show_frames(100)
    exposure_film.t, exposure_film.lamp.level = 0.0, 90
    exposure_film.show_frames(LIGHT_CHANGE_S + 4)
    assert exposure_film.lamp.tried


@dataclass
class Exposed(Film):
    """A filmed table whose camera can be exposed otherwise."""

    light: float = 1.0
    room: float = 1.0
    mirrored: float = 0.0

    def reopen(self) -> None:
        super().reopen()
        self.board_watch = self.watch
        self.exposure_watch = ExposureWatch(self, self.board_watch.projection_in)
        self.watch = self  # type: ignore[assignment]  # both, one after the other

    def process(self, frame: Frame) -> Iterator[Observation]:
        yield from self.board_watch.process(frame)
        yield from self.exposure_watch.process(frame)
        self.last = frame

    def lock_exposure(self, times: float) -> Exposure:
        self.light *= times
        self.expose()
        return {"exposure": self.light}

    def expose(self, lamp: float | None = None) -> None:
        """Another lamp, or the same with another exposure."""
        self.room = lamp if lamp is not None else self.room
        times = self.light ** (1 / GAMMA)
        self.lamp = replace(self.lamp, brightness=min(4.0, self.room * times), glare=self.mirrored * times)


@pytest.mark.slow
@pytest.mark.parametrize("room", [0.35, 2.0])
def test_a_piece_is_reported_after_the_light_was_metered_again(tmp_path: Path, room: float) -> None:
    table = Exposed(tmp_path / "board.json")
    assert isinstance(table.board_watch, BoardWatch)
    table.expose(1.0)
    table.show(seconds=4)
    table.place_pieces(SETTLEMENT, ROAD)
    assert table.observed_standings == table.true_standings
    table.expose(room)
    for _ in range(8):
        table.show(seconds=1.5)
    lies = table.board_watch.projection_in(table.last)
    assert lies is not None
    assert ACCEPTABLE_LEVELS[0] <= paper_level(table.last.image, lies) <= ACCEPTABLE_LEVELS[1]
    assert table.observed_standings == table.true_standings, "the light changed, and nothing else"
    table.place_pieces(Piece("settlement", IntersectionId("i-1,5"), "blue"))
    assert table.observed_standings == table.true_standings


@pytest.mark.slow
def test_a_piece_under_glare_is_reported_once_nothing_is_overexposed(tmp_path: Path) -> None:
    table = Exposed(tmp_path / "board.json")
    assert isinstance(table.board_watch, BoardWatch)
    table.expose(1.0)
    table.show(seconds=4)
    table.place_pieces(SETTLEMENT, ROAD)
    table.mirrored = 1.3
    table.expose()
    for _ in range(8):
        table.show(seconds=1.5)
    lies = table.board_watch.projection_in(table.last)
    assert lies is not None
    light = measure_island_light(table.last.image, lies)
    assert light is not None
    assert light.gleam < BURNT_LEVEL
    assert table.observed_standings == table.true_standings, "a gleam came, and nothing else"
    table.place_pieces(Piece("settlement", IntersectionId("i-1,5"), "blue"))
    assert table.observed_standings == table.true_standings
