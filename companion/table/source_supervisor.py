"""Supervision of sources: each runs in its own thread, restarts after a failure, and stops on request."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.journal import JournalError
from companion.observations import Clock, Emit, Health, Observation, Source, SourceReport
from companion.supervised_thread import RESTART_PAUSE_S, SupervisedThread

_LOG = logging.getLogger(__name__)

STOP_TIMEOUT_S: Final = 3.0


@dataclass(frozen=True)
class _RunningSource:
    """A source with its thread."""

    source: Source
    thread: SupervisedThread


class SourceSupervisor:
    """Runs sources until they are stopped, all or some of them.

    Attributes:
        stopping: set once all of them must return; no source starts any more.
    """

    def __init__(self, emit: Emit, clock: Clock) -> None:
        """Pass the sources' observations to `emit`, and `clock` to the sources."""
        self.stopping = threading.Event()
        self._emit = emit
        self._clock = clock
        self._lock = threading.Lock()
        self._running: list[_RunningSource] = []
        self._reported_names: set[str] = set()

    def start(self, sources: Sequence[Source]) -> None:
        """Run each source in its own thread."""
        with self._lock:
            if self.stopping.is_set():
                return
            for source in sources:
                stop = threading.Event()
                thread = SupervisedThread(
                    f"source {source.name}",
                    partial(self._run, source, stop),
                    stop,
                    partial(self._report_failure, source),
                )
                self._running.append(_RunningSource(source, thread))
                thread.start()

    def stop(self) -> None:
        """Signal every source to return."""
        with self._lock:
            self.stopping.set()
            for each in self._running:
                each.thread.stopping.set()

    def join(self) -> None:
        """Wait for the sources to return, for a bounded time."""
        _wait_for(self._running, STOP_TIMEOUT_S)

    def stop_sources(self, sources: Sequence[Source], seconds: float = STOP_TIMEOUT_S) -> bool:
        """Stop some sources for good; others may be started in their place.

        Args:
            sources: running sources.
            seconds: the timeout for each.

        Returns:
            Whether all of them have returned; if not, the call may be repeated.
        """
        with self._lock:
            resting = [each for each in self._running if each.source in sources]
            for each in resting:
                each.thread.stopping.set()
        returned = _wait_for(resting, seconds)
        with self._lock:
            self._running = [each for each in self._running if each not in resting or each.thread.is_alive()]
        return returned

    def report(self, name: str, health: Health, text: str) -> None:
        """Report the health of a source that can't report it itself."""
        self._receive(SourceReport(self._clock(), name, health, text))

    def has_reported(self, name: str) -> bool:
        """Return whether a source of this name ever reported; an absent optional source never does."""
        return name in self._reported_names

    def _run(self, source: Source, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                source.run(self._receive, self._clock, stop)
                return
            except JournalError as error:
                # The observation isn't on disk. The source repeats it (a tower sends a roll until it
                # is acknowledged), and a later attempt may succeed.
                self.report(source.name, "fault", str(error))
            stop.wait(RESTART_PAUSE_S)

    def _report_failure(self, source: Source, error: BaseException) -> None:
        text = sentence("{source} failed and is restarting: {error}", source=source.name, error=error)
        self.report(source.name, "fault", text)

    def _receive(self, observation: Observation) -> object:
        if isinstance(observation, SourceReport):
            self._reported_names.add(observation.source)
        return self._emit(observation)


def _wait_for(some: Sequence[_RunningSource], seconds: float) -> bool:
    for each in some:
        each.thread.join(seconds)
        if each.thread.is_alive():
            _LOG.warning("Thread %r did not stop within %.0f s", each.thread.name, seconds)
    return not any(each.thread.is_alive() for each in some)


# Leases of a table's devices, which calibration borrows for a while.
#
# A device has one user at a time. While a device is lent, none of the table's sources uses it; once returned,
# it gets new sources, which start with the new calibration. The other devices continue meanwhile: a throw
# into the tower counts while the camera is being calibrated.


RELEASE_TIMEOUT_S: Final = 6.0
"""Seconds to wait for a source to release its device: a slow machine may be reading an island."""
LENT_MESSAGE: Final = sentence("It is being calibrated. The table uses it again afterwards.")

SourceFactory = Callable[[], Sequence[Source]]
"""Creates the sources of a device, which open it.

Raises:
    CompanionError: they can't be created.
"""


class DeviceInUseError(CompanionError, RuntimeError):
    """A device that its sources haven't released yet; the message says what to do."""


class DeviceLeases:
    """The devices of one table, each with its sources.

    A device is named as in its sources' reports: "camera", "tower", "panel".
    """

    def __init__(self, supervisor: SourceSupervisor, factories: Mapping[str, SourceFactory]) -> None:
        """Create the first sources of each device.

        Args:
            supervisor: runs the sources.
            factories: create the sources of each device, now and after each lease.

        Raises:
            CompanionError: as the factories raise.
        """
        self._supervisor = supervisor
        self._factories = factories
        self._sources = {part: tuple(made()) for part, made in factories.items()}
        # Replaced, never mutated, so that readers need no lock.
        self._lent: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    @property
    def sources(self) -> tuple[Source, ...]:
        """All sources, to be started with the table."""
        return tuple(source for sources in self._sources.values() for source in sources)

    @property
    def lent_parts(self) -> list[str]:
        """The devices that are lent now."""
        return sorted(self._lent)

    def lend(self, part: str) -> None:
        """Stop a device's sources, so that the caller can open it; has no effect on a device already lent.

        Raises:
            DeviceInUseError: they don't stop in time. They will stop later, so the caller should retry.
        """
        with self._lock:
            self._lent |= {part}
            if not self._supervisor.stop_sources(self._sources[part], RELEASE_TIMEOUT_S):
                raise DeviceInUseError(
                    sentence("The table is still using it: wait a moment, then try again.")
                )
            self._sources[part] = ()
            # A device that never reported isn't reported as lent either.
            if self._supervisor.has_reported(part):
                self._supervisor.report(part, "waiting", LENT_MESSAGE)

    def reclaim(self) -> None:
        """Start new sources for the lent devices; report the reason for a device where that fails."""
        with self._lock:
            lent, self._lent = self.lent_parts, frozenset()
            for part in lent:
                try:
                    self._sources[part] = tuple(self._factories[part]())
                except CompanionError as error:
                    self._supervisor.report(part, "fault", str(error))
                self._supervisor.start(self._sources[part])
