"""Device leases: lending a device stops its sources only; reclaiming starts new ones."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.observations import Clock, DiceDetection, Emit, SourceReport
from companion.table import source_supervisor
from companion.table.source_supervisor import LENT_MESSAGE, DeviceInUseError, DeviceLeases
from companion.table.table import Table
from tests.patience import PATIENCE_S
from tests.table_views import view


class DeviceSource:
    """A source that holds a device while it runs."""

    def __init__(self, name: str, device: Device, quiet: bool = False) -> None:
        self.name = name
        self.emit: Emit = lambda _: None
        self.running = threading.Event()
        self.returned = threading.Event()
        self.stubborn = threading.Event()
        self._device = device
        self._quiet = quiet

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        with self._device.lock:
            self.emit = emit
            if not self._quiet:
                emit(SourceReport(clock(), self.name, "ok"))
            self.running.set()
            stop.wait()
            if self.stubborn.is_set():
                self.returned.wait()


class Device:
    """A device for one source at a time; `made` lists its sources."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lock = threading.Lock()
        self.made: list[DeviceSource] = []
        self.gone: str = ""
        self.quiet = False

    def make(self) -> list[DeviceSource]:
        if self.gone:
            raise CompanionError(self.gone)
        self.made.append(DeviceSource(self.name, self, self.quiet))
        return [self.made[-1]]


@pytest.fixture
def camera() -> Device:
    return Device("camera")


@pytest.fixture
def tower() -> Device:
    return Device("tower")


@pytest.fixture
def leases(table: Table, camera: Device, tower: Device) -> Iterator[DeviceLeases]:
    lent = DeviceLeases(table.supervisor, {"camera": camera.make, "tower": tower.make})
    table.start(lent.sources)
    for device in (camera, tower):
        assert device.made[0].running.wait(PATIENCE_S)
    yield lent
    for device in (camera, tower):
        for source in device.made:
            source.returned.set()


def health(table: Table, name: str) -> tuple[str, Any]:
    (source,) = [each for each in table.snapshot()["sources"] if each["name"] == name]
    text = source["text"]
    return source["health"], text if isinstance(text, str) else text["template"]


def test_a_lent_device_is_free_and_the_page_says_why(
    table: Table, leases: DeviceLeases, camera: Device, tower: Device
) -> None:
    leases.lend("camera")
    assert camera.lock.acquire(blocking=False), "its sources have let go of it"
    assert not tower.lock.acquire(blocking=False), "the other part is watched as before"
    assert health(table, "camera") == ("waiting", LENT_MESSAGE)
    assert health(table, "tower") == ("ok", "")


def test_a_reclaimed_device_has_new_sources(
    table: Table, leases: DeviceLeases, camera: Device, tower: Device
) -> None:
    leases.lend("camera")
    leases.lend("camera")
    leases.reclaim()
    old, new = camera.made
    assert new.running.wait(PATIENCE_S)
    assert old is not new
    assert health(table, "camera") == ("ok", "")
    assert len(tower.made) == 1, "what was not lent is not begun again"
    leases.reclaim()
    assert len(camera.made) == 2


def test_a_game_continues_while_a_device_is_lent(
    founded_table: Table, leases: DeviceLeases, camera: Device, tower: Device
) -> None:
    before = view(founded_table)
    leases.lend("camera")
    tower.made[0].emit(DiceDetection(founded_table.game_time(), "tower", (3, 4), token="tower:1:1"))
    leases.reclaim()
    assert camera.made[1].running.wait(PATIENCE_S)
    after = view(founded_table)
    assert after["roll"]["dice"] == [3, 4], "thrown while the camera was lent"
    assert (after["layout"], after["pieces"]) == (before["layout"], before["pieces"])
    assert [each["name"] for each in after["players"]] == ["Ana", "Ben", "Cyr"]


def test_an_absent_device_is_not_reported_after_a_lease(table: Table, camera: Device) -> None:
    camera.quiet = True
    parts = DeviceLeases(table.supervisor, {"camera": camera.make})
    table.start(parts.sources)
    assert camera.made[0].running.wait(PATIENCE_S)
    parts.lend("camera")
    assert table.snapshot()["sources"] == []


def test_a_device_that_cannot_be_reclaimed_says_why_and_can_be_lent_again(
    table: Table, leases: DeviceLeases, camera: Device
) -> None:
    leases.lend("camera")
    camera.gone = "There is no such camera."
    leases.reclaim()
    (source,) = [each for each in table.snapshot()["sources"] if each["name"] == "camera"]
    assert (source["health"], source["text"]) == ("fault", "There is no such camera.")
    leases.lend("camera")
    camera.gone = ""
    leases.reclaim()
    assert camera.made[-1].running.wait(PATIENCE_S)
    assert health(table, "camera") == ("ok", "")


def test_a_source_that_does_not_release_its_device_in_time_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, leases: DeviceLeases, camera: Device
) -> None:
    monkeypatch.setattr(source_supervisor, "RELEASE_TIMEOUT_S", 0.05)
    camera.made[0].stubborn.set()
    for _ in range(2):
        with pytest.raises(DeviceInUseError, match="try again"):
            leases.lend("camera")
    camera.made[0].returned.set()
    monkeypatch.setattr(source_supervisor, "RELEASE_TIMEOUT_S", PATIENCE_S)
    leases.lend("camera")
    assert camera.lock.acquire(blocking=False)


def test_a_stopped_table_restarts_no_source(
    table: Table, leases: DeviceLeases, camera: Device, tower: Device
) -> None:
    leases.lend("camera")
    table.stop()
    leases.reclaim()
    assert not camera.made[1].running.is_set()
    assert tower.lock.acquire(timeout=PATIENCE_S)
