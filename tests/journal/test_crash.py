"""Acknowledged entries outlast a killed process."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.journal import Journal

APPEND_FOR_EVER = """
import sys
from pathlib import Path
from companion.journal import Journal
from companion.journal.entries import draft_entry

with Journal.open(Path(sys.argv[1])) as journal:
    game = journal.latest_game() or journal.begin("base")
    print("open", flush=True)
    while True:
        n = len(journal.entries(game.id)) + 1
        bodies = [{"v": 1, "event": {"n": m, "pad": "." * 500}} for m in (n, n + 1)]
        drafts = [draft_entry(0.0, "tower", 1.0, body) for body in bodies]
        print(journal.append(game.id, drafts, token=f"tower:{n}")[-1].number, flush=True)
"""

ROUNDS = 8


@pytest.mark.slow
def test_every_acknowledged_entry_is_there_after_a_kill(path: Path) -> None:
    chance = random.Random(3)
    acknowledged = 0
    for _ in range(ROUNDS):
        process = subprocess.Popen([sys.executable, "-c", APPEND_FOR_EVER, path], stdout=subprocess.PIPE)
        assert process.stdout is not None
        with process.stdout:
            # It can be opened at once after a kill: the lock went with the process.
            assert process.stdout.readline() == b"open\n"
            first = process.stdout.readline()
            time.sleep(chance.uniform(0.02, 0.4))
            process.send_signal(signal.SIGKILL)
            lines = (first + process.stdout.read()).split(b"\n")[:-1]
        process.wait()
        before, acknowledged = acknowledged, max(acknowledged, *(int(line) for line in lines), 0)
        with Journal.open(path) as journal:
            entries = journal.entries(1)
            assert all(journal.has_token(f"tower:{n}") for n in range(1, acknowledged, 2))
        # At most the one group in flight more, and never half of one.
        assert len(entries) in (acknowledged, acknowledged + 2)
        assert [entry.body["event"]["n"] for entry in entries] == list(range(1, len(entries) + 1))
        acknowledged = len(entries)
    assert acknowledged > before >= 10
