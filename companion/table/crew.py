"""The sources at work: each in a thread of its own, started again when it fails."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Final

from companion.journal import JournalError
from companion.observations import Clock, Emit, Source, SourceReport
from companion.words import sentence

_LOG = logging.getLogger(__name__)

RESTART_PAUSE_S: Final = 1.0
STOP_TIMEOUT_S: Final = 3.0


class Crew:
    """Runs sources until it is told to stop.

    Attributes:
        stopping: set to have every source return.
    """

    def __init__(self, emit: Emit, clock: Clock) -> None:
        """Give what sources see to `emit`, with times of `clock`."""
        self.stopping = threading.Event()
        self._emit = emit
        self._clock = clock
        self._threads: list[threading.Thread] = []

    def start(self, sources: Sequence[Source]) -> None:
        """Run each source in a thread of its own."""
        for source in sources:
            name = f"source {source.name}"
            thread = threading.Thread(target=self._run, args=(source,), name=name, daemon=True)
            self._threads.append(thread)
            thread.start()

    def join(self) -> None:
        """Wait for the sources to return, a bounded time."""
        for thread in self._threads:
            thread.join(STOP_TIMEOUT_S)
            if thread.is_alive():
                _LOG.warning("%s didn't stop in %.0f s", thread.name, STOP_TIMEOUT_S)

    def _run(self, source: Source) -> None:
        while not self.stopping.is_set():
            try:
                source.run(self._emit, self._clock, self.stopping)
                return
            except JournalError as error:
                # What the source saw isn't on disk: it will see it again (the tower sends a roll
                # until it is acknowledged) once the disk takes it.
                self._report(source.name, str(error))
            except Exception as error:
                _LOG.exception("source %s failed", source.name)
                self._report(
                    source.name,
                    sentence(
                        "{source} failed and is started again: {error}", source=source.name, error=error
                    ),
                )
            self.stopping.wait(RESTART_PAUSE_S)

    def _report(self, name: str, text: str) -> None:
        self._emit(SourceReport(self._clock(), name, "fault", text))
