"""How often in a row the service began and died at once: counted beside the journal, for a safe mode.

What kills a program at its start (a camera's driver, a game that an older version kept) would kill it
again at the next, and a service is started for ever. So after some such starts it begins without camera,
dice tower and buttons, then also without the game: the page is there, and says so.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import counted, sentence

WITHOUT_SOURCES: Final = 4
"""After so many failed starts in a row nothing is watched."""
WITHOUT_GAME: Final = 6
"""After so many, no game is opened either."""
WELL_AFTER_S: Final = 5.0
"""Who has lived so long has started."""


class _StartsError(CompanionError, OSError):
    """The count can't be kept or read."""


_FILE: Final = ChecksummedJsonFile(
    sentence("count of failed starts"), 1, sentence("restart Companion"), _StartsError
)


class Starts:
    """The failed starts of the table that a journal belongs to, over restarts."""

    def __init__(self, journal: Path) -> None:
        """Count the failed starts, this one as one until it is `well`; on a full disk none is counted."""
        self._path = journal.with_name(journal.name + ".starts")
        self.failed = 0
        """So many starts before this one failed, without one in between that did not."""
        with contextlib.suppress(_StartsError):
            self.failed = _FILE.load(self._path, lambda told: int(told["failed"]))
        with contextlib.suppress(_StartsError):
            _FILE.save(self._path, {"failed": self.failed + 1})

    @property
    def watches(self) -> bool:
        """Whether camera, tower and buttons are opened."""
        return self.failed < WITHOUT_SOURCES

    @property
    def resumes(self) -> bool:
        """Whether the game that was on is opened."""
        return self.failed < WITHOUT_GAME

    @property
    def notice(self) -> str | None:
        """What people should know of it; None: all is begun as ever."""
        if self.watches:
            return None
        times = counted("once", "{count} times", self.failed)
        if self.resumes:
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

    def well(self) -> None:
        """This start has not failed."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    @contextlib.contextmanager
    def survived(self) -> Iterator[None]:
        """Inside, the table is served: it is `well` after a while, or when it ends as it should.

        An error that says what people should do is no reason to do without anything.
        """
        timer = threading.Timer(WELL_AFTER_S, self.well)
        timer.daemon = True
        timer.start()
        try:
            yield
        except CompanionError:
            self.well()
            raise
        else:
            self.well()
        finally:
            timer.cancel()
