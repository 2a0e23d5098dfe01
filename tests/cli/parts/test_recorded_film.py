"""The watchers read the same from a recording as from the live camera."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.cli.command import main
from companion.cli.parts.device_access import camera_watchers, open_table, recorder_of
from companion.journal import Entry, Journal, JournalReader
from companion.recording.recorded_table import RecordingWatcher
from companion.sources.camera import Frame
from tests.images import picture_at
from tests.measure.throws import DrawnSet
from tests.shared_files import FILM, skip_without
from vision.dice.resources import RESOURCES
from vision.training.resources.faces import MANNERS

FRAME_COUNT = 60
"""Frames: the island, and the first placements."""
FPS = 10
"""Frames of a filmed throw per second."""


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


@pytest.mark.slow
def test_a_recorded_dice_game_replays_with_the_set_that_the_table_has_learned(tmp_path: Path) -> None:
    rng = np.random.default_rng(11)
    drawn, learned_dice, now = DrawnSet.draw(MANNERS[2], rng), tmp_path / "live-dice.json", 0.0
    learned = drawn.learn(rng)
    learned.save(learned_dice)
    tops = [4, 0, 2]
    with Journal.open(tmp_path / "live.db") as journal:
        recording = tmp_path / "recording"
        table = open_table(journal, lambda: now, recording, learned_dice=lambda: learned_dice)
        recorder = recorder_of(table)
        assert recorder is not None
        watchers = partial(camera_watchers, "camera", table, "anywhere", load_faces=lambda: learned)
        watch = RecordingWatcher(recorder, watchers, table.observe)
        seats = [{"name": name, "colour": colour} for name, colour in (("Ana", "red"), ("Ben", "blue"))]
        table.start_game({"game": "dice_game", "players": seats})
        tray, thrown = (drawn.photograph(faces, 60, 10, rng) for faces in ([], tops))
        for number in range(FRAME_COUNT):
            now = number / FPS
            watch.process(Frame(table.game_time(), tray if now < 1 else thrown, number))
        table.stop()
    # The table learns another set later: the recording keeps that of its game.
    learned_dice.unlink()
    command = ["replay", str(recording), "--dice-area", "anywhere", "--journal"]
    assert main([*command, str(tmp_path / "again.db")]) == 0
    live = entries(tmp_path / "live.db")
    assert [RESOURCES[top] for top in tops] in [entry.body.get("event", {}).get("dice") for entry in live]
    assert entries(tmp_path / "again.db") == live
    setup = json.loads((recording / "table.json").read_text())
    del setup["learned_dice"]
    (recording / "table.json").write_text(json.dumps(setup))
    assert main([*command, str(tmp_path / "unknown.db")]) == 0
    assert entries(tmp_path / "unknown.db") != live


def entries(path: Path) -> tuple[Entry, ...]:
    with JournalReader.open(path) as journal:
        return journal.entries(journal.games()[-1].id)
