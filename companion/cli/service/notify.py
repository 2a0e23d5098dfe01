"""Notifies systemd that the service has started, is alive, and stops (sd_notify(3)).

Outside of systemd nothing is sent.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import plural_sentence, sentence
from companion.supervised_thread import start_after


def stop_on_signals(stack: contextlib.ExitStack) -> threading.Event:
    """Return an event that Ctrl-C and a termination set, until the stack is unwound."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        previous = signal.signal(number, lambda *_: stop.set())
        stack.callback(signal.signal, number, previous)
    return stop


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


# Counts the service's consecutive failed starts, in a file next to the journal, for a safe mode.
#
# A cause that crashes the program at its start, such as a camera's driver or an old game, would crash it at
# every restart. Therefore the service starts without camera, dice tower and buttons after several failures,
# and later also without the game. The page then shows a notice.


FAILURES_UNTIL_NO_SOURCES: Final = 4
"""After this many failed starts in a row, the service opens no sources."""
FAILURES_UNTIL_NO_GAME: Final = 6
"""After this many, it opens no game either."""
STARTED_AFTER_S: Final = 5.0
"""A start counts as successful after this many seconds."""


class _StartsError(CompanionError, OSError):
    """The count can't be saved or loaded."""


_FILE: Final = ChecksummedJsonFile(
    sentence("count of failed starts"), 1, sentence("restart Companion"), _StartsError
)


class StartCounter:
    """The persistent counter of failed starts of a journal's table."""

    def __init__(self, journal: Path) -> None:
        """Load the counter and count this start as failed until `mark_started`; a full disk is ignored."""
        self._path = journal.with_name(journal.name + ".starts")
        self.failed_starts = 0
        """The number of consecutive failed starts before this one."""
        with contextlib.suppress(_StartsError):
            self.failed_starts = _FILE.load(self._path, lambda data: int(data["failed"]))
        with contextlib.suppress(_StartsError):
            _FILE.save(self._path, {"failed": self.failed_starts + 1})

    @property
    def should_watch(self) -> bool:
        """Return whether camera, tower and buttons should be opened."""
        return self.failed_starts < FAILURES_UNTIL_NO_SOURCES

    @property
    def should_resume(self) -> bool:
        """Return whether the unfinished game should be opened."""
        return self.failed_starts < FAILURES_UNTIL_NO_GAME

    @property
    def notice(self) -> str | None:
        """A message for people about the safe mode; None: the start is normal."""
        if self.should_watch:
            return None
        times = plural_sentence("once", "{count} times", self.failed_starts)
        if self.should_resume:
            return sentence(
                "Companion crashed {times} in a row while starting. It has now started without camera, dice "
                "tower and buttons. Enter what happens by hand. “companion doctor” in a terminal looks for "
                "the cause, and the next start tries everything again.",
                times=times,
            )
        return sentence(
            "Companion crashed {times} in a row while starting. It has now started without camera, dice "
            "tower, buttons and game. The game is saved: resume it under New game. The next start tries "
            "everything again.",
            times=times,
        )

    def mark_started(self) -> None:
        """Reset the counter: this start has succeeded."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    @contextlib.contextmanager
    def track_start(self) -> Iterator[None]:
        """Track a start: it succeeds after a while, or when the block ends normally.

        A `CompanionError` also counts as success: its message helps people more than a safe mode.
        """
        timer = start_after(STARTED_AFTER_S, "start counter", self.mark_started)
        try:
            yield
        except CompanionError:
            self.mark_started()
            raise
        else:
            self.mark_started()
        finally:
            timer.set()
