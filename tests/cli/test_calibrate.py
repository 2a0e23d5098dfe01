"""`companion calibrate tower`: people do what they are asked, or something else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli import calibrate_tower
from companion.cli.calibrate_tower import calibrate
from companion.cli.command import main
from companion.sources.tower.console import TowerConsole
from companion.sources.tower.device import Board, Memory
from companion.sources.tower.emulated import GLARE, EmulatedTower
from companion.sources.tower.pockets import FINISHES, Scene, resting
from companion.sources.tower.tower_frames import Fault, FaultKind
from companion.sources.tower.virtual import VirtualTower


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


@pytest.fixture(autouse=True)
def _a_quick_tower(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model tells a throw that waits as soon as it is greeted."""
    monkeypatch.setattr(calibrate_tower, "TOLD_WITHIN_S", 0.2)


class AtTable:
    """A person who does with the dice what they are asked, unless told to do something else first."""

    def __init__(
        self, empty: Callable[[], object], lay: Callable[[int], object], throw: Callable[[], object]
    ) -> None:
        self.deeds = {"Take all": empty, "6 up": lambda: lay(6), "1 up": lambda: lay(1), "trial": throw}
        self.instead: dict[str, list[Callable[[], object]]] = {}
        self.answers = {"right": "", "forgotten": ""}
        self.asked: list[str] = []
        self.told = ""

    @property
    def seen(self) -> str:
        return "\n".join([self.told, *self.asked])

    def tell(self, *lines: str) -> None:
        self.told += "\n".join(lines) + "\n"

    def ask(self, question: str) -> str:
        self.asked.append(question)
        for words, deed in self.deeds.items():
            if words in question:
                others = self.instead.get(words)
                (others.pop(0) if others else deed)()
                return ""
        return next(answer for words, answer in self.answers.items() if words in question)

    def times_asked(self, words: str) -> int:
        return sum(words in question for question in self.asked)


@pytest.fixture
def person(tower: VirtualTower) -> AtTable:
    return AtTable(tower.empty, lambda face: tower.roll(face, face), lambda: tower.roll(3, 5))


def give_up() -> None:
    raise KeyboardInterrupt


def test_a_tower_that_never_learnt_learns_and_reads_a_throw(tower: VirtualTower, person: AtTable) -> None:
    with TowerConsole(tower.port) as console:
        assert calibrate(console, person) == 0
    assert tower.memory.calibrated
    assert len(person.asked) == 5
    assert "The tower read 3 and 5 (99 % and 99 % sure)" in person.seen
    assert "The tower is ready." in person.told


def test_what_is_thrown_meanwhile_belongs_to_no_game(tower: VirtualTower, person: AtTable) -> None:
    tower.memory.calibrated = True
    with TowerConsole(tower.port) as console:
        assert calibrate(console, person) == 0
        assert [roll.dice for roll in console.rolls] == [(6, 6), (1, 1), (3, 5)]
    assert tower.waiting == 0


