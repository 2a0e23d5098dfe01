"""A recording as it comes to the disk: nothing is overwritten, and whatever happens the game goes on."""

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

from companion.recording import writer
from companion.recording.recorder import INTERRUPTED_NOTICE, JOINED_GAME_NOTICE, NEXT_GAME_NOTICE
from companion.recording.writer import free_folder
from tests.recording.conftest import BEAT, HELLO, PLAYERS, Evening, Replayed, picture
from tests.shown import view


def test_a_folder_in_which_something_lies_is_left_alone(tmp_path: Path) -> None:
    wanted = tmp_path / "evening"
    assert free_folder(wanted) == wanted
    wanted.mkdir()
    assert free_folder(wanted) == wanted
    (wanted / "log.jsonl").touch()
    assert free_folder(wanted) == tmp_path / "evening-2"
    (tmp_path / "evening-2").touch()
    assert free_folder(wanted) == tmp_path / "evening-3"


def test_a_recording_has_the_form_that_the_format_s_page_gives(evening: Evening) -> None:
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


def test_an_island_drawn_by_lot_is_recorded_as_it_was_drawn(evening: Evening) -> None:
    evening.table.start_game({"game": "base", "players": PLAYERS})
    evening.table.submit({"kind": "lay_island", "as": "drawn"})
    evening.table.submit({"kind": "lay_island"})
    replayed = Replayed(evening.folder / "recording")
    assert replayed.told == evening.told()
    assert "layout_set" in str(replayed.told[-1])


def test_only_its_owner_looks_into_a_recording(evening: Evening) -> None:
    evening.hear(HELLO + BEAT)
    evening.begin()
    assert stat.S_IMODE((evening.folder / "recording").stat().st_mode) == 0o700


def test_what_the_table_refused_is_not_recorded(evening: Evening) -> None:
    evening.begin()
    before = (evening.folder / "recording" / "log.jsonl").read_bytes()
    assert not evening.enter({"kind": "roll", "dice": [7, 7]})
    assert (evening.folder / "recording" / "log.jsonl").read_bytes() == before


def test_a_game_that_can_t_be_started_neither_ends_a_recording_nor_begins_one(evening: Evening) -> None:
    evening.begin()
    evening.wait(3)
    with pytest.raises(ValueError, match="no such game"):
        evening.table.start_game({"game": "whist", "players": PLAYERS, "abandon": True})
    evening.enter({"kind": "roll", "dice": [1, 2]})
    assert not (evening.folder / "recording-2").exists()
    assert Replayed(evening.folder / "recording").told == evening.told()
    assert evening.told()[-1][1] == 3.0


def test_before_the_first_game_nothing_is_recorded_and_that_is_said(evening: Evening) -> None:
    evening.see(picture(70, 110))
    assert evening.health == ("waiting", NEXT_GAME_NOTICE)
    assert not (evening.folder / "recording").exists()
    evening.begin()
    assert evening.health == ("ok", "")


def test_a_game_that_is_taken_up_in_the_middle_is_not_recorded_and_that_is_said(evening: Evening) -> None:
    evening.begin()
    found = {"on_turn": "red", "pieces": None}
    evening.table.start_game({"game": "base", "players": PLAYERS, "taken_up": found, "abandon": True})
    assert evening.health == ("waiting", f"{JOINED_GAME_NOTICE} {NEXT_GAME_NOTICE}")
    assert not (evening.folder / "recording-2").exists()
    evening.see(picture(70, 110))
    assert not list((evening.folder / "recording" / "frames").iterdir())


