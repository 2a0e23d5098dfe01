"""Leases of a table's devices, which calibration borrows for a while.

A device has one user at a time. While a device is lent, none of the table's sources uses it; once returned,
it gets new sources, which start with the new calibration. The other devices continue meanwhile: a throw into
the tower counts while the camera is being calibrated.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.observations import Source
from companion.table.source_supervisor import SourceSupervisor

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
