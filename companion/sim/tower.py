"""The dice tower of a simulated table: a virtual tower, and the hand that throws dice into it."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Final, Self

from companion.i18n import sentence
from companion.observations import Clock, Emit
from companion.sources.tower.stand_ins.emulated import EmulatedTower
from companion.sources.tower.stand_ins.virtual import StandIn, virtual_tower


class SimulatedTower:
    """A virtual tower driven like a source, so that the table gives it a thread.

    It observes nothing itself: a real `TowerSource` opens `port` and hears it.
    """

    name: Final = "simulated tower"

    def __init__(self, speed: float = 1.0) -> None:
        """Plug it in; `speed`: its seconds in a real one, if it is the emulated firmware."""
        self._tower: StandIn = virtual_tower(speed=speed)

    @property
    def what(self) -> str:
        """What stands in for the tower, for people."""
        emulated = isinstance(self._tower, EmulatedTower)
        return sentence("its firmware in an emulator") if emulated else sentence("a model of its firmware")

    @property
    def port(self) -> str:
        """The path to open."""
        return self._tower.port

    def pace(self) -> float:
        """The tower's own seconds, for the time-outs of whoever opens the port."""
        return self._tower.pace()

    def throw(self, a: int, b: int) -> bool:
        """Throw two dice in; False where nobody listens yet, so that they don't count."""
        counted = self._tower.roll(a, b) is not None
        self._tower.empty()
        return counted

    def is_idle(self) -> bool:
        """Whether the host has acknowledged every roll."""
        return self._tower.waiting == 0

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Drive the tower until `stop` is set."""
        self._tower.run(stop)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tower.close()
