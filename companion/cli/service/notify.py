"""Notifies systemd that the service has started, is alive, and stops (sd_notify(3)).

Outside of systemd nothing is sent.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Mapping


def wait_with_watchdog(
    stop: threading.Event, check_alive: Callable[[], object], environment: Mapping[str, str] = os.environ
) -> None:
    """Wait for `stop`, and send systemd's watchdog a sign of life meanwhile.

    Args:
        stop: ends the wait.
        check_alive: returns while the service works. If it hangs or raises, the watchdog receives nothing,
            and systemd restarts the service after its `WatchdogSec`.
        environment: contains systemd's socket address and watchdog interval.
    """
    address = environment.get("NOTIFY_SOCKET")
    if not address:
        stop.wait()
        return
    interval_s = int(environment.get("WATCHDOG_USEC") or 0) / 1e6 / 3  # two of three may be late
    _send_state(address, "READY=1")
    while not stop.wait(interval_s or None):
        check_alive()
        _send_state(address, "WATCHDOG=1")
    _send_state(address, "STOPPING=1")


def _send_state(address: str, state: str) -> None:
    """Send one state; an address with `@` belongs to the abstract namespace."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, contextlib.suppress(OSError):
        line.connect("\0" + address[1:] if address.startswith("@") else address)
        line.sendall(state.encode())
