"""`companion doctor tower --measure`: the form for measured figures, with a virtual tower."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import doctor
from companion.cli.command import main
from companion.cli.common.config import default_measurements
from companion.cli.doctor import measuring_form
from companion.measurements import ComputerFigures, load_measurements
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower

COMPUTER = ComputerFigures("Raspberry Pi 4 Model B", 2.0)


@pytest.fixture
def virtual() -> Iterator[VirtualTower]:
    stop = threading.Event()
    with VirtualTower() as made:
        thread = threading.Thread(target=made.run, args=(stop,))
        thread.start()
        yield made
        stop.set()
        thread.join()


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "PING_TIMEOUT_S", 90.0)
    monkeypatch.setattr(measuring_form, "time_computer", lambda: COMPUTER)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def measure(monkeypatch: pytest.MonkeyPatch, port: str, *typed: str) -> int:
    answers = iter(typed)

    def type_next(question: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", type_next)
    return main(["doctor", "tower", "--measure", "--port", port])


def test_voltages_and_readings_are_stored(virtual: VirtualTower, monkeypatch: pytest.MonkeyPatch) -> None:
    assert measure(monkeypatch, virtual.port, "1300", "68", "5", "0,27", "1.5", "y") == doctor.EXIT_OK
    stored = load_measurements(default_measurements())
    assert stored is not None
    assert stored.bench is not None
    assert (stored.bench.empty_v, stored.bench.white_v) == (0.27, 1.5)
    assert stored.tower is not None
    assert stored.tower.unit == "7e57ab1e"
    assert [len(pocket) for pocket in stored.tower.light] == [9, 9]
    assert stored.tower.round_trip_ms > 0
    assert stored.camera is None
    assert stored.computer == COMPUTER


def test_impossible_voltages_are_asked_again(
    virtual: VirtualTower, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    volts_for_millivolts = ("1300", "68", "5", "270", "1500")
    measure(monkeypatch, virtual.port, *volts_for_millivolts, "1300", "68", "five", "5", "0.27", "1.5", "")
    out = capsys.readouterr().out
    assert "can't give such voltages" in out
    assert "Type a number" in out
    stored = load_measurements(default_measurements())
    assert stored is not None
    assert stored.bench is not None
    assert stored.bench.white_v == 1.5


def test_what_is_left_out_keeps_its_figures(virtual: VirtualTower, monkeypatch: pytest.MonkeyPatch) -> None:
    measure(monkeypatch, virtual.port, "1300", "68", "5", "0.27", "1.5", "y")
    before = load_measurements(default_measurements())
    measure(monkeypatch, virtual.port)
    assert load_measurements(default_measurements()) == before


def test_without_a_tower_the_rest_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measure(monkeypatch, str(tmp_path / "ttyUSB0"), "1300", "68", "5", "0.27", "1.5", "y") == 0
    assert "isn't plugged in" in capsys.readouterr().err
    stored = load_measurements(default_measurements())
    assert stored is not None
    assert stored.bench is not None
    assert stored.tower is None


def test_a_damaged_file_is_not_overwritten(
    virtual: VirtualTower, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    default_measurements().parent.mkdir(parents=True)
    default_measurements().write_text("{", "utf-8")
    assert measure(monkeypatch, virtual.port, "") == doctor.EXIT_NEEDS_PERSON
    assert "measured.json" in capsys.readouterr().err
    assert default_measurements().read_text("utf-8") == "{"


def test_the_doctor_reports_a_lamp_that_has_become_dim(
    virtual: VirtualTower, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measure(monkeypatch, virtual.port, "", "y")
    stored = load_measurements(default_measurements())
    assert stored is not None
    assert stored.tower is not None
    assert main(["doctor", "tower", "--port", virtual.port]) == doctor.EXIT_OK
    bright = tuple(tuple(3 * each for each in pocket) for pocket in stored.tower.light)
    replace(stored, tower=replace(stored.tower, light=bright)).save(default_measurements())
    assert main(["doctor", "tower", "--port", virtual.port]) == doctor.EXIT_NEEDS_PERSON
    assert "less than half of the light that was measured" in capsys.readouterr().out


def test_a_tower_that_is_not_empty_is_not_measured(
    virtual: VirtualTower, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure(monkeypatch, virtual.port, "", "n")
    stored = load_measurements(default_measurements())
    assert stored is not None
    assert stored.tower is None


def test_the_computer_is_timed_by_a_board_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    figures = measuring_form.time_computer()
    assert figures.name
    assert figures.board_s > 0
