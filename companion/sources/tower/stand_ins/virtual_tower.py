"""Simulated dice towers; to a program that opens the port, each is a board.

There are two: `emulated_tower` runs the firmware itself in an emulator, where that has been built. This
module has a model of the firmware that needs only Python. `create_virtual_tower` creates the better available
one. Neither starts a thread: its owner calls `step` periodically, or `run` in a thread.
"""

from __future__ import annotations

import os
import secrets
import select
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.closeable import Closeable
from companion.sources.tower.protocol import FIRMWARE, Cause
from companion.sources.tower.stand_ins.emulated_tower import BOOT_TEXT, EmulatedTower
from companion.sources.tower.stand_ins.emulator import is_available
from companion.sources.tower.stand_ins.pockets import PocketOptics
from companion.sources.tower.stand_ins.sensor_board import SensorBoard, TowerMemory


def create_virtual_tower(speed: float = 1.0, light: float | None = None) -> TowerStandIn:
    """Create an emulated tower if `make firmware` has built the emulator, else the firmware's model.

    Each tower has a different id.

    Args:
        speed: seconds of an emulated tower in a real second.
        light: measured light of its lamps (`PocketOptics.from_seed`); None: drawn within tolerances.
    """
    if is_available():
        seed = secrets.randbits(48)
        return EmulatedTower(seed=seed, speed=speed, optics=PocketOptics.from_seed(seed, light=light))
    return VirtualTower(unit=secrets.token_hex(4))


class VirtualTower(Closeable):
    """A tower at a pseudo-terminal, with the firmware's Python model; any thread may use it."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        unit: str = "7e57ab1e",
        version: str = f"{FIRMWARE}/1.0.0",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the tower and plug it in.

        Args:
            path: path of its port, a link to the current pseudo-terminal (like the links in
                `/dev/serial/by-id` of a real one); None: in a temporary folder.
            unit: the tower's id, 8 hexadecimal digits.
            version: its firmware's `name/version`.
            clock: monotonic seconds.
        """
        self._folder = None if path else Path(tempfile.mkdtemp(prefix="companion-tower-"))
        self._path = path or Path(str(self._folder)) / "tower"
        self._clock = clock
        self._version = version
        self._lock = threading.RLock()
        self._pty_ends: tuple[int, int] | None = None  # of the pseudo-terminal: ours and the host's
        self.memory = TowerMemory(unit)
        self.plug()

    @property
    def port(self) -> str:
        """The path to open; `unplug` and `plug` don't change it."""
        return str(self._path)

    @property
    def unit(self) -> str:
        """The tower's id."""
        return self.memory.unit

    def monotonic(self) -> float:
        """Return its clock's time, for the host's timeouts."""
        return self._clock()

    @property
    def is_counting(self) -> bool:
        """True while a host is connected, so that throws are counted."""
        with self._lock:
            return self._board.is_counting(self._clock())

    @property
    def waiting(self) -> int:
        """Number of unacknowledged rolls."""
        with self._lock:
            return len(self.memory.pending_rolls)

    # What happens at the table

    def roll(self, a: int, b: int, quality: tuple[int, int] = (99, 99)) -> int | None:
        """Throw two dice; return the roll's number, or None if throws aren't counted (`is_counting`)."""
        with self._lock:
            number = self._board.throw((a, b), quality, self._clock())
            self._deliver()
            return number

    def empty_pockets(self) -> None:
        """Take the dice out of the pockets."""
        with self._lock:
            self._board.empty_pockets()

    # The board and its cable

    def reset(self, cause: Cause = Cause.RESET) -> None:
        """Restart the board: it sends a boot loader's text, then a hello."""
        with self._lock:
            self._board = self._start(cause)
            self._write(BOOT_TEXT)

    def unplug(self) -> None:
        """Pull the cable: port and power disappear."""
        with self._lock:
            if self._pty_ends is not None:
                self._path.unlink(missing_ok=True)
                for end in self._pty_ends:
                    os.close(end)
                self._pty_ends = None

    def plug(self) -> None:
        """Plug the cable in: the board starts, with a new pseudo-terminal behind the same path."""
        import pty
        import tty

        with self._lock:
            if self._pty_ends is None:
                ours, theirs = pty.openpty()
                tty.setraw(theirs)  # otherwise it echoes our own lines until a host opens it
                os.set_blocking(ours, False)
                self._pty_ends = ours, theirs
                self._path.unlink(missing_ok=True)
                self._path.symlink_to(os.ttyname(theirs))
                self._board = self._start(Cause.POWER)

    def close(self) -> None:
        """Unplug the tower and remove its folder."""
        self.unplug()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    # Driving the model

    def step(self, timeout: float = 0.0) -> None:
        """Process received bytes and timeouts; wait at most `timeout` seconds for bytes."""
        with self._lock:
            ours = self._pty_ends[0] if self._pty_ends else None
        if ours is None:
            time.sleep(timeout)
            return
        try:
            ready, _, _ = select.select([ours], [], [], timeout)
        except (OSError, ValueError):
            return  # unplugged in the meantime
        with self._lock:
            if self._pty_ends is None or self._pty_ends[0] != ours:
                return
            data = self._read(ours) if ready else b""
            self._process(data)

    def run(self, stop: threading.Event) -> None:
        """Call `step` until `stop` is set."""
        while not stop.is_set():
            self.step(0.02)

    def _start(self, cause: Cause) -> SensorBoard:
        return SensorBoard(self.memory, self._clock(), cause, self._version)

    @staticmethod
    def _read(ours: int) -> bytes:
        try:
            return os.read(ours, 4096)
        except OSError:
            return b""

    def _process(self, data: bytes) -> None:
        self._board.receive(data, self._clock())
        self._board.tick(self._clock())
        self._deliver()

    def _deliver(self) -> None:
        self._write(self._board.take_outgoing())

    def _write(self, data: bytes) -> None:
        """Write bytes to the line; without a reader they are lost, as on a real one."""
        if self._pty_ends is not None:
            try:
                os.write(self._pty_ends[0], data)
            except OSError:
                return


TowerStandIn = EmulatedTower | VirtualTower
"""A simulated tower of either kind."""
