"""The labels of licensed photos, and what is drawn from them."""

from __future__ import annotations

import pytest

from vision.training.labels import feasible_shares


def test_kinds_are_drawn_as_often_as_is_said_where_there_are_all() -> None:
    assert feasible_shares((0.36, 0.32, 0.32), ("a", "bb", "c")).tolist() == [0.36, 0.32, 0.32]


def test_a_kind_that_no_photo_of_the_sources_shows_is_never_drawn_and_the_others_in_its_place() -> None:
    assert feasible_shares((0.5, 0.25, 0.25), ([1], [], [2, 3])).round(3).tolist() == [0.667, 0.0, 0.333]


@pytest.mark.slow
def test_of_nothing_nothing_is_drawn() -> None:
    assert not feasible_shares((0.5, 0.5), ((), ())).any()
