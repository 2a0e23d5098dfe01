"""A simulated game's throws as the messages of Bluetooth dice."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence

from companion.games.base.rules.events import Roll
from companion.observations import DiceDetection, Observation, SourceReport
from companion.sim.dice import SimulatedBluetoothDice
from companion.sources.bluetooth.kinds import KindName
from companion.sources.bluetooth.source import BluetoothDice
from tests.measure.human_inputs import EnteredInput
from tests.measure.timed_game import TimedEvent
from tests.patience import PATIENCE_S

SPEED = 40.0
"""How fast the dice fall: slowly enough for the messages of both to come in their order."""
ENTERED_AFTER_S = (0.3, 0.9)
"""Shortest and longest delay after which people enter a roll that the dice lost, in seconds."""
LOSING_FAULTS = frozenset({"askew", "drop"})
"""The faults after which the roll is lost, so that people enter it."""


def from_bluetooth(
    kind: KindName, happened: Sequence[TimedEvent], rng: random.Random
) -> list[Observation | EnteredInput]:
    """Yield every throw as the dice report it, with simulated faults; people enter the lost ones."""
    table = _Table(kind, rng)
    found: list[Observation | EnteredInput] = []
    try:
        for done in happened:
            if isinstance(done.event, Roll):
                dice = done.event.dice
                if table.throws(done.t, *dice):
                    continue
                data = {"kind": "roll", "dice": list(dice)}
                found.append(EnteredInput(done.t + rng.uniform(*ENTERED_AFTER_S), done.event, data))
    finally:
        table.close()
    return [*table.observations, *found]


class _Table:
    """Simulated dice, and the source that receives their messages in its own thread."""

    def __init__(self, kind: KindName, rng: random.Random) -> None:
        self.observations: list[Observation] = []
        self._now = self._thrown_at = 0.0
        self._dice = SimulatedBluetoothDice(kind, rng, speed=SPEED)
        for die in self._dice.dice:
            die.before_message = self._pass
        self._stop = threading.Event()
        source = BluetoothDice(self._dice.paired_dice, lambda: self._dice.radio, retry_s=0.01)
        arguments = (self.observations.append, lambda: self._now, self._stop)
        self._thread = threading.Thread(target=source.run, args=arguments, daemon=True)
        self._thread.start()

    def throws(self, t: float, a: int, b: int) -> bool:
        """Throw the dice, and return whether they reported the throw."""
        # A die that reconnected, and the problems reported before.
        self._now = self._thrown_at = t
        _wait(lambda: self._health in ("ok", "fault"))
        before = self._rolls
        _wait(lambda: self._dice.throw(a, b))
        if LOSING_FAULTS.isdisjoint(self._dice.faults):
            _wait(lambda: self._rolls > before and self._dice.is_idle())
            return True
        _wait(lambda: self._health == "fault" and self._dice.is_idle())
        return False

    def _pass(self, seconds: float) -> None:
        self._now = self._thrown_at + seconds

    def close(self) -> None:
        self._stop.set()
        self._thread.join(PATIENCE_S)

    @property
    def _rolls(self) -> int:
        return sum(isinstance(each, DiceDetection) for each in self.observations)

    @property
    def _health(self) -> str:
        return next(
            (each.health for each in reversed(self.observations) if isinstance(each, SourceReport)), ""
        )


def _wait(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not done():
        if time.monotonic() > end:
            raise TimeoutError("the dice don't say what they have to")
        time.sleep(0.002)
