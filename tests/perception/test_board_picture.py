"""The camera's picture of a board, for viewers."""

from __future__ import annotations

import cv2
import numpy as np

from companion.perception.camera_watch import WIDTH_PX, BoardPicture
from companion.sources.camera import Frame
from vision.lattice import Points

DARK_PICTURE = np.full((540, 960, 3), 40, np.uint8)


def to_pixels(points: Points) -> Points:
    """A board in the middle of the picture, 50 px a hex side."""
    return np.asarray(points * 50 + (480, 270), np.float64)


def decode_picture(picture: BoardPicture) -> np.ndarray:
    jpeg = picture.jpeg()
    assert jpeg is not None
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image)


def test_there_is_no_picture_before_the_first_frame() -> None:
    assert (BoardPicture().jpeg(), BoardPicture().is_followed) == (None, False)


def test_a_board_that_is_not_found_is_shown_unchanged() -> None:
    picture = BoardPicture()
    assert list(picture.process(Frame(1.0, DARK_PICTURE, 1))) == []
    assert not picture.is_followed
    assert decode_picture(picture).shape == (360, WIDTH_PX, 3)
    assert decode_picture(picture).max() < 60


def test_a_tracked_board_is_highlighted() -> None:
    picture = BoardPicture()
    picture.get_projection = lambda: to_pixels
    picture.process(Frame(1.0, DARK_PICTURE, 1))
    assert picture.is_followed
    assert decode_picture(picture)[120:240, 220:420].max() > 150
    assert decode_picture(picture)[:20, :20].max() < 60
