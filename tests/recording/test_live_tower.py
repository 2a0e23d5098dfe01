"""A tower on a real serial line, unplugged in between: its recording replays the same rolls."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.recording.recorded_table import RecordedTable
from companion.recording.recorder import Recorder
from companion.sources.tower.source import TowerSource
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower
from tests.recording.conftest import MEMORY, PLAYERS, ReplayedEvening, history
from tests.table_setup import FOUNDING


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 90
    while not true():
        if time.monotonic() > until:
            pytest.fail("this never came")
        time.sleep(0.02)


def test_the_rolls_of_a_tower_on_a_line_are_replayed() -> None:
    stop = threading.Event()
    with tempfile.TemporaryDirectory(dir=MEMORY) as kept, VirtualTower() as tower:
        folder = Path(kept)
        driver = threading.Thread(target=tower.run, args=(stop,))
        driver.start()
        with Journal.open(folder / "journal.db") as journal:
            recorder = Recorder(folder / "recording", time.monotonic)
            table = RecordedTable(journal, recorder)
            source = TowerSource(
                tower.port,
                monotonic=recorder.turnstile.monotonic_time,
                gate=recorder.receive_bytes,
                retry_every=0.05,
            )
            table.start([source])
            try:

                def throw(a: int, b: int) -> None:
                    before = entry_count()
                    wait_until(lambda: tower.roll(a, b) is not None)
                    tower.empty_pockets()
                    wait_until(lambda: entry_count() > before and tower.waiting == 0)

                def entry_count() -> int:
                    return len(table.session.entries) if table.session is not None else 0

                wait_until(lambda: tower.is_counting)
                table.start_game(
                    {"game": "base", "players": PLAYERS, "layout": first_game_layout().to_json()}
                )
                for piece, at in FOUNDING:
                    table.submit({"kind": "place", "piece": piece, "at": at})
                throw(3, 4)
                table.submit({"kind": "end_turn"})
                throw(1, 2)
                tower.unplug()
                tower.plug()
                throw(6, 5)
            finally:
                table.stop()
                stop.set()
                driver.join()
            live = history(journal.entries(journal.games()[-1].id))
        replayed = ReplayedEvening(folder / "recording")
    assert replayed.recorded_entries == live
    assert [body["event"]["dice"] for *_, body in live if body["event"]["kind"] == "roll"] == [
        [3, 4],
        [1, 2],
        [6, 5],
    ]
