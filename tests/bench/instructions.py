"""Millions of instructions of what runs all evening: the same on any machine of a kind, busy or not.

`perf` counts them where it may, else valgrind's callgrind (minutes instead of seconds). One process goes a
path a few times, another more often: what they differ by is the path's, without what starting took.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

TIMES: Final[Mapping[str, tuple[int, int]]] = {
    "journal_folded": (1, 3),
    "board_read": (1, 2),
    "quiet_frame_followed": (10, 30),
    "entry_appended": (10, 110),
}
"""Number of repetitions in each process."""
COUNTERS: Final[Mapping[str, tuple[str, ...]]] = {
    "perf": ("perf", "stat", "-x,", "-e", "instructions:u"),
    "valgrind": ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"),
}
COUNT: Final = re.compile(r"^(\d+),,instructions|Collected : (\d+)", re.M)
"""Of what perf and callgrind say."""


def journal_folded(times: int) -> None:
    """A whole game's journal of JSON, read and folded."""
    from companion.games.base.rules.effects import fold
    from companion.games.base.rules.events import event_from_json, event_to_json
    from tests.bench.rules import random_game

    journal = [json.dumps(event_to_json(event)) for event in random_game(3)]
    for _ in range(times):
        fold(event_from_json(json.loads(line)) for line in journal)


def board_read(times: int) -> None:
    """All of a board in a picture of 1280 x 720, on one thread."""
    import cv2

    from tests.bench.vision import photo
    from vision.board import read_board

    cv2.setNumThreads(1)
    picture = photo(1280, 720)
    for _ in range(times):
        read_board(picture)


def quiet_frame_followed(times: int) -> None:
    """A frame in which nothing changes."""
    from tests.bench.following import follow

    follow(times)


def entry_appended(times: int) -> None:
    """An entry committed to the journal on the disk."""
    from companion.journal import Journal
    from tests.bench.journal import _draft

    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "counted.db") as journal:
        game = journal.begin("base").id
        for number in range(times):
            journal.append(game, [_draft(number)])


PATHS: Final[Mapping[str, Callable[[int], None]]] = {
    path.__name__: path for path in (journal_folded, board_read, quiet_frame_followed, entry_appended)
}


def count_instructions(counter: str, path: str, times: int) -> int | None:
    """Return the instructions of a process with so many repetitions; None if the counter is missing or not
    permitted.
    """
    if shutil.which(counter) is None:
        return None
    # Without this folder before the packages, whose names its modules have.
    command = [*COUNTERS[counter], sys.executable, "-P", "-m", "tests.bench.instructions", path, str(times)]
    around = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, capture_output=True, text=True, env=around, check=False)
    return parse_count(done.stderr) if done.returncode == 0 else None


def parse_count(output: str) -> int | None:
    """Parse the count in a counter's output; None: it wasn't permitted to count."""
    found = COUNT.search(output)
    return int(found[1] or found[2]) if found else None


def measure() -> dict[str, float]:
    """Millions of instructions each time a path is gone."""
    counter = next(
        (name for name in COUNTERS if count_instructions(name, "entry_appended", 0) is not None), None
    )
    if counter is None:
        print("instructions: neither perf nor valgrind may count here", file=sys.stderr)
        return {}
    figures = {}
    for path, (few, many) in TIMES.items():
        less, more = (count_instructions(counter, path, times) for times in (few, many))
        if less is not None and more is not None:
            figures[f"{path}_minstructions_by_{counter}"] = (more - less) / (many - few) / 1e6
    return figures


if __name__ == "__main__":
    PATHS[sys.argv[1]](int(sys.argv[2]))
