"""Fitting the lattice: from scattered points to the island's plane."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from companion.island.geometry import DIRECTIONS, HEXES, SYMMETRIES
from vision import lattice
from vision.lattice import (
    CENTRES,
    SURROUNDING_CENTRES,
    fit_lattices,
    hex_side,
    inverse,
    orient_north_up,
    project,
    rotate_plane,
    shift_lattice,
    solve_homography,
)

AXES = np.array([[np.sqrt(3), 0], [np.sqrt(3) / 2, 1.5]])


def camera(turn: float, tilt: float) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt) / 15, 1]])
    lens = np.array([[25, 0, 160], [0, 25, 150], [0, 0, 1]])
    return np.asarray(lens @ lean @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))


def hex_width(plane: np.ndarray) -> float:
    """The greatest distance from the middle hex to one beside it, in pixels."""
    beside = project(plane, np.array([[np.sqrt(3), 0], [np.sqrt(3) / 2, 1.5], [-np.sqrt(3) / 2, 1.5]]))
    return float(np.linalg.norm(beside - project(plane, np.zeros((1, 2))), axis=1).max())


def nearest_cell(plane: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """Return the axial coordinates of a lattice's hex at the middle of the true one."""
    middle = project(inverse(plane), project(truth, np.zeros((1, 2))))
    return np.asarray((middle @ np.linalg.inv(AXES)).round()[0])


def same_places(one: np.ndarray, other: np.ndarray) -> float:
    """Return the largest distance between two lattices' hexes in the best orientation."""
    away = np.linalg.norm(project(one, CENTRES)[:, None] - project(other, CENTRES)[None], axis=2)
    return float(away.min(axis=1).max())


@pytest.mark.parametrize("tilt", [0, 25, 45])
@pytest.mark.parametrize("turn", [0, 33, 100, 211])
def test_the_lattice_is_found_at_any_turn_and_tilt(turn: float, tilt: float) -> None:
    truth = camera(np.deg2rad(turn), np.deg2rad(tilt))
    rng = np.random.default_rng(3)
    points = project(truth, CENTRES) + rng.normal(0, 0.8, CENTRES.shape)
    fits = fit_lattices(points, np.ones(len(points)))
    # A lattice sheared along a row has the same points; the true one must be among those offered. Its middle
    # may be any hex.
    planes = [shift_lattice(fit.plane, nearest_cell(fit.plane, truth)) for fit in fits if fit.explained == 19]
    plane = min(planes, key=lambda one: abs(hex_width(one) - hex_width(truth)))
    assert hex_width(plane) == pytest.approx(hex_width(truth), rel=0.1)
    cells = project(inverse(plane), points) @ np.linalg.inv(AXES)
    assert np.abs(cells - cells.round()).max() < 0.2


def test_the_lattice_is_found_despite_missing_hexes_and_false_points() -> None:
    truth = camera(0.4, 0.5)
    rng = np.random.default_rng(5)
    seen = project(truth, CENTRES)[rng.permutation(19)[:13]]
    strays = rng.uniform(0, 320, (6, 2))
    fits = fit_lattices(np.vstack([seen, strays]), np.ones(19))
    assert fits[0].explained >= 10
    assert fits == sorted(fits, key=lambda fit: -fit.support)


def test_three_neighbours_of_a_known_lattice_are_not_fitted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fits: list[int] = []
    solve = lattice.solve_homography

    def count(known: np.ndarray, seen: np.ndarray) -> np.ndarray | None:
        fits.append(len(known))
        return solve(known, seen)

    monkeypatch.setattr(lattice, "solve_homography", count)
    points = project(camera(0.4, 0.5), CENTRES) + np.random.default_rng(5).normal(0, 0.8, CENTRES.shape)
    assert fit_lattices(points, np.ones(19))[0].explained == 19
    # Twelve seeds with eight pairs of neighbours each would take about 300.
    assert 0 < len(fits) < 100


def test_no_lattice_is_found_in_a_few_points_or_in_a_line() -> None:
    line = np.stack([np.arange(12) * 10.0, np.arange(12) * 3.0], axis=1)
    assert fit_lattices(line, np.ones(12)) == []
    assert fit_lattices(CENTRES[:3] * 20, np.ones(3)) == []
    assert fit_lattices(np.zeros((0, 2)), np.zeros(0)) == []


def test_upright_orientation_has_north_on_top_and_moves_no_hex() -> None:
    for sixths in range(6):
        plane = rotate_plane(camera(0.2, 0.3), sixths)
        up = orient_north_up(plane)
        assert same_places(plane, up) < 1e-6
        north, middle = project(up, np.array([[0.0, -1.0], [0.0, 0.0]]))
        assert (middle - north)[1] > 0.85 * np.linalg.norm(north - middle)


def test_rotating_the_plane_rotates_the_ids() -> None:
    plane = camera(0.0, 0.0)
    for sixths in range(6):
        moved = [HEXES.index(SYMMETRIES[sixths](h)) for h in HEXES]
        assert np.allclose(project(rotate_plane(plane, sixths), CENTRES), project(plane, CENTRES)[moved])


def test_shifting_makes_a_neighbour_the_centre() -> None:
    plane = camera(0.1, 0.2)
    east = shift_lattice(plane, np.array(DIRECTIONS["E"]))
    there = HEXES.index("h1,0")
    assert np.allclose(project(east, np.zeros((1, 2)))[0], project(plane, CENTRES)[there])


def test_no_homography_mirrors_the_board_or_lies_behind_the_camera() -> None:
    mirrored = project(camera(0, 0), CENTRES) * [-1, 1]
    assert solve_homography(CENTRES, mirrored) is None
    assert solve_homography(CENTRES, np.tile([5.0, 5.0], (19, 1))) is None


def test_eighteen_positions_surround_the_island() -> None:
    assert SURROUNDING_CENTRES.shape == (18, 2)
    away = np.linalg.norm(SURROUNDING_CENTRES[:, None] - CENTRES[None], axis=2).min(axis=1)
    assert np.allclose(away, np.sqrt(3))


def test_the_hex_side_length_is_local_and_directional() -> None:
    plane = np.array([[40.0, 0.0, 100.0], [0.0, 20.0, 80.0], [0.0, 0.0, 1.0]])
    onto = partial(project, plane)
    assert hex_side(onto) == pytest.approx(40.0)
    assert hex_side(onto, along=np.array([0.0, 1.0])) == pytest.approx(20.0)
    further = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.1, 0.0, 1.0]])
    assert hex_side(partial(project, further), np.array([2.0, 0.0])) < hex_side(partial(project, further))
