"""`companion doctor tower` with a virtual tower on a pseudo-terminal."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import doctor
from companion.cli.command import main
from companion.cli.doctor import Style
from companion.sources.tower.console import TowerConsole
from companion.sources.tower.protocol import Cause, FaultKind, TowerFault
from companion.sources.tower.stand_ins.sensor_board import TowerMemory
from tests.sources.tower.faults import FaultyTower


@pytest.fixture
def virtual() -> Iterator[FaultyTower]:
    stop = threading.Event()
    with FaultyTower() as made:
        thread = threading.Thread(target=made.run, args=(stop,))
        thread.start()
        yield made
        stop.set()
        thread.join()


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a busy machine time to answer."""
    monkeypatch.setattr(doctor, "PING_TIMEOUT_S", 90.0)


@pytest.fixture
def look(virtual: FaultyTower) -> Callable[[], dict[str, Any]]:
    def examine_port() -> dict[str, Any]:
        with TowerConsole(virtual.port) as console:
            return doctor.examine_tower(console)

    return examine_port


def test_a_working_tower_has_no_problems(virtual: FaultyTower, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "tower", "--port", virtual.port]) == doctor.EXIT_OK
    out = capsys.readouterr().out
    assert f"7e57ab1e at {virtual.port}" in out
    assert "companion-tower/1.0.0" in out
    assert "answers in " in out
    assert "lit - dark" in out
    assert out.endswith("All is well.\n")


def test_the_json_report_is_complete(virtual: FaultyTower, capsys: pytest.CaptureFixture[str]) -> None:
    virtual.set_faults(TowerFault(FaultKind.COCKED, 1))
    virtual.reset(Cause.WATCHDOG)
    virtual.set_faults(TowerFault(FaultKind.COCKED, 1))
    assert main(["doctor", "tower", "--port", virtual.port, "--json"]) == doctor.EXIT_NEEDS_PERSON
    report = json.loads(capsys.readouterr().out)
    assert report["cause"] == "watchdog"
    assert report["faults"] == ["cocked.1"]
    assert report["wrong"] == ["The left die isn't flat: nudge it until it is."]
    assert [len(pocket["lit"]) for pocket in report["pockets"]] == [11, 11]
    assert report["losses"] == report["refused"] == 0
    assert report["round_trip_ms"] >= 0


class TestProblems:
    def test_each_fault_is_described(self, virtual: FaultyTower, look: Any) -> None:
        virtual.set_faults(TowerFault(FaultKind.MISSING, 2), TowerFault(FaultKind.LIGHT))
        missing, light = look()["wrong"]
        assert "right one is missing" in missing
        assert "gets too much light" in light

    def test_an_uncalibrated_tower_is_reported(self, virtual: FaultyTower, look: Any) -> None:
        virtual.memory = TowerMemory("7e57ab1e", calibrated=False)
        virtual.reset()
        assert all("'companion calibrate tower'" in sentence for sentence in look()["wrong"])
        assert len(look()["wrong"]) == 2

    def test_a_throw_that_no_game_recorded_is_reported(self, virtual: FaultyTower, look: Any) -> None:
        virtual.reset()
        virtual.roll(2, 5)
        virtual.reset()
        with TowerConsole(virtual.port) as console:
            while console.pending_roll is None:
                console.listen(0.1)
            (problem,) = doctor.examine_tower(console)["wrong"]
        assert "2 and 5 that no game has recorded" in problem
        assert virtual.waiting == 1


def test_a_throw_during_the_diagnosis_is_shown_with_its_certainty(virtual: FaultyTower) -> None:
    with TowerConsole(virtual.port) as console:
        virtual.roll(3, 5, quality=(98, 91))
        while not console.rolls:
            console.listen(0.1)
        lines = doctor.to_text(doctor.examine_tower(console), Style.ASCII)
    assert "Roll        3 and 5, 98 % and 91 % sure" in lines


class TestMissingTower:
    def test_an_unplugged_tower_is_reported(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["doctor", "tower", "--port", str(tmp_path / "none")]) == doctor.EXIT_NO_TOWER
        assert "isn't plugged in" in capsys.readouterr().err

    def test_a_tower_in_use_by_another_program_is_reported(
        self, virtual: FaultyTower, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with TowerConsole(virtual.port):
            assert main(["doctor", "tower", "--port", virtual.port]) == doctor.EXIT_NO_TOWER
        err = capsys.readouterr().err
        assert "Another program uses" in err
        assert "systemctl stop companion" in err


def test_watching_continues_until_interrupted(
    virtual: FaultyTower, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    listen_really = TowerConsole.listen

    def listen(console: TowerConsole, seconds: float, *until: Callable[[], bool]) -> None:
        nonlocal looks
        if until:
            return listen_really(console, seconds, *until)
        looks += 1
        if looks == 3:
            raise KeyboardInterrupt
        return time.sleep(0.01)

    monkeypatch.setattr(TowerConsole, "listen", listen)
    assert main(["doctor", "tower", "--port", virtual.port, "--json", "--watch"]) == doctor.EXIT_OK
    assert len(capsys.readouterr().out.splitlines()) == 3
