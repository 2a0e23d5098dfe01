"""The stand-in itself: a tower to whoever opens its port."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import serial

from companion.sources.tower.host_frames import Ack, Hi
from companion.sources.tower.protocol import tower_frame
from companion.sources.tower.tower_frames import Beat, Hello, Roll
from companion.sources.tower.virtual import VirtualTower


def read_line(line: serial.Serial) -> bytes:
    return bytes(line.readline())


def test_it_speaks_to_a_plain_serial_port(tower: VirtualTower) -> None:
    with serial.Serial(tower.port, 115200, timeout=5) as line:
        line.write(Hi(1, "companion/0.1.0").to_bytes())
        while not (isinstance(hello := tower_frame(read_line(line)), Hello) and hello.met):
            pass
        assert isinstance(tower_frame(read_line(line)), Beat)
        assert tower.roll(6, 3) == 1
        while not isinstance(roll := tower_frame(read_line(line)), Roll):
            pass
        assert roll.dice == (6, 3)
        assert tower.waiting == 1
        line.write(Ack(*roll.identity).to_bytes())
        while tower_frame(read_line(line)) == roll:
            pass
        assert tower.waiting == 0


def test_it_needs_no_thread() -> None:
    with VirtualTower() as tower, serial.Serial(tower.port, 115200, timeout=0) as line:
        line.write(Hi(1, "companion/0.1.0").to_bytes())
        for _ in range(50):
            tower.step(0.01)
        assert tower.counts


def test_nobody_listening_does_not_block_it() -> None:
    with VirtualTower() as tower:
        for _ in range(50):
            tower.junk(b"x" * 1000)
        tower.step()


def test_its_port_is_there_while_it_is_plugged_in_and_the_path_stays(tmp_path: Path) -> None:
    tower = VirtualTower(tmp_path / "usb-tower")
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


def test_it_leaves_nothing_behind() -> None:
    tower = VirtualTower()
    folder = Path(tower.port).parent
    tower.close()
    assert not folder.exists()


def test_unplugging_keeps_what_a_power_cut_keeps(tower: VirtualTower, listen: Any, eventually: Any) -> None:
    listen(tower.port).until_ok()
    tower.drop(1)
    tower.roll(1, 2)
    tower.unplug()
    tower.plug()
    assert tower.waiting == 1
