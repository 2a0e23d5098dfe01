from __future__ import annotations

import json
import os
import re
import signal
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE_S
from tests.sources.tower.faults import FaultyTower

PATIENT = Path(__file__).parent / "patient.toml"


def wait_until(done: Callable[[], Any], what: str) -> Any:
    """Waits for something true, and gives it."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if result := done():
            return result
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


class Served:
    """`companion serve` as a separate process."""

    def __init__(self, *arguments: str, port: int = 0, under: Sequence[str] = ()) -> None:
        self.process = subprocess.Popen(
            [
                *under,
                sys.executable,
                "-m",
                "companion",
                "serve",
                "--config",
                str(PATIENT),
                "--tower",
                "",
                "--port",
                str(port),
                *arguments,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.output: list[str] = []
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,))
        self._reader.start()
        # With TLS, its certificate is one that nobody trusts yet.
        unwarned = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        unwarned.check_hostname, unwarned.verify_mode = False, ssl.CERT_NONE
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(), urllib.request.HTTPSHandler(context=unwarned)
        )
        try:
            self.scheme, self.port, key = wait_until(self._link, "the link that pairs")
            self.request("/api/pairing", {"key": key})
        except BaseException:
            self.kill()
            raise

    def _read(self, stdout: Any) -> None:
        self.output += stdout

    def _link(self) -> tuple[str, int, str] | None:
        """Return the URL scheme, the port and the pairing key."""
        if self.process.poll() is not None:
            self._reader.join(PATIENCE_S)
            raise AssertionError(f"serve ended: {self.output}")
        found = re.search(r"(https?)://\S+:(\d+)/pair\?key=([\w-]+)", "".join(self.output))
        return found and (found[1], int(found[2]), found[3])

    def request(self, path: str, data: Any = None) -> Any:
        request = urllib.request.Request(
            f"{self.scheme}://127.0.0.1:{self.port}{path}",
            None if data is None else json.dumps(data).encode(),
            {"Content-Type": "application/json"},
        )
        with self._opener.open(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def send_picture(self, jpeg: bytes) -> int:
        """Send a picture as a camera phone does; return the HTTP status."""
        url = f"{self.scheme}://127.0.0.1:{self.port}/api/camera/pictures"
        request = urllib.request.Request(url, jpeg, {"Content-Type": "image/jpeg"})
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refusal:
            return refusal.code

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.request("/api/state")
        return state

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.state()["game"]["view"]
        return view

    def enter(self, **data: Any) -> dict[str, Any]:
        response: dict[str, Any] = self.request("/api/inputs", data)
        return response

    @property
    def has_ended(self) -> bool:
        """Return whether the process ended and all its output was read."""
        assert self.process.stdout is not None
        return self.process.stdout.closed

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def terminate(self) -> int:
        self._end(signal.SIGTERM)
        return self.process.returncode

    def _end(self, how: signal.Signals) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    started: list[Served] = []

    def start(*arguments: str, port: int = 0, under: Sequence[str] = ()) -> Served:
        started.append(Served(*arguments, port=port, under=under))
        return started[-1]

    yield start
    for served in started:
        if not served.has_ended:
            served.kill()


@pytest.fixture
def tower() -> Iterator[FaultyTower]:
    stop = threading.Event()
    with FaultyTower() as virtual:
        driver = threading.Thread(target=virtual.run, args=(stop,))
        driver.start()
        yield virtual
        stop.set()
        driver.join(PATIENCE_S)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def wait() -> Callable[[Callable[[], Any], str], Any]:
    return wait_until
