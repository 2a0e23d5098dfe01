"""How often somebody may do something: a bucket of tokens for each address, that fills up by and by."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_ADDRESSES: Final = 1024
"""How many addresses are remembered; a home network has fewer."""


class RateLimit:
    """A token bucket for each address: `burst` at once, then one every `seconds`."""

    def __init__(self, burst: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with full buckets.

        Args:
            burst: how often it may be done at once.
            seconds: until one more may be done.
            clock: monotonic seconds.
        """
        self._burst = burst
        self._seconds = seconds
        self._clock = clock
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, address: str) -> float:
        """Do it once more. Returns 0, or the seconds to wait: then it may not be done now."""
        key, now = _network(address), self._clock()
        with self._lock:
            # When the bucket will be full again says how much is missing from it.
            full_at = max(self._full_at.pop(key, now), now) + self._seconds
            wait = full_at - now - self._burst * self._seconds
            if wait > 1e-9:
                full_at -= self._seconds
            else:
                wait = 0.0
            self._full_at[key] = full_at
            if len(self._full_at) > MOST_ADDRESSES:
                self._full_at.popitem(last=False)
        return wait

    def give_back(self, address: str) -> None:
        """Take the last `take` of this address back."""
        key = _network(address)
        with self._lock:
            if key in self._full_at:
                self._full_at[key] -= self._seconds


def _network(address: str) -> str:
    """What counts as one: an address, or the network of a home where addresses are in plenty (IPv6)."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))
