"""The dice tower of a simulated table: a virtual tower, and throws into it."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Final, Self

from companion.i18n import sentence
from companion.observations import Clock, Emit
from companion.sources.tower.stand_ins.emulated_tower import EmulatedTower
from companion.sources.tower.stand_ins.virtual_tower import TowerStandIn, create_virtual_tower


class SimulatedTower:
    """A virtual tower that runs as a source, so that the table provides its thread.

    It emits no observations: a real `TowerSource` opens `port` and reads its messages.
    """

    name: Final = "simulated tower"

    def __init__(self, speed: float = 1.0, light: float | None = None) -> None:
        """Start the tower.

        Args:
            speed: its seconds per real second, if it is the emulated firmware.
            light: measured light of its lamps (`create_virtual_tower`).
        """
        self._tower: TowerStandIn = create_virtual_tower(speed=speed, light=light)

    @property
    def description(self) -> str:
        """A text for people that names the implementation."""
        emulated = isinstance(self._tower, EmulatedTower)
        return sentence("its firmware in an emulator") if emulated else sentence("a model of its firmware")

    @property
    def port(self) -> str:
        """The path of the serial port."""
        return self._tower.port

    def monotonic(self) -> float:
        """Return the tower's own clock in seconds, for the time-outs of the port's reader."""
        return self._tower.monotonic()

    def throw(self, a: int, b: int) -> bool:
        """Throw two dice; return False if no host is connected yet, so that they don't count."""
        counted = self._tower.roll(a, b) is not None
        self._tower.empty_pockets()
        return counted

    def is_idle(self) -> bool:
        """Return whether the host has acknowledged all rolls."""
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
