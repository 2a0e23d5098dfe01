"""Dice towers that aren't there, with faults to order: to a program that opens the port, a board.

There are two: the firmware itself in an emulator (`emulated`), where that has been built, and the
firmware's model here, which needs nothing but Python. `virtual_tower` gives the better one there is.
Neither has a thread: its owner calls `step` now and then, or `run` in a thread of the owner's.
"""

from __future__ import annotations

import os
import pty
import random
import secrets
import select
import shutil
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from companion.sources.tower.stand_ins.device import Memory, SensorBoard
from companion.sources.tower.stand_ins.emulated import BOOT_TEXT, EmulatedTower
from companion.sources.tower.stand_ins.emulator import is_available
from companion.sources.tower.tower_frames import FIRMWARE, Cause, TowerFault


class StandIn(Protocol):
    """What all of them can do; each member is described where it is carried out."""

    @property
    def port(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def counts(self) -> bool: ...
    @property
    def waiting(self) -> int: ...
    def pace(self) -> float: ...
    def roll(self, a: int, b: int) -> int | None: ...
    def empty(self) -> None: ...
    def set_faults(self, *faults: TowerFault) -> None: ...
    def hang(self, hanging: bool = True) -> None: ...
    def drop(self, count: int) -> None: ...
    def corrupt(self, count: int) -> None: ...
    def junk(self, data: bytes) -> None: ...
    def reset(self, cause: Cause = Cause.RESET) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...
    def step(self, timeout: float = 0.0) -> None: ...
    def run(self, stop: threading.Event) -> None: ...
    def close(self) -> None: ...


def virtual_tower(path: Path | None = None, *, speed: float = 1.0) -> StandIn:
    """The firmware in its emulator where `make firmware` has built both, else its model.

    Each is a tower of its own, with another id.

    Args:
        path: where its port appears; None: in a folder of its own.
        speed: seconds of an emulated tower in a real one.
    """
    if is_available():
        return EmulatedTower(path, speed=speed)
    return VirtualTower(path, unit=secrets.token_hex(4))


class VirtualTower:
    """The firmware's model; its orders may be given from any thread."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        unit: str = "7e57ab1e",
        version: str = f"{FIRMWARE}/1.0.0",
        clock: Callable[[], float] = time.monotonic,
        seed: int = 0,
    ) -> None:
        """Plug it in.

        Args:
            path: where its port appears, as a link to the pseudo-terminal of the moment (what
                `/dev/serial/by-id` is to a real one); None: in a folder of its own.
            unit: the tower's id, 8 hexadecimal digits.
            version: its firmware's `name/version`.
            clock: monotonic seconds.
            seed: of the faults' chance.
        """
        self._folder = None if path else Path(tempfile.mkdtemp(prefix="companion-tower-"))
        self._path = path or Path(str(self._folder)) / "tower"
        self._clock = clock
        self._version = version
        self._random = random.Random(seed)
        self._lock = threading.RLock()
        self._ends: tuple[int, int] | None = None  # of the pseudo-terminal: ours, the host's
        self._silent = False
        self._drop = 0
        self._corrupt = 0
        self.memory = Memory(unit)
        self.plug()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def port(self) -> str:
        """The path to open; the same after `unplug` and `plug`."""
        return str(self._path)

    @property
    def unit(self) -> str:
        """The tower's id."""
        return self.memory.unit

    def pace(self) -> float:
        """Its clock, for the host's time-outs."""
        return self._clock()

    @property
    def counts(self) -> bool:
        """Whether a roll made now would be kept: a host has greeted the tower and is about."""
        with self._lock:
            return self._board.counts(self._clock())

    @property
    def waiting(self) -> int:
        """Rolls not acknowledged yet."""
        with self._lock:
            return len(self.memory.kept)

    # What happens at the table

    def roll(self, a: int, b: int, quality: tuple[int, int] = (99, 99)) -> int | None:
        """Two dice come to rest; the roll's number, or None where no host wants it (`counts`)."""
        with self._lock:
            number = self._board.throw((a, b), quality, self._clock())
            self._deliver()
            return number

    def set_faults(self, *faults: TowerFault) -> None:
        """From now on this is wrong with the tower, and nothing else."""
        with self._lock:
            self._board.set_faults(faults, self._clock())
            self._deliver()

    def empty(self) -> None:
        """Somebody takes the dice out of the pockets."""
        with self._lock:
            self._board.empty()

    # Faults to order

    def hang(self, hanging: bool = True) -> None:
        """Neither hear nor answer anything; `hang(False)`: go on."""
        with self._lock:
            self._silent = hanging

    def drop(self, count: int) -> None:
        """Lose the next lines on their way to the host."""
        with self._lock:
            self._drop += count

    def corrupt(self, count: int) -> None:
        """Damage a byte in each of the next lines to the host."""
        with self._lock:
            self._corrupt += count

    def junk(self, data: bytes) -> None:
        """Put any bytes on the line to the host."""
        with self._lock:
            self._write(data)

    def reset(self, cause: Cause = Cause.RESET) -> None:
        """Start the board anew: a boot loader's text, then a hello."""
        with self._lock:
            self._board = self._start(cause)
            self._write(BOOT_TEXT)

    def unplug(self) -> None:
        """Pull the cable: the port is gone, and the power with it."""
        with self._lock:
            if self._ends is not None:
                self._path.unlink(missing_ok=True)
                for end in self._ends:
                    os.close(end)
                self._ends = None

    def plug(self) -> None:
        """Put the cable back: the board starts, on a new pseudo-terminal behind the same path."""
        with self._lock:
            if self._ends is None:
                ours, theirs = pty.openpty()
                tty.setraw(theirs)  # or it would echo our own lines to us until a host opens it
                os.set_blocking(ours, False)
                self._ends = ours, theirs
                self._path.unlink(missing_ok=True)
                self._path.symlink_to(os.ttyname(theirs))
                self._board = self._start(Cause.POWER)

    def close(self) -> None:
        """Unplug it for good."""
        self.unplug()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    # What drives it

    def step(self, timeout: float = 0.0) -> None:
        """Hear and answer what there is; waits at most `timeout` seconds for something."""
        with self._lock:
            ours = self._ends[0] if self._ends else None
        if ours is None:
            time.sleep(timeout)
            return
        try:
            ready, _, _ = select.select([ours], [], [], timeout)
        except (OSError, ValueError):
            return  # unplugged meanwhile
        with self._lock:
            if self._ends is None or self._ends[0] != ours:
                return
            data = self._read(ours) if ready else b""
            if not self._silent:
                self._board.receive(data, self._clock())
                self._board.tick(self._clock())
                self._deliver()

    def run(self, stop: threading.Event) -> None:
        """Step until `stop` is set."""
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

    def _deliver(self) -> None:
        for line in self._board.outgoing().splitlines(keepends=True):
            if self._silent:
                continue
            if self._drop:
                self._drop -= 1
            elif self._corrupt:
                self._corrupt -= 1
                self._write(self._damaged(line))
            else:
                self._write(line)

    def _damaged(self, line: bytes) -> bytes:
        place = self._random.randrange(len(line))
        return line[:place] + bytes([line[place] ^ 1 << self._random.randrange(8)]) + line[place + 1 :]

    def _write(self, data: bytes) -> None:
        """Put bytes on the line; what nobody takes is lost, as on a real one."""
        if self._ends is not None:
            try:
                os.write(self._ends[0], data)
            except OSError:
                return