def test_another_game_is_recorded_and_replayed_just_so(evening: Evening) -> None:
    teams = [{"name": "Ana & Ben", "colour": "red"}, {"name": "Cyr", "colour": "blue"}]
    options = {"mode": "adventure"}
    evening.table.start_game({"game": "spot_it", "players": teams, "options": options, "abandon": True})
    evening.wait(90)
    evening.enter({"kind": "game_scored", "first_out": ["blue"], "counts": {"red": 7, "blue": 9}})
    again = Replayed(evening.folder / "recording")
    assert again.words == []
    assert again.told == evening.told()
    points = {each["colour"]: each["points"] for each in view(again.table)["players"]}
    assert points == {"red": 0, "blue": 3}


def test_where_the_table_is_calibrated_the_recording_ends_and_the_game_goes_on(evening: Evening) -> None:
    evening.begin()
    evening.enter({"kind": "roll", "dice": [1, 2]})
    told = evening.told()
    evening.table.interrupt()
    assert evening.health == ("waiting", f"{INTERRUPTED_NOTICE} {NEXT_GAME_NOTICE}")
    evening.wait(3)
    evening.see(picture(70, 110))
    assert evening.enter({"kind": "roll", "dice": [3, 5]})
    assert len(evening.told()) > len(told)
    assert Replayed(evening.folder / "recording").told == told, "what was recorded until then is whole"
    assert not list((evening.folder / "recording" / "frames").iterdir())
    evening.begin()
    assert evening.health == ("ok", "")
    assert (evening.folder / "recording-2").exists()


def test_where_nothing_is_recorded_nothing_is_broken_off(evening: Evening) -> None:
    evening.table.interrupt()
    assert evening.health == ("waiting", NEXT_GAME_NOTICE)


def test_a_full_disk_ends_the_recording_and_not_the_game(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.hear(HELLO + BEAT)
    evening.begin()
    evening.throw((3, 4))
    told = evening.told()

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writer, "_write", full)
    evening.see(picture(70, 110))
    assert evening.health[0] == "fault"
    assert "No space left on device" in evening.health[1]
    evening.enter({"kind": "end_turn"})
    evening.throw((1, 2))
    assert len(evening.told()) > len(told) + 1
    assert evening.watchers[-1].seen
    assert Replayed(evening.folder / "recording").told == told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_line_for_which_there_is_no_room_ends_the_recording(evening: Evening) -> None:
    evening.begin()
    log = evening.folder / "recording" / "log.jsonl"
    assert evening.recorder._writer is not None
    opened = evening.recorder._writer._log
    os.dup2(os.open("/dev/full", os.O_WRONLY), opened.fileno())
    evening.enter({"kind": "roll", "dice": [1, 2]})
    assert evening.health[0] == "fault"
    assert log.exists()


def test_a_folder_that_is_deleted_ends_the_recording(evening: Evening) -> None:
    evening.begin()
    shutil.rmtree(evening.folder / "recording")
    evening.enter({"kind": "roll", "dice": [1, 2]})
    assert evening.health[0] == "fault"
    assert evening.told()[-1][4]["event"]["kind"] == "roll"


def test_a_place_where_nothing_can_be_written_is_said_when_a_game_begins(evening: Evening) -> None:
    (evening.folder / "recording").write_text("a file")
    (evening.folder / "recording-2").symlink_to(evening.folder / "recording" / "inside")
    evening.begin()
    assert evening.health[0] == "fault"
    assert evening.enter({"kind": "roll", "dice": [1, 2]})


def test_a_killed_process_leaves_all_that_was_told(tmp_path: Path) -> None:
    program = (
        "import os, pathlib, signal, sys\n"
        "from tests.recording.conftest import *\n"
        "evening = Evening(pathlib.Path(sys.argv[1]))\n"
        "evening.hear(HELLO + BEAT)\n"
        "evening.begin()\n"
        "evening.throw((3, 4))\n"
        "evening.see(picture(70, 190))\n"
        "evening.enter({'kind': 'end_turn'})\n"
        "print(len(evening.told()), flush=True)\n"
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
    replayed = Replayed(tmp_path / "recording")
    assert len(replayed.told) == int(killed.stdout)
    assert len(replayed.eyes.seen) == 1
