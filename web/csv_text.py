"""CSV as spreadsheets read it: every value as what it is, and no text as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

SEPARATORS: Final = {"comma": ",", "semicolon": ";"}
"""By what values are kept apart: spreadsheets of people who write 1,5 expect the semicolon."""
_FORMULAS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
"""A text that begins with one of these would be reckoned with; also as typed in Japanese or Chinese."""
_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""In front of the file, it tells spreadsheets that this is UTF-8."""


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[str | int | None]], separator: str) -> str:
    """A table as the text of a CSV file (RFC 4180), its first line the names of its columns.

    A text that a spreadsheet would take for a formula has an apostrophe in front, by which it knows a text.

    Args:
        columns, rows: what stands in it; None is an empty place.
        separator: the sign between two values.
    """
    written = io.StringIO()
    written.write(_MARK)
    writer = csv.writer(written, delimiter=separator)
    writer.writerow(columns)
    writer.writerows([_as_read(value) for value in row] for row in rows)
    return written.getvalue()


def _as_read(value: str | int | None) -> str | int | None:
    if isinstance(value, str) and value.lstrip(" ").startswith(_FORMULAS):
        return f"'{value}"
    return value
