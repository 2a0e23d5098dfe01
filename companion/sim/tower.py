"""The dice tower of a simulated table: a virtual tower, and the hand that throws dice into it."""

from __future__ import annotations

import secrets
import threading
from types import TracebackType
from typing import Final, Self

from companion.observations import Clock, Emit
from companion.sources.tower.virtual import VirtualTower


class SimulatedTower:
    """A virtual tower driven like a source, so that the table gives it a thread.

    It observes nothing itself: a real `TowerSource` opens `port` and hears it.
    """

    name: Final = "simulated tower"

    def __init__(self) -> None:
        # Each is a tower of its own: rolls are known by the tower's id and their number, and a
        # journal may hold those of an earlier one.
        self._tower = VirtualTower(unit=secrets.token_hex(4))

    @property
    def port(self) -> str:
        """The path to open."""
        return self._tower.port

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
