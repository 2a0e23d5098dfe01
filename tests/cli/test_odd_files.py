"""Unexpected files and closed outputs: each command reports them and ends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.cli.command import main
from companion.journal import Journal
from companion.journal.entries import draft_entry

SOON_S = 60.0

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@pytest.fixture(params=["/dev/zero", "pipe", "link to /dev/zero", "folder", "huge", "nested", "no text"])
def odd_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A path that is not a regular file of the expected kind."""
    path = tmp_path / "odd"
    kind: str = request.param
    if kind == "/dev/zero":
        return Path(kind)
    make: dict[str, Callable[[], object]] = {
        "pipe": lambda: os.mkfifo(path),
        "link to /dev/zero": lambda: path.symlink_to("/dev/zero"),
        "folder": path.mkdir,
        "huge": lambda: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), 1 << 40),
        "nested": lambda: path.write_text("a = " + "[" * 5000 + "]" * 5000),
        "no text": lambda: path.write_bytes(bytes(range(256))),
    }
    make[kind]()
    return path


@pytest.mark.parametrize(
    "command",
    [
        ["import"],
        ["replay"],
        ["read", "board"],
        ["read", "dice"],
        ["read", "dice", "photo.png", "--resources", "--learned"],
        ["serve", "--port", "0", "--config"],
        ["serve", "--port", "0", "--camera", "photo.jpg", "--dice-area"],
        ["doctor", "--config"],
        ["pair", "--config"],
        ["games", "--journal"],
        ["export", "--journal"],
        ["serve", "--port", "0", "--journal"],
    ],
    ids=" ".join,
)
def test_an_odd_file_is_reported_and_the_command_ends(
    odd_file: Path, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if "photo.jpg" in command:
        picture = "the camera is what is wrong first, unless it is there"
        Path("photo.jpg").write_text(picture)
        command = [*command[:3], "--journal", str(tmp_path / "journal.db"), *command[3:]]
    assert main([*command, str(odd_file)]) != 0
    output = capsys.readouterr().err
    assert output.strip()
    assert "Traceback" not in output


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_camera_that_is_not_a_file_is_refused_at_once(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "film.avi")
    where = {"pipe": tmp_path / "film.avi", "device": Path("/proc/self/fd/0")}[kind]
    if where.is_file():
        pytest.skip("the tests themselves are given a file to read")
    args = ["serve", "--port", "0", "--journal", str(tmp_path / "journal.db"), "--camera", str(where)]
    assert main(args) == 1
    assert "neither a file nor a folder" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["pipe", "link to /dev/zero", "nested"])
def test_the_saved_setup_is_read_as_carefully(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("journal-table.json", "journal-board.json"):
        path = tmp_path / name
        made: dict[str, Callable[[], object]] = {
            "pipe": partial(os.mkfifo, path),
            "link to /dev/zero": partial(path.symlink_to, "/dev/zero"),
            "nested": partial(path.write_text, "[" * 5000 + "]" * 5000),
        }
        made[kind]()
    assert main(["doctor", "--journal", str(tmp_path / "journal.db")]) == 1
    assert capsys.readouterr().out.count("!!") >= 2


class TestOutput:
    """A command fails if its output cannot be written."""

    @pytest.fixture
    def journal(self, tmp_path: Path) -> Path:
        path = tmp_path / "journal.db"
        with Journal.open(path) as opened:
            event = {"kind": "an unknown one", "pad": "." * 200_000}
            opened.begin("unknown", [draft_entry(0.0, "tablet", 1.0, {"v": 1, "event": event})])
        return path

    @pytest.mark.slow
    @needs_full
    @pytest.mark.parametrize("command", [["export"], ["games"], ["games", "--json"], ["doctor", "--json"]])
    def test_a_full_disk_is_reported(self, journal: Path, command: list[str]) -> None:
        with Path("/dev/full").open("w") as full:
            ended = subprocess.run(
                [sys.executable, "-m", "companion", *command, "--journal", str(journal)],
                stdout=full, stderr=subprocess.PIPE, text=True, timeout=SOON_S, check=False,
            )  # fmt: skip
        assert ended.returncode == 1
        assert ended.stderr == "companion: the output can't be written: No space left on device\n"

    def test_a_closed_pipe_is_reported(self, journal: Path) -> None:
        running = subprocess.Popen(
            [sys.executable, "-m", "companion", "export", "--journal", str(journal)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert running.stdout is not None
        running.stdout.close()
        _, output = running.communicate(timeout=SOON_S)
        assert running.returncode == 1
        assert (
            output == "companion: the program that read the output has stopped: not everything was written\n"
        )

    @needs_full
    def test_without_an_error_stream_the_exit_status_reports_the_failure(self, journal: Path) -> None:
        with Path("/dev/full").open("w") as full:
            ended = subprocess.run(
                [sys.executable, "-m", "companion", "export", "--journal", str(journal)],
                stdout=full, stderr=full, timeout=SOON_S, check=False,
            )  # fmt: skip
        assert ended.returncode == 1
