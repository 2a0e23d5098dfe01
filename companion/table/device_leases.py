"""The parts of a table that plays, lent for a while to whoever calibrates them.

A device has one user at a time. Lent, a part is watched by none of the table's sources; taken back, it has
new ones, which begin with what is known of it then. The other parts go on meanwhile: a throw into the tower
counts while the camera is being calibrated.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.observations import Source
from companion.table.source_supervisor import SourceSupervisor

LET_GO_S: Final = 6.0
"""For so long a source is waited for: a slow machine may be in the midst of reading an island."""
LENT: Final = sentence("It is being calibrated. The table uses it again afterwards.")

Make = Callable[[], Sequence[Source]]
"""Makes the sources of a part, which open its device anew.

Raises:
    CompanionError: there can't be any.
"""


class StillHeldError(CompanionError, RuntimeError):
    """A part that its sources haven't let go of yet; the message says what to do."""


class DeviceLeases:
    """The parts of one table, each with the sources that have it.

    A part is called as its sources report of it: "camera", "tower", "panel".
    """

    def __init__(self, supervisor: SourceSupervisor, make: Mapping[str, Make]) -> None:
        """Make the first sources of each part.

        Args:
            supervisor: runs them.
            make: makes those of each part, the first and all later ones.

        Raises:
            CompanionError: as the makers do.
        """
        self._supervisor = supervisor
        self._make = make
        self._sources = {part: tuple(made()) for part, made in make.items()}
        # Another one at each change: who asks for it never waits.
        self._lent: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    @property
    def sources(self) -> tuple[Source, ...]:
        """All of them, to be started with the table."""
        return tuple(source for sources in self._sources.values() for source in sources)

    @property
    def lent(self) -> list[str]:
        """The parts that are lent now."""
        return sorted(self._lent)

    def lend(self, part: str) -> None:
        """Have a part's sources let go of it; it is no error that they have done so.

        Raises:
            StillHeldError: they don't do it in time. They will; it is to be asked for again.
        """
        with self._lock:
            self._lent |= {part}
            if not self._supervisor.rest(self._sources[part], LET_GO_S):
                raise StillHeldError(sentence("The table is still using it: wait a moment, then try again."))
            self._sources[part] = ()
            # What was never there isn't told of for this.
            if self._supervisor.heard_of(part):
                self._supervisor.report(part, "waiting", LENT)

    def take_back(self) -> None:
        """Have the parts that were lent watched again; one for which no source can be made says why."""
        with self._lock:
            lent, self._lent = self.lent, frozenset()
            for part in lent:
                try:
                    self._sources[part] = tuple(self._make[part]())
                except CompanionError as error:
                    self._supervisor.report(part, "fault", str(error))
                self._supervisor.start(self._sources[part])
