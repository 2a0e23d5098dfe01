"""The side from which a hand came, on rendered frames."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from companion.island.geometry import HexId, position
from companion.sim.picture import Arm, Piece
from tests.vision.follow.conftest import Film, Knows, Studio
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration
from vision.follow.motion import Motion, ReachTracker

TOLERANCE_DEG = 25.0
"""Degrees: half of the angle between two of four people around a table, and a margin."""


def angle_difference(one: float | None, other: float) -> float:
    assert one is not None, "no side was found"
    return abs((one - other + 180) % 360 - 180)


def arm_at(spot: tuple[float, float], bearing: float, away: float) -> Arm:
    turn = math.radians(bearing)
    return Arm((spot[0] + away * math.sin(turn), spot[1] - away * math.cos(turn)), bearing=bearing)


@pytest.fixture
def table(studio: Studio, calibration: Calibration) -> tuple[Film, Callable[..., None]]:
    """A film of the game with readers that know, and a hand that puts a piece down."""
    knows = Knows(*studio.game, *studio.next)
    film = Film(studio, BoardTracker(calibration, knows.readers))
    film.show(studio.render())

    def place_pieces(pieces: tuple[Piece, ...], *arms_from: float) -> None:
        spot = position(pieces[-1].at)
        for away in np.linspace(9, 0, 7):
            film.shoot(studio.render(pieces[:-1], *(arm_at(spot, bearing, away) for bearing in arms_from)))
        for away in np.linspace(0, 9, 7):
            film.shoot(studio.render(pieces, *(arm_at(spot, bearing, away) for bearing in arms_from)))
        film.show(studio.render(pieces), 2.5)

    return film, place_pieces


@pytest.mark.parametrize("bearing", [20, 115, 200, 290])
def test_a_piece_is_reported_with_the_side_the_hand_came_from(
    table: tuple[Film, Callable[..., None]], studio: Studio, bearing: int
) -> None:
    film, put = table
    new = studio.next[0]
    put((*studio.game, new), bearing)
    assert angle_difference(film.last_update.sides[new.at], bearing) < TOLERANCE_DEG


@pytest.mark.slow
def test_the_next_hand_has_its_own_side(table: tuple[Film, Callable[..., None]], studio: Studio) -> None:
    film, put = table
    first, second = studio.next
    put((*studio.game, first), 40)
    assert angle_difference(film.last_update.sides[first.at], 40) < TOLERANCE_DEG
    put((*studio.game, first, second), 220)
    assert angle_difference(film.last_update.sides[second.at], 220) < TOLERANCE_DEG


@pytest.mark.slow
def test_two_simultaneous_hands_give_no_side(table: tuple[Film, Callable[..., None]], studio: Studio) -> None:
    film, put = table
    new = studio.next[0]
    put((*studio.game, new), 70, 290)
    assert new.at in film.last_update.handled
    assert new.at not in film.last_update.sides


def test_a_piece_present_from_the_start_has_no_side(
    table: tuple[Film, Callable[..., None]], studio: Studio
) -> None:
    film, _ = table
    assert film.last_update.sides == {}
    assert film.last_update.robber_side is None


@pytest.mark.slow
def test_the_robber_is_reported_with_the_side_the_hand_came_from(
    table: tuple[Film, Callable[..., None]], studio: Studio
) -> None:
    film, _ = table
    spot = position("h2,0")
    for away in np.linspace(9, 0, 7):
        film.shoot(studio.render(None, arm_at(spot, 80, away)))
    for away in np.linspace(0, 9, 7):
        film.shoot(studio.render(None, arm_at(spot, 80, away), robber="h2,0"))
    film.show(studio.render(robber="h2,0"), 2.5)
    assert film.last_update.robber[HexId("h2,0")] > 0.5
    assert angle_difference(film.last_update.robber_side, 80) < TOLERANCE_DEG


class TestWhatMoves:
    PLANE = np.diag([10.0, 10.0, 1.0]) + np.array([[0, 0, 100.0], [0, 0, 100.0], [0, 0, 0]])

    @staticmethod
    def motion(*where: tuple[slice, slice]) -> Motion:
        moved = np.zeros((200, 200), np.bool_)
        for rows, columns in where:
            moved[rows, columns] = True
        return Motion(float(moved.mean()), moved, False, (1.0, 1.0))

    def side(self, *where: tuple[slice, slice]) -> float | None:
        reach = ReachTracker()
        reach.record_motion(self.motion(*where))
        return reach.hand_side_deg(np.array([0.0, 0.0]), self.PLANE)

    def test_bearings_start_at_north_and_go_clockwise(self) -> None:
        assert angle_difference(self.side((slice(30, 80), slice(96, 104))), 0) < 3
        assert angle_difference(self.side((slice(96, 104), slice(120, 170))), 90) < 3

    def test_a_frame_without_motion_has_no_arm(self) -> None:
        assert ReachTracker().hand_side_deg(np.array([0.0, 0.0]), self.PLANE) is None
        assert self.side() is None

    def test_fingers_without_an_arm_give_no_side(self) -> None:
        assert self.side((slice(94, 106), slice(94, 106))) is None

    def test_the_arm_history_restarts_after_a_reading(self) -> None:
        reach = ReachTracker()
        reach.record_motion(self.motion((slice(30, 80), slice(96, 104))))
        reach.record_look()
        assert angle_difference(reach.hand_side_deg(np.array([0.0, 0.0]), self.PLANE), 0) < 3
        reach.record_motion(self.motion((slice(120, 170), slice(96, 104))))
        assert angle_difference(reach.hand_side_deg(np.array([0.0, 0.0]), self.PLANE), 180) < 3

    def test_a_reset_forgets_the_arm(self) -> None:
        reach = ReachTracker()
        reach.record_motion(self.motion((slice(30, 80), slice(96, 104))))
        reach.reset()
        assert reach.hand_side_deg(np.array([0.0, 0.0]), self.PLANE) is None
