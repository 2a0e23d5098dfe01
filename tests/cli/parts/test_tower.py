"""The search of the commands for the dice tower."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from companion.cli.common.config import default_config
from companion.cli.parts import device_access
from companion.sources.tower import port
from companion.sources.tower.console import NoTowerError

NANO = "usb-1a86_USB_Serial-if00-port0"


@pytest.fixture(autouse=True)
def by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with its own adapters and its own memory of towers."""
    folder = tmp_path / "by-id"
    folder.mkdir()
    monkeypatch.setattr(port.PortFinder.__init__, "__kwdefaults__", {"by_id": folder, "memory": None})
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return folder


class Once(threading.Event):
    """Stops what would wait for it."""

    def wait(self, timeout: float | None = None) -> bool:
        self.set()
        return True


def reports(port: str | None) -> list[Any]:
    """Return the reports of the source after its first look."""
    observations: list[Any] = []
    (source,) = device_access.tower_source(port)
    source.run(observations.append, time.monotonic, Once())
    return observations


def test_a_missing_tower_is_reported_only_if_it_was_requested() -> None:
    assert reports(None) == []
    (asked,) = reports("auto")
    assert "isn't plugged in" in asked.text


def test_the_command_line_can_disable_the_tower() -> None:
    assert device_access.tower_source("") == []


def test_a_tower_that_was_connected_before_is_reported_as_missing(by_id: Path) -> None:
    device_access.port_finder("auto").confirm_port(str(by_id / NANO))
    (missed,) = reports(None)
    assert "isn't plugged in" in missed.text


def test_the_port_that_answered_is_remembered_only_for_auto(by_id: Path) -> None:
    device_access.port_finder("auto").confirm_port(str(by_id / NANO))
    assert device_access.port_finder("auto").last_port == str(by_id / NANO)
    assert device_access.port_finder("/dev/ttyUSB0").last_port is None


def test_the_console_uses_the_configured_port(tmp_path: Path) -> None:
    default_config().parent.mkdir(parents=True)
    default_config().write_text(f'[table]\ntower = "{tmp_path / "notes"}"\n')
    (tmp_path / "notes").write_text("no port")
    with pytest.raises(OSError, match=os.fspath(tmp_path / "notes")):
        device_access.console(None)
    with pytest.raises(NoTowerError, match="isn't plugged in"):
        device_access.console("auto")
