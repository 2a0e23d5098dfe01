"""A part of the table is lent and taken back: its sources rest, the others go on, new ones begin after."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.observations import Clock, Emit, RollSeen, SourceReport
from companion.table import device_leases
from companion.table.device_leases import LENT_MESSAGE, DeviceInUseError, DeviceLeases
from companion.table.table import Table
from tests.patience import PATIENCE_S
from tests.shown import view


class Looking:
    """A source that holds a device for as long as it runs."""

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
    """What one at a time can have; `made` are those who were to have it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lock = threading.Lock()
        self.made: list[Looking] = []
        self.gone: str = ""
        self.quiet = False

    def make(self) -> list[Looking]:
        if self.gone:
            raise CompanionError(self.gone)
        self.made.append(Looking(self.name, self, self.quiet))
        return [self.made[-1]]


@pytest.fixture
def camera() -> Device:
    return Device("camera")


@pytest.fixture
def tower() -> Device:
    return Device("tower")


@pytest.fixture
def parts(table: Table, camera: Device, tower: Device) -> Iterator[DeviceLeases]:
    lent = DeviceLeases(table.supervisor, {"camera": camera.make, "tower": tower.make})
    table.start(lent.sources)
    for device in (camera, tower):
        assert device.made[0].running.wait(PATIENCE_S)
    yield lent
    for device in (camera, tower):
        for source in device.made:
            source.returned.set()


def health(table: Table, name: str) -> tuple[str, Any]:
    (told,) = [each for each in table.snapshot()["sources"] if each["name"] == name]
    text = told["text"]
    return told["health"], text if isinstance(text, str) else text["template"]


def test_what_is_lent_is_held_by_nobody_and_the_page_says_why(
    table: Table, parts: DeviceLeases, camera: Device, tower: Device
) -> None:
    parts.lend("camera")
    assert camera.lock.acquire(blocking=False), "its sources have let go of it"
    assert not tower.lock.acquire(blocking=False), "the other part is watched as before"
    assert health(table, "camera") == ("waiting", LENT_MESSAGE)
    assert health(table, "tower") == ("ok", "")


def test_taken_back_it_has_new_sources(
    table: Table, parts: DeviceLeases, camera: Device, tower: Device
) -> None:
    parts.lend("camera")
    parts.lend("camera")
    parts.reclaim()
    old, new = camera.made
    assert new.running.wait(PATIENCE_S)
    assert old is not new
    assert health(table, "camera") == ("ok", "")
    assert len(tower.made) == 1, "what was not lent is not begun again"
    parts.reclaim()
    assert len(camera.made) == 2


def test_a_game_goes_on_meanwhile_and_after(
    founded: Table, parts: DeviceLeases, camera: Device, tower: Device
) -> None:
    before = view(founded)
    parts.lend("camera")
    tower.made[0].emit(RollSeen(founded.game_time(), "tower", (3, 4), token="tower:1:1"))
    parts.reclaim()
    assert camera.made[1].running.wait(PATIENCE_S)
    after = view(founded)
    assert after["roll"]["dice"] == [3, 4], "thrown while the camera was lent"
    assert (after["layout"], after["pieces"]) == (before["layout"], before["pieces"])
    assert [each["name"] for each in after["players"]] == ["Ana", "Ben", "Cyr"]


def test_what_was_never_there_is_not_told_of_because_it_was_looked_for(table: Table, camera: Device) -> None:
    camera.quiet = True
    parts = DeviceLeases(table.supervisor, {"camera": camera.make})
    table.start(parts.sources)
    assert camera.made[0].running.wait(PATIENCE_S)
    parts.lend("camera")
    assert table.snapshot()["sources"] == []


def test_what_can_not_be_had_again_says_why_and_may_be_lent_again(
    table: Table, parts: DeviceLeases, camera: Device
) -> None:
    parts.lend("camera")
    camera.gone = "There is no such camera."
    parts.reclaim()
    (told,) = [each for each in table.snapshot()["sources"] if each["name"] == "camera"]
    assert (told["health"], told["text"]) == ("fault", "There is no such camera.")
    parts.lend("camera")
    camera.gone = ""
    parts.reclaim()
    assert camera.made[-1].running.wait(PATIENCE_S)
    assert health(table, "camera") == ("ok", "")


def test_who_does_not_let_go_in_time_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, parts: DeviceLeases, camera: Device
) -> None:
    monkeypatch.setattr(device_leases, "RELEASE_TIMEOUT_S", 0.05)
    camera.made[0].stubborn.set()
    for _ in range(2):
        with pytest.raises(DeviceInUseError, match="try again"):
            parts.lend("camera")
    camera.made[0].returned.set()
    monkeypatch.setattr(device_leases, "RELEASE_TIMEOUT_S", PATIENCE_S)
    parts.lend("camera")
    assert camera.lock.acquire(blocking=False)


def test_a_table_that_was_stopped_watches_nothing_again(
    table: Table, parts: DeviceLeases, camera: Device, tower: Device
) -> None:
    parts.lend("camera")
    table.stop()
    parts.reclaim()
    assert not camera.made[1].running.is_set()
    assert tower.lock.acquire(timeout=PATIENCE_S)
