"""Write the deck's cards for the page of Spot it! CATAN: `make drawings` (web/static/spot_it/deck.js)."""

from __future__ import annotations

import json
from pathlib import Path

from companion.sim.deck.drawings import DRAWINGS
from companion.sim.deck.svg_paths import card_layouts, symbol_paths

SCRIPT = Path(__file__).parents[2] / "web/static/spot_it/deck.js"
HEAD = """\
// The cards of the deck to print, written by docs/tools/deck_script.py. Don't edit.

/**
 * A path. `line` is 0 for an area, -1 for an outlined area, otherwise the width of a line.
 *
 * @typedef {[paint: string, path: string, line: number]} Shape
 */
/**
 * Lengths in hundredths of the card's radius; the turn in degrees, clockwise.
 *
 * @typedef {[symbol: number, x: number, y: number, radius: number, turn: number]} PlacedSymbol
 */

/**
 * The 73 symbols, each in a circle of radius 100.
 *
 * @type {Shape[][]}
 */
export const SYMBOLS = [
"""
CARDS_HEAD = """\
];

/**
 * The 73 cards with nine symbols each.
 *
 * @type {[kind: string, symbols: PlacedSymbol[]][]}
 */
export const CARDS = [
"""


def deck_script() -> str:
    """Return the text of the script."""
    symbols = [[[shape.paint, shape.path, shape.line] for shape in symbol_paths(name)] for name in DRAWINGS]
    cards = [[card.kind, card.symbols] for card in card_layouts()]
    lines = [f"  {json.dumps(each, separators=(',', ':'))},\n" for each in symbols]
    more = [f"  {json.dumps(each, separators=(',', ':'))},\n" for each in cards]
    return "".join([HEAD, *lines, CARDS_HEAD, *more, "];\n"])


if __name__ == "__main__":
    SCRIPT.write_text(deck_script(), "utf-8")
