"""The reading drawn on its photo."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.board import read_board
from vision.draw import draw_reading


def test_draws_on_a_copy_around_the_hexes(drawn: Any) -> None:
    before = drawn.picture.copy()
    reading = read_board(drawn.picture)
    picture = draw_reading(drawn.picture, reading)
    changed = (picture != before).any(axis=2)
    assert (drawn.picture == before).all()
    assert picture.shape == before.shape
    rows, columns = np.nonzero(changed)
    at = np.array([seen.at for seen in reading.hexes])
    assert abs(columns.mean() - at[:, 0].mean()) < 40
    assert abs(rows.mean() - at[:, 1].mean()) < 60


def test_writes_the_reason_where_there_is_no_island() -> None:
    blank = np.full((300, 1200, 3), 90, np.uint8)
    assert (draw_reading(blank, read_board(blank)) != blank).any()
