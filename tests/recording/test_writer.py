"""Writing a recording: nothing is overwritten, and the game continues after any failure."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.recording import reader
from companion.recording.reader import free_folder
from companion.recording.recorder import INTERRUPTED_NOTICE, JOINED_GAME_NOTICE, NEXT_GAME_NOTICE
from tests.recording.conftest import BEAT, HELLO, PLAYERS, RecordedEvening, ReplayedEvening, picture
from tests.table_views import view


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    wanted = tmp_path / "evening"
    assert free_folder(wanted) == wanted
    wanted.mkdir()
    assert free_folder(wanted) == wanted
    (wanted / "log.jsonl").touch()
    assert free_folder(wanted) == tmp_path / "evening-2"
    (tmp_path / "evening-2").touch()
    assert free_folder(wanted) == tmp_path / "evening-3"


def test_a_recording_follows_the_published_format(evening: RecordedEvening) -> None:
    evening.hear(HELLO + BEAT)
    evening.begin(founded=False)
    evening.wait(1.25)
    evening.see(picture(70, 110))
    evening.wait(1.0)
    evening.enter({"kind": "place", "piece": "settlement", "at": "i4,1"})
    folder = evening.folder / "recording"
    table = json.loads((folder / "table.json").read_text())
    assert table == {"format": 1, "game": "base", "options": {}, "players": PLAYERS, "calibration": None}
    layout, tower, frame, entered = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    assert layout["input"]["kind"] == "correct"
    assert sorted(tower) == ["serial", "t"]
    assert frame == {"t": 1.25, "frame": "frames/000000.jpg"}
    assert entered == {"t": 2.25, "input": {"kind": "place", "piece": "settlement", "at": "i4,1"}}
    assert (folder / "frames/000000.jpg").read_bytes()[:3] == b"\xff\xd8\xff"


def test_a_drawn_island_is_recorded(evening: RecordedEvening) -> None:
    evening.table.start_game({"game": "base", "players": PLAYERS})
    evening.table.submit({"kind": "lay_island", "as": "drawn"})
    evening.table.submit({"kind": "lay_island"})
    replayed = ReplayedEvening(evening.folder / "recording")
    assert replayed.recorded_entries == evening.recorded_entries()
    assert "layout_set" in str(replayed.recorded_entries[-1])


def test_a_recording_is_private_to_its_owner(evening: RecordedEvening) -> None:
    evening.hear(HELLO + BEAT)
    evening.begin()
    assert stat.S_IMODE((evening.folder / "recording").stat().st_mode) == 0o700


def test_a_refused_input_is_not_recorded(evening: RecordedEvening) -> None:
    evening.begin()
    before = (evening.folder / "recording" / "log.jsonl").read_bytes()
    assert not evening.enter({"kind": "roll", "dice": [7, 7]})
    assert (evening.folder / "recording" / "log.jsonl").read_bytes() == before


def test_a_game_that_cannot_start_neither_ends_nor_begins_a_recording(evening: RecordedEvening) -> None:
    evening.begin()
    evening.wait(3)
    with pytest.raises(ValueError, match="no such game"):
        evening.table.start_game({"game": "whist", "players": PLAYERS, "abandon": True})
    evening.enter({"kind": "roll", "dice": [1, 2]})
    assert not (evening.folder / "recording-2").exists()
    assert ReplayedEvening(evening.folder / "recording").recorded_entries == evening.recorded_entries()
    assert evening.recorded_entries()[-1][1] == 3.0


def test_nothing_is_recorded_before_the_first_game_and_the_page_says_so(evening: RecordedEvening) -> None:
    evening.see(picture(70, 110))
    assert evening.health == ("waiting", NEXT_GAME_NOTICE)
    assert not (evening.folder / "recording").exists()
    evening.begin()
    assert evening.health == ("ok", "")


def test_a_game_resumed_in_the_middle_is_not_recorded_and_the_page_says_so(evening: RecordedEvening) -> None:
    evening.begin()
    found = {"on_turn": "red", "pieces": None}
    evening.table.start_game({"game": "base", "players": PLAYERS, "taken_up": found, "abandon": True})
    assert evening.health == ("waiting", f"{JOINED_GAME_NOTICE} {NEXT_GAME_NOTICE}")
    assert not (evening.folder / "recording-2").exists()
    evening.see(picture(70, 110))
    assert not list((evening.folder / "recording" / "frames").iterdir())


def test_another_kind_of_game_is_recorded_and_replayed(evening: RecordedEvening) -> None:
    teams = [{"name": "Ana & Ben", "colour": "red"}, {"name": "Cyr", "colour": "blue"}]
    options = {"mode": "adventure"}
    evening.table.start_game({"game": "spot_it", "players": teams, "options": options, "abandon": True})
    evening.wait(90)
    evening.enter({"kind": "game_scored", "first_out": ["blue"], "counts": {"red": 7, "blue": 9}})
    again = ReplayedEvening(evening.folder / "recording")
    assert again.words == []
    assert again.recorded_entries == evening.recorded_entries()
    points = {each["colour"]: each["points"] for each in view(again.table)["players"]}
    assert points == {"red": 0, "blue": 3}


def test_a_calibration_ends_the_recording_and_the_game_continues(evening: RecordedEvening) -> None:
    evening.begin()
    evening.enter({"kind": "roll", "dice": [1, 2]})
    entries = evening.recorded_entries()
    evening.table.interrupt()
    assert evening.health == ("waiting", f"{INTERRUPTED_NOTICE} {NEXT_GAME_NOTICE}")
    evening.wait(3)
    evening.see(picture(70, 110))
    assert evening.enter({"kind": "roll", "dice": [3, 5]})
    assert len(evening.recorded_entries()) > len(entries)
    assert ReplayedEvening(evening.folder / "recording").recorded_entries == entries, (
        "what was recorded until then is whole"
    )
    assert not list((evening.folder / "recording" / "frames").iterdir())
    evening.begin()
    assert evening.health == ("ok", "")
    assert (evening.folder / "recording-2").exists()


def test_an_interruption_without_a_recording_ends_nothing(evening: RecordedEvening) -> None:
    evening.table.interrupt()
    assert evening.health == ("waiting", NEXT_GAME_NOTICE)


def test_a_full_disk_ends_the_recording_and_not_the_game(
    evening: RecordedEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.hear(HELLO + BEAT)
    evening.begin()
    evening.throw((3, 4))
    entries = evening.recorded_entries()

    def raise_disk_full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(reader, "_write", raise_disk_full)
    evening.see(picture(70, 110))
    assert evening.health[0] == "fault"
    assert "No space left on device" in evening.health[1]
    evening.enter({"kind": "end_turn"})
    evening.throw((1, 2))
    assert len(evening.recorded_entries()) > len(entries) + 1
    assert evening.watchers[-1].seen
    assert ReplayedEvening(evening.folder / "recording").recorded_entries == entries


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_line_without_room_ends_the_recording(evening: RecordedEvening) -> None:
    evening.begin()
    log = evening.folder / "recording" / "log.jsonl"
    assert evening.recorder._writer is not None
    opened = evening.recorder._writer._log
    os.dup2(os.open("/dev/full", os.O_WRONLY), opened.fileno())
    evening.enter({"kind": "roll", "dice": [1, 2]})
    assert evening.health[0] == "fault"
    assert log.exists()


def test_a_deleted_folder_ends_the_recording(evening: RecordedEvening) -> None:
    evening.begin()
    shutil.rmtree(evening.folder / "recording")
    evening.enter({"kind": "roll", "dice": [1, 2]})
    assert evening.health[0] == "fault"
    assert evening.recorded_entries()[-1][4]["event"]["kind"] == "roll"


def test_an_unwritable_place_is_reported_when_a_game_begins(evening: RecordedEvening) -> None:
    (evening.folder / "recording").write_text("a file")
    (evening.folder / "recording-2").symlink_to(evening.folder / "recording" / "inside")
    evening.begin()
    assert evening.health[0] == "fault"
    assert evening.enter({"kind": "roll", "dice": [1, 2]})


def test_a_killed_process_leaves_all_recorded_lines(tmp_path: Path) -> None:
    program = (
        "import os, pathlib, signal, sys\n"
        "from tests.recording.conftest import *\n"
        "evening = RecordedEvening(pathlib.Path(sys.argv[1]))\n"
        "evening.hear(HELLO + BEAT)\n"
        "evening.begin()\n"
        "evening.throw((3, 4))\n"
        "evening.see(picture(70, 190))\n"
        "evening.enter({'kind': 'end_turn'})\n"
        "print(len(evening.recorded_entries()), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    replayed = ReplayedEvening(tmp_path / "recording")
    assert len(replayed.recorded_entries) == int(killed.stdout)
    assert len(replayed.eyes.seen) == 1
