"""The sources at work: each in a thread of its own, started again when it fails, rested when it has to be."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.i18n import sentence
from companion.journal import JournalError
from companion.observations import Clock, Emit, Health, Observation, Source, SourceReport

_LOG = logging.getLogger(__name__)

RESTART_PAUSE_S: Final = 1.0
STOP_TIMEOUT_S: Final = 3.0


@dataclass(frozen=True)
class _AtWork:
    """A source, the thread that it has, and what has it return."""

    source: Source
    thread: threading.Thread
    stop: threading.Event


class SourceSupervisor:
    """Runs sources until it is told to stop, all of them or some.

    Attributes:
        stopping: all of them are to return, and none will begin any more.
    """

    def __init__(self, emit: Emit, clock: Clock) -> None:
        """Give what sources see to `emit`, with times of `clock`."""
        self.stopping = threading.Event()
        self._emit = emit
        self._clock = clock
        self._lock = threading.Lock()
        self._at_work: list[_AtWork] = []
        self._heard_of: set[str] = set()

    def start(self, sources: Sequence[Source]) -> None:
        """Run each source in a thread of its own."""
        with self._lock:
            if self.stopping.is_set():
                return
            for source in sources:
                stop = threading.Event()
                thread = threading.Thread(
                    target=self._run, args=(source, stop), name=f"source {source.name}", daemon=True
                )
                self._at_work.append(_AtWork(source, thread, stop))
                thread.start()

    def stop(self) -> None:
        """Have every source return."""
        with self._lock:
            self.stopping.set()
            for each in self._at_work:
                each.stop.set()

    def join(self) -> None:
        """Wait for the sources to return, a bounded time."""
        _wait_for(self._at_work, STOP_TIMEOUT_S)

    def rest(self, sources: Sequence[Source], seconds: float = STOP_TIMEOUT_S) -> bool:
        """Have some sources return, each for good; another may be started in its place.

        Args:
            sources: some that were started.
            seconds: for how long each is waited for.

        Returns:
            Whether all of them have let go of what they held; if not, they may be waited for again.
        """
        with self._lock:
            resting = [each for each in self._at_work if each.source in sources]
            for each in resting:
                each.stop.set()
        returned = _wait_for(resting, seconds)
        with self._lock:
            self._at_work = [each for each in self._at_work if each not in resting or each.thread.is_alive()]
        return returned

    def report(self, name: str, health: Health, text: str) -> None:
        """Say how a source is doing that can't say so itself."""
        self._hear(SourceReport(self._clock(), name, health, text))

    def heard_of(self, name: str) -> bool:
        """Whether a source of this name was ever told of: one that is missing and isn't missed never is."""
        return name in self._heard_of

    def _run(self, source: Source, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                source.run(self._hear, self._clock, stop)
                return
            except JournalError as error:
                # What the source saw isn't on disk: it will see it again (the tower sends a roll
                # until it is acknowledged) once the disk takes it.
                self.report(source.name, "fault", str(error))
            except Exception as error:
                _LOG.exception("source %s failed", source.name)
                text = sentence("{source} failed and is restarting: {error}", source=source.name, error=error)
                self.report(source.name, "fault", text)
            stop.wait(RESTART_PAUSE_S)

    def _hear(self, observation: Observation) -> object:
        if isinstance(observation, SourceReport):
            self._heard_of.add(observation.source)
        return self._emit(observation)


def _wait_for(some: Sequence[_AtWork], seconds: float) -> bool:
    for each in some:
        each.thread.join(seconds)
        if each.thread.is_alive():
            _LOG.warning("%s didn't stop in %.0f s", each.thread.name, seconds)
    return not any(each.thread.is_alive() for each in some)
