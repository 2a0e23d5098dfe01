"""The process that runs the dice tower's firmware: `firmware/emulator`, which `make firmware` builds.

Orders go in on its standard input, answers and every line of the serial port come out; a page of
memory shared with it tells the emulated time (`orders.h`, `pace.h` there).
"""

from __future__ import annotations

import contextlib
import mmap
import os
import select
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.errors import CompanionError

BUILD: Final = Path(__file__).resolve().parents[4] / "firmware" / "build"
"""Where `make firmware` puts what it builds."""

_PATIENCE_S: Final = 60.0
"""Real seconds after which an emulator that says nothing counts as broken."""


class EmulatorError(CompanionError, RuntimeError):
    """The emulator is not there, refuses an order, or has ended: build it anew with `make firmware`."""


def is_available(build: Path = BUILD) -> bool:
    """Whether the firmware and its emulator have been built."""
    return os.access(build / "tower-emulator", os.X_OK) and (build / "tower.elf").exists()


class Emulator:
    """One running emulator, unplugged at first; orders may be given from any thread."""

    def __init__(
        self, port: Path | None, seed: int, on_line: Callable[[str, str, float], None], build: Path = BUILD
    ) -> None:
        """Start it.

        Args:
            port: where a link to its pseudo-terminal appears; None: in a folder of its own.
            seed: of all chance in it.
            on_line: told each line of the serial port as its end sent it: `<` from the tower or `>`
                from the host, text, emulated seconds; also `!` and what happened to the board.
            build: the folder of the firmware and the emulator.

        Raises:
            EmulatorError: they are not there, or don't start.
        """
        if not is_available(build):
            raise EmulatorError(f"There is no emulated tower in {build}: run 'make firmware'.")
        self._folder = Path(tempfile.mkdtemp(prefix="companion-tower-"))
        self.port = port or self._folder / "tower"
        self._on_line = on_line
        self._lock = threading.RLock()
        self._answers: list[tuple[float, str]] = []
        self._unread = b""
        self._process = self._spawn(build, seed)
        self.order("state")  # its page is there once it answers
        with (self._folder / "clock").open("r+b") as file:
            self._page = memoryview(mmap.mmap(file.fileno(), 16)).cast("Q")

    def now(self) -> float:
        """Emulated seconds."""
        return self._page[0] / 1e6

    def look(self) -> float:
        """Emulated seconds, for the host: as fast as it can, the emulator stays near its last look."""
        now = self._page[0]
        self._page[1] = now
        return now / 1e6

    def order(self, *orders: str) -> tuple[float, str]:
        """Give orders, carried out at one moment; that moment, in emulated seconds, and the last answer.

        Raises:
            EmulatorError: one was refused, or the emulator has ended.
        """
        with self._lock:
            text = "".join(f"{order}\n" for order in orders)
            try:
                self._input.write(text.encode())
            except (OSError, ValueError) as error:
                raise self._broken() from error
            end = time.monotonic() + _PATIENCE_S
            while len(self._answers) < len(orders):
                if time.monotonic() > end or self._process.poll() is not None:
                    raise self._broken()
                self._wait(0.1)
                self._read()
            answers, self._answers = self._answers, []
        for order, (_, answer) in zip(orders, answers, strict=True):
            if not answer.startswith("ok"):
                raise EmulatorError(f"the emulator refused {order[:60]!r}: {answer}")
        when, answer = answers[-1]
        return when, answer.removeprefix("ok").strip()

    def step(self, timeout: float) -> None:
        """Hear what it says; waits at most `timeout` seconds for something."""
        try:
            self._wait(timeout)
        except (OSError, ValueError):
            return  # closed meanwhile
        with self._lock:
            self._read()

    def close(self) -> None:
        """End it, and remove all it had."""
        with self._lock:
            if self._input.closed:
                return
            with contextlib.suppress(OSError):
                self._input.close()
            self._process.wait(_PATIENCE_S)
            self._output.close()
            shutil.rmtree(self._folder, ignore_errors=True)

    def _spawn(self, build: Path, seed: int) -> subprocess.Popen[bytes]:
        files = (self.port, self._folder / "eeprom", self._folder / "clock")
        with (self._folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [build / "tower-emulator", build / "tower.elf", *files, str(seed)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                bufsize=0,
            )
        assert process.stdin is not None
        assert process.stdout is not None
        self._input, self._output = process.stdin, process.stdout
        os.set_blocking(self._output.fileno(), False)
        return process

    def _wait(self, seconds: float) -> None:
        select.select([self._output], [], [], seconds)

    def _read(self) -> None:
        try:
            data = os.read(self._output.fileno(), 65536)
        except (OSError, ValueError):
            return  # nothing there, or closed meanwhile
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            mark, when, text = line.decode("ascii", "replace").split(" ", 2)
            if mark == "=":
                self._answers.append((int(when) / 1e6, text))
            else:
                self._on_line(mark, text, int(when) / 1e6)

    def _broken(self) -> EmulatorError:
        log = self._folder / "log"
        last = log.read_text(errors="replace")[-500:] if log.exists() else ""
        return EmulatorError(f"The tower's emulator has ended: run 'make firmware'. Its last words: {last}")
