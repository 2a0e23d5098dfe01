"""The process that runs the dice tower's firmware: `firmware/emulator`, which `make firmware` builds.

It reads orders from its standard input, and writes answers and every line of the serial port to its standard
output. A shared page of memory holds the emulated time (`orders.h`, `pace.h` there).
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

BUILD_FOLDER: Final = Path(__file__).resolve().parents[4] / "firmware" / "build"
"""Output folder of `make firmware`."""

_ANSWER_TIMEOUT_S: Final = 60.0
"""Real seconds without an answer after which the emulator counts as broken."""


class EmulatorError(CompanionError, RuntimeError):
    """The emulator is missing, refused an order, or has ended: rebuild it with `make firmware`."""


def is_available(build: Path = BUILD_FOLDER) -> bool:
    """Return whether the firmware and its emulator have been built, from the sources beside them as they are.

    The emulated sensors belong to the present firmware: an older one may refuse to calibrate.
    """
    program = build / "tower.elf"
    if not os.access(build / "tower-emulator", os.X_OK) or not program.exists():
        return False
    sources = (path for folder in ("core", "board") for path in (build.parent / folder).glob("*.[ch]"))
    return all(path.stat().st_mtime <= program.stat().st_mtime for path in sources)


class Emulator:
    """One running emulator, initially unplugged; any thread may send orders."""

    def __init__(
        self,
        port: Path | None,
        seed: int,
        on_line: Callable[[str, str, float], None],
        build: Path = BUILD_FOLDER,
    ) -> None:
        """Start the process.

        Args:
            port: path of the link to its pseudo-terminal; None: in a temporary folder.
            seed: seed of all its random numbers.
            on_line: called with each line of the serial port as it was sent: `<` from the tower or `>`
                from the host, text, emulated seconds; also with `!` and an event of the board.
            build: the folder of the firmware and the emulator.

        Raises:
            EmulatorError: they are missing, or don't start.
        """
        if not is_available(build):
            raise EmulatorError(
                f"There is no emulated tower of these sources in {build}: run 'make firmware'."
            )
        self._folder = Path(tempfile.mkdtemp(prefix="companion-tower-"))
        self.port = port or self._folder / "tower"
        self._on_line = on_line
        self._lock = threading.RLock()
        self._answers: list[tuple[float, str]] = []
        self._unread = b""
        self._process = self._spawn(build, seed)
        self.order("state")  # the shared page exists once it answers
        with (self._folder / "clock").open("r+b") as file:
            self._page = memoryview(mmap.mmap(file.fileno(), 16)).cast("Q")

    def emulated_time(self) -> float:
        """Return the emulated time in seconds."""
        return self._page[0] / 1e6

    def sync_time(self) -> float:
        """Return the emulated time; at full speed, the emulator runs only a little past the last call."""
        now = self._page[0]
        self._page[1] = now
        return now / 1e6

    def order(self, *orders: str) -> tuple[float, str]:
        """Send orders, executed at one moment; return that moment in emulated seconds, and the last answer.

        Raises:
            EmulatorError: one was refused, or the emulator has ended.
        """
        with self._lock:
            text = "".join(f"{order}\n" for order in orders)
            try:
                self._input.write(text.encode())
            except (OSError, ValueError) as error:
                raise self._ended_error() from error
            end = time.monotonic() + _ANSWER_TIMEOUT_S
            while len(self._answers) < len(orders):
                if time.monotonic() > end or self._process.poll() is not None:
                    raise self._ended_error()
                self._wait(0.1)
                self._read()
            answers, self._answers = self._answers, []
        for order, (_, answer) in zip(orders, answers, strict=True):
            if not answer.startswith("ok"):
                raise EmulatorError(f"the emulator refused {order[:60]!r}: {answer}")
        when, answer = answers[-1]
        return when, answer.removeprefix("ok").strip()

    def step(self, timeout: float) -> None:
        """Process the emulator's output; wait at most `timeout` real seconds for it."""
        try:
            self._wait(timeout)
        except (OSError, ValueError):
            return  # closed in the meantime
        with self._lock:
            self._read()

    def close(self) -> None:
        """End the process and remove its folder; closing twice is no error."""
        with self._lock:
            if self._input.closed:
                return
            with contextlib.suppress(OSError):
                self._input.close()
            self._process.wait(_ANSWER_TIMEOUT_S)
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
                # Ctrl-C signals all processes of a terminal: the program stops the tower after its users.
                start_new_session=True,
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
            return  # no output, or closed in the meantime
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            mark, when, text = line.decode("ascii", "replace").split(" ", 2)
            if mark == "=":
                self._answers.append((int(when) / 1e6, text))
            else:
                self._on_line(mark, text, int(when) / 1e6)

    def _ended_error(self) -> EmulatorError:
        log = self._folder / "log"
        last = log.read_text(errors="replace")[-500:] if log.exists() else ""
        return EmulatorError(f"The tower's emulator has ended: run 'make firmware'. Its last output: {last}")
