"""`companion calibrate` at a terminal: typed answers, printed output, and its end."""

from __future__ import annotations

import codecs
import contextlib
import os
import pty
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.calibration.context import CalibrationContext, DeviceAccess
from companion.calibration.session import CalibrationSession, Stage
from companion.calibration.setup import TableSetup, load
from companion.calibration.step_outcome import CONFIRM_CHOICE, DONE_CHOICE, AnswerRefused, Choice, StepOutcome
from companion.calibration.steps.island import READ_AGAIN_CHOICE, PossibleContents
from companion.calibration.steps.players import SaveStep
from companion.cli.calibrate.terminal_guide import TerminalGuide, island_lines, parse_answer
from companion.cli.command import main
from companion.cli.common.terminal_output import Keyboard
from companion.cli.parts import device_access
from companion.hardware.settings import PanelSettings
from companion.island.geometry import COAST, HEXES
from companion.island.setups import first_game_layout
from companion.sources.tower.stand_ins.sensor_board import TowerMemory
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower
from tests.patience import PATIENCE_S
from vision.sea_frame import HARBOR_LAYOUTS


def step(name: str, *choices: Choice) -> dict[str, Any]:
    return {"name": name, **StepOutcome("looking", "Well?", choices).to_json()}


class TestTypedAnswers:
    @pytest.mark.parametrize(
        ("name", "choices", "line", "answer"),
        [
            ("island", (CONFIRM_CHOICE, READ_AGAIN_CHOICE), "", {"word": "right"}),
            ("island", (CONFIRM_CHOICE, READ_AGAIN_CHOICE), "b", {"word": "again"}),
            (
                "island",
                (CONFIRM_CHOICE,),
                "h0,-2 fields 9",
                {"hex": "h0,-2", "terrain": "fields", "number": 9},
            ),
            (
                "island",
                (CONFIRM_CHOICE,),
                "h-1,1 desert",
                {"hex": "h-1,1", "terrain": "desert", "number": None},
            ),
            ("island", (CONFIRM_CHOICE,), "p0,-5 ore", {"path": "p0,-5", "harbor": "ore"}),
            ("island", (CONFIRM_CHOICE,), "p0,-5 none", {"path": "p0,-5", "harbor": None}),
            ("camera", (), "0", {"camera": "0"}),
            ("camera", (Choice("camera:x", "x"),), "a", {"word": "camera:x"}),
            (
                "players",
                (),
                "Ana: red, Ben:blue",
                {"players": [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]},
            ),
            ("tower", (DONE_CHOICE,), "", {"word": "done"}),
        ],
    )
    def test_typed_text_becomes_an_answer(
        self, name: str, choices: tuple[Choice, ...], line: str, answer: dict[str, Any]
    ) -> None:
        assert parse_answer(step(name, *choices), line) == answer

    @pytest.mark.parametrize("line", ["", "z", "red", "7"])
    def test_unknown_text_lists_the_possible_answers(self, line: str) -> None:
        with pytest.raises(AnswerRefused, match=r"\[a\] Read it again.*\[s\] skip"):
            parse_answer(step("dice", READ_AGAIN_CHOICE), line)


PATH = first_game_layout().harbors[0][0]
DOUBT = PossibleContents(
    {"h0,0": [{"terrain": "fields", "number": number} for number in (9, 10)]}, {PATH: ["ore", None]}
)


def test_an_island_is_printed_in_rows_as_on_the_table() -> None:
    lines = island_lines(first_game_layout().to_json(), DOUBT, 80)
    assert max(map(len, lines)) <= 80, "no line of a usual terminal is broken"
    rows = [row for line in lines if (row := re.findall(r"h-?\d,-?\d", line)) and "/" not in line]
    assert rows == [
        ["h0,-2", "h1,-2", "h2,-2"],
        ["h-1,-1", "h0,-1", "h1,-1", "h2,-1"],
        ["h-2,0", "h-1,0", "h0,0", "h1,0", "h2,0"],
        ["h-2,1", "h-1,1", "h0,1", "h1,1"],
        ["h-2,2", "h-1,2", "h0,2"],
    ]
    text = "\n".join(lines)
    assert "h0,0 ?" in text
    assert f"{PATH}?" in text
    assert "? uncertain" in lines[-3]


def test_each_doubtful_place_lists_its_alternatives() -> None:
    for width in (80, 60):
        lines = island_lines(first_game_layout().to_json(), DOUBT, width)
        assert [line.split() for line in lines[-2:]] == [
            ["h0,0", "fields", "9", "/", "fields", "10"],
            [PATH, "ore", "/", "none"],
        ]


def test_harbors_are_printed_around_the_island_with_their_kinds() -> None:
    for order in HARBOR_LAYOUTS:
        layout = {**first_game_layout().to_json(), "harbors": {COAST[at]: "lumber" for at in order}}
        lines = island_lines(layout, width=80)
        assert "\n".join(lines).count("lumber") == len(order)
        for at in order:
            (row,) = [n for n, line in enumerate(lines) if COAST[at] in line.split()]
            middle = lines[row].index(COAST[at]) + len(COAST[at]) // 2
            assert "lumber" in lines[row - 1][max(middle - 6, 0) : middle + 6]
        assert all(lines_of(lines, hex_id) for hex_id in HEXES), "no harbor hides a hex"


