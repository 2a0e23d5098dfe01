"""The Bluetooth dice of a simulated table: virtual dice, and the throws of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from companion.sources.bluetooth.kinds import KindName, PairedDie
from companion.sources.bluetooth.stand_ins.virtual_dice import Fault, VirtualRadio, create_pair

FAULT_RATES: Final[tuple[tuple[Fault, float], ...]] = (
    ("twice", 0.1),
    ("late", 0.05),
    ("garbled", 0.05),
    ("nudged", 0.05),
    ("askew", 0.03),
    ("drop", 0.03),
)
"""The faults of a thrown die, with their probabilities."""
LOSING_FAULTS: Final[frozenset[Fault]] = frozenset({"askew", "drop"})
"""The faults after which the roll is lost, so that people enter it."""


class SimulatedBluetoothDice:
    """Two virtual dice, which a real `BluetoothDice` receives through `radio`.

    Attributes:
        radio: the virtual radio.
    """

    def __init__(self, kind: KindName, rng: random.Random, speed: float = 1.0) -> None:
        """Create two dice of a kind.

        Args:
            kind: the product.
            rng: draws the faults.
            speed: their seconds per real second; 0: a throw takes no time.
        """
        self._dice = create_pair(kind, speed)
        self.radio = VirtualRadio(self._dice)
        self._rng = rng
        self._faults: tuple[Fault | None, Fault | None] = (None, None)

    @property
    def paired_dice(self) -> Sequence[PairedDie]:
        """The dice as a table's setup stores them."""
        return [die.paired_die for die in self._dice]

    @property
    def is_roll_lost(self) -> bool:
        """Return whether a fault has lost the last throw."""
        return not LOSING_FAULTS.isdisjoint(self._faults)

    def pass_time(self, passing: Callable[[float], object]) -> None:
        """Call `passing` with the age of a throw in the dice's seconds, just before the dice report it."""
        for die in self._dice:
            die.before_message = passing

    def throw(self, a: int, b: int) -> bool:
        """Throw both dice; return False if they aren't both connected, so that the throw doesn't count."""
        if not all(die.is_subscribed for die in self._dice):
            return False
        self._faults = (self._draw_fault(), self._draw_fault())
        for die, face, fault in zip(self._dice, (a, b), self._faults, strict=True):
            die.throw(face, *([] if fault is None else [fault]))
        return True

    def is_idle(self) -> bool:
        """Return whether all messages have arrived or are lost."""
        return all(die.is_idle for die in self._dice)

    def _draw_fault(self) -> Fault | None:
        chance = self._rng.random()
        for fault, share in FAULT_RATES:
            if chance < share:
                return fault
            chance -= share
        return None
