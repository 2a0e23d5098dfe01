"""The tower console over a pseudo-terminal."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.sources.tower.console import CommandRefused, NoTowerError, TowerConsole, open_console
from companion.sources.tower.port import AUTO, Port, PortError, PortFinder, PortTrouble
from companion.sources.tower.protocol import FaultKind, Refusal, TowerFault, encode_line
from tests.sources.tower.faults import FaultyTower


@pytest.fixture
def tower(towers: Callable[..., FaultyTower]) -> FaultyTower:
    """The firmware's model, which is there without a tool chain."""
    return towers()


def fast_clock() -> float:
    return time.monotonic() * 10


def test_the_console_reports_identity_and_faults_of_the_tower(tower: FaultyTower) -> None:
    tower.set_faults(TowerFault(FaultKind.LIGHT))
    with TowerConsole(tower.port) as console:
        assert console.hello.unit == "7e57ab1e"
        assert console.link.beat is not None
        assert console.link.beat.refused == 0
        assert console.faults == (TowerFault(FaultKind.LIGHT),)
        assert console.link.frames >= 2
        assert console.link.losses == 0


def test_a_command_is_answered_or_refused_with_a_reason(tower: FaultyTower) -> None:
    with TowerConsole(tower.port) as console:
        assert console.send_command("calibrate", "empty").refusal is None
        with pytest.raises(CommandRefused, match="firmware") as refused:
            console.send_command("dance")
        assert refused.value.refusal is Refusal.UNKNOWN


def test_raw_readings_arrive_for_each_pocket_despite_lost_lines(tower: FaultyTower) -> None:
    with TowerConsole(tower.port) as console:
        tower.roll(6, 1)
        tower.drop(1)
        left, right = console.read_pocket(1), console.read_pocket(2)
    assert left.has_known_layout
    assert right.has_known_layout
    assert left.delta.index(min(left.delta[:9])) == 4, "one pip below, six above"
    assert right.reference == 675


def test_the_console_measures_the_response_time(tower: FaultyTower, eventually: Any) -> None:
    with TowerConsole(tower.port) as console:
        assert console.link.round_trip is None
        console.listen(60, lambda: console.link.round_trip is not None)
        assert console.link.round_trip is not None
        assert 0 <= console.link.round_trip < 5


def test_throws_of_the_console_belong_to_no_game(tower: FaultyTower, eventually: Any) -> None:
    with TowerConsole(tower.port) as console:
        tower.roll(3, 4)
        while not console.rolls:
            console.listen(0.1)
        eventually(lambda: tower.waiting == 0)
    assert [roll.dice for roll in console.rolls] == [(3, 4)]
    eventually(lambda: not tower.is_counting)


def test_a_pending_roll_of_a_game_is_left_in_the_tower(tower: FaultyTower, listen: Any) -> None:
    listen(tower.port).wait_until_ok().stop()
    with TowerConsole(tower.port):
        tower.hang()
        tower.roll(5, 6)
    tower.hang(False)
    tower.reset()
    with TowerConsole(tower.port) as console:
        while console.pending_roll is None:
            console.listen(0.1)
        assert console.pending_roll.dice == (5, 6)
        assert console.rolls == []
    assert tower.waiting == 1


class TestNoTower:
    def test_a_missing_port_is_reported(self, tmp_path: Path) -> None:
        with pytest.raises(NoTowerError, match="isn't plugged in"):
            open_console(PortFinder(AUTO, by_id=tmp_path))
        with pytest.raises(NoTowerError, match="isn't plugged in"):
            open_console(PortFinder(str(tmp_path / "ttyUSB0")))

    def test_a_silent_port_is_reported(self, tower: FaultyTower) -> None:
        tower.hang()
        with pytest.raises(NoTowerError, match="doesn't answer"):
            TowerConsole(tower.port, monotonic=fast_clock)
        Port(tower.port).close()

    def test_another_device_is_reported(self, towers: Any) -> None:
        printer = towers(version="marlin/2.1.2")
        with pytest.raises(NoTowerError, match="not a dice tower"):
            TowerConsole(printer.port)

    def test_another_protocol_version_is_reported(self, tower: FaultyTower) -> None:
        tower.hang()
        over = threading.Event()

        def say_hello() -> None:
            while not over.wait(0.02):
                tower.inject_bytes(encode_line("hello 9 companion-tower/9.0 what ever"))

        other = threading.Thread(target=say_hello)
        other.start()
        try:
            with pytest.raises(NoTowerError, match="newer than this program"):
                TowerConsole(tower.port)
        finally:
            over.set()
            other.join()

    def test_a_port_in_use_is_reported(self, tower: FaultyTower) -> None:
        with TowerConsole(tower.port), pytest.raises(PortError) as error:
            open_console(PortFinder(tower.port))
        assert error.value.trouble is PortTrouble.BUSY

    def test_an_unplugged_tower_is_reported(self, tower: FaultyTower) -> None:
        console = TowerConsole(tower.port)
        tower.unplug()
        with pytest.raises(PortError):
            console.listen(5)
        console.close()

    def test_a_tower_that_stops_answering_is_reported(self, tower: FaultyTower) -> None:
        ahead = 0.0

        def monotonic() -> float:
            nonlocal ahead
            ahead += step
            return time.monotonic() + ahead

        step = 0.0
        with TowerConsole(tower.port, monotonic=monotonic) as console:
            tower.hang()
            step = 0.1  # from now on time passes faster
            with pytest.raises(NoTowerError, match="doesn't answer"):
                console.send_command("raw", "1")


def test_the_console_finds_the_tower_among_adapters(towers: Any, tmp_path: Path) -> None:
    towers(tmp_path / "usb-1a86_Printer-if00", version="marlin/2.1.2")
    tower = towers(tmp_path / "usb-FTDI_Nano-if00", unit="00c0ffee")
    with open_console(PortFinder(AUTO, by_id=tmp_path, memory=tmp_path / "memory")) as console:
        assert console.path == tower.port
        assert console.hello.unit == "00c0ffee"
    assert (tmp_path / "memory").read_text().strip() == tower.port
