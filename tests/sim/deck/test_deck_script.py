"""The deck's cards as SVG paths: the page's script shows the deck that is printed."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from companion.games.spot_it.deck import build_deck
from companion.sim.deck.drawings import DRAWINGS

ROOT = Path(__file__).parents[3]
TOOL = runpy.run_path(str(ROOT / "docs/tools/deck_script.py"))
UNIT, card_layouts, symbol_paths = TOOL["UNIT"], TOOL["card_layouts"], TOOL["symbol_paths"]
NUMBER = re.compile(r"(?<![#\w])-?\d+")
TOLERANCE = 2
"""Libraries for other processors round differently."""


@pytest.mark.slow
def test_the_pages_script_is_the_generated_one() -> None:
    generated, stored = TOOL["deck_script"](), TOOL["SCRIPT"].read_text("utf-8")
    assert NUMBER.sub("0", generated) == NUMBER.sub("0", stored)
    pairs = zip(NUMBER.findall(generated), NUMBER.findall(stored), strict=True)
    assert [pair for pair in pairs if abs(int(pair[0]) - int(pair[1])) > TOLERANCE] == []


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_ends_of_a_symbols_paths_lie_in_its_circle(name: str) -> None:
    for shape in symbol_paths(name):
        # The radii and flags of arcs are no places.
        path = re.sub(r"A\d+ \d+ -?\d+ \d \d ", " ", shape.path)
        numbers = [int(each) for each in re.findall(r"-?\d+", path)]
        places = list(zip(numbers[::2], numbers[1::2], strict=True))
        assert places
        assert max(x * x + y * y for x, y in places) <= (1.1 * UNIT) ** 2


@pytest.mark.slow
def test_each_card_has_the_symbols_of_the_deck() -> None:
    cards = card_layouts()
    assert [card.kind for card in cards] == [card.kind for card in build_deck()]
    for drawn, card in zip(cards, build_deck(), strict=True):
        assert tuple(sorted(symbol for symbol, *_ in drawn.symbols)) == card.symbols
