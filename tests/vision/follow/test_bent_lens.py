"""The board tracker with a distorting lens."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cli.read import Picture
from companion.sim.picture import Arm, Clutter, Piece
from tests.vision.follow.conftest import Film, Studio
from vision.camera import Lens
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration, calibrate

LENS = Lens(0.2, 960, 540)


@pytest.fixture(scope="module")
def shoot(studio: Studio) -> Callable[..., Picture]:
    """Stills of the table through the lens."""
    width, height = LENS.extent
    camera = replace(studio.camera, width=width, height=height, tilt=15.0, distance=14.0 * width / LENS.width)
    x, y = np.meshgrid(np.arange(LENS.width, dtype=float), np.arange(LENS.height, dtype=float))
    at = LENS.undistort_points(np.column_stack([x.ravel(), y.ravel()])).astype(np.float32)
    at = at.reshape(LENS.height, LENS.width, 2)

    def shoot(pieces: tuple[Piece, ...], *clutter: Clutter) -> Picture:
        straight = studio.render(pieces, *clutter, camera=camera)
        return np.asarray(cv2.remap(straight, at[..., 0], at[..., 1], cv2.INTER_LINEAR), np.uint8)

    return shoot


@pytest.fixture(scope="module")
def bent_calibration(studio: Studio, shoot: Callable[..., Picture]) -> Calibration:
    made = calibrate([studio.noisy(shoot(()), n) for n in range(5)])
    assert isinstance(made, Calibration)
    return made


def test_calibrating_finds_the_lens(bent_calibration: Calibration) -> None:
    assert bent_calibration.lens is not None
    assert bent_calibration.lens.k1 == pytest.approx(LENS.k1, abs=0.08)


@pytest.mark.slow
def test_placed_pieces_are_reported_and_hands_are_not(
    studio: Studio, shoot: Callable[..., Picture], bent_calibration: Calibration
) -> None:
    film = Film(studio, BoardTracker(bent_calibration, standing={}))
    film.show(shoot(()))
    assert not film.pieces
    film.show(shoot((), Arm((-1.0, 1.0), bearing=150)), 2.0)
    assert film.results[-1].covered
    assert not film.pieces
    for n in range(1, len(studio.game) + 1):
        seen = film.show(shoot(studio.game[:n]))
        (standing,) = film.changes(seen).values()
        assert standing is not None
        assert standing.colour == studio.game[n - 1].colour
