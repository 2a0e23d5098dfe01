"""A made-up language that marks its texts, so that an untranslated word on a page is visible."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from web.i18n import CATALOG_FILE, TRANSLATIONS_FOLDER

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "tools"))

import catalogues

MARKED_LANGUAGE: Final = "eo"
"""The code by which browsers ask for it."""


def write_marked_language(folder: Path) -> Path:
    """Write the file of a language in which every text is between ⟦ and ⟧.

    Args:
        folder: for translations, a folder for each language.

    Returns:
        The same folder.
    """
    catalog = Catalog(locale=MARKED_LANGUAGE)
    # To gather the texts from the code takes seconds: a slow test proves that the French catalogue has all.
    for each in catalogues.read_catalogue(TRANSLATIONS_FOLDER / "fr" / CATALOG_FILE):
        if each.id:
            forms = [each.id] if isinstance(each.id, str) else each.id
            marks = tuple(f"⟦{form}⟧" for form in forms)
            catalog.add(each.id, marks if len(marks) > 1 else marks[0], context=each.context)
    written = io.BytesIO()
    write_po(written, catalog)
    path = folder / MARKED_LANGUAGE / CATALOG_FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(written.getvalue())
    return folder
