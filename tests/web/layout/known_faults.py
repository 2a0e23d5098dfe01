"""The known layout faults: `known_faults.tsv`, a line for each fault of a state."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

TABLE: Final = Path(__file__).with_suffix(".tsv")
COLUMNS: Final = ["reason", "state", "check", "part", "language", "looks"]
"""`looks`: each in the form of `Look`, separated by commas."""


@cache
def _lines() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def known_faults(state: str, language: str, looks: Iterable[Any]) -> set[tuple[str, str, str]]:
    """Return the faults of a state in a language: check, part, and look."""
    asked = {f"{look}" for look in looks}
    return {
        (line["check"], line["part"], look)
        for line in _lines()
        if (line["state"], line["language"]) == (state, language)
        for look in line["looks"].split(", ")
        if look in asked
    }
