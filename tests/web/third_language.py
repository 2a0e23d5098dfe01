"""A third language with few texts, for tests of language files."""

from __future__ import annotations

from pathlib import Path

from web.i18n import CATALOG_FILE

POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "Turn {turn}"
msgstr "Tura {turn}"

msgid "{count} wool"
msgid_plural "{count} wool"
msgstr[0] "{count} wełna"
msgstr[1] "{count} wełny"
msgstr[2] "{count} wełen"
"""


def write_polish(folder: Path) -> Path:
    """Write the file of Polish into a folder for translations; returns the folder."""
    path = folder / "pl" / CATALOG_FILE
    path.parent.mkdir(parents=True)
    path.write_text(POLISH, "utf-8")
    return folder
