"""Boards in the background of photos, and photos without a board.

How well the labelled photos of boards are read: `test_scores.py`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.images import picture_at
from tests.score.degradations import no_frame, shrink_on_cloth
from tests.score.judging import judge
from tests.score.truth import truth_of
from vision.board import read_board
from vision.lattice import CENTRES, project
from vision.locate import BoardPose, locate, rectify
from vision.network import network
from vision.pictures import shrink_to_limit

BOARDS_AMONG_DICE = (227, 232, 245, 264, 267, 274, 282, 297, 301, 315, 319, 324, 338, 343, 356, 366)
PARTS_OF_BOARDS = (199, 206, 215)


def dice_photo(photos: Path, number: int) -> Path:
    return photos / "dice/mixed" / f"dice_{number}_jpg.jpg"


@pytest.mark.slow
def test_boards_in_the_background_of_dice_are_found(photos: Path) -> None:
    """Small (16 pixels a token), oblique, squeezed to a square; all show the same island."""
    tokens = sorted([2, 12, *[n for n in (3, 4, 5, 6, 8, 9, 10, 11) for _ in range(2)]])
    for number in BOARDS_AMONG_DICE:
        reading = read_board(picture_at(dice_photo(photos, number)))
        assert reading.found, number
        assert sorted(n for n in reading.island.most_likely_layout().numbers if n is not None) == tokens, (
            number
        )


@pytest.mark.slow
def test_no_island_is_found_in_pictures_of_dice_and_cards(photos: Path) -> None:
    boards = {dice_photo(photos, number) for number in (*BOARDS_AMONG_DICE, *PARTS_OF_BOARDS)}
    names = {*sorted((photos / "dice").glob("*/*.jpg"))[::6], *sorted((photos / "cards").glob("*.jpg"))[::6]}
    names -= boards
    assert len(names) > 30
    assert [name.name for name in sorted(names) if read_board(picture_at(name)).found] == []


@pytest.mark.slow
def test_hexes_on_a_grass_like_cloth_are_located_correctly(photos: Path) -> None:
    """Bare hexes on green checks: each look from above would have the island a hex aside, or back."""
    path = photos / "board" / "sculpted" / "wood-3.jpg"
    picture, _ = shrink_to_limit(picture_at(path))
    found = locate(picture, network("finder.onnx"))
    assert isinstance(found, BoardPose)
    checked, plane = no_frame(picture, found.plane, np.random.default_rng(11))
    again = locate(checked, network("finder.onnx"))
    assert isinstance(again, BoardPose)
    assert np.abs(project(np.linalg.inv(plane) @ again.plane, CENTRES) - CENTRES).max() < 0.1
    assert np.abs(again.view.astype(float) - rectify(checked, again.plane)).mean() < 12


@pytest.mark.slow
def test_an_off_centre_tilted_board_is_read_like_a_centred_one(photos: Path) -> None:
    """Another's camera looked through another middle: cut to a part, or laid on a larger picture."""
    path = photos / "board" / "webcam" / "frame-3.jpg"
    picture = picture_at(path)
    aside, move = shrink_on_cloth(picture, np.eye(3), np.random.default_rng(14))
    answers = judge(read_board(aside), truth_of(path, photos).transform(move), aside.shape[1], aside.shape[0])
    assert [str(one) for one in answers if not one.right and one.stage in ("occupancy", "colour")] == []
