"""Knocked, unplugged and frozen cameras cause no false change, and true changes are still reported.

With the networks that ship, on rendered frames.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.games.base.tracker.priors import COMMIT_THRESHOLD_P
from tests.vision.follow.conftest import FPS, Studio, Upset

KNOCKS: dict[str, dict[str, Any]] = {
    "by a hair": {"aim": (0.03, -0.02)},
    "a little": {"aim": (0.12, -0.08), "rotation": 0.8},
    "clearly": {"aim": (0.5, -0.4), "rotation": 4.0},
    "a lot": {"aim": (0.9, -0.4), "rotation": 35.0, "distance": 17.0, "tilt": 25.0},
    "turned by a third": {"rotation": 120.0},
    "upside down": {"rotation": 180.0},
}


class TestTheCamera:
    @pytest.mark.slow
    @pytest.mark.parametrize("how", KNOCKS)
    def test_a_knocked_camera_is_realigned(self, upset: Upset, studio: Studio, how: str) -> None:
        camera = replace(studio.camera, **KNOCKS[how])
        upset.film.show(studio.render(camera=camera), 3.0)
        assert upset.film.state == "quiet"
        assert upset.plane_is_off(camera) < 0.06
        upset.assert_no_change_reported()
        # From there the settlement looks a little like a city, as certain as the tracker requires.
        upset.assert_true_change_reported(
            COMMIT_THRESHOLD_P if how == "turned by a third" else 0.9, camera=camera
        )

    @pytest.mark.slow
    def test_a_slowly_sagging_camera_stays_aligned(self, upset: Upset, studio: Studio) -> None:
        for n in range(1, 13):
            camera = replace(studio.camera, aim=(0.0, 0.03 * n))
            upset.film.show(studio.render(camera=camera), 0.6)
        assert upset.plane_is_off(camera) < 0.06
        upset.assert_no_change_reported()

    @pytest.mark.slow
    def test_a_camera_that_turns_away_is_lost_and_realigned_on_return(
        self, upset: Upset, studio: Studio
    ) -> None:
        away = np.full(studio.render().shape, 90, np.uint8)
        upset.film.show(away, 2.0)
        assert upset.film.state == "lost"
        assert "island" in upset.film.results[-1].why
        upset.film.show(studio.render(), 6.0)
        assert upset.film.state == "quiet"
        upset.assert_no_change_reported()
        upset.assert_true_change_reported()

    @pytest.mark.slow
    def test_a_camera_reconnected_with_another_view_is_realigned(self, upset: Upset, studio: Studio) -> None:
        upset.film.wait(5.0)
        assert upset.film.state == "stale"
        assert upset.film.results[-1].why
        camera = replace(studio.camera, aim=(0.6, 0.3), rotation=-10.0)
        upset.film.show(studio.render(camera=camera), 3.0)
        assert upset.film.state == "quiet"
        assert any(result.found_again for result in upset.film.results[upset.begun :])
        upset.assert_no_change_reported()
        upset.assert_true_change_reported(camera=camera)

    @pytest.mark.slow
    def test_a_camera_reconnected_at_another_picture_size_is_realigned(
        self, upset: Upset, studio: Studio
    ) -> None:
        upset.film.wait(5.0)
        camera = replace(studio.camera, width=1280, height=720)
        upset.film.show(studio.render(camera=camera), 3.0)
        assert upset.film.state == "quiet"
        upset.assert_no_change_reported()
        upset.assert_true_change_reported(camera=camera)

    def test_a_frozen_camera_is_reported_as_stale(self, upset: Upset, studio: Studio) -> None:
        frame = studio.noisy(studio.render(), 77)
        for _ in range(round(8 * FPS)):
            upset.film.take(frame)
        assert upset.film.state == "stale"
        assert "same picture" in upset.film.results[-1].why
        upset.film.show(studio.render())
        assert upset.film.state == "quiet"
        upset.assert_no_change_reported()
        upset.assert_true_change_reported()

    def test_a_camera_with_missing_frames_misses_no_piece(self, upset: Upset, studio: Studio) -> None:
        upset.film.t += 60.0
        upset.assert_true_change_reported()

    def test_a_camera_that_drops_every_other_frame_causes_no_change(
        self, upset: Upset, studio: Studio
    ) -> None:
        for n in range(24):
            upset.film.take(None if n % 2 else studio.noisy(studio.render(), n))
        upset.assert_no_change_reported()
        upset.assert_true_change_reported()