class TestWhatPeopleDoInstead:
    def test_dice_left_in(self, tower: VirtualTower, person: AtTable) -> None:
        person.instead["Take all"] = [lambda: tower.roll(2, 2)]
        with TowerConsole(tower.port) as console:
            assert calibrate(console, person) == 0
        assert "A die is still seen: take all dice out" in person.told
        assert person.times_asked("Take all") == 2

    def test_no_dice_laid(self, tower: VirtualTower, person: AtTable) -> None:
        person.instead["6 up"] = [lambda: None]
        with TowerConsole(tower.port) as console:
            assert calibrate(console, person) == 0
        assert "No die is seen in the left pocket" in person.told
        assert "No die is seen in the right pocket" in person.told
        assert "lit - dark" in person.told, "they see what the sensors see"

    def test_another_face(self, tower: VirtualTower, person: AtTable) -> None:
        person.instead["1 up"] = [lambda: tower.roll(1, 2)]
        with TowerConsole(tower.port) as console:
            assert calibrate(console, person) == 0
        assert "What lies in the right pocket doesn't look like a die with its 1 up" in person.told

    def test_a_throw_read_wrong(self, tower: VirtualTower, person: AtTable) -> None:
        person.answers["right"] = "n"
        with TowerConsole(tower.port) as console:
            assert calibrate(console, person) == 1
        assert "calibrate again" in person.told

    def test_no_throw(self, tower: VirtualTower, person: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(calibrate_tower, "THROW_WITHIN_S", 0.5)
        person.instead["trial"] = [lambda: tower.set_faults(Fault(FaultKind.MISSING, 1))]
        with TowerConsole(tower.port) as console:
            assert calibrate(console, person) == 1
        assert "the left one is missing" in person.told

    def test_dice_of_the_same_face_left_in_are_noticed_when_they_lie_otherwise(
        self, tower: VirtualTower, person: AtTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        take = Board._take_readings  # as a firmware takes them that doesn't know an empty pocket yet
        monkeypatch.setattr(Board, "_take_readings", lambda board, *what: take(board, *what[:2], True))
        person.instead["Take all"] = [lambda: tower.roll(3, 3)]
        with TowerConsole(tower.port) as console:
            assert calibrate(console, person) == 1
        assert "left pocket is darker now than it was empty" in person.told
        assert not tower.memory.calibrated

    def test_the_plug_pulled_half_way(self, tower: VirtualTower, person: AtTable) -> None:
        def pull() -> None:
            tower.reset()
            tower.roll(1, 1)

        person.instead["1 up"] = [pull, give_up]
        with TowerConsole(tower.port) as console, pytest.raises(KeyboardInterrupt):
            calibrate(console, person)
        assert "doesn't look like a die with its 1 up" in person.told
        assert not tower.memory.calibrated


class TestGivingUp:
    def test_what_was_taken_in_is_forgotten(self, tower: VirtualTower, person: AtTable) -> None:
        person.instead["1 up"] = [give_up]
        with TowerConsole(tower.port) as console:
            with pytest.raises(KeyboardInterrupt):
                calibrate(console, person)
            assert not tower.memory.calibrated
            tower.roll(6, 6)
            with pytest.raises(Exception, match="told from another"):
                console.ask("calibrate", "face", "1", "6")

    def test_a_throw_that_a_game_has_lost_is_kept_unless_they_let_it_go(
        self, tower: VirtualTower, person: AtTable
    ) -> None:
        tower.memory.calibrated = True
        tower.reset()
        tower.roll(2, 5)
        tower.reset()
        with TowerConsole(tower.port) as console:
            assert calibrate(console, person) == 1
            assert "2 and 5 that no game has taken" in person.told
        assert tower.waiting == 1
        person.answers["forgotten"] = "y"
        with TowerConsole(tower.port) as console:
            assert calibrate(console, person) == 0
        assert tower.waiting == 0


class TestTheFirmware:
    """The same walk with the firmware itself, under a model of its sensors."""

    @pytest.fixture
    def emulated(self, firmware_build: Path) -> Iterator[EmulatedTower]:
        with EmulatedTower(calibrated=False, seed=4, build=firmware_build) as made:
            yield made

    def person(self, emulated: EmulatedTower, thrower: threading.Thread) -> AtTable:
        return AtTable(
            lambda: self.show(emulated, Scene()), lambda face: self.lay(emulated, face), thrower.start
        )

    def show(self, emulated: EmulatedTower, scene: Scene) -> None:
        """Let a hand change what lies there, and be gone before Enter is pressed."""
        emulated.reach_in(scene)
        end = emulated.pace() + 1.5
        while emulated.pace() < end:
            emulated.step(0.005)

    def lay(self, emulated: EmulatedTower, face: int) -> None:
        left, right = (resting(face, emulated.chance, emulated.finish) for _ in range(2))
        self.show(emulated, Scene((left, right)))

    def test_it_learns_from_white_dice_and_then_reads_others(self, emulated: EmulatedTower) -> None:
        blue = [resting(face, emulated.chance, FINISHES["blue"]) for face in (2, 4)]
        thrower = threading.Thread(target=emulated.throw, args=blue, daemon=True)
        person = self.person(emulated, thrower)
        person.instead["Take all"] = [lambda: self.show(emulated, Scene(room=GLARE))]
        with TowerConsole(emulated.port, pace=emulated.pace) as console:
            assert calibrate(console, person) == 0, person.seen
        thrower.join()
        assert "Too much light falls into the left pocket" in person.told
        assert "The tower read 2 and 4" in person.seen
        assert emulated.faults == ()

    def test_dice_left_in_at_the_first_step_are_noticed(self, emulated: EmulatedTower) -> None:
        person = self.person(emulated, threading.Thread())
        person.instead["Take all"] = [lambda: self.lay(emulated, 3)]
        with TowerConsole(emulated.port, pace=emulated.pace) as console:
            assert calibrate(console, person) == 1
        assert "pocket is darker now than it was empty" in person.told

    def test_it_does_not_learn_from_dark_dice(self, emulated: EmulatedTower) -> None:
        emulated.finish = FINISHES["blue"]
        person = self.person(emulated, threading.Thread())
        with TowerConsole(emulated.port, pace=emulated.pace) as console:
            assert calibrate(console, person) == 1
        assert "Calibrate with white dice that have dark pips" in person.told


class TestInATerminal:
    def serve(self, tower: VirtualTower) -> tuple[subprocess.Popen[bytes], int]:
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "companion", "calibrate", "tower", "--port", tower.port]
        process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        return process, ours

    @staticmethod
    def read_until(words: str, screen: int) -> str:
        seen, end = b"", time.monotonic() + 20
        while words.encode() not in seen:
            assert time.monotonic() < end, seen
            seen += os.read(screen, 4096)
        return seen.decode()

    def test_enter_goes_on_and_the_tower_is_kept_company_meanwhile(self, tower: VirtualTower) -> None:
        process, screen = self.serve(tower)
        try:
            self.read_until("Then press Enter.", screen)
            assert tower.counts
            os.write(screen, b"\n")
            self.read_until("2 of 3.", screen)
            os.write(screen, b"\x04")  # end of input
            self.read_until("Nothing was changed", screen)
            assert process.wait(20) == 1
        finally:
            process.kill()
            process.wait()
            os.close(screen)


def test_without_a_part_it_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate"]) == 2
    err = capsys.readouterr().err
    assert "--print-markers" in err
    assert "say what to calibrate" in err


def test_without_a_tower_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "tower", "--port", str(tmp_path / "none")]) == 1
    assert "isn't plugged in" in capsys.readouterr().err
