"""Extract the pages' display font from the whole one: Latin letters, and figures of equal width.

    pip install fonttools brotli
    python docs/tools/display_font.py Vollkorn-ExtraBold.ttf   # of Debian's package fonts-vollkorn, 4.105

Vollkorn's own figures are of text: of several heights, each as wide as it is. Those for tables are in it as
well, under other names; they take the places of the others, so that no style sheet need ask for them.

There are two files. Browsers load the one of other languages only for a page with one of its letters. The
program prints its ranges for `design/tokens.css`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER: Final = Path(__file__).parents[2] / "web" / "static" / "design"
OF_NAMES: Final = "ĄąĆćČčĎďĘęĚěĞğİıŁłŃńŇňŐőŒœŘřŚśŞşŠšŤťŮůŰűŸŹźŻżŽžȘșȚț"
LETTERS: Final = (*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, f"{OF_NAMES}‒–—‘’“”„…‹›−≈×"))
"""The letters of languages in Latin script, from Portuguese to Polish and Turkish."""
OF_ENGLISH_AND_FRENCH: Final = frozenset(
    (*range(0x20, 0x7F), *map(ord, "ÀÂÆÇÉÈÊËÎÏÔÙÛÜŒàâæçéèêëîïôùûüÿœ\u00a0°·×«»‒–—‘’“”„…‹›−≈"))
)
"""The letters and signs of the languages that pages come in."""
FIGURES: Final = ("lnum", "tnum")
FEATURES: Final = ("ccmp", "locl")
COPYRIGHT: Final = (0, 13, 14)
"""The font's names that are kept: copyright, licence, and the licence's address."""


def main(source: str) -> None:
    """Build both files."""
    others = sorted({*LETTERS} - OF_ENGLISH_AND_FRENCH)
    _build(source, sorted(OF_ENGLISH_AND_FRENCH), FOLDER / "display.woff2")
    _build(source, others, FOLDER / "display_other.woff2")
    print(f"unicode-range: {', '.join(_ranges(others))};")


def _build(source: str, letters: Sequence[int], output: Path) -> None:
    font = TTFont(source)
    _use_tabular_figures(font)
    options = subset.Options(
        flavor="woff2", layout_features=list(FEATURES), hinting=False, name_IDs=list(COPYRIGHT)
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    subset.save_font(font, str(output), options)
    print(f"{output.name}: {output.stat().st_size} bytes")


def _ranges(letters: Sequence[int]) -> Iterator[str]:
    """Yield the ranges of sorted code points as style sheets write them."""
    starts = [letter for letter in letters if letter - 1 not in letters]
    ends = [letter for letter in letters if letter + 1 not in letters]
    for start, end in zip(starts, ends, strict=True):
        yield f"U+{start:X}" if start == end else f"U+{start:X}-{end:X}"


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
