"""`companion calibrate` at a terminal: what is typed, what is printed, how it ends."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.calibration.outcome import AnswerRefused, Choice, Outcome
from companion.calibration.setup import load
from companion.calibration.steps.island import READ_AGAIN
from companion.calibration.steps.step import DONE, RIGHT
from companion.cli import calibrate_parts
from companion.cli.calibrate_terminal import given
from companion.cli.command import main
from companion.cli.island_text import island_lines
from companion.hardware.settings import PanelSettings
from companion.island.setups import first_game
from companion.sources.tower.device import Memory
from companion.sources.tower.virtual import VirtualTower

PATIENCE_S = 60.0


def step(name: str, *choices: Choice) -> dict[str, Any]:
    return {"name": name, **Outcome("looking", "Well?", choices).to_json()}


class TestWhatIsTyped:
    @pytest.mark.parametrize(
        ("name", "choices", "line", "answer"),
        [
            ("island", (RIGHT, READ_AGAIN), "", {"word": "right"}),
            ("island", (RIGHT, READ_AGAIN), "b", {"word": "again"}),
            (
                "island",
                (RIGHT,),
                "h0,-2 fields 9",
                {"hex": "h0,-2", "terrain": "fields", "number": 9},
            ),
            (
                "island",
                (RIGHT,),
                "h-1,1 desert",
                {"hex": "h-1,1", "terrain": "desert", "number": None},
            ),
            ("island", (RIGHT,), "p0,-5 ore", {"path": "p0,-5", "harbor": "ore"}),
            ("island", (RIGHT,), "p0,-5 none", {"path": "p0,-5", "harbor": None}),
            ("camera", (), "0", {"camera": "0"}),
            ("camera", (Choice("camera:x", "x"),), "a", {"word": "camera:x"}),
            (
                "players",
                (),
                "Ana: red, Ben:blue",
                {"players": [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]},
            ),
            ("tower", (DONE,), "", {"word": "done"}),
        ],
    )
    def test_stands_for_an_answer(
        self, name: str, choices: tuple[Choice, ...], line: str, answer: dict[str, Any]
    ) -> None:
        assert given(step(name, *choices), line) == answer

    @pytest.mark.parametrize("line", ["", "z", "red", "7"])
    def test_or_for_none_and_then_it_is_said_what_can_be(self, line: str) -> None:
        with pytest.raises(AnswerRefused, match=r"\[a\] Read it again.*\[s\] leave out"):
            given(step("dice", READ_AGAIN), line)


def test_an_island_lies_in_lines_as_on_the_table() -> None:
    lines = island_lines(first_game().to_json(), {"h0,0"})
    assert len(lines) == 6
    assert [line.count("h") >= count for line, count in zip(lines, (3, 4, 5, 4, 3), strict=False)]
    assert "h0,0 desert?" in lines[2]
    assert lines[5].startswith("harbors: p")


def test_only_buttons_that_are_named_are_asked_for() -> None:
    assert calibrate_parts.fitted(PanelSettings()) == {}
    assert calibrate_parts.fitted(PanelSettings(undo=27, buzzer=18)) == {"undo": "undo"}


@pytest.fixture
def tower() -> Iterator[VirtualTower]:
    """A tower that never learnt anything, driven by a thread of the test's."""
    stop = threading.Event()
    with VirtualTower() as made:
        made.memory = Memory(made.unit, calibrated=False)
        made.reset()
        thread = threading.Thread(target=made.run, args=(stop,))
        thread.start()
        yield made
        stop.set()
        thread.join()


class Screen:
    """A terminal in which `companion calibrate` runs."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "companion", "calibrate", *arguments]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        self._seen = ""

    def wait_for(self, words: str) -> str:
        """All that was printed until and with some words."""
        end = time.monotonic() + PATIENCE_S
        while words not in self._seen:
            assert time.monotonic() < end, self._seen
            self._seen += os.read(self._ours, 4096).decode()
        before, _, self._seen = self._seen.partition(words)
        return before + words

    def type(self, line: str) -> None:
        os.write(self._ours, line.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def screen(tower: VirtualTower, tmp_path: Path) -> Iterator[Screen]:
    journal = tmp_path / "journal.db"
    shown = Screen("--journal", str(journal), "tower", "--port", tower.port)
    yield shown
    shown.close()


class TestTheTowerAlone:
    def test_it_learns_is_tried_and_kept(self, screen: Screen, tower: VirtualTower, tmp_path: Path) -> None:
        for words, face in (("Take all dice out", 0), ("6 up.", 6), ("1 up,", 1)):
            screen.wait_for(words)
            screen.wait_for("[Enter] Done")
            if face:
                tower.roll(face, face)
            screen.type("\n")
        screen.wait_for("then throw them in")
        tower.roll(3, 5)
        screen.wait_for("The tower read 3 and 5")
        screen.type("\n")
        screen.wait_for("Kept.")
        assert screen.process.wait(PATIENCE_S) == 0
        kept = load(tmp_path / "journal-table.json")
        assert (kept.tower, kept.unit) == (tower.port, tower.unit)
        assert set(kept.made) == {"tower", "saved"}

    def test_the_sensors_are_shown_where_no_die_is_seen(self, screen: Screen, tower: VirtualTower) -> None:
        screen.wait_for("[Enter] Done")
        screen.type("\n")
        screen.wait_for("6 up.")
        screen.type("\n")
        assert "lit - dark" in screen.wait_for("No die is seen in the left pocket") + screen.wait_for("Done")

    def test_the_end_of_input_ends_it_and_the_tower_is_as_it_was(
        self, screen: Screen, tower: VirtualTower
    ) -> None:
        screen.wait_for("[Enter] Done")
        assert tower.counts, "the tower is kept company meanwhile"
        screen.type("\x04")
        screen.wait_for("What was done until then is kept")
        assert screen.process.wait(PATIENCE_S) == 1
        assert not tower.memory.calibrated

    def test_an_answer_that_is_none_is_told_and_nothing_is_lost(self, screen: Screen) -> None:
        screen.wait_for("[Enter] Done")
        screen.type("what?\n")
        screen.wait_for("That is no answer here.")
        screen.type("s\n")
        screen.wait_for("Left out.")
        assert screen.process.wait(PATIENCE_S) == 0


def test_without_a_tower_it_says_so_and_waits_for_one(tmp_path: Path) -> None:
    screen = Screen("--journal", str(tmp_path / "journal.db"), "tower", "--port", str(tmp_path / "none"))
    try:
        screen.wait_for("isn't plugged in")
        screen.wait_for("[Enter] Look again")
    finally:
        screen.close()


def test_without_buttons_there_is_nothing_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--journal", str(tmp_path / "journal.db"), "buttons"]) == 0
    assert "No buttons are named in the configuration." in capsys.readouterr().out


def test_where_nothing_can_be_kept_it_says_so(tmp_path: Path) -> None:
    journal = tmp_path / "no-such-folder" / "journal.db"
    screen = Screen("--journal", str(journal), "buttons")
    try:
        screen.wait_for("can't be written")
    finally:
        screen.close()
