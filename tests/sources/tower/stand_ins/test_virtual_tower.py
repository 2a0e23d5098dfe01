"""The stand-ins themselves: each a tower to whoever opens its port, the model and the firmware alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.sources.tower.host_frames import Ack, Hi
from companion.sources.tower.protocol import parse_tower_frame
from companion.sources.tower.stand_ins import emulator, virtual_tower
from companion.sources.tower.stand_ins.emulated_tower import EmulatedTower
from companion.sources.tower.stand_ins.virtual_tower import TowerStandIn, VirtualTower, create_virtual_tower
from companion.sources.tower.tower_frames import Beat, Hello, TowerRoll


@pytest.fixture(params=["model", "firmware"])
def undriven(request: pytest.FixtureRequest) -> Callable[..., TowerStandIn]:
    """Makes stand-ins that no thread drives."""
    if request.param == "model":
        return VirtualTower
    build = request.getfixturevalue("firmware_build")
    return lambda *args: EmulatedTower(*args, build=build, calibrated=False)


def read_line(line: serial.Serial) -> bytes:
    return bytes(line.readline())


def test_it_speaks_to_a_plain_serial_port(stand_ins: Any) -> None:
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


def test_it_needs_no_thread(undriven: Any, eventually: Any) -> None:
    tower = undriven()
    with serial.Serial(tower.port, 115200, timeout=0) as line:

        def counts() -> bool:
            line.write(Hi(1, "companion/0.1.0").to_bytes())
            tower.step(0.01)
            return bool(tower.is_counting)

        eventually(counts)
    tower.close()


def test_nobody_listening_does_not_block_it(undriven: Any) -> None:
    tower = undriven()
    for _ in range(50):
        tower.inject_bytes(b"x" * 1000)
    tower.step()
    tower.close()


def test_its_port_is_there_while_it_is_plugged_in_and_the_path_stays(undriven: Any, tmp_path: Path) -> None:
    tower = undriven(tmp_path / "usb-tower")
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


def test_it_leaves_nothing_behind(undriven: Any) -> None:
    tower = undriven()
    folder = Path(tower.port).parent
    tower.close()
    tower.close()
    assert not folder.exists()


def test_unplugging_keeps_what_a_power_cut_keeps(tower: TowerStandIn, listen: Any, eventually: Any) -> None:
    listen(tower).until_ok()
    tower.hang()
    tower.roll(1, 2)
    tower.unplug()
    tower.plug()
    tower.hang(False)
    eventually(lambda: tower.waiting == 1 or not tower.is_counting)
    eventually(lambda: tower.waiting == 0)


def test_each_is_a_tower_of_its_own(firmware_build: Path, eventually: Any) -> None:
    first, second = create_virtual_tower(), create_virtual_tower()

    def both_named() -> bool:
        for tower in (first, second):
            tower.step()
        return bool(first.unit and second.unit)

    eventually(both_named)
    assert first.unit != second.unit
    first.close()
    second.close()


def test_the_firmware_stands_in_where_it_has_been_built_else_its_model(
    firmware_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert emulator.is_available(firmware_build)
    assert not emulator.is_available(tmp_path)
    for there, kind in ((True, EmulatedTower), (False, VirtualTower)):
        monkeypatch.setattr(virtual_tower, "is_available", lambda there=there: there)
        tower = create_virtual_tower()
        assert isinstance(tower, kind)
        tower.close()


def test_a_missing_emulator_is_said_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(emulator.EmulatorError, match="make firmware"):
        EmulatedTower(build=tmp_path)
