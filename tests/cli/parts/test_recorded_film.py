"""The watchers read the same from a recording as from the live camera."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.command import main
from companion.cli.parts.device_access import camera_watchers, open_table, recorder_of
from companion.journal import Entry, Journal, JournalReader
from companion.recording.recorded_table import RecordingWatcher
from companion.sources.camera import Frame
from tests.images import picture_at
from tests.shared_files import FILM, skip_without

FRAME_COUNT = 60
"""Frames: the island, and the first placements."""


@pytest.mark.slow
@skip_without(FILM)
def test_a_recorded_film_replays_to_the_same_entries(tmp_path: Path) -> None:
    shots = [json.loads(line) for line in (FILM / "log.jsonl").read_text().splitlines()]
    now = 0.0
    with Journal.open(tmp_path / "live.db") as journal:
        table = open_table(journal, lambda: 77.7 + now, tmp_path / "recording")
        recorder = recorder_of(table)
        assert recorder is not None
        watch = RecordingWatcher(
            recorder, lambda: camera_watchers("camera", table, "beside", None), table.observe
        )
        sat = json.loads((FILM / "table.json").read_text())
        table.start_game({name: sat[name] for name in ("game", "players", "options")})
        for number, shot in enumerate([shot for shot in shots if "frame" in shot][:FRAME_COUNT]):
            now = shot["t"] + 0.00037
            watch.process(Frame(table.game_time(), picture_at(FILM / shot["frame"]), number))
        # At a recording's end nothing more comes; a replay treats the last state as settled.
        table.conclude()
        table.stop()
    assert main(["replay", str(tmp_path / "recording"), "--journal", str(tmp_path / "again.db")]) == 0
    live, again = (entries(tmp_path / name) for name in ("live.db", "again.db"))
    assert len(live) > 4
    assert again == live


def entries(path: Path) -> tuple[Entry, ...]:
    with JournalReader.open(path) as journal:
        return journal.entries(journal.games()[-1].id)
