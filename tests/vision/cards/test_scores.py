"""Regression test of the reading of two cards, on real photos and on drawn decks that nobody has seen.

`python -m tests.score.cards` prints the whole of it.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

import pytest

from tests.score.cards import JudgedCards, deck_photos, drawn_photos, labelled_photos, measure

MIN_ANSWERED_SHARE: Final = 0.94
"""The share of real photos whose common symbol is answered, at least; the aim is 0.90."""
MIN_RIGHT_SHARE: Final = 0.98
"""The share of the answers that is right, at least; the aim is 0.95."""
DRAWN_PAIRS: Final = 16


@pytest.mark.slow
@pytest.mark.smoke
def test_the_first_photo_is_answered(photos: Path) -> None:
    (one,) = measure(islice(labelled_photos(photos), 1))
    assert one.right


@pytest.mark.slow
def test_real_photos_are_read_as_well_as_before(photos: Path) -> None:
    check_shares(measure(labelled_photos(photos)), MIN_ANSWERED_SHARE)


@pytest.mark.slow
def test_drawn_decks_that_nobody_has_seen_are_read_as_well_as_before() -> None:
    check_shares(measure(drawn_photos(DRAWN_PAIRS, seed=1)), 1.0)


@pytest.mark.slow
def test_the_own_deck_is_read_as_well_as_before() -> None:
    check_shares(measure(deck_photos(DRAWN_PAIRS, seed=1)), 1.0)


def check_shares(judged: list[JudgedCards], answered_share: float) -> None:
    answered = [one for one in judged if one.confidence is not None]
    assert len(answered) / len(judged) >= answered_share
    assert sum(one.right for one in answered) / len(answered) >= MIN_RIGHT_SHARE
    assert [one.name for one in judged if one.sure_and_wrong] == []
