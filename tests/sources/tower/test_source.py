"""The tower source on a pseudo-terminal, end to end.

`tower` is each stand-in in turn, the firmware's model and the firmware itself in its emulator.
"""

from __future__ import annotations

import fcntl
import importlib
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.observations import DiceDetection, InputRefused, Source
from companion.sources.tower.port import AUTO, Port, PortError, PortFinder, PortTrouble
from companion.sources.tower.protocol import Cause, FaultKind, TowerFault, encode_line
from companion.sources.tower.source import TowerSource
from tests.patience import PATIENCE_S
from tests.sources.tower.faults import FaultyStandIn, set_faults


def fast_clock(factor: float) -> Callable[[], float]:
    """Return a clock for the protocol timeouts that runs faster than real time."""
    return lambda: time.monotonic() * factor


def inject_and_check_text(host: Any, tower: FaultyStandIn, data: bytes, words: str) -> bool:
    """Send bytes and return whether the host reports these words; earlier bytes may be missed."""
    tower.inject_bytes(data)
    return bool(host.says(words))


def shortest_time(measure_s: Callable[[], float], tries: int = 5) -> float:
    """Return the shortest of several measurements: a long one may come from a busy machine."""
    shortest = measure_s()
    while shortest >= 1 and (tries := tries - 1):
        shortest = min(shortest, measure_s())
    return shortest


def test_tower_source_implements_the_source_protocol() -> None:
    source: Source = TowerSource("/dev/ttyUSB0")
    assert source.name == "tower"
    assert TowerSource("/dev/ttyUSB0", name="left tower").name == "left tower"


@pytest.mark.slow
def test_rolls_are_reported_in_order(tower: FaultyStandIn, listen: Any, eventually: Any) -> None:
    host = listen(tower).wait_until_ok()
    chance = random.Random(1)
    thrown = [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(12)]
    for dice in thrown:
        assert tower.roll(*dice)
    eventually(lambda: len(host.dice) == 12)
    assert host.dice == thrown
    assert [roll.token for roll in host.rolls] == [f"tower:{tower.unit}:{n}" for n in range(1, 13)]
    assert host.rolls[0].source == "tower"
    eventually(lambda: tower.waiting == 0)


def test_the_certainty_of_a_roll_combines_both_dice(towers: Any, listen: Any, eventually: Any) -> None:
    tower = towers()
    host = listen(tower).wait_until_ok()
    tower.roll(3, 4, quality=(90, 80))
    eventually(lambda: host.rolls)
    assert host.rolls[0].confidence == pytest.approx(0.72)


def test_a_roll_has_the_time_at_which_the_dice_came_to_rest(
    towers: Any, listen: Any, eventually: Any
) -> None:
    tower = towers()
    host = listen(tower).wait_until_ok()
    tower.drop(2)
    thrown_at = host.read_clock()
    tower.roll(1, 2)
    eventually(lambda: host.dice)
    heard_at = host.read_clock()
    assert heard_at - thrown_at > 0.4, "the first telling was to be lost"
    # Independent of the line's delay: the time of the rest, not of the report.
    assert thrown_at - 0.01 <= host.rolls[0].t < heard_at - 0.4


def test_a_roll_is_acknowledged_only_when_it_is_on_disk(
    tower: FaultyStandIn, listen: Any, eventually: Any
) -> None:
    on_disk = threading.Event()
    host = listen(tower, lambda roll: on_disk.wait(PATIENCE_S) and None).wait_until_ok()
    tower.roll(3, 4)
    eventually(lambda: host.dice)
    time.sleep(1.2)  # the tower repeats it meanwhile
    assert tower.waiting == 1
    on_disk.set()
    eventually(lambda: tower.waiting == 0)
    eventually(lambda: tower.is_counting)
    tower.roll(3, 4)
    eventually(lambda: len(host.dice) == 2)
    time.sleep(0.2)
    assert host.dice == [(3, 4), (3, 4)]


