"""The Bluetooth dice of a simulated table: dice that aren't there, and the hand that throws them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from companion.sources.bluetooth.kinds import KindName, PairedDie
from companion.sources.bluetooth.stand_ins.virtual_dice import Fault, VirtualRadio, two

FAULTS: Final[tuple[tuple[Fault, float], ...]] = (
    ("twice", 0.1),
    ("late", 0.05),
    ("garbled", 0.05),
    ("nudged", 0.05),
    ("askew", 0.03),
    ("drop", 0.03),
)
"""What goes wrong with a die that is thrown, and how often."""
LOST: Final[frozenset[Fault]] = frozenset({"askew", "drop"})
"""What costs a roll: people enter it."""


class SimulatedBluetoothDice:
    """Two dice that speak: a real `BluetoothDice` hears them by `radio`.

    Attributes:
        radio: by which they are heard.
    """

    def __init__(self, kind: KindName, rng: random.Random, speed: float = 1.0) -> None:
        """Put two dice of a kind on the table.

        Args:
            kind: whose they are.
            rng: what goes wrong.
            speed: their seconds in a real one; 0: they fall at once.
        """
        self._dice = two(kind, speed)
        self.radio = VirtualRadio(self._dice)
        self._rng = rng
        self._faults: tuple[Fault | None, Fault | None] = (None, None)

    @property
    def paired(self) -> Sequence[PairedDie]:
        """As a table keeps them."""
        return [die.paired for die in self._dice]

    @property
    def lost(self) -> bool:
        """Whether what went wrong with the last throw costs it."""
        return not LOST.isdisjoint(self._faults)

    def pass_time(self, passing: Callable[[float], object]) -> None:
        """Have it told how many of the dice's seconds a throw is ago, just before they speak of it."""
        for die in self._dice:
            die.passing = passing

    def throw(self, a: int, b: int) -> bool:
        """Throw both; False where not both are heard, so that it doesn't count."""
        if not all(die.is_heard for die in self._dice):
            return False
        self._faults = (self._fault(), self._fault())
        for die, face, fault in zip(self._dice, (a, b), self._faults, strict=True):
            die.throw(face, *([] if fault is None else [fault]))
        return True

    def is_idle(self) -> bool:
        """Whether all that they said has come, or never will."""
        return all(die.is_quiet for die in self._dice)

    def _fault(self) -> Fault | None:
        chance = self._rng.random()
        for fault, share in FAULTS:
            if chance < share:
                return fault
            chance -= share
        return None
