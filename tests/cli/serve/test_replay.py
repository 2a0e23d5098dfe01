"""`companion replay`: the result of a recording, as text and as JSON."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli.command import main
from companion.island.setups import first_game_layout
from tests.shared_files import FILM, FILMS, SHARED_FOLDER, require
from tests.table_setup import FOUNDING

JUDGE = SHARED_FOLDER / "tools" / "judge_replay.py"


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A recording of a set-up and two turns, all entered, in a read-only folder."""
    inputs: list[dict[str, Any]] = [{"kind": "correct", "layout": first_game_layout().to_json()}]
    inputs += [{"kind": "place", "piece": piece, "at": at} for piece, at in FOUNDING]
    inputs += [{"kind": "roll", "dice": [1, 2]}, {"kind": "end_turn"}, {"kind": "roll", "dice": [4, 4]}]
    folder = tmp_path / "recording"
    folder.mkdir()
    players = [{"name": n, "colour": c} for n, c in (("Ana", "red"), ("Ben", "blue"), ("Cyr", "white"))]
    table = {"format": 1, "game": "base", "options": {"setup": "variable"}, "players": players}
    (folder / "table.json").write_text(json.dumps(table))
    lines = [json.dumps({"t": float(n), "input": data}) + "\n" for n, data in enumerate(inputs)]
    (folder / "log.jsonl").write_text("".join(lines))
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    return folder


def run_replay(capsys: pytest.CaptureFixture[str], *given: object) -> str:
    capsys.readouterr()
    assert main(["replay", *map(str, given)]) == 0
    return capsys.readouterr().out


def test_a_replay_ends_with_a_summary_of_the_game(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = run_replay(capsys, recording)
    assert "8 turns, the last of Ben, who rolled 4 and 4." in output
    assert re.search(r"Ana \(red\): 2 points; (probably|certainly) \d", output)
    assert "Nobody has won yet." in output
    assert "Questions open: none." in output
    assert "{" not in output


def test_a_replay_of_another_game_prints_its_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
    (tmp_path / "table.json").write_text(json.dumps({"format": 1, "game": "spot_it", "players": players}))
    scored = {"kind": "game_scored", "first_out": ["red"], "counts": {"red": 10, "blue": 9}}
    (tmp_path / "log.jsonl").write_text(json.dumps({"t": 60.0, "input": scored}) + "\n")
    assert run_replay(capsys, tmp_path).splitlines() == [
        "Ana (red): 3 points.",
        "Ben (blue): 0 points.",
        "Nobody has won yet.",
    ]
    (line,) = run_replay(capsys, tmp_path, "--json").splitlines()
    assert json.loads(line)["players"][0]["points"] == 3


def test_json_has_one_line_per_turn_in_the_form_of_the_truth_file(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [json.loads(line) for line in run_replay(capsys, recording, "--json").splitlines()]
    assert [row["turn"] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [row["dice"] for row in rows] == [None] * 6 + [[1, 2], [4, 4]]
    assert [row["player"] for row in rows[-2:]] == ["red", "blue"]
    truth = {"t", "turn", "player", "dice", "points", "hands", "pieces"}
    truth |= {"longest_road", "largest_army", "winner"}
    assert all(set(row) == truth | {"certain", "questions"} for row in rows)


def test_two_replays_of_a_recording_are_identical_to_the_byte(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = run_replay(capsys, recording, "--json")
    assert run_replay(capsys, recording, "--json", "--speed", "1000") == first


def test_the_replayed_game_can_be_saved(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "journal.db"
    run_replay(capsys, recording, "--journal", journal)
    assert main(["games", "--journal", str(journal)]) == 0
    assert "Ana 2, Ben 2, Cyr 2" in capsys.readouterr().out


def test_nothing_is_written_into_a_recording(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_replay(capsys, recording)
    assert {path.name for path in recording.iterdir()} == {"table.json", "log.jsonl"}


def test_a_recording_in_which_nothing_happened_says_so(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording.chmod(stat.S_IRWXU)
    (recording / "log.jsonl").write_text("")
    assert "No turn was played" in run_replay(capsys, recording)


@pytest.mark.parametrize("text", ['{"format": 1, "players": [{"name": "Ana", "colour": "pink"}]}', "{}", ""])
def test_an_unusable_recording_is_refused_with_a_message(
    recording: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    recording.chmod(stat.S_IRWXU)
    (recording / "table.json").write_text(text)
    assert main(["replay", str(recording)]) == 1
    assert capsys.readouterr().err.startswith("companion: ")


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the output of the replay of another program's film."""
    require(FILM)
    printed = tmp_path_factory.mktemp("film") / "replay.jsonl"
    with printed.open("w") as file, contextlib.redirect_stdout(file):
        assert main(["replay", str(FILM), "--json"]) == 0
    return printed


def test_a_film_from_another_program_is_replayed_and_compared(film: Path) -> None:
    command = [sys.executable, str(JUDGE), str(film), str(FILM)]
    judged = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert judged["turns"] == 8
    assert judged["hands_wrong_certain"] == 0
    for what in ("points", "pieces", "special_cards", "dice", "player", "hands"):
        assert judged[f"{what}_right"] == 1
    assert judged["final_right"]
    assert judged["most_questions"] == 0


@pytest.mark.slow
def test_knocks_noise_and_an_open_question_shift_no_turn(tmp_path: Path) -> None:
    """Two to four pictures a second; dice change their faces in place, and nobody confirms a roll."""
    film = require(FILMS / "felt-18-turns")
    printed = tmp_path / "replay.jsonl"
    with printed.open("w") as file, contextlib.redirect_stdout(file):
        assert main(["replay", str(film), "--json"]) == 0
    command = [sys.executable, str(JUDGE), str(printed), str(film)]
    judged = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert judged["turns"] == judged["matched"] == 18
    assert judged["hands_wrong_certain"] == 0
    for what in ("points", "pieces", "special_cards", "dice", "player", "hands"):
        assert judged[f"{what}_right"] == 1


@pytest.mark.slow
def test_a_truncated_film_is_replayed_up_to_its_end(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "film"
    (folder / "frames").mkdir(parents=True)
    shutil.copy(FILM / "table.json", folder)
    lines = (FILM / "log.jsonl").read_text().splitlines(keepends=True)[:40]
    (folder / "log.jsonl").write_text("".join(lines) + lines[-1][:20])
    for line in lines[:38]:
        name = json.loads(line)["frame"]
        shutil.copy(FILM / name, folder / name)
    assert main(["replay", str(folder), "--json"]) == 0
    output = capsys.readouterr()
    assert output.err.count("is missing") == 2
    assert "cut off" in output.err
    whole = [json.loads(line) for line in film.read_text().splitlines()]
    assert [json.loads(line)["player"] for line in output.out.splitlines()] == [
        row["player"] for row in whole[: len(output.out.splitlines())]
    ]