def lines_of(lines: list[str], word: str) -> list[str]:
    return [line for line in lines if word in line.split()]


def test_an_island_that_does_not_fit_is_printed_as_a_list() -> None:
    lines = island_lines(first_game_layout().to_json(), width=60)
    assert max(map(len, lines)) <= 60
    assert lines_of(lines, "h0,0") == ["h0,0  desert"]
    assert lines_of(lines, "p5,-3") == ["p5,-3  ore"]


class ScriptedKeyboard(Keyboard):
    """A keyboard with scripted actions: a typed line, or a change made by a page."""

    def __init__(self, *happens: str | Callable[[], object]) -> None:
        self._happens = iter((lambda: None, *happens))

    def read_line(self, seconds: float) -> str | None:
        happens = next(self._happens, "q")
        if isinstance(happens, str):
            return happens
        happens()
        return None


class FakeStep:
    """A step with a scripted question; records its answers."""

    def __init__(self, outcome: StepOutcome) -> None:
        self.outcome = outcome
        self.given: list[Any] = []

    def check(self, world: CalibrationContext) -> StepOutcome:
        return StepOutcome("good", "Done.") if self.given else self.outcome

    def answer(self, world: CalibrationContext, given: Any) -> None:
        self.given.append(given)

    def end(self) -> None: ...


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Callable[..., tuple[CalibrationSession, FakeStep]]]:
    """Start a calibration with one step (the island by default) and the end."""
    with contextlib.ExitStack() as stack:

        def begin(outcome: StepOutcome, name: str = "island") -> tuple[CalibrationSession, FakeStep]:
            reach = DeviceAccess(
                list, fail_to_open, None, fail_to_open, {}, time.monotonic, lambda: "2026-11-21T20:00:00"
            )
            world = CalibrationContext(reach, tmp_path / "table.json", tmp_path / "board.json")
            step = FakeStep(outcome)
            stages = [Stage(name, name.title(), lambda _: step), Stage("other", "Other", lambda _: step),
                      Stage("saved", "Saved", lambda _: SaveStep())]  # fmt: skip
            session = stack.enter_context(CalibrationSession(world, stages))
            while not session.view()["steps"][0]["text"]:
                session.wait_for_change(session.version, 1.0)
            return session, step

        yield begin


def fail_to_open(*_: object) -> Any:
    raise AssertionError("nothing is opened")


def island(terrain: str) -> StepOutcome:
    layout = first_game_layout().to_json()
    layout["hexes"]["h0,0"] = {"terrain": terrain, "number": None}
    return StepOutcome(
        "looking",
        "Well?",
        (CONFIRM_CHOICE, READ_AGAIN_CHOICE),
        about={"layout": layout, "perhaps": {"hexes": {}, "harbors": {}}},
    )


