"""Rate limits: a token bucket for each address."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final

MAX_ADDRESSES: Final = 1024
"""The number of stored addresses; a home network has fewer."""


class RateLimit:
    """A token bucket for each address: `burst` actions in a row, then one every `seconds`."""

    def __init__(self, burst: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with full buckets.

        Args:
            burst: the number of actions in a row.
            seconds: the time until one more is allowed.
            clock: returns monotonic seconds.
        """
        self._burst = burst
        self._seconds = seconds
        self._clock = clock
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def consume(self, address: str) -> float:
        """Consume a token. Returns 0, or the seconds to wait: then the action isn't allowed now."""
        key, now = _address_block(address), self._clock()
        with self._lock:
            # The time at which the bucket will be full again encodes its fill level.
            full_at = max(self._full_at.pop(key, now), now) + self._seconds
            wait = full_at - now - self._burst * self._seconds
            if wait > 1e-9:
                full_at -= self._seconds
            else:
                wait = 0.0
            self._full_at[key] = full_at
            if len(self._full_at) > MAX_ADDRESSES:
                self._full_at.popitem(last=False)
        return wait

    def refund(self, address: str) -> None:
        """Undo the last `consume` of this address."""
        key = _address_block(address)
        with self._lock:
            if key in self._full_at:
                self._full_at[key] -= self._seconds


@lru_cache(maxsize=MAX_ADDRESSES)
def _address_block(address: str) -> str:
    """Return the key of an address: itself, or its /64 network for IPv6, where a home has plenty of
    addresses."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if ip.version == 4:
        return address
    return str(ipaddress.ip_network((ip, 64), strict=False))
