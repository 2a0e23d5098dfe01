"""The joint board posterior: neighbours and the box resolve ambiguous sites."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import ENDS, INTERSECTIONS, PATHS, PATHS_AT, SITES, PieceColour, Site, Standing
from vision.board_posterior import joint_posterior
from vision.pieces import STANDINGS

FREE_INTERSECTION = INTERSECTIONS[20]
NEIGHBOUR_INTERSECTION = next(
    i for path in PATHS_AT[FREE_INTERSECTION] for i in ENDS[path] if i != FREE_INTERSECTION
)
ROAD = PATHS_AT[FREE_INTERSECTION][0]


def looks() -> NDArray[np.float64]:
    """Likelihoods of an empty board, clearly seen."""
    found = np.zeros((len(SITES), len(STANDINGS)))
    for n, site in enumerate(SITES):
        for m, standing in enumerate(STANDINGS):
            if standing is None or (standing.kind == "road") == (site in ENDS):
                found[n, m] = 1e-4
        found[n, 0] = 1
    return np.asarray(found / found.sum(axis=1, keepdims=True), np.float64)


def show(found: NDArray[np.float64], site: Site, standing: Standing, share: float) -> None:
    """Give a piece at a site some share of the likelihood; an empty site gets the rest."""
    n = SITES.index(site)
    row = np.where(found[n] > 0, 1e-5, 0.0)
    row[0], row[STANDINGS.index(standing)] = 1 - share, share
    found[n] = row / row.sum()


def p_standing(found: NDArray[np.float64], site: Site, standing: Standing | None) -> float:
    return float(joint_posterior(found)[SITES.index(site), STANDINGS.index(standing)])


RED_ROAD, RED_HOUSE = Standing("road", "red"), Standing("settlement", "red")
BLUE_HOUSE = Standing("settlement", "blue")


def test_an_empty_board_is_read_as_empty_and_rows_add_up_to_one() -> None:
    settled = joint_posterior(looks())
    assert settled.sum(axis=1) == pytest.approx(np.ones(len(SITES)))
    assert (settled[:, 0] > 0.99).all()


def test_no_building_on_a_path_and_no_road_on_an_intersection() -> None:
    settled = joint_posterior(looks())
    for n, site in enumerate(SITES):
        for m, standing in enumerate(STANDINGS):
            if standing is not None and (standing.kind == "road") != (site in ENDS):
                assert settled[n, m] == 0


def test_a_doubtful_road_is_believed_beside_its_own_colour() -> None:
    alone = looks()
    show(alone, ROAD, RED_ROAD, 0.9)
    met = alone.copy()
    show(met, FREE_INTERSECTION, RED_HOUSE, 0.999)
    assert p_standing(met, ROAD, RED_ROAD) > p_standing(alone, ROAD, RED_ROAD) + 0.05


def test_a_doubtful_building_next_to_a_clear_one_is_doubted() -> None:
    alone = looks()
    show(alone, FREE_INTERSECTION, RED_HOUSE, 0.9)
    crowded = alone.copy()
    show(crowded, NEIGHBOUR_INTERSECTION, BLUE_HOUSE, 0.9999)
    assert (
        p_standing(crowded, FREE_INTERSECTION, RED_HOUSE)
        < p_standing(alone, FREE_INTERSECTION, RED_HOUSE) - 0.05
    )


def test_a_clear_piece_stays_even_against_the_rules() -> None:
    found = looks()
    show(found, FREE_INTERSECTION, RED_HOUSE, 0.9999)
    show(found, NEIGHBOUR_INTERSECTION, BLUE_HOUSE, 0.9999)
    assert p_standing(found, FREE_INTERSECTION, RED_HOUSE) > 0.8
    assert p_standing(found, NEIGHBOUR_INTERSECTION, BLUE_HOUSE) > 0.8


def test_a_sixteenth_road_needs_a_clearer_look_than_a_fifteenth() -> None:
    def p_last_road(many: int) -> float:
        found = looks()
        for path in PATHS[: many - 1]:
            show(found, path, RED_ROAD, 0.9999)
        show(found, PATHS[many - 1], RED_ROAD, 0.8)
        return p_standing(found, PATHS[many - 1], RED_ROAD)

    assert p_last_road(18) < p_last_road(15)


def test_a_site_without_evidence_stays_undecided() -> None:
    found = looks()
    n = SITES.index(FREE_INTERSECTION)
    found[n] = np.where(found[n] > 0, 1.0, 0)
    found[n] /= found[n].sum()
    settled = joint_posterior(found)
    assert 0.5 < settled[n, 0] < 0.999


def test_an_unseen_site_is_never_confident() -> None:
    found = looks()
    n = SITES.index(FREE_INTERSECTION)
    assert joint_posterior(found)[n, 0] > 0.99
    found[n] = (found[n] > 0) / (found[n] > 0).sum()
    assert 0.5 < joint_posterior(found)[n].max() <= 0.94


def a_game(found: NDArray[np.float64], colour: PieceColour) -> None:
    """Let five buildings of a colour, each with a road, stand far from each other and from FREE."""
    near = {FREE_INTERSECTION, *(i for path in PATHS_AT[FREE_INTERSECTION] for i in ENDS[path])}
    taken = set(near)
    for at in INTERSECTIONS:
        around = {i for path in PATHS_AT[at] for i in ENDS[path]}
        if not around & taken and len(taken - near) < 40:
            taken |= around
            show(found, at, Standing("settlement", colour), 0.9999)
            show(found, PATHS_AT[at][0], Standing("road", colour), 0.9999)


def test_a_clear_lonely_road_is_believed_among_strewn_pieces_and_doubted_in_a_game() -> None:
    strewn, game = looks(), looks()
    for path in PATHS[::4]:
        show(strewn, path, Standing("road", "white"), 0.9999)
    a_game(game, "blue")
    for found in (strewn, game):
        show(found, ROAD, RED_ROAD, 0.999)
    assert p_standing(strewn, ROAD, RED_ROAD) > 0.8
    assert p_standing(game, ROAD, RED_ROAD) < 0.5


def test_in_a_game_a_road_beside_a_building_of_its_colour_is_believed() -> None:
    game = looks()
    a_game(game, "blue")
    show(game, ROAD, RED_ROAD, 0.999)
    show(game, FREE_INTERSECTION, RED_HOUSE, 0.9)
    assert p_standing(game, ROAD, RED_ROAD) > 0.9
