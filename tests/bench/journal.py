"""Measures the speed of the journal on the temporary files' disk."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from companion.journal import Entry, Journal
from companion.journal.entries import draft_entry
from companion.journal.history import resolve

APPENDS = 200
ENTRIES = 1000
ROUNDS = 5


def measure() -> dict[str, float]:
    """Milliseconds: a committed append (median and 99th percentile); reading a game of 1000 entries,
    the events that hold in it, and opening a journal of 20 such games (medians)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        with Journal.open(path) as journal:
            game = journal.begin("base").id
            appends = sorted(_time_call_ms(lambda: journal.append(game, [_draft(0)])) for _ in range(APPENDS))
            long_game = journal.begin("base", [_draft(number) for number in range(ENTRIES)]).id
            reads = [_time_call_ms(lambda: journal.entries(long_game)) for _ in range(ROUNDS)]
            entries: tuple[Entry, ...] = journal.entries(long_game)
            folds = [_time_call_ms(lambda: resolve(entries)) for _ in range(ROUNDS)]
            for _ in range(19):
                journal.begin("base", [_draft(number) for number in range(ENTRIES)])
        opens = [_time_call_ms(lambda: Journal.open(path).close()) for _ in range(ROUNDS)]
    return {
        "journal: append, ms": median(appends),
        "journal: append, 99th percentile, ms": appends[int(APPENDS * 0.99)],
        "journal: read 1000 entries, ms": median(reads),
        "journal: events that hold of 1000 entries, ms": median(folds),
        "journal: open with 20 games of 1000 entries, ms": median(opens),
    }


def _draft(number: int) -> Entry:
    event = {"kind": "resources_gained", "player": "red", "cards": {"wood": 1, "brick": number % 3}}
    return draft_entry(float(number), "tablet", 0.98, {"v": 1, "event": event})


def _time_call_ms(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return (perf_counter() - start) * 1000
