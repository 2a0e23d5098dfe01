"""The deck to print: its symbols, their places on the cards, and the sheets as PDF."""

from __future__ import annotations

import math
import re
import runpy
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.spot_it.deck import SYMBOL_COUNT, build_deck
from companion.sim.deck.cards import RIM, PlacedSymbol, lay_out, symbol_shapes
from companion.sim.deck.drawings import DRAWINGS, PAINTS

TOOL = runpy.run_path(str(Path(__file__).parents[3] / "docs/tools/deck.py"))
CARD_SIZES_MM, LICENCE_NOTICE, PAGE_MM = TOOL["CARD_SIZES_MM"], TOOL["LICENCE_NOTICE"], TOOL["PAGE_MM"]
render_deck = TOOL["render_deck"]


def paint_symbol(name: str) -> NDArray[np.float32]:
    """Paint a symbol on white, 48 x 48, softly."""
    picture = np.full((96, 96, 3), 255, np.uint8)
    for shape in symbol_shapes(name):
        points = np.rint((shape.points * 46 + 48) * 16).astype(np.int32)
        cv2.fillPoly(picture, [points], shape.paint, cv2.LINE_AA, 4)
        if shape.outlined:
            cv2.polylines(picture, [points], True, PAINTS["ink"], 3, cv2.LINE_AA, 4)
    small = cv2.resize(picture, (48, 48), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1), np.float32)


def test_there_is_a_drawing_for_each_symbol_of_the_deck() -> None:
    assert len(DRAWINGS) == SYMBOL_COUNT


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_symbol_fills_the_unit_circle(name: str) -> None:
    reach = max(float(np.linalg.norm(shape.points, axis=1).max()) for shape in symbol_shapes(name))
    assert 0.9 < reach < 1


def test_no_two_symbols_look_alike_in_any_quarter_turn() -> None:
    painted = {name: paint_symbol(name) for name in DRAWINGS}
    alike = [
        (one, other)
        for one, other in combinations(painted, 2)
        for turns in range(4)
        if np.abs(painted[one] - np.rot90(painted[other], turns)).mean() < 12
    ]
    assert alike == []


def test_symbols_of_a_card_neither_overlap_nor_reach_the_rim() -> None:
    for number, card in enumerate(build_deck()):
        symbols = lay_out(card, number)
        assert len(symbols) == 9
        for symbol in symbols:
            assert math.hypot(*symbol.at) + symbol.radius < RIM
        for one, other in combinations(symbols, 2):
            assert math.dist(one.at, other.at) > one.radius + other.radius


def test_a_symbol_is_turned_and_sized_differently_on_each_card() -> None:
    deck = build_deck()
    uses: dict[str, list[PlacedSymbol]] = {}
    for number, card in enumerate(deck):
        for symbol in lay_out(card, number):
            uses.setdefault(symbol.name, []).append(symbol)
    for places in uses.values():
        assert len({place.turn for place in places}) == 9
        assert len({place.radius for place in places}) == 9


@pytest.mark.parametrize("size", CARD_SIZES_MM)
def test_the_sheets_hold_every_card_and_its_back(size: str) -> None:
    file = render_deck(size)
    sheets = re.findall(rb"stream\n(.*?)\nendstream", file, re.DOTALL)
    pages = [sheet for sheet in sheets if LICENCE_NOTICE.encode("cp1252") in sheet]
    assert len(pages) == file.count(b"/Type /Page ")
    unit = b"%.4f 0 0" % (CARD_SIZES_MM[size] / 2 * 72 / 25.4)
    fronts, backs = (sum(page.count(unit) for page in pages[side::2]) for side in (0, 1))
    assert (fronts, backs) == (76, 76)
    assert sum(len(re.findall(rb"/S\d+ Do", page)) for page in pages[::2]) == 73 * 9
    assert not any(b" Do" in page for page in pages[1::2])


@pytest.mark.parametrize("size", CARD_SIZES_MM)
def test_every_card_lies_on_the_page_and_behind_it_is_its_own_back(size: str) -> None:
    file = render_deck(size)
    width, height = (side * 72 / 25.4 for side in PAGE_MM)
    sheets = [sheet for sheet in re.findall(rb"stream\n(.*?)\nendstream", file, re.DOTALL) if b"MIT" in sheet]
    place = re.compile(rb"q (\S+) 0 0 \S+ (\S+) (\S+) cm\n(\S+ \S+ \S+) rg")
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        seen = [(*map(float, found[:3]), found[3]) for found in place.findall(front)]
        behind = {(round(width - float(x)), round(float(y))): paint for _, x, y, paint in place.findall(back)}
        for radius, x, y, paint in seen:
            assert radius < x < width - radius
            assert radius < y < height - radius
            assert behind[round(x), round(y)] == paint


def test_the_file_has_a_table_that_points_at_its_objects() -> None:
    file = render_deck("large")
    assert file.startswith(b"%PDF-")
    start = int(file.rsplit(b"startxref\n", 1)[1].split()[0])
    count = int(file[start:].split(b"\n")[1].split()[1])
    for number, line in enumerate(file[start:].split(b"\n")[3 : 2 + count], 1):
        assert file[int(line[:10]) :].startswith(b"%d 0 obj" % number)


def test_the_tool_writes_both_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    tool = Path(__file__).parents[3] / "docs" / "tools" / "deck.py"
    monkeypatch.setattr("sys.argv", [str(tool), str(tmp_path)])
    runpy.run_path(str(tool), run_name="__main__")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "spot-it-catan-large.pdf", "spot-it-catan-small.pdf",
    ]  # fmt: skip
