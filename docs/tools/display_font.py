"""Extract the pages' display font from the whole one: Latin letters, and figures of equal width.

    pip install fonttools brotli
    python docs/tools/display_font.py Vollkorn-ExtraBold.ttf   # of Debian's package fonts-vollkorn, 4.105

Vollkorn's own figures are of text: of several heights, each as wide as it is. Those for tables are in it as
well, under other names; they take the places of the others, so that no style sheet need ask for them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from fontTools.ttLib import TTFont

OUTPUT: Final = Path(__file__).parents[2] / "web" / "static" / "design" / "display.woff2"
OF_NAMES: Final = "ĄąĆćČčĎďĘęĚěĞğİıŁłŃńŇňŐőŒœŘřŚśŞşŠšŤťŮůŰűŸŹźŻżŽžȘșȚț"
LETTERS: Final = (*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, f"{OF_NAMES}‒–—‘’“”„…‹›−≈×"))
"""The letters of languages in Latin script, from Portuguese to Polish and Turkish."""
FIGURES: Final = ("lnum", "tnum")
FEATURES: Final = ("ccmp", "locl")
COPYRIGHT: Final = (0, 13, 14)
"""The font's names that are kept: copyright, licence, and the licence's address."""


def main(source: str) -> None:
    """Build the font."""
    font = TTFont(source)
    _use_tabular_figures(font)
    options = subset.Options(
        flavor="woff2", layout_features=list(FEATURES), hinting=False, name_IDs=list(COPYRIGHT)
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    OUTPUT.parent.mkdir(exist_ok=True)
    subset.save_font(font, str(OUTPUT), options)
    print(f"{OUTPUT.stat().st_size} bytes")


def _use_tabular_figures(font: Any) -> None:
    """Map each figure to its glyph of equal width and height, by the font's features for tables."""
    for feature in FIGURES:
        instead = _single_substitutions(font, feature)
        for table in font["cmap"].tables:
            for code in map(ord, "0123456789"):
                if (glyph := table.cmap.get(code)) is not None:
                    table.cmap[code] = instead.get(glyph, glyph)


def _single_substitutions(font: Any, feature: str) -> dict[str, str]:
    """Return the glyphs that a feature substitutes one for one, by the replaced glyph."""
    gsub = font["GSUB"].table
    lookups = {
        n
        for record in gsub.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for n in record.Feature.LookupListIndex
    }
    found: dict[str, str] = {}
    for number in sorted(lookups):
        for each in gsub.LookupList.Lookup[number].SubTable:
            single = getattr(each, "ExtSubTable", each)
            found |= getattr(single, "mapping", {})
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
