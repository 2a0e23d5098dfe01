"""The island of a tracked board uses the ids of its tracker's plane."""

import pytest

from companion.island.reading import IslandReading
from companion.island.setups import first_game_layout
from tests.vision.follow.conftest import Studio
from vision.board import BoardReading
from vision.follow.calibration import Calibration
from vision.follow.island_locator import read_island
from vision.lattice import project

NO_BOARD = BoardReading(False, "there is only a table", None, 0.0, (), 0.01)


@pytest.mark.slow
@pytest.mark.parametrize("sixths", [0, 1, 4])
def test_the_island_is_read_at_any_tracked_orientation(
    studio: Studio, calibration: Calibration, sixths: int
) -> None:
    followed = calibration.rotate(sixths)
    read = read_island(studio.render(()), lambda points: project(followed.plane, points))
    straight = read_island(studio.render(()), lambda points: project(calibration.plane, points))
    assert isinstance(read, IslandReading)
    assert isinstance(straight, IslandReading)
    assert read.most_likely_layout() == straight.rotate(sixths).most_likely_layout()
    assert max(straight.rotate(n).agreement(first_game_layout()) for n in range(6)) > 0.9


def test_an_undetected_island_gives_a_reason(studio: Studio, calibration: Calibration) -> None:
    why = read_island(
        studio.render(()), lambda points: project(calibration.plane, points), lambda _: NO_BOARD
    )
    assert why == "there is only a table"


@pytest.mark.slow
def test_an_island_at_another_place_is_not_the_tracked_one(studio: Studio, calibration: Calibration) -> None:
    why = read_island(studio.render(()), lambda points: project(calibration.plane, points) + 90)
    assert isinstance(why, str)
    assert "no longer where it was" in why
