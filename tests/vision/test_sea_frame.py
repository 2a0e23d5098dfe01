"""The sea frame as a prior on harbors: sums over all frames, and gives way where the picture is clear."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import COAST
from companion.island.layout import BOX_HARBORS, HARBOR_KINDS, HarborKind
from companion.island.setups import frame_harbors
from vision import sea_frame

CLEAR_SHARE, FAINT_SHARE = 1.0, 0.02
PRINTED_HARBORS: dict[int, HarborKind] = {
    0: "generic", 3: "grain", 7: "ore", 10: "generic", 13: "wool", 17: "generic", 20: "generic", 23: "brick",
    27: "lumber",
}  # fmt: skip


def coast_likelihoods(laid: dict[int, HarborKind], faint: float = FAINT_SHARE) -> NDArray[np.float64]:
    """Likelihoods of each path with harbors at some of them, all in clear sight."""
    likelihoods = np.full((len(COAST), 1 + len(HARBOR_KINDS)), faint)
    likelihoods[:, 0] = CLEAR_SHARE
    for path, kind in laid.items():
        likelihoods[path] = faint
        likelihoods[path, 1 + HARBOR_KINDS.index(kind)] = CLEAR_SHARE
    return likelihoods


def hide(likelihoods: NDArray[np.float64], *paths: int) -> NDArray[np.float64]:
    hidden = likelihoods.copy()
    hidden[list(paths)] = 1.0
    return hidden


def most_likely_harbors(shares: NDArray[np.float64]) -> dict[int, HarborKind]:
    return {n: HARBOR_KINDS[k - 1] for n, k in enumerate(shares.argmax(axis=1)) if k}


def test_the_first_game_frame_can_be_assembled_from_its_pieces() -> None:
    assert {COAST.index(path): kind for path, kind in frame_harbors()} == PRINTED_HARBORS


def test_a_frame_in_clear_sight_is_believed() -> None:
    shares = sea_frame.apply_frame_prior(coast_likelihoods(PRINTED_HARBORS))
    assert most_likely_harbors(shares) == PRINTED_HARBORS
    assert shares.max(axis=1).min() > 0.95


def test_shares_add_up_to_one() -> None:
    rng = np.random.default_rng(3)
    shares = sea_frame.apply_frame_prior(rng.random((len(COAST), 7)) + 1e-3)
    assert shares.sum(axis=1) == pytest.approx(np.ones(len(COAST)))
    assert shares.min() >= 0


@pytest.mark.parametrize("turn", range(6))
def test_the_frame_is_read_at_each_of_the_six_turns_of_the_island(turn: int) -> None:
    laid = {(path + sea_frame.SIDE_PATHS * turn) % len(COAST): kind for path, kind in PRINTED_HARBORS.items()}
    assert most_likely_harbors(sea_frame.apply_frame_prior(coast_likelihoods(laid))) == laid


def test_hidden_harbors_are_inferred_from_the_others_but_never_certain() -> None:
    shares = sea_frame.apply_frame_prior(hide(coast_likelihoods(PRINTED_HARBORS), 12, 13, 14, 27))
    assert most_likely_harbors(shares) == PRINTED_HARBORS
    assert 0.88 < shares[13].max() < 0.95
    assert 1 - shares[13, 0] < 0.95


def test_a_hidden_side_that_fits_two_frame_pieces_is_uncertain() -> None:
    shares = sea_frame.apply_frame_prior(
        hide(coast_likelihoods(PRINTED_HARBORS), *range(5, 10), *range(15, 20))
    )
    ore, generic = 1 + HARBOR_KINDS.index("ore"), 1 + HARBOR_KINDS.index("generic")
    for path in (7, 17):
        assert shares[path, ore] == pytest.approx(shares[path, generic], abs=0.02)
        assert 0.05 < shares[path, 0] < 0.06


def test_harbor_tokens_may_be_in_any_order_on_a_frame() -> None:
    kinds = [kind for kind, count in BOX_HARBORS.items() for _ in range(count)]
    laid = dict(zip(PRINTED_HARBORS, np.random.default_rng(5).permutation(kinds).tolist(), strict=True))
    assert most_likely_harbors(sea_frame.apply_frame_prior(coast_likelihoods(laid, faint=0.004))) == laid


def test_clear_harbors_that_fit_no_frame_are_read() -> None:
    laid: dict[int, HarborKind] = {
        1: "ore",
        4: "ore",
        9: "ore",
        14: "wool",
        16: "wool",
        21: "wool",
        26: "brick",
    }
    assert most_likely_harbors(sea_frame.apply_frame_prior(coast_likelihoods(laid, faint=0.004))) == laid


def test_the_harbors_of_the_box_are_read_at_unprinted_places_even_if_one_is_hidden() -> None:
    laid = {path + (1 if path in (3, 10) else 0): kind for path, kind in PRINTED_HARBORS.items()}
    assert most_likely_harbors(sea_frame.apply_frame_prior(coast_likelihoods(laid, faint=0.004))) == laid
    hidden = sea_frame.apply_frame_prior(hide(coast_likelihoods(laid, faint=0.004), 23))
    assert hidden[23, 1 + HARBOR_KINDS.index("brick")] > 0.5


def test_no_harbor_is_reported_if_none_is_seen() -> None:
    assert most_likely_harbors(sea_frame.apply_frame_prior(coast_likelihoods({}, faint=0.004))) == {}


def test_an_uninformative_picture_leaves_harbors_uncertain() -> None:
    shares = sea_frame.apply_frame_prior(np.ones((len(COAST), 7)))
    assert shares[:, 1:].max() < 0.5


def test_the_frame_corrects_one_misread_sign() -> None:
    misread = coast_likelihoods(PRINTED_HARBORS, faint=0.01)
    brick, lumber = 1 + HARBOR_KINDS.index("brick"), 1 + HARBOR_KINDS.index("lumber")
    misread[27, brick], misread[27, lumber] = 1.0, 0.2
    shares = sea_frame.apply_frame_prior(misread)
    assert most_likely_harbors(shares) == PRINTED_HARBORS


def test_the_sum_over_deals_equals_their_enumeration() -> None:
    rng = np.random.default_rng(11)
    ratios = rng.random((len(COAST), len(HARBOR_KINDS))) * 3
    kinds = [k for k, kind in enumerate(HARBOR_KINDS) for _ in range(BOX_HARBORS[kind])]
    deals = np.array(sorted(set(permutations(kinds))))
    total, shares = 0.0, np.zeros_like(ratios)
    for places in sea_frame.HARBOR_LAYOUTS:
        weights = ratios[places, deals].prod(axis=1)
        total += weights.sum()
        for at, place in enumerate(places):
            shares[place] += np.bincount(deals[:, at], weights, len(HARBOR_KINDS))
    evidence, summed = sea_frame.evaluate_dealt_harbors(ratios)
    assert evidence == pytest.approx(np.log(total / (len(sea_frame.HARBOR_LAYOUTS) * len(deals))))
    assert summed[:, 1:] == pytest.approx(shares / total)


def test_scattered_harbors_are_summed_over_all_nonadjacent_places() -> None:
    evidence, shares = sea_frame.evaluate_scattered_harbors(np.ones((len(COAST), len(HARBOR_KINDS))))
    assert evidence == pytest.approx(0)
    assert shares[:, 1:].sum() == pytest.approx(9)
    # Of places of which only nine count, there is but one choice: as if all frames were that one.
    only = np.zeros((len(COAST), len(HARBOR_KINDS)))
    only[sea_frame.HARBOR_LAYOUTS[0]] = np.random.default_rng(2).random((9, len(HARBOR_KINDS)))
    assert sea_frame.evaluate_scattered_harbors(only)[1] == pytest.approx(
        sea_frame.evaluate_dealt_harbors(only)[1]
    )
    beside = np.zeros_like(only)
    beside[[*range(0, 18, 2), 5]] = 1
    assert sea_frame.evaluate_scattered_harbors(beside)[1][5, 0] == pytest.approx(1)
