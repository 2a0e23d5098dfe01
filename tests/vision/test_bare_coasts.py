"""A coast similar to the bare ones of its picture is more likely bare; others are unchanged."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.score.judging import judge
from tests.score.rendered import case
from tests.score.truth import from_label
from vision.board import read_board
from vision.board_posterior import bare_coast_odds

SAND, ROAD = np.array([80.0, -1.0, 22.0]), np.array([57.0, 20.0, 35.0])


def coasts(*colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Coasts of one colour each, all strips alike."""
    return np.array([[colour] * 3 for colour in colours])


def test_a_coast_similar_to_bare_coasts_is_more_likely_bare() -> None:
    odds = bare_coast_odds(coasts(*[SAND] * 9), np.array([False, *[True] * 8]))
    assert odds[0] > 20


def test_a_coast_unlike_bare_coasts_is_unchanged() -> None:
    odds = bare_coast_odds(coasts(ROAD, *[SAND] * 8), np.array([False, *[True] * 8]))
    assert odds[0] == 1


def test_the_effect_decreases_with_the_distance_from_bare_coasts() -> None:
    looks = coasts(*(SAND + np.array([0, 0, off]) for off in (0, 2, 4, 9)), *[SAND] * 8)
    odds = bare_coast_odds(looks, np.array([*[False] * 4, *[True] * 8]))
    assert odds[0] > odds[1] > odds[2] > odds[3] == 1


def test_a_road_that_reaches_only_the_land_beside_a_path_is_no_bare_coast() -> None:
    aside = coasts(SAND, *[SAND] * 8)
    aside[0, 2] = ROAD
    assert bare_coast_odds(aside, np.array([False, *[True] * 8]))[0] == 1


def test_few_bare_coasts_have_no_effect() -> None:
    odds = bare_coast_odds(coasts(*[SAND] * 9), np.array([*[False] * 4, *[True] * 5]))
    assert (odds == 1).all()


@pytest.mark.slow
def test_pale_printed_sand_is_no_orange_road() -> None:
    pale = case(1)
    reading = read_board(pale.picture)
    truth = from_label(pale.label)
    answers = judge(reading, truth, pale.picture.shape[1], pale.picture.shape[0])
    assert [str(one) for one in answers if one.stage == "occupancy" and not one.right] == []
