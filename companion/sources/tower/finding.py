"""Which port the dice tower hangs on: found by its hello, and nobody else disturbed twice.

Opening a serial port starts most boards anew: a 3D printer on the same kind of adapter would lose
its print. So only adapters that tower boards carry are tried, one at a time; whoever isn't a tower is
left alone until it was unplugged; and the port that answered last is tried before any other.
"""

from __future__ import annotations

import contextlib
import glob
from pathlib import Path
from typing import Final

AUTO: Final = "auto"
"""In place of a port: find the tower among the USB serial adapters."""

BY_ID: Final = Path("/dev/serial/by-id")
"""Where udev names USB serial adapters after what they say of themselves, whatever their number."""

BOARDS: Final = (
    "usb-1a86_*",  # WCH's CH340, on most copies of the Nano
    "usb-FTDI_*",  # the original Nano
    "usb-Arduino*",
    "usb-2341_*",  # Arduino's number, where its name isn't told
    "usb-Silicon_Labs_CP210*",
    "usb-Prolific_Technology_Inc._USB-Serial*",
)
"""By-id names of the adapters that boards of the Nano's class carry."""

_Plugging = tuple[int, int]


class PortFinder:
    """Says which port to try next, and remembers what came of it.

    A path without `*`, `?` or `[` was chosen by a person and is tried for ever. Ports that were found
    (`AUTO`, or a pattern) are tried once each time they are plugged in, and for ever once a tower has
    answered there.
    """

    def __init__(self, port: str, *, by_id: Path = BY_ID, memory: Path | None = None) -> None:
        """Take a path, a pattern such as `/dev/serial/by-id/*Tower*`, or `AUTO`.

        Args:
            port: where to look.
            by_id: the folder of by-id names that `AUTO` looks at.
            memory: a file that keeps the path that answered last, for the next run; None: none does.
        """
        self._chosen = port != AUTO and not glob.has_magic(port)
        self._patterns = [str(by_id / board) for board in BOARDS] if port == AUTO else [port]
        self._memory = memory
        self._last = self._recall()
        self._left_alone: dict[str, _Plugging] = {}
        self._proven: tuple[str, _Plugging | None] | None = None
        self._tried: str | None = None

    @property
    def last(self) -> str | None:
        """The port at which a tower answered last, now or in an earlier run."""
        return self._last

    @property
    def left_alone(self) -> list[str]:
        """The ports that are there and aren't tried."""
        self._forget_unplugged()
        return sorted(self._left_alone)

    def beside(self, path: str) -> list[str]:
        """The other ports that a tower may hang on while one at `path` answers: nobody hears them."""
        if self._chosen:
            return []
        others = {str(Path(other).resolve()): other for other in self._there()}
        others.pop(str(Path(path).resolve()), None)
        return sorted(others.values())

    def next(self) -> str | None:
        """The port to try now; None: there is none that should be."""
        self._forget_unplugged()
        ports = [path for path in self._there() if path not in self._left_alone]
        if self._last in ports:
            return self._last
        # Those that can't be opened take turns.
        later = [path for path in ports if self._tried is not None and path > self._tried]
        self._tried = next(iter(later or ports), None)
        return self._tried

    def on_trial(self, path: str) -> bool:
        """Whether it has yet to be seen that a tower hangs there, since it was plugged in."""
        return not self._chosen and self._proven != (path, _plugging(path))

    def answered(self, path: str) -> None:
        """A tower of ours said hello there: whoever else is plugged in now isn't one."""
        self._proven = path, _plugging(path)
        if path != self._last:
            self._last = path
            self._keep(path)
        for other in self._there():
            if other != path:
                self.leave_alone(other)

    def leave_alone(self, path: str) -> None:
        """Whoever hangs there is no tower: don't try it until it was unplugged."""
        plugging = _plugging(path)
        if plugging is not None and not self._chosen:
            self._left_alone[path] = plugging

    def _there(self) -> list[str]:
        found = {path for pattern in self._patterns for path in glob.glob(pattern)}  # noqa: PTH207 (absolute)
        return sorted(path for path in found if _plugging(path) is not None)

    def _forget_unplugged(self) -> None:
        self._left_alone = {
            path: plugging for path, plugging in self._left_alone.items() if _plugging(path) == plugging
        }
        if self._proven is not None and self.on_trial(self._proven[0]):
            self._proven = None

    def _recall(self) -> str | None:
        if self._memory is None:
            return None
        try:
            return self._memory.read_text("utf-8").strip() or None
        except (OSError, UnicodeDecodeError):
            return None

    def _keep(self, path: str) -> None:
        if self._memory is not None:
            with contextlib.suppress(OSError):  # the tower is found without, too
                self._memory.parent.mkdir(parents=True, exist_ok=True)
                self._memory.write_text(path + "\n", "utf-8")


def _plugging(path: str) -> _Plugging | None:
    """What changes whenever the device behind a path is plugged in anew; None: it isn't there.

    udev makes both the link and the device anew, and the file system of /dev gives no inode number
    twice; the times of both change with mere use.
    """
    try:
        return Path(path).lstat().st_ino, Path(path).stat().st_ino
    except OSError:
        return None
