"""Hands over the board and objects left on it cause no false change, and true changes are still reported.

With the networks that ship, on rendered frames.
"""

from dataclasses import replace
from itertools import islice
from threading import Event

import numpy as np
import pytest

from companion.sim.calibration_people import COLOURS, SimulatedCalibration
from companion.sim.picture import Arm, Card, Clutter, DrawnDie, Mug
from companion.sources.camera import Frame
from tests.vision.follow.conftest import Studio, Upset
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration, calibrate


class TestHands:
    @pytest.mark.slow
    def test_a_passing_hand_causes_no_change(self, upset: Upset, studio: Studio) -> None:
        for step in np.linspace(4, -1, 9):
            upset.film.shoot(studio.render(None, Arm((step, step / 2), bearing=120)))
        assert upset.film.state == "hand"
        for step in np.linspace(-1, 4, 9):
            upset.film.shoot(studio.render(None, Arm((step, step / 2), bearing=120)))
        upset.film.show(studio.render())
        assert upset.film.state == "quiet"
        upset.assert_no_change_reported()
        upset.assert_true_change_reported()

    @pytest.mark.slow
    @pytest.mark.parametrize(("at", "bearing"), [((-2.0, 1.0), 100), ((0.5, -1.5), 20), ((1.0, 0.8), 190)])
    def test_a_sleeve_resting_for_long_causes_no_change(
        self, upset: Upset, studio: Studio, at: tuple[float, float], bearing: int
    ) -> None:
        upset.film.show(studio.render(None, Arm(at, bearing=bearing)), 6.0)
        covered = upset.film.results[-1].covered
        assert 8 < len(covered) < 70
        upset.film.show(studio.render())
        assert not upset.film.results[-1].covered
        upset.assert_no_change_reported()
        upset.assert_true_change_reported()

    def test_a_hand_resting_on_pieces_causes_no_change(self, upset: Upset, studio: Studio) -> None:
        upset.film.show(studio.render(None, Arm((-1.6, -0.6), bearing=95)), 4.0)
        assert {piece.at for piece in studio.game} & upset.film.results[-1].covered
        upset.assert_no_change_reported()
        upset.film.show(studio.render())
        upset.assert_no_change_reported()


class TestThingsLeftOnTheBoard:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        "things",
        [
            (Mug((1.0, 1.0)),),
            (Mug((-2.0, -1.5), colour=(40.0, 40.0, 180.0)),),
            (Card((1.0, -1.0), 30),),
            (Card((-1.5, 1.5), 80, picture=(60.0, 60.0, 190.0)),),
            (DrawnDie((2.2, 1.4)), DrawnDie((-2.0, -0.3), 3)),
        ],
        ids=["mug", "red mug", "card", "red card", "dice"],
    )
    def test_left_objects_are_no_pieces(
        self, upset: Upset, studio: Studio, things: tuple[Clutter, ...]
    ) -> None:
        upset.film.show(studio.render(None, *things), 4.0)
        upset.assert_no_change_reported()
        upset.film.show(studio.render())
        upset.assert_no_change_reported()
        upset.assert_true_change_reported()

    def test_a_piece_placed_beside_left_objects_is_reported(self, upset: Upset, studio: Studio) -> None:
        mug = Mug((2.0, -1.5))
        upset.film.show(studio.render(None, mug), 2.0)
        seen = upset.film.show(studio.render(studio.game + studio.next[:1], mug), 2.0)
        assert set(upset.film.changes(seen)) == {studio.next[0].at}

    @pytest.mark.slow
    def test_a_piece_placed_under_left_objects_is_reported_when_they_are_removed(
        self, upset: Upset, studio: Studio
    ) -> None:
        piece = studio.next[0]
        mug = Mug((-0.9, 2.2))
        upset.film.show(studio.render(None, mug), 2.0)
        assert piece.at in upset.film.results[-1].covered
        upset.film.show(studio.render((*studio.game, piece), mug), 2.0)
        upset.assert_no_change_reported()
        assert set(upset.film.changes(upset.film.show(studio.render((*studio.game, piece))))) == {piece.at}


@pytest.mark.slow
def test_a_hand_resting_on_a_new_piece_is_no_camera_knock() -> None:
    """The board seems to lie a little elsewhere while a hand is over it; the pieces' colours are learned."""
    setting = SimulatedCalibration(3, speed=0)
    shots = (one for one in setting.camera.frames(setting.now, Event()) if isinstance(one, Frame))
    made = calibrate([next(shots).image for _ in range(6)])
    assert isinstance(made, Calibration)
    tracker = BoardTracker(replace(made, tints={}), standing={})
    about = {"name": "colours", "state": "looking"}
    for shot in islice(shots, 120):
        learned = list(tracker.calibration.tints)
        setting.follow_view({"current": "colours", "steps": [{**about, "about": {"colours": learned}}]})
        tracker.process_frame(shot.image, shot.t)
    setting.close()
    assert set(tracker.calibration.tints) == set(COLOURS)
