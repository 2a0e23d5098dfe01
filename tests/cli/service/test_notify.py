"""The notifications of the service to systemd."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.service.notify import wait_with_watchdog


class Systemd:
    """A socket like systemd's that receives the service's messages."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(90)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "60000"}

    def hear(self) -> str:
        return self._socket.recv(100).decode()

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    made = Systemd(str(tmp_path / "notify") if request.param == "file" else f"@{tmp_path}")
    yield made
    made.close()


def test_the_service_reports_ready_alive_and_stopping(systemd: Systemd) -> None:
    stop = threading.Event()
    service = threading.Thread(target=wait_with_watchdog, args=(stop, lambda: None, systemd.environment))
    service.start()
    assert [systemd.hear() for _ in range(3)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
    stop.set()
    service.join()
    while (message := systemd.hear()) == "WATCHDOG=1":
        pass
    assert message == "STOPPING=1"


def test_a_hanging_service_stops_reporting_alive(systemd: Systemd) -> None:
    hang, stop = threading.Event(), threading.Event()
    service = threading.Thread(target=wait_with_watchdog, args=(stop, hang.wait, systemd.environment))
    service.start()
    assert systemd.hear() == "READY=1"
    stop.set()
    hang.set()
    service.join()


@pytest.mark.parametrize("address", [None, "", "/nowhere/notify"])
def test_without_a_listener_nothing_is_reported(address: str | None) -> None:
    stop = threading.Event()
    stop.set()
    wait_with_watchdog(stop, lambda: None, {} if address is None else {"NOTIFY_SOCKET": address})
