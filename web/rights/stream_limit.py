"""Limits the open streams of each address, so that one client's many pages leave places for the others."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Final

MAX_STREAMS: Final = 12
"""More than the pages a device has open by mistake, far less than the server's places."""
_THIS_MACHINE: Final = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})


class StreamLimit:
    """Counts the open streams of each address. This machine itself has no limit: a proxy, a test."""

    def __init__(self, limit: int = MAX_STREAMS) -> None:
        self.limit: Final = limit
        self._held: Counter[str] = Counter()
        self._lock = threading.Lock()

    def acquire(self, address: str) -> bool:
        """Take one place. Returns whether there was one: then `release` has to follow."""
        with self._lock:
            if self._held.get(address, 0) >= self.limit and not is_this_machine(address):
                return False
            self._held[address] += 1
            return True

    def release(self, address: str) -> None:
        """Give one place back."""
        with self._lock:
            self._held[address] -= 1
            if self._held[address] <= 0:
                del self._held[address]


def is_this_machine(address: str) -> bool:
    """Return whether an address is this machine's loopback address."""
    return address in _THIS_MACHINE
