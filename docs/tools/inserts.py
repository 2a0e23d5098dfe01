"""Insert generated text into documents, between two invisible markers."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]


def insert_text(document: str, name: str, text: str) -> str:
    """Return the document with `text` between `<!-- name -->` and `<!-- end of name -->`.

    Raises:
        ValueError: the document hasn't both markers once.
    """
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    if document.count(begin) != 1 or document.count(end) != 1:
        raise ValueError(f"the document needs {begin.strip()} and {end}, once each")
    before, _, rest = document.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{text}\n{end}{after}"


def insert(path: str, name: str, text: str) -> None:
    """Insert `text` into a document of this repository."""
    file = ROOT / path
    file.write_text(insert_text(file.read_text("utf-8"), name, text), "utf-8")
