"""Write the deck of Spot it! CATAN to print, as PDF in two sizes: `make deck`.

python docs/tools/deck.py [FOLDER]      # build/deck, unless a folder is given
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion.sim.deck.sheets import CARD_SIZES_MM, render_deck

FOLDER = Path(__file__).parents[2] / "build" / "deck"


def main() -> None:
    """Write a file for each size and print its path."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for size, diameter in CARD_SIZES_MM.items():
        path = folder / f"spot-it-catan-{size}.pdf"
        path.write_bytes(render_deck(size))
        print(f"{path}: cards of {diameter:.0f} mm")


if __name__ == "__main__":
    main()
