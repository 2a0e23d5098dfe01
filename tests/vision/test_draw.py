"""The reading drawn on its photo."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from companion.island.geometry import HEXES, INTERSECTIONS, PATHS, HexId, Site, position
from vision.board import read_board
from vision.dice.reading import DieReading
from vision.draw import draw_dice, draw_reading, highlight_place


def test_the_reading_is_drawn_on_a_copy_around_the_hexes(drawn_board: Any) -> None:
    before = drawn_board.picture.copy()
    reading = read_board(drawn_board.picture)
    picture = draw_reading(drawn_board.picture, reading)
    changed = (picture != before).any(axis=2)
    assert (drawn_board.picture == before).all()
    assert picture.shape == before.shape
    rows, columns = np.nonzero(changed)
    at = np.array([seen.at for seen in reading.hexes])
    assert abs(columns.mean() - at[:, 0].mean()) < 40
    assert abs(rows.mean() - at[:, 1].mean()) < 60


def test_the_drawing_contains_no_words(drawn_board: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing contains numbers and symbols only, for readers of any language."""
    written: list[str] = []
    signs: list[str] = []
    monkeypatch.setattr("vision.draw._write", lambda drawn_board, text, *_: written.append(text))
    monkeypatch.setattr("vision.draw.draw_sign", lambda drawn_board, name, *_: signs.append(name))
    reading = read_board(drawn_board.picture)
    draw_reading(drawn_board.picture, reading)
    assert [text for text in written if not re.fullmatch(r"\d+|[23]:1( \d+%)?|\d+%", text)] == []
    assert len(written) >= 18, "each token's number"
    assert len(signs) >= 19 + len(reading.harbors), "each hex's terrain and each harbor's resource"


def test_dice_are_highlighted_and_labelled_with_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[str, tuple[float, float]]] = []
    monkeypatch.setattr("vision.draw._write", lambda drawn_board, text, at, *_: written.append((text, at)))
    photo = np.full((200, 300, 3), 40, np.uint8)
    dice = [
        DieReading((80.0, 120.0), 30.0, {5: 0.9, 6: 0.1}, 1.0),
        DieReading((200.0, 120.0), 30.0, {2: 1.0}, 1.0),
    ]
    draw_dice(photo, dice)
    assert [text for text, _ in written] == ["5", "2"]
    assert all(y < 120 - 30 for _, (_, y) in written), "above the dice, whose pips stay in sight"
    assert (photo[120, 80] == 40).all()
    assert photo[120, 80 + 28].max() > 150
    untouched = photo.copy()
    draw_dice(untouched, [])
    assert (untouched == photo).all()


@pytest.mark.parametrize("at", [HEXES[9], INTERSECTIONS[20], PATHS[30]])
def test_the_place_of_a_question_is_highlighted(at: HexId | Site) -> None:
    photo = np.full((400, 500, 3), 40, np.uint8)
    scale = np.array([60.0, 40.0])
    drawn_board = highlight_place(photo, lambda points: points * scale + (250, 200), at)
    assert (photo == 40).all()
    rows, columns = np.nonzero(drawn_board.max(axis=2) > 150)
    middle = np.array(position(at)) * scale + (250, 200)
    assert abs(columns.mean() - middle[0]) < 3
    assert abs(rows.mean() - middle[1]) < 3
    x, y = np.round(middle).astype(int)
    assert drawn_board[y, x].max() < 60, "what stands there stays in sight"


def test_the_reason_is_drawn_if_there_is_no_island() -> None:
    blank = np.full((300, 1200, 3), 90, np.uint8)
    assert (draw_reading(blank, read_board(blank)) != blank).any()
