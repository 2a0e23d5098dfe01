"""Light changes cause no false change, and true changes are still reported.

With the networks that ship, on rendered frames.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from companion.cli.read import Picture
from companion.island.geometry import IntersectionId, PathId, Standing
from companion.sim.picture import Piece, Shade
from tests.score.degradations import add_haze, vivid
from tests.vision.follow.conftest import Film, Studio, Upset
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration, calibrate

LIGHTS: dict[str, dict[str, float]] = {
    "dimmed": {"brightness": 0.4},
    "brighter": {"brightness": 1.25},
    "another lamp": {"brightness": 0.7, "warmth": 1.0, "bearing": 100.0, "height": 40.0},
    "daylight": {"warmth": -0.8, "shadows": 0.2, "falloff": 0.0},
    "glare": {"glare": 0.5},
    "strong glare": {"glare": 1.0},
}


class TestLight:
    @pytest.mark.slow
    @pytest.mark.parametrize("how", LIGHTS)
    def test_a_sudden_light_change_and_its_return_cause_no_change(
        self, upset: Upset, studio: Studio, how: str
    ) -> None:
        light = replace(studio.lamp, **LIGHTS[how])
        upset.film.show(studio.render(light=light), 3.0)
        upset.assert_no_change_reported()
        upset.film.show(studio.render(), 3.0)
        upset.assert_no_change_reported()
        upset.assert_true_change_reported()

    @pytest.mark.parametrize("how", ["dimmed", "another lamp", "daylight"])
    def test_a_piece_is_reported_in_the_new_light(self, upset: Upset, studio: Studio, how: str) -> None:
        light = replace(studio.lamp, **LIGHTS[how])
        upset.film.show(studio.render(light=light), 2.0)
        upset.assert_true_change_reported(light=light)

    @pytest.mark.slow
    def test_darkness_is_reported_and_the_light_returns(self, upset: Upset, studio: Studio) -> None:
        dark = replace(studio.lamp, brightness=0.03)
        upset.film.show(studio.render(light=dark), 2.0)
        assert upset.film.state == "lost"
        assert "dark" in upset.film.results[-1].why
        upset.film.show(studio.render(), 2.5)
        assert upset.film.state == "quiet"
        upset.assert_no_change_reported()
        upset.assert_true_change_reported()

    @pytest.mark.slow
    def test_moving_sunlight_causes_no_change(self, upset: Upset, studio: Studio) -> None:
        for hour in range(8):
            sun = replace(
                studio.lamp,
                bearing=studio.lamp.bearing + 12 * hour,
                falloff=0.2 + 0.06 * hour,
                warmth=0.15 + 0.08 * hour,
            )
            upset.film.show(studio.render(light=sun), 1.5)
        upset.assert_no_change_reported()
        upset.assert_true_change_reported(light=sun)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "drift",
        [
            lambda n: np.array([1.0, 1.0, 1.0]) * (1 - 0.006 * n),
            lambda n: np.array([1 + 0.004 * n, 1.0, 1 - 0.004 * n]),
            lambda n: np.array([1.0, 1.0, 1.0]) * (1 + 0.1 * np.sin(n / 6)),
        ],
        ids=["exposure", "white balance", "hunting exposure"],
    )
    def test_slow_exposure_drift_causes_no_change(
        self, upset: Upset, studio: Studio, drift: Callable[[int], np.ndarray]
    ) -> None:
        for n in range(60):
            upset.film.shoot((studio.render() * drift(n)).clip(0, 255).astype(np.uint8))
        upset.assert_no_change_reported()

    @pytest.mark.slow
    @pytest.mark.parametrize("bearing", [10, 100, 250])
    def test_a_shadow_over_half_of_the_board_causes_no_change(
        self, upset: Upset, studio: Studio, bearing: int
    ) -> None:
        shade = Shade((-0.4, 0.2), bearing, depth=0.5)
        upset.film.show(studio.render(None, shade), 3.0)
        upset.assert_no_change_reported()
        upset.film.show(studio.render(), 2.0)
        upset.assert_no_change_reported()
        upset.assert_true_change_reported()

    def test_a_piece_placed_in_shadow_is_reported(self, upset: Upset, studio: Studio) -> None:
        shade = Shade((0.0, 0.0), 200, depth=0.45)
        upset.film.show(studio.render(None, shade), 2.0)
        seen = upset.film.show(studio.render(studio.game + studio.next[:1], shade), 2.0)
        assert set(upset.film.changes(seen)) == {studio.next[0].at}


@pytest.mark.slow
def test_oversaturated_pieces_are_reported_in_their_true_colours(studio: Studio) -> None:
    """Red and orange pieces are confused there, or not seen, without the correction."""

    def render_vivid(*pieces: Piece) -> Picture:
        return vivid(studio.render(pieces), np.eye(3), np.random.default_rng(0))[0]

    made = calibrate([studio.noisy(render_vivid(), n) for n in range(5)])
    assert isinstance(made, Calibration)
    pieces = (
        Piece("road", PathId("p0,-5"), "red"),
        Piece("road", PathId("p-2,1"), "orange"),
        Piece("road", PathId("p-1,3"), "white"),
        Piece("road", PathId("p-1,0"), "blue"),
        Piece("road", PathId("p5,-2"), "red"),
        Piece("settlement", IntersectionId("i-1,2"), "red"),
        Piece("settlement", IntersectionId("i7,-5"), "orange"),
        Piece("settlement", IntersectionId("i-4,5"), "white"),
        Piece("settlement", IntersectionId("i-7,5"), "red"),
    )
    film = Film(studio, BoardTracker(made, standing={}))
    film.show(render_vivid(), 1.0)
    film.show(render_vivid(*pieces), 2.5)
    assert film.pieces == {piece.at: Standing(piece.kind, piece.colour) for piece in pieces}


@pytest.mark.slow
def test_a_low_contrast_road_is_detected_through_haze(studio: Studio) -> None:
    """The change of a site is measured after removing the haze."""

    def render_hazy(*pieces: Piece) -> Picture:
        thin = add_haze(studio.render(pieces), np.eye(3), np.random.default_rng(0))[0]
        return add_haze(thin, np.eye(3), np.random.default_rng(0))[0]

    made = calibrate([studio.noisy(render_hazy(), n) for n in range(5)])
    assert isinstance(made, Calibration)
    film = Film(studio, BoardTracker(made, standing={}))
    film.show(render_hazy(), 1.0)
    road = Piece("road", PathId("p1,4"), "white")
    film.show(render_hazy(road), 2.5)
    assert film.pieces == {road.at: Standing("road", "white")}