@pytest.mark.slow
def test_damaged_lines_delay_rolls_but_lose_none(tower: FaultyStandIn, listen: Any, eventually: Any) -> None:
    host = listen(tower).wait_until_ok()
    damages: list[Callable[[], object]] = [
        lambda: tower.drop(2),
        lambda: tower.corrupt(2),
        lambda: tower.inject_bytes(b"$roll 7e57ab1e 99 6 6"),
        lambda: tower.inject_bytes(random.Random(3).randbytes(3000)),
        lambda: tower.inject_bytes(b"roll 6 6\r\n$roll 6 6*0000\r\n"),
    ]
    for number, spoil in enumerate(damages, start=1):
        spoil()
        tower.roll(1, number)
    eventually(lambda: len(host.dice) >= 5)
    time.sleep(0.6)
    assert host.dice == [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]


class TestPluggingAndUnplugging:
    def test_the_source_waits_for_a_missing_tower(
        self, towers: Any, listen: Any, eventually: Any, tmp_path: Path
    ) -> None:
        host = listen(str(tmp_path / "tower"))
        eventually(lambda: host.says("isn't plugged in"))
        assert host.health == "waiting"
        tower = towers(tmp_path / "tower")
        host.wait_until_ok()
        tower.roll(5, 5)
        eventually(lambda: host.dice == [(5, 5)])

    def test_the_source_reconnects_after_unplugging(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        host = listen(tower).wait_until_ok()
        first = os.path.realpath(tower.port)
        kept: list[int] = []
        for number in range(1, 4):
            tower.unplug()
            eventually(lambda: host.says("plug"))
            assert host.health == "waiting"
            while not Path(first).exists():  # or it would come back under the same name
                kept.append(os.open("/dev/ptmx", os.O_RDWR))
            tower.plug()
            eventually(lambda: host.health == "ok")
            tower.roll(number, number)
            eventually(lambda number=number: host.dice[-1:] == [(number, number)])
        assert os.path.realpath(tower.port) != first
        for each in kept:
            os.close(each)
        assert host.dice == [(1, 1), (2, 2), (3, 3)]

    def test_an_unstored_roll_is_reported_again_after_unplugging(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        host = listen(tower).wait_until_ok()
        tower.hang()
        tower.roll(6, 2)
        tower.unplug()
        tower.hang(False)
        eventually(lambda: host.health == "waiting")
        assert host.dice == []
        tower.plug()
        eventually(lambda: host.dice == [(6, 2)])
        eventually(lambda: tower.waiting == 0)

    def test_the_tower_is_found_among_several_ports(
        self, towers: Any, listen: Any, eventually: Any, tmp_path: Path
    ) -> None:
        towers(tmp_path / "usb-1-silent").hang()
        towers(tmp_path / "usb-2-printer", version="marlin/2.1.2")
        tower = towers(tmp_path / "usb-3-tower", unit="00c0ffee")
        host = listen(str(tmp_path / "usb-*"), monotonic=fast_clock(10)).wait_until_ok()
        tower.roll(2, 6)
        eventually(lambda: host.dice == [(2, 6)])

    def test_a_hanging_tower_and_its_recovery_are_reported(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        host = listen(tower).wait_until_ok()
        tower.hang()
        eventually(lambda: host.says("doesn't answer"))
        assert host.health == "fault"
        tower.hang(False)
        host.wait_until_ok()
        eventually(lambda: tower.is_counting)
        tower.roll(4, 1)
        eventually(lambda: host.dice == [(4, 1)])


class TestFindingTheTower:
    """Find the tower among USB serial adapters, as `companion serve` does without a given port."""

    @pytest.fixture
    def by_id(self, tmp_path: Path) -> Path:
        folder = tmp_path / "by-id"
        folder.mkdir()
        return folder

    def test_the_tower_is_found_by_its_hello_and_again_under_another_device_number(
        self, towers: Any, listen: Any, eventually: Any, by_id: Path
    ) -> None:
        tower = towers(by_id / "usb-1a86_USB2.0-Serial-if00-port0")
        host = listen(PortFinder(AUTO, by_id=by_id)).wait_until_ok()
        tower.unplug()
        eventually(lambda: host.says("isn't plugged in"))
        first_comes_first = os.open("/dev/ptmx", os.O_RDWR)
        tower.plug()
        os.close(first_comes_first)
        host.wait_until_ok()
        tower.roll(2, 5)
        eventually(lambda: host.dice == [(2, 5)])

    def test_a_chattering_port_is_opened_once_and_reported_as_no_tower(
        self, towers: Any, listen: Any, eventually: Any, by_id: Path
    ) -> None:
        printer = towers(by_id / "usb-FTDI_Printer-if00-port0", version="marlin/2.1.2")
        device = os.path.realpath(printer.port)
        host = listen(PortFinder(AUTO, by_id=by_id))
        eventually(lambda: host.says("No dice tower answers at usb-FTDI_Printer-if00-port0"))
        assert host.health == "fault"
        again = os.open(device, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody holds it any more
        os.close(again)
        assert not any("marlin" in report.text for report in host.reports)
        tower = towers(by_id / "usb-1a86_USB2.0-Serial-if00-port0")
        host.wait_until_ok()
        tower.roll(1, 1)
        eventually(lambda: host.dice == [(1, 1)])

    def test_a_tower_of_another_version_is_reported(
        self, towers: Any, listen: Any, eventually: Any, by_id: Path
    ) -> None:
        tower = towers(by_id / "usb-1a86_USB2.0-Serial-if00-port0")
        tower.hang()
        host = listen(PortFinder(AUTO, by_id=by_id))
        hello = encode_line("hello 9 companion-tower/9.0 what ever")
        eventually(partial(inject_and_check_text, host, tower, hello, "newer than this program"))
        time.sleep(0.2)
        assert host.says("newer than this program"), "it stays on the screen"
        assert host.health == "fault"

    def test_a_table_without_a_tower_gets_no_report_until_one_is_found(
        self, towers: Any, listen: Any, eventually: Any, by_id: Path
    ) -> None:
        towers(by_id / "usb-FTDI_Printer-if00-port0", version="marlin/2.1.2")
        finder = PortFinder(AUTO, by_id=by_id)
        host = listen(finder, expected=False)
        eventually(lambda: finder.skipped_ports)
        assert host.reports == []
        tower = towers(by_id / "usb-1a86_USB2.0-Serial-if00-port0")
        host.wait_until_ok()
        tower.unplug()
        eventually(lambda: host.says("isn't plugged in"))

    @pytest.mark.parametrize(
        ("trouble", "expected"), [(PortTrouble.DENIED, ["fault"]), (PortTrouble.BUSY, [])]
    )
    def test_a_denied_port_is_reported_and_a_busy_one_is_not(
        self, listen: Any, eventually: Any, by_id: Path, monkeypatch: pytest.MonkeyPatch,
        trouble: PortTrouble, expected: list[str],
    ) -> None:  # fmt: skip
        tried_paths: list[str] = []

        def refuse(path: str, *, unconfirmed: bool) -> Port:
            tried_paths.append(path)
            raise PortError(trouble, "no")

        monkeypatch.setattr("companion.sources.tower.source.Port", refuse)
        (by_id / "usb-1a86_USB2.0-Serial-if00-port0").touch()
        host = listen(PortFinder(AUTO, by_id=by_id), expected=False)
        eventually(lambda: len(tried_paths) > 1)
        assert [report.health for report in host.reports] == expected


class TestBoardRestarts:
    def test_boot_text_is_no_roll_and_an_unacknowledged_roll_survives(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        host = listen(tower).wait_until_ok()
        tower.drop(1)
        tower.roll(2, 3)
        tower.inject_bytes(b"$roll 7e57ab1e 2 6")
        tower.reset()
        tower.roll(5, 1)
        eventually(lambda: len(host.dice) >= 2)
        tower.reset(Cause.WATCHDOG)
        tower.roll(6, 6)
        eventually(lambda: tower.waiting == 0)
        assert host.dice == [(2, 3), (5, 1), (6, 6)]


class TestPortErrors:
    def test_a_port_in_use_is_reported_with_a_remedy(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        host = listen(tower).wait_until_ok()
        second = listen(tower)
        eventually(lambda: second.says("Another program"))
        assert second.health == "fault"
        host.stop()
        second.wait_until_ok()

    def test_a_port_without_permission_is_reported_with_the_command(self, tower: FaultyStandIn) -> None:
        path = os.path.realpath(tower.port)
        Path(path).chmod(0)
        observations: list[Any] = []
        stop = threading.Event()

        def emit(observation: Any) -> None:
            observations.append(observation)
            stop.set()

        root = os.geteuid() == 0
        source = TowerSource(path)
        if root:
            # On some machines nobody else may read the folder that Python's own modules are in.
            for module in ("grp", "pwd"):
                importlib.import_module(module)
            os.seteuid(65534)
        try:
            source.run(emit, time.monotonic, stop)
        finally:
            if root:
                os.seteuid(0)
        assert observations[0].health == "fault"
        assert "usermod -aG dialout" in observations[0].text

    def test_another_device_or_version_is_reported(self, towers: Any, listen: Any, eventually: Any) -> None:
        printer = listen(towers(version="marlin/2.1.2").port)
        eventually(lambda: printer.says("not a dice tower"))
        for protocol, words in ((2, "newer than this program"), (0, "too old")):
            tower = towers()
            tower.hang()
            host = listen(tower)
            eventually(lambda host=host: host.reports)
            hello = encode_line(f"hello {protocol} companion-tower/{protocol}.0 what ever")

            rejected = partial(inject_and_check_text, host, tower, hello, words)
            eventually(rejected)
            assert host.health == "fault"
            assert "firmware" in host.reports[-1].text

    def test_something_that_chatters_is_no_tower(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        tower.hang()
        host = listen(tower)
        chatter = b"ok T:21.3 /0.0\r\n"
        eventually(lambda: inject_and_check_text(host, tower, chatter, "doesn't respond like a dice tower"))
        assert host.health == "fault"


class TestFaultsOfTheTower:
    def test_faults_are_reported_in_words_and_cleared(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        host = listen(tower).wait_until_ok()
        set_faults(tower, TowerFault(FaultKind.COCKED, 1))
        eventually(lambda: host.says("left die isn't flat"))
        assert host.health == "fault"
        set_faults(tower, TowerFault(FaultKind.MISSING, 2))
        eventually(lambda: host.says("right one is missing"))
        set_faults(tower, TowerFault(FaultKind.LIGHT))
        eventually(lambda: host.says("gets too much light"))
        set_faults(tower)
        eventually(lambda: host.health == "ok")
        assert host.reports[-1].text == ""

    @pytest.mark.parametrize("kind", sorted({*FaultKind} - {FaultKind.FULL}))
    def test_each_fault_has_a_text(self, towers: Any, listen: Any, eventually: Any, kind: FaultKind) -> None:
        tower = towers()
        pocket = 2 if list(FaultKind).index(kind) < 5 else 0
        set_faults(tower, TowerFault(kind, pocket))
        host = listen(tower)
        eventually(lambda: host.health == "fault")
        assert "{" not in host.reports[-1].text
        assert ("right" in host.reports[-1].text) == bool(pocket)

    def test_too_many_waiting_rolls_are_a_fault(self, towers: Any, listen: Any, eventually: Any) -> None:
        tower, taken = towers(), threading.Event()
        host = listen(tower, lambda roll: taken.wait(PATIENCE_S) and None).wait_until_ok()
        while tower.roll(1, 2):
            pass
        taken.set()
        eventually(lambda: tower.waiting == 0)
        eventually(lambda: any("wait before you roll" in report.text for report in host.reports))
        eventually(lambda: host.health == "ok")


class TestTheTable:
    def test_a_refused_roll_is_not_requested_again(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        def refuse_the_first(roll: DiceDetection) -> None:
            if roll.dice == (1, 1):
                raise InputRefused("no dice now")

        host = listen(tower, refuse_the_first).wait_until_ok()
        tower.roll(1, 1)
        tower.roll(2, 2)
        eventually(lambda: tower.waiting == 0)
        assert host.dice == [(1, 1), (2, 2)]

    def test_an_unwritten_roll_is_reported_again_in_the_next_run(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        def disk_is_full(roll: DiceDetection) -> None:
            raise OSError(28, "No space left on device")

        source = TowerSource(tower.port, monotonic=tower.monotonic, retry_every=0.05)
        failing = listen(tower, disk_is_full, source=source).wait_until_ok()
        tower.roll(3, 6)
        eventually(lambda: failing.error is not None)
        assert isinstance(failing.error, OSError)
        eventually(lambda: tower.waiting == 1)
        host = listen(tower, source=source)
        eventually(lambda: host.dice == [(3, 6)])
        eventually(lambda: tower.waiting == 0)

    def test_the_source_stops_within_a_second_and_says_goodbye(
        self, tower: FaultyStandIn, listen: Any, eventually: Any
    ) -> None:
        def measure_stop_s() -> float:
            host = listen(tower).wait_until_ok()
            eventually(lambda: tower.is_counting)
            return float(host.stop())

        assert shortest_time(measure_stop_s) < 1
        eventually(lambda: not tower.is_counting)
        assert tower.roll(1, 1) is None

    def test_the_source_stops_within_a_second_without_a_tower(self, listen: Any, tmp_path: Path) -> None:
        assert shortest_time(lambda: listen(str(tmp_path / "none"), retry_every=60).stop()) < 1


KILLED_BETWEEN_DISK_AND_ACK = """
import os, signal, sys, threading, time
from companion.observations import DiceDetection, SourceReport
from companion.sources.tower.source import TowerSource

def emit(observation):
    if isinstance(observation, SourceReport):
        print(observation.health, flush=True)
    if isinstance(observation, DiceDetection):
        with open(sys.argv[2], "a") as disk:
            disk.write(observation.token + "\\n")
            disk.flush()
            os.fsync(disk.fileno())
        os.kill(os.getpid(), signal.SIGKILL)

TowerSource(sys.argv[1]).run(emit, time.monotonic, threading.Event())
"""


@pytest.mark.parametrize("opening_resets_board", [True, False])
def test_a_host_killed_between_disk_and_acknowledgement_receives_the_same_token_again(
    stand_ins: Any, listen: Any, eventually: Any, tmp_path: Path, opening_resets_board: bool
) -> None:
    tower, disk = stand_ins(speed=3), tmp_path / "disk"
    command = [sys.executable, "-c", KILLED_BETWEEN_DISK_AND_ACK, tower.port, str(disk)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        while killed.stdout.readline().strip() != "ok":
            assert killed.poll() is None
        tower.roll(4, 6)
        assert killed.wait(PATIENCE_S) == -9
    assert tower.waiting == 1
    if opening_resets_board:
        tower.reset()
    host = listen(tower)
    eventually(lambda: host.dice == [(4, 6)])
    assert [roll.token for roll in host.rolls] == disk.read_text().split()
    eventually(lambda: tower.waiting == 0)
    tower.roll(4, 6)
    eventually(lambda: len(host.rolls) == 2)
    assert host.rolls[1].token not in disk.read_text().split()