class TestConfirmation:
    def test_the_printed_island_is_confirmed_even_if_a_page_changed_it(
        self, walk: Callable[..., tuple[CalibrationSession, FakeStep]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        session, step = walk(island("desert"))

        def change() -> None:
            step.outcome = island("forest")
            while "forest" not in str(session.view()["steps"][0]["about"]["layout"]["hexes"]["h0,0"]):
                time.sleep(0.01)

        class HastyKeyboard(ScriptedKeyboard):
            """Presses Enter at the moment when the page changes the island."""

            def read_line(self, seconds: float) -> str | None:
                line = super().read_line(seconds)
                if line == "":
                    change()
                return line

        assert not TerminalGuide(session, HastyKeyboard("", "q")).run()
        assert step.given == []
        out = capsys.readouterr().out
        assert "That has just changed" in out
        assert out.count("h0,0") == 2, "what it is now was printed"
        assert "[Enter]" in out.rpartition("h0,0")[2], "and asked about"

    def test_the_island_is_printed_again_when_a_page_changes_it(
        self, walk: Callable[..., tuple[CalibrationSession, FakeStep]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        session, step = walk(island("desert"))

        def change() -> None:
            step.outcome = island("forest")
            while "forest" not in str(session.view()["steps"][0]["about"]["layout"]["hexes"]["h0,0"]):
                time.sleep(0.01)

        TerminalGuide(session, ScriptedKeyboard(change, "")).run()
        assert step.given == [{"word": "right"}]
        assert capsys.readouterr().out.count("h0,0") == 2

    def test_a_repeated_step_asks_again(
        self, walk: Callable[..., tuple[CalibrationSession, FakeStep]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        session, _ = walk(island("desert"))

        def repeat() -> None:
            session.start_step("other")
            time.sleep(0.2)

        walked = TerminalGuide(session, ScriptedKeyboard(repeat, lambda: None, "island", lambda: None, "q"))
        assert not walked.run()
        assert capsys.readouterr().out.count("Well?") == 3

    def test_each_step_lists_what_can_be_typed(
        self, walk: Callable[..., tuple[CalibrationSession, FakeStep]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        session, _ = walk(island("desert"))
        assert not TerminalGuide(session, ScriptedKeyboard("q")).run()
        out = capsys.readouterr().out
        assert "[s] skip" in out
        assert "[q] stop   or the step to go to: island other" in out


def test_a_trial_saves_nothing_next_to_the_given_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "journal.db"
    typed, typing = os.pipe()
    TableSetup(camera="/dev/video0").save(tmp_path / "journal-table.json")
    before = (tmp_path / "journal-table.json").read_bytes()
    os.write(typing, b"q\n")
    with os.fdopen(typed) as keyboard:
        monkeypatch.setattr("sys.stdin", keyboard)
        main(["calibrate", "--camera", "simulated", "--no-page", "--journal", str(journal)])
    os.close(typing)
    assert "Stopped. Nothing from the trial was saved." in capsys.readouterr().out
    assert (tmp_path / "journal-table.json").read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["journal-table.json"]


@pytest.mark.parametrize("command", ["serve", "calibrate", "pair", "demo"])
@pytest.mark.parametrize("port", ["99999", "-1", "eight"])
def test_an_invalid_port_is_rejected(command: str, port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--port", port])
    assert ended.value.code == 2
    assert f"'{port}' is no port: ports are numbers from 0 to 65535" in capsys.readouterr().err


def test_only_configured_buttons_are_asked_for() -> None:
    assert device_access.fitted_buttons(PanelSettings()) == {}
    assert device_access.fitted_buttons(PanelSettings(undo=27, buzzer=18)) == {"undo": "undo"}


@pytest.fixture
def tower() -> Iterator[VirtualTower]:
    """An uncalibrated tower, driven by a thread of the test."""
    stop = threading.Event()
    with VirtualTower() as made:
        made.memory = TowerMemory(made.unit, calibrated=False)
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
        # What is printed may come in pieces that end in the middle of a sign.
        self._read = codecs.getincrementaldecoder("utf-8")()

    def wait_for(self, words: str) -> str:
        """Return everything that was printed up to some words."""
        end = time.monotonic() + PATIENCE_S
        while words not in self._seen:
            assert time.monotonic() < end, self._seen
            self._seen += self._read.decode(os.read(self._ours, 4096))
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
    @pytest.mark.slow
    def test_the_tower_is_calibrated_tried_and_saved(
        self, screen: Screen, tower: VirtualTower, tmp_path: Path
    ) -> None:
        for words, face in (("Take all dice out", 0), ("6 up.", 6), ("1 on top", 1)):
            screen.wait_for(words)
            screen.wait_for("[Enter] Done")
            if face:
                tower.roll(face, face)
            screen.type("\n")
        screen.wait_for("then drop them in")
        tower.roll(3, 5)
        screen.wait_for("The tower read 3 and 5")
        screen.type("\n")
        screen.wait_for("Saved.")
        assert screen.process.wait(PATIENCE_S) == 0
        kept = load(tmp_path / "journal-table.json")
        assert (kept.tower, kept.unit) == (tower.port, tower.unit)
        assert set(kept.made) == {"tower", "saved"}

    def test_sensor_values_are_printed_when_no_die_is_detected(
        self, screen: Screen, tower: VirtualTower
    ) -> None:
        screen.wait_for("[Enter] Done")
        screen.type("\n")
        screen.wait_for("6 up.")
        screen.type("\n")
        assert "lit - dark" in screen.wait_for("No die is detected in the left pocket") + screen.wait_for(
            "Done"
        )

    def test_the_end_of_input_leaves_the_tower_unchanged(self, screen: Screen, tower: VirtualTower) -> None:
        screen.wait_for("[Enter] Done")
        assert tower.is_counting, "the tower is kept company meanwhile"
        screen.type("\x04")
        screen.wait_for("Everything done so far is saved")
        assert screen.process.wait(PATIENCE_S) == 1
        assert not tower.memory.calibrated

    def test_an_invalid_answer_is_reported_and_nothing_is_lost(self, screen: Screen) -> None:
        screen.wait_for("[Enter] Done")
        screen.type("what?\n")
        screen.wait_for("That isn't a possible answer here.")
        screen.type("s\n")
        screen.wait_for("Step skipped.")
        assert screen.process.wait(PATIENCE_S) == 0


def test_a_missing_tower_is_reported_and_awaited(tmp_path: Path) -> None:
    screen = Screen("--journal", str(tmp_path / "journal.db"), "tower", "--port", str(tmp_path / "none"))
    try:
        screen.wait_for("isn't plugged in")
        screen.wait_for("[Enter] Check again")
    finally:
        screen.close()


def test_without_buttons_there_is_nothing_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--journal", str(tmp_path / "journal.db"), "buttons"]) == 0
    assert "No buttons are configured." in capsys.readouterr().out


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    journal = tmp_path / "no-such-folder" / "journal.db"
    screen = Screen("--journal", str(journal), "buttons")
    try:
        screen.wait_for("can't be written")
    finally:
        screen.close()
