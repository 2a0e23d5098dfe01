"""How many streams one device may hold open: whoever opens page after page leaves the others theirs."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Final

MOST: Final = 12
"""More than a device has pages open by mistake, far less than a server has places."""
_THIS_MACHINE: Final = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})


class Places:
    """The places that each address holds. This machine itself may hold any number: a proxy, a test."""

    def __init__(self, most: int = MOST) -> None:
        self.most: Final = most
        self._held: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, address: str) -> bool:
        """Hold one place more. Returns whether there was one: then it has to be freed."""
        with self._lock:
            if self._held.get(address, 0) >= self.most and not is_this_machine(address):
                return False
            self._held[address] += 1
            return True

    def free(self, address: str) -> None:
        """Hold one place less."""
        with self._lock:
            self._held[address] -= 1
            if self._held[address] <= 0:
                del self._held[address]


def is_this_machine(address: str) -> bool:
    """Whether somebody asks from this machine, by the address that it has for itself."""
    return address in _THIS_MACHINE
