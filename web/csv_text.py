"""CSV for spreadsheets: every value keeps its type, and no text becomes a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

SEPARATORS: Final = {"comma": ",", "semicolon": ";"}
"""Separators by name: spreadsheets with a decimal comma expect the semicolon."""
_FORMULA_PREFIXES: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
"""Prefixes that make a spreadsheet evaluate a text; some are full-width, as typed in Japanese or Chinese."""
_BYTE_ORDER_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Marks the file as UTF-8 for spreadsheets."""


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[str | int | None]], separator: str) -> str:
    """Return a table as the text of a CSV file (RFC 4180) with a header line.

    A text that a spreadsheet would evaluate as a formula gains a leading apostrophe, which marks text.

    Args:
        columns, rows: the cells; None leaves a cell empty.
        separator: the character between two values.
    """
    buffer = io.StringIO()
    buffer.write(_BYTE_ORDER_MARK)
    writer = csv.writer(buffer, delimiter=separator)
    writer.writerow(columns)
    writer.writerows([_escape_formula(value) for value in row] for row in rows)
    return buffer.getvalue()


def _escape_formula(value: str | int | None) -> str | int | None:
    if isinstance(value, str) and value.lstrip(" ").startswith(_FORMULA_PREFIXES):
        return f"'{value}"
    return value
