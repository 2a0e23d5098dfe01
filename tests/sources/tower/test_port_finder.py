"""The port finder tries the tower's port, and no other port twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.sources.tower.port import AUTO, PortFinder

NANO = "usb-1a86_USB2.0-Serial-if00-port0"
PRINTER = "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0"
PHONE = "usb-Quectel_EM12-G-if02-port0"


class Bench:
    """Folder of by-id names with device links as created by udev."""

    def __init__(self, folder: Path) -> None:
        self.by_id = folder / "by-id"
        self.by_id.mkdir(parents=True)
        self._folder = folder
        self._count = 0

    def plug(self, name: str) -> str:
        device = self._folder / f"ttyUSB{self._count}"
        self._count += 1
        device.touch()
        link = self.by_id / name
        link.symlink_to(device)
        return str(link)

    def unplug(self, name: str) -> None:
        (self.by_id / name).readlink().unlink()
        (self.by_id / name).unlink()

    def replug(self, name: str) -> None:
        link = self.by_id / name
        old = link.readlink()
        link.unlink()
        self.plug(name)
        old.unlink()

    def finder(self, memory: Path | None = None) -> PortFinder:
        return PortFinder(AUTO, by_id=self.by_id, memory=memory)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "dev")


def test_a_configured_path_is_retried_indefinitely(tmp_path: Path) -> None:
    port = tmp_path / "ttyUSB0"
    finder = PortFinder(str(port))
    assert finder.next_port() is None
    port.touch()
    for _ in range(3):
        assert finder.next_port() == str(port)
        assert not finder.is_unconfirmed(str(port))
        finder.skip_port(str(port))


def test_a_pattern_finds_the_existing_ports(tmp_path: Path) -> None:
    for name in ("usb-Tower_2", "usb-Tower_1", "usb-Printer"):
        (tmp_path / name).touch()
    finder = PortFinder(str(tmp_path / "usb-Tower_*"))
    assert [finder.next_port() for _ in range(3)] == [str(tmp_path / f"usb-Tower_{n}") for n in (1, 2, 1)]
    assert PortFinder(str(tmp_path / "usb-Nothing*")).next_port() is None


@pytest.mark.parametrize(
    "name",
    [
        NANO,
        "usb-1a86_USB_Serial-if00-port0",
        PRINTER,
        "usb-Arduino__www.arduino.cc__0043_75533343136351712150-if00",
        "usb-Arduino_Srl_Arduino_Nano_95536333830351D00261-if00",
        "usb-Silicon_Labs_CP2102_USB_to_UART_Bridge_Controller_0001-if00-port0",
        "usb-Prolific_Technology_Inc._USB-Serial_Controller-if00-port0",
    ],
)
def test_board_adapters_are_tried(bench: Bench, name: str) -> None:
    path = bench.plug(name)
    finder = bench.finder()
    assert finder.next_port() == path
    assert finder.is_unconfirmed(path)


@pytest.mark.parametrize("name", [PHONE, "usb-Prusa_Research__prusa3d.com__Original_Prusa_i3_MK3-if00"])
def test_other_devices_are_never_opened(bench: Bench, name: str) -> None:
    bench.plug(name)
    finder = bench.finder()
    assert finder.next_port() is None
    assert finder.skipped_ports == []


def test_a_dangling_device_link_is_no_port(bench: Bench) -> None:
    path = bench.plug(NANO)
    Path(path).readlink().unlink()
    assert bench.finder().next_port() is None


def test_a_rejected_port_is_skipped_until_replugged(bench: Bench) -> None:
    printer = bench.plug(PRINTER)
    finder = bench.finder()
    assert finder.next_port() == printer
    finder.skip_port(printer)
    assert finder.next_port() is None
    assert finder.skipped_ports == [printer]
    bench.replug(PRINTER)
    assert finder.next_port() == printer


def test_the_known_tower_is_retried_and_other_ports_are_skipped(bench: Bench) -> None:
    nano, printer = bench.plug(NANO), bench.plug(PRINTER)
    finder = bench.finder()
    assert finder.next_port() == nano
    finder.confirm_port(nano)
    assert not finder.is_unconfirmed(nano)
    assert finder.skipped_ports == [printer]
    assert finder.next_port() == nano
    bench.unplug(NANO)
    assert finder.next_port() is None, "the printer was there before the tower went: it isn't the tower"
    bench.plug(NANO)
    assert finder.next_port() == nano
    assert finder.is_unconfirmed(nano), "another board with the same adapter has the same name"


def test_a_tower_on_another_adapter_is_found(bench: Bench) -> None:
    nano = bench.plug(NANO)
    finder = bench.finder()
    finder.confirm_port(nano)
    bench.unplug(NANO)
    other = bench.plug(PRINTER)
    assert finder.next_port() == other


def test_the_last_tower_is_tried_first_in_the_next_run(bench: Bench, tmp_path: Path) -> None:
    memory = tmp_path / "data" / "tower"
    bench.plug(NANO)
    tower = bench.plug(PRINTER)
    finder = bench.finder(memory)
    assert finder.last_port is None
    finder.confirm_port(tower)
    again = bench.finder(memory)
    assert again.last_port == tower
    assert again.next_port() == tower
    assert again.next_port() == tower


def test_a_lost_or_corrupt_memory_file_is_tolerated(bench: Bench, tmp_path: Path) -> None:
    path = bench.plug(NANO)
    (tmp_path / "spoilt").write_bytes(b"\xff\x00")
    for memory in (tmp_path / "spoilt", tmp_path / "spoilt" / "below a file"):
        finder = bench.finder(memory)
        assert finder.last_port is None
        finder.confirm_port(path)
        assert finder.next_port() == path


def test_a_possible_second_tower_is_named_and_not_opened(bench: Bench) -> None:
    tower = bench.plug(NANO)
    finder = bench.finder()
    finder.confirm_port(tower)
    assert finder.other_ports(tower) == []
    other = bench.plug(PRINTER)
    bench.plug(PHONE)
    assert finder.other_ports(tower) == [other]
    (bench.by_id / "usb-1a86_the_same_one_by_another_name").symlink_to(Path(tower).resolve())
    assert finder.other_ports(tower) == [other]
    bench.unplug(PRINTER)
    assert finder.other_ports(tower) == []


def test_no_other_port_is_searched_beside_a_configured_one(bench: Bench) -> None:
    tower = bench.plug(NANO)
    bench.plug(PRINTER)
    assert PortFinder(tower).other_ports(tower) == []
