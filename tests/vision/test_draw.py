"""The reading drawn on its photo."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

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


def test_what_is_drawn_needs_no_language(drawn: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers and signs: whoever looks at it may speak any."""
    written: list[str] = []
    signs: list[str] = []
    monkeypatch.setattr("vision.draw._write", lambda drawn, text, *_: written.append(text))
    monkeypatch.setattr("vision.draw.draw_sign", lambda drawn, name, *_: signs.append(name))
    reading = read_board(drawn.picture)
    draw_reading(drawn.picture, reading)
    assert [text for text in written if not re.fullmatch(r"\d+|[23]:1( \d+%)?|\d+%", text)] == []
    assert len(written) >= 18, "each token's number"
    assert len(signs) >= 19 + len(reading.harbors), "each hex's terrain and each harbor's resource"


def test_writes_the_reason_where_there_is_no_island() -> None:
    blank = np.full((300, 1200, 3), 90, np.uint8)
    assert (draw_reading(blank, read_board(blank)) != blank).any()
