"""The rolls of a game as a table, for analysis in other programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = str | int | None
"""A value in a row; None: unknown."""


@dataclass(frozen=True)
class RollList:
    """The rolls and their results, as public knowledge.

    Attributes:
        columns: column names in snake_case, the same in every language and version; new columns are appended.
        rows: one roll each, in the order in which they were thrown.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
