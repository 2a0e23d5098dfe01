"""Labels of licensed photos, and samples from them."""

from __future__ import annotations

import pytest

from vision.training.labels import feasible_shares


def test_kinds_are_sampled_with_their_given_frequency() -> None:
    assert feasible_shares((0.36, 0.32, 0.32), ("a", "bb", "c")).tolist() == [0.36, 0.32, 0.32]


def test_a_kind_without_photos_is_never_sampled() -> None:
    assert feasible_shares((0.5, 0.25, 0.25), ([1], [], [2, 3])).round(3).tolist() == [0.667, 0.0, 0.333]


@pytest.mark.slow
def test_an_empty_source_gives_no_samples() -> None:
    assert not feasible_shares((0.5, 0.5), ((), ())).any()
