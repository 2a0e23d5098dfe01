"""Exposure is metered on the island and not on the table."""

from __future__ import annotations

import numpy as np
import pytest

from companion.island.setups import first_game_layout
from companion.sim.camera import find_camera_pose
from companion.sim.picture import CameraEffects, Light, Table, render_board
from vision.picture_quality import (
    ACCEPTABLE_LEVELS,
    BURNT_LEVEL,
    DULL_LEVEL,
    GAMMA,
    exposure_factor,
    measure_island_light,
    paper_level,
)

POSE = find_camera_pose(640, 360, 10, 5)


def photo(brightness: float, table: Table = "oak", glare: float = 0.0) -> np.ndarray:
    """Render the board, with the reflection of a lamp at the same exposure if `glare` is set."""
    light = Light(brightness=brightness, glare=brightness * glare)
    return render_board(first_game_layout(), (), camera=POSE, light=light, lens=CameraEffects(), table=table)


@pytest.mark.parametrize("table", ["slate", "linen"])
def test_a_well_lit_board_needs_no_exposure_change_on_any_table(table: Table) -> None:
    assert exposure_factor(photo(1.0, table), POSE.project) == 1


@pytest.mark.parametrize("brightness", [0.3, 0.5, 1.6, 2.2])
def test_the_suggested_exposure_is_accepted(brightness: float) -> None:
    for _ in range(4):
        times = exposure_factor(photo(brightness), POSE.project)
        brightness *= times ** (1 / GAMMA)
    assert ACCEPTABLE_LEVELS[0] <= paper_level(photo(brightness), POSE.project) <= ACCEPTABLE_LEVELS[1]


def test_an_overexposed_board_gets_half_the_exposure() -> None:
    assert exposure_factor(photo(3.0), POSE.project) == 0.5


def test_no_step_is_larger_than_four_times() -> None:
    assert exposure_factor(np.zeros((360, 640, 3), np.uint8), POSE.project) == 4


def test_no_exposure_is_suggested_without_an_island() -> None:
    aside = np.full((20, 20, 3), 30, np.uint8)
    assert exposure_factor(aside, lambda points: np.asarray(points) + 1e4) == 1


class TestALampMirrored:
    @pytest.mark.parametrize("glare", [0.9, 1.2])
    @pytest.mark.parametrize("brightness", [0.5, 1.0, 2.0])
    def test_glare_ends_without_overexposure(self, brightness: float, glare: float) -> None:
        for _ in range(7):
            times = exposure_factor(photo(brightness, glare=glare), POSE.project)
            brightness *= times ** (1 / GAMMA)
        assert times == 1, "and so it stays"
        light = measure_island_light(photo(brightness, glare=glare), POSE.project)
        assert light is not None
        assert light.gleam < BURNT_LEVEL
        assert DULL_LEVEL * 0.7 < light.paper < ACCEPTABLE_LEVELS[1]

    def test_unavoidable_glare_does_not_darken_the_rest(self) -> None:
        brightness = 1.0
        for _ in range(5):
            brightness *= exposure_factor(photo(brightness, glare=6), POSE.project) ** (1 / GAMMA)
        assert paper_level(photo(brightness, glare=6), POSE.project) > DULL_LEVEL * 0.7

    def test_exposure_recovers_after_glare(self) -> None:
        assert exposure_factor(photo(0.5), POSE.project) > 1
