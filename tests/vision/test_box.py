"""The contents of the box as a prior, which yields to clear pictures."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from companion.island.layout import BOX_TERRAINS
from vision.board_posterior import PRIOR_DOUBT_SHARE, apply_component_prior


def test_the_posterior_sums_over_every_arrangement_of_the_box() -> None:
    likelihoods = np.random.default_rng(0).random((5, 3))
    expected = np.zeros((5, 3))
    for arrangement in set(itertools.permutations([0, 0, 1, 1, 2])):
        weight = np.prod([likelihoods[n, kind] for n, kind in enumerate(arrangement)])
        expected[range(5), arrangement] += weight
    expected /= expected.sum(axis=1, keepdims=True)
    # The remaining share belongs to each place's own look.
    own = likelihoods * [0.4, 0.4, 0.2]
    own /= own.sum(axis=1, keepdims=True)
    expected = (1 - PRIOR_DOUBT_SHARE) * expected + PRIOR_DOUBT_SHARE * own
    assert apply_component_prior(likelihoods, [2, 2, 1], prior_p=1 - 1e-12).shares == pytest.approx(
        expected, abs=1e-6
    )


def test_a_doubtful_place_gets_the_item_left_in_the_box() -> None:
    sure = [t for t, count in enumerate(BOX_TERRAINS.values()) for _ in range(count)]
    likelihoods = np.full((19, 6), 0.001)
    likelihoods[range(19), sure] = 1.0
    likelihoods[0] = [0.2, 0.3, 0.2, 0.2, 0.1, 0.1]
    posterior = apply_component_prior(likelihoods, list(BOX_TERRAINS.values()), prior_p=0.9)
    assert posterior.box_p > 0.9
    assert posterior.shares[0].argmax() == sure[0]
    assert posterior.shares[0].max() > 0.9


def test_the_box_alone_never_gives_certainty() -> None:
    sure = [t for t, count in enumerate(BOX_TERRAINS.values()) for _ in range(count)]
    likelihoods = np.full((19, 6), 1e-6)
    likelihoods[range(19), sure] = 1.0
    likelihoods[0] = 1.0
    shares = apply_component_prior(likelihoods, list(BOX_TERRAINS.values()), prior_p=0.9).shares
    assert 0.9 < shares[0].max() < 0.98
    assert shares[1].max() > 0.999


def test_a_clear_picture_of_another_set_overrules_the_box() -> None:
    likelihoods = np.full((19, 6), 0.001)
    likelihoods[:, 2] = 1.0
    posterior = apply_component_prior(likelihoods, list(BOX_TERRAINS.values()), prior_p=0.9)
    assert posterior.box_p < 0.01
    assert (posterior.shares.argmax(axis=1) == 2).all()


def test_shares_add_up_to_one() -> None:
    likelihoods = np.random.default_rng(1).random((19, 6)) ** 6
    shares = apply_component_prior(likelihoods, list(BOX_TERRAINS.values()), prior_p=0.9).shares
    assert shares.sum(axis=1) == pytest.approx(np.ones(19))


def test_counts_that_do_not_match_the_places_are_rejected() -> None:
    with pytest.raises(ValueError, match="5 things for 4 places"):
        apply_component_prior(np.ones((4, 2)), [3, 2], prior_p=0.9)
