"""The C core of the firmware with the interface of its Python model, for tests of both.

A `CoreBoard` has the interface of `companion.sources.tower.stand_ins.sensor_board.SensorBoard`. It runs the C
core, compiled for this machine with sanitizers (`firmware/tests/model.c`), through a pipe.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.sources.tower.protocol import Cause, FaultKind, TowerFault
from companion.sources.tower.stand_ins.sensor_board import StoredRoll, TowerMemory

NO_FAULT: Final = len(FaultKind)


class Core:
    """One process of the C model."""

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def order(self, *words: object) -> list[str]:
        """Send an order; return the words of its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"the core died of {words}"
        return answer.split()

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait(90) == 0


class CoreBoard:
    """The C core from one start to the next; the memory is passed in and read back."""

    def __init__(self, core: Core, memory: TowerMemory, now: float, cause: Cause = Cause.POWER) -> None:
        self._core, self._memory = core, memory
        self._outgoing = b""
        kept = (f"{roll.number} {_figures(roll.dice, roll.quality)}" for roll in memory.pending_rolls)
        core.order("memory", memory.unit, memory.starts, memory.last_number, *kept)
        memory.starts += 1
        memory.pending_rolls = [
            StoredRoll(roll.number, roll.dice, roll.quality, None) for roll in memory.pending_rolls
        ]
        self._take(core.order("start", cause, _milliseconds(now)))

    @property
    def is_host_present(self) -> bool:
        return self._met

    def is_counting(self, now: float) -> bool:
        return self._counts_until is not None and _milliseconds(now) < self._counts_until

    def throw(self, dice: tuple[int, int], quality: tuple[int, int], now: float) -> int | None:
        last = self._memory.last_number
        self._take(self._core.order("throw", _milliseconds(now), _figures(dice, quality)))
        if self._memory.last_number == last:
            return None
        self._memory.pending_rolls.append(StoredRoll(self._memory.last_number, dice, quality, now))
        return self._memory.last_number

    def set_faults(self, faults: Sequence[TowerFault], now: float) -> None:
        kinds = list(FaultKind)
        at = {fault.pocket: kinds.index(fault.kind) for fault in faults if fault.pocket}
        tower = sum(1 << kinds.index(fault.kind) for fault in faults if not fault.pocket)
        pockets = (at.get(pocket, NO_FAULT) for pocket in (1, 2))
        self._take(self._core.order("faults", _milliseconds(now), *pockets, tower))

    def receive(self, data: bytes, now: float) -> None:
        if data:
            self._take(self._core.order("receive", _milliseconds(now), data.hex()))

    def tick(self, now: float) -> None:
        self._take(self._core.order("tick", _milliseconds(now)))

    def take_outgoing(self) -> bytes:
        outgoing, self._outgoing = self._outgoing, b""
        return outgoing

    def _take(self, answer: list[str]) -> None:
        outgoing, met, until, last, acknowledged = answer
        self._outgoing += b"" if outgoing == "-" else bytes.fromhex(outgoing)
        self._met = met == "1"
        self._counts_until = None if until == "-" else int(until)
        self._memory.last_number = int(last)
        self._memory.pending_rolls = [
            roll for roll in self._memory.pending_rolls if roll.number > int(acknowledged)
        ]


def _figures(dice: tuple[int, int], quality: tuple[int, int]) -> str:
    return " ".join(map(str, (*dice, *quality)))


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
