"""Packed hands: they add up as hands do and answer queries for all hypotheses in one call."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from companion.games.base.belief.particle_set import (
    CARD_SUPPLY,
    SUPPLY_EXCEEDED,
    hand_sizes,
    hash_hand,
    minimum_counts,
    pack_hand,
    pack_hands,
    unpack_hands,
)


@pytest.fixture
def cards() -> npt.NDArray[np.int8]:
    """Two hundred hypotheses of four hands, some with card debts."""
    return np.random.default_rng(3).integers(-60, 60, (200, 4, 6)).astype(np.int8)


@pytest.fixture
def cards_without_debts(cards: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """The same cards without debts."""
    return np.abs(cards)


def test_packing_and_unpacking_returns_the_hands(cards: npt.NDArray[np.int8]) -> None:
    hands = pack_hands(cards)
    assert hands.shape == (4, 200)
    assert (unpack_hands(hands).transpose(1, 0, 2) == cards).all()


def test_one_hand_is_packed_as_many_are(cards: npt.NDArray[np.int8]) -> None:
    hands = pack_hands(cards)
    assert all(pack_hand(cards[world, 2]) == hands[2, world] for world in range(200))


def test_packed_hands_add_up_as_hands_do(cards: npt.NDArray[np.int8]) -> None:
    more = [3, -2, 0, 1, -5, 1]
    added = pack_hands(cards) + np.uint64(pack_hand(more))
    assert (unpack_hands(added).transpose(1, 0, 2) == cards + np.array(more)).all()


def test_a_paid_debt_leaves_no_trace() -> None:
    hand = np.array([pack_hand([1, 0, 2, 0, 0, 0])], np.uint64)
    owing = hand - np.uint64(pack_hand([0, 1, 3, 0, 0, 0]))
    assert unpack_hands(owing)[0].tolist() == [1, -1, -1, 0, 0, 0]
    assert (owing + np.uint64(pack_hand([0, 1, 3, 0, 0, 0])) == hand).all()


def test_hand_sizes_count_resource_cards_only(cards_without_debts: npt.NDArray[np.int8]) -> None:
    small = (cards_without_debts % 8).astype(np.int8)
    assert (hand_sizes(pack_hands(small)) == small[:, :, :5].sum(2, dtype=int).T).all()


@pytest.mark.parametrize("least", [(0, 0, 0, 0, 0), (1, 0, 4, 0, 2), (19,) * 5])
def test_minimum_counts_match_the_hands_that_meet_them(
    cards: npt.NDArray[np.int8], least: Sequence[int]
) -> None:
    hand = pack_hands(cards)[1]
    assert (minimum_counts(*least).meets_all(hand) == (cards[:, 1, :5] >= least).all(1)).all()


def test_columns_without_a_minimum_match_any_count(cards: npt.NDArray[np.int8]) -> None:
    asked = minimum_counts(None, 2, None, None, 1)
    assert (asked.meets_all(pack_hands(cards)[0]) == (cards[:, 0, [1, 4]] >= [2, 1]).all(1)).all()


def test_more_cards_than_the_supply_exceed_it() -> None:
    full = np.array([CARD_SUPPLY], np.int8)[:, None, :]
    assert not SUPPLY_EXCEEDED.meets_any(pack_hands(full))
    for column in range(6):
        over = full.copy()
        over[0, 0, column] += 1
        assert SUPPLY_EXCEEDED.meets_any(pack_hands(over))


def test_a_hand_hash_is_the_sum_over_its_cards() -> None:
    names = {hash_hand(seat, np.eye(6, dtype=int)[column]) for seat in range(6) for column in range(6)}
    assert len(names) == 36
    assert hash_hand(1, [2, 0, 1]) == (2 * hash_hand(1, [1]) + hash_hand(1, [0, 0, 1])) % 2**64
