"""What a service tells systemd: that it has started, that it is alive, that it stops (sd_notify(3)).

Outside of systemd there is nobody to tell, and nothing is done.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Mapping


def serve_until(
    stop: threading.Event, alive: Callable[[], object], environment: Mapping[str, str] = os.environ
) -> None:
    """Wait for `stop`, and tell systemd meanwhile that the service is well.

    Args:
        stop: ends the waiting.
        alive: returns while the service is well. If it hangs or raises, systemd hears no more, and
            starts the service anew once its `WatchdogSec` is over.
        environment: where systemd says whom to tell, and how often.
    """
    address = environment.get("NOTIFY_SOCKET")
    if not address:
        stop.wait()
        return
    every = int(environment.get("WATCHDOG_USEC") or 0) / 1e6 / 3  # two may be late
    _tell(address, "READY=1")
    while not stop.wait(every or None):
        alive()
        _tell(address, "WATCHDOG=1")
    _tell(address, "STOPPING=1")


def _tell(address: str, state: str) -> None:
    """Send one state; an address with `@` lies in the abstract name space."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, contextlib.suppress(OSError):
        line.connect("\0" + address[1:] if address.startswith("@") else address)
        line.sendall(state.encode())
