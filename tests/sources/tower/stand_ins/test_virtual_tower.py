"""The stand-ins behave like a tower on their port, both the model and the firmware."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.sources.tower.protocol import Ack, Beat, Hello, Hi, TowerRoll, parse_tower_frame
from companion.sources.tower.stand_ins import emulator, virtual_tower
from companion.sources.tower.stand_ins.emulated_tower import EmulatedTower
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower, create_virtual_tower
from tests.sources.tower.faults import FaultyEmulatedTower, FaultyStandIn, FaultyTower


@pytest.fixture(params=["model", "firmware"])
def make_undriven(request: pytest.FixtureRequest) -> Callable[..., FaultyStandIn]:
    """Create stand-ins without a driving thread."""
    if request.param == "model":
        return FaultyTower
    build = request.getfixturevalue("firmware_build")
    return lambda *args: FaultyEmulatedTower(*args, build=build, calibrated=False)


def read_line(line: serial.Serial) -> bytes:
    return bytes(line.readline())


def test_a_stand_in_works_with_a_plain_serial_port(stand_ins: Any) -> None:
    tower = stand_ins(speed=5)
    with serial.Serial(tower.port, 115200, timeout=60) as line:
        line.write(Hi(1, "companion/0.1.0").to_bytes())
        while not (isinstance(hello := parse_tower_frame(read_line(line)), Hello) and hello.met):
            pass
        assert isinstance(parse_tower_frame(read_line(line)), Beat)
        assert tower.roll(6, 3) == 1
        while not isinstance(roll := parse_tower_frame(read_line(line)), TowerRoll):
            pass
        assert roll.dice == (6, 3)
        assert roll.identity == (tower.unit, 1)
        assert tower.waiting == 1
        line.write(Ack(*roll.identity).to_bytes())
        while not (isinstance(beat := parse_tower_frame(read_line(line)), Beat) and beat.waiting == 0):
            pass
        assert tower.waiting == 0


def test_a_stand_in_needs_no_thread(make_undriven: Any, eventually: Any) -> None:
    tower = make_undriven()
    with serial.Serial(tower.port, 115200, timeout=0) as line:

        def counts() -> bool:
            line.write(Hi(1, "companion/0.1.0").to_bytes())
            tower.step(0.01)
            return bool(tower.is_counting)

        eventually(counts)
    tower.close()


def test_a_stand_in_does_not_block_without_a_listener(make_undriven: Any) -> None:
    tower = make_undriven()
    for _ in range(50):
        tower.inject_bytes(b"x" * 1000)
    tower.step()
    tower.close()


def test_the_port_exists_while_plugged_in_and_its_path_stays_the_same(
    make_undriven: Any, tmp_path: Path
) -> None:
    tower = make_undriven(tmp_path / "usb-tower")
    assert Path(tower.port).exists()
    tower.unplug()
    tower.unplug()
    assert not Path(tower.port).exists()
    tower.step()
    tower.plug()
    assert tower.port == str(tmp_path / "usb-tower")
    assert Path(tower.port).exists()
    tower.close()
    assert list(tmp_path.iterdir()) == []


def test_closing_a_stand_in_leaves_no_files(make_undriven: Any) -> None:
    tower = make_undriven()
    folder = Path(tower.port).parent
    tower.close()
    tower.close()
    assert not folder.exists()


def test_unplugging_preserves_the_same_state_as_a_power_cut(
    tower: FaultyStandIn, listen: Any, eventually: Any
) -> None:
    listen(tower).wait_until_ok()
    tower.hang()
    tower.roll(1, 2)
    tower.unplug()
    tower.plug()
    tower.hang(False)
    eventually(lambda: tower.waiting == 1 or not tower.is_counting)
    eventually(lambda: tower.waiting == 0)


def test_each_stand_in_has_its_own_unit_id(firmware_build: Path, eventually: Any) -> None:
    first, second = create_virtual_tower(), create_virtual_tower()

    def have_units() -> bool:
        for tower in (first, second):
            tower.step()
        return bool(first.unit and second.unit)

    eventually(have_units)
    assert first.unit != second.unit
    first.close()
    second.close()


def test_the_firmware_is_used_when_built_and_its_model_otherwise(
    firmware_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert emulator.is_available(firmware_build)
    assert not emulator.is_available(tmp_path)
    for there, kind in ((True, EmulatedTower), (False, VirtualTower)):
        monkeypatch.setattr(virtual_tower, "is_available", lambda there=there: there)
        tower = create_virtual_tower()
        assert isinstance(tower, kind)
        tower.close()


def test_a_firmware_that_is_older_than_its_sources_counts_as_missing(tmp_path: Path) -> None:
    for folder in ("core", "board", "build"):
        (tmp_path / folder).mkdir()
    source, program = tmp_path / "core" / "scan.h", tmp_path / "build" / "tower.elf"
    for path in (source, program, tmp_path / "build" / "tower-emulator"):
        path.touch(0o755)
    os.utime(source, (1000, 1000))
    os.utime(program, (2000, 2000))
    assert emulator.is_available(tmp_path / "build")
    os.utime(source, (3000, 3000))
    assert not emulator.is_available(tmp_path / "build")


def test_a_missing_emulator_is_explained_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(emulator.EmulatorError, match="make firmware"):
        EmulatedTower(build=tmp_path)
