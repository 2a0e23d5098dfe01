"""The rolls of a game, one a row, for people who go on reckoning with them in a program of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = str | int | None
"""What stands in a place of a row; None: nothing that anybody knows."""


@dataclass(frozen=True)
class RollList:
    """What was rolled, and what it brought, as everybody may know it.

    Attributes:
        columns: what each place of a row says, in words of small letters and underscores that stay the same
            in every language and version: a new one comes behind the others.
        rows: a roll each, in the order in which they were thrown.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
