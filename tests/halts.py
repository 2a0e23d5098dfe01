"""Machines that stand still: a test that failed while its machine was halted is run again.

A virtual machine may be halted for minutes, together with every process on it. All clocks have gone on when
it wakes, and whatever was being waited for is late. Such a failure says nothing of what is tested. Mere load
is no halt: a thread that only sleeps is woken in time under any.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

TICK_S: Final = 1.0
HALT_S: Final = 5.0
"""Who is to wake after TICK_S and wakes so much later was halted."""
RUN_AGAIN: Final = "run again after a halt of so many seconds"
"""The property of a test's report."""


class HaltClock:
    """Notices that time went on without this process. Looked at all the while by a thread of its own."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._lock = now, threading.Lock()
        self._last = now()
        self._halted = 0.0

    def start(self) -> None:
        """Look from now on, until the process ends."""
        threading.Thread(target=self._run, name="halts", daemon=True).start()

    def halted(self) -> float:
        """Seconds for which the process was halted until now."""
        with self._lock:
            now = self._now()
            late = now - self._last - TICK_S
            self._last = now
            if late > HALT_S:
                self._halted += late
            return self._halted

    def _run(self) -> None:
        while True:
            time.sleep(TICK_S)
            self.halted()


_CLOCK: Final = HaltClock()
_BEGUN_AGAIN: Final = pytest.StashKey[bool]()


def pytest_configure() -> None:
    """Begin to look."""
    _CLOCK.start()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test; if it fails while the machine is halted, once more, with all that it needs made anew."""
    if item.stash.get(_BEGUN_AGAIN, False):
        return None
    before = _CLOCK.halted()
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    halt = _CLOCK.halted() - before
    if halt and any(report.failed for report in reports):
        item.session._setupstate.teardown_exact(None)
        item.stash[_BEGUN_AGAIN] = True
        item.user_properties.append((RUN_AGAIN, round(halt)))
        # The time limit's clock begins anew as well.
        again: bool | None = item.ihook.pytest_runtest_protocol(item=item, nextitem=nextitem)
        return again
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
