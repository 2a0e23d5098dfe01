"""The only threads of this program: each runs a function again after it has failed, until it is to stop."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

_LOG = logging.getLogger(__name__)

RESTART_PAUSE_S: Final = 1.0
"""Seconds between a failure and the next attempt."""


class SupervisedThread(threading.Thread):
    """A daemon thread that runs a function until it returns, and again whenever it raises.

    Attributes:
        stopping: set once the function must return; it isn't run again after that.
    """

    def __init__(
        self,
        name: str,
        function: Callable[[], object],
        stopping: threading.Event,
        on_failure: Callable[[BaseException], object] = lambda _: None,
    ) -> None:
        """Create the thread; `start` starts it.

        Args:
            name: the thread's name.
            function: runs in the thread. It may be called again after any exception.
            stopping: set by the owner to stop it.
            on_failure: called in the thread with each exception, after it was logged.
        """
        super().__init__(name=name, daemon=True)
        self.stopping = stopping
        self._function = function
        self._on_failure = on_failure

    def run(self) -> None:
        """Run the function, in this thread."""
        while not self.stopping.is_set():
            try:
                self._function()
                return
            # A thread would end silently on SystemExit.
            except BaseException as error:
                _LOG.exception("Thread %r failed and is restarting", self.name)
                self._report(error)
            self.stopping.wait(RESTART_PAUSE_S)

    def _report(self, error: BaseException) -> None:
        try:
            self._on_failure(error)
        except Exception:
            _LOG.exception("The failure of thread %r can't be reported", self.name)


def start_after(seconds: float, name: str, function: Callable[[], object]) -> threading.Event:
    """Call a function once after a while, in a thread of its own.

    Returns:
        An event that cancels the call if it is set in time.
    """
    cancelled = threading.Event()

    def run() -> None:
        if not cancelled.wait(seconds):
            function()

    SupervisedThread(name, run, cancelled).start()
    return cancelled
