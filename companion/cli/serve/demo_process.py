"""Runs a demo game in a process of its own, for people at a table who want to see one first."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import partial
from types import TracebackType
from typing import IO, Final, Self

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.supervised_thread import SupervisedThread, start_after

START_TIMEOUT_S: Final = 60.0
"""Seconds in which a demo must serve its page: a Pi needs long to import and to draw."""
_STOP_TIMEOUT_S: Final = 10.0
_LINK: Final = re.compile(r"https?://[^\s/]+:(\d+)/pair")
COMMAND: Final = (sys.executable, "-m", "companion", "demo", "--port", "0", "--no-browser", "--exit")


class DemoError(CompanionError, RuntimeError):
    """The demo doesn't start; the message explains what to do."""


class DemoProcess:
    """A launcher of at most one demo process, which ends with its game, or with this table."""

    def __init__(self, host: str, command: Sequence[str] = COMMAND) -> None:
        """Prepare a demo without starting it.

        Args:
            host: the address of the demo's page.
            command: the demo's command line.
        """
        self._command = (*command, "--host", host)
        self._lock = threading.Lock()
        self._playing: subprocess.Popen[str] | None = None
        self._port = 0
        self._reader: SupervisedThread | None = None

    def port(self) -> int:
        """Return the port of the demo's page; start a demo if none runs.

        Raises:
            DemoError: the demo doesn't start.
        """
        with self._lock:
            if self._playing is None or self._playing.poll() is not None:
                self._playing, self._port = self._start_demo()
            return self._port

    def _start_demo(self) -> tuple[subprocess.Popen[str], int]:
        process = subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
        )
        assert process.stdout is not None
        # Kill a demo that hangs, so that its output ends.
        watchdog = start_after(START_TIMEOUT_S, "demo watchdog", process.kill)
        try:
            for line in process.stdout:
                if link := _LINK.search(line):
                    self._reader = SupervisedThread(
                        "demo output", partial(_drain, process.stdout), threading.Event()
                    )
                    self._reader.start()
                    return process, int(link[1])
        finally:
            watchdog.set()
        process.kill()
        process.wait()
        process.stdout.close()
        raise DemoError(sentence("The demo game doesn't start. Start it on this computer: companion demo"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the demo."""
        with self._lock:
            if self._playing is None:
                return
            self._playing.terminate()
            try:
                self._playing.wait(_STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self._playing.kill()
                self._playing.wait()
            if self._reader is not None:
                self._reader.join(_STOP_TIMEOUT_S)


def _drain(output: IO[str]) -> None:
    """Discard the output: a full pipe would stop the demo."""
    for _ in output:
        pass
    output.close()
