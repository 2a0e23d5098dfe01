"""Boards in the background of photos, and photos without any. They are others', kept beside the checkout.

How well the labelled photos of boards are read: `test_scores.py`.
"""

from __future__ import annotations

from pathlib import Path

from tests.images import picture_at
from vision.board import read_board

BOARDS_AMONG_DICE = (227, 232, 245, 264, 267, 274, 282, 297, 301, 315, 319, 324, 338, 343, 356, 366)
PARTS_OF_BOARDS = (199, 206, 215)


def dice_photo(photos: Path, number: int) -> Path:
    return photos / "dice/mixed" / f"dice_{number}_jpg.jpg"


def test_boards_in_the_background_of_dice_are_found(photos: Path) -> None:
    """Small (16 pixels a token), oblique, squeezed to a square; all show the same island."""
    tokens = sorted([2, 12, *[n for n in (3, 4, 5, 6, 8, 9, 10, 11) for _ in range(2)]])
    for number in BOARDS_AMONG_DICE:
        reading = read_board(picture_at(dice_photo(photos, number)))
        assert reading.found, number
        assert sorted(n for n in reading.island.most_likely().numbers if n is not None) == tokens, number


def test_no_island_is_seen_in_pictures_of_dice_and_cards(photos: Path) -> None:
    boards = {dice_photo(photos, number) for number in (*BOARDS_AMONG_DICE, *PARTS_OF_BOARDS)}
    names = {*sorted((photos / "dice").glob("*/*.jpg"))[::6], *sorted((photos / "cards").glob("*.jpg"))[::6]}
    names -= boards
    assert len(names) > 30
    assert [name.name for name in sorted(names) if read_board(picture_at(name)).found] == []
