"""Search for the dice tower's serial port, which disturbs other devices at most once.

Opening a serial port resets most boards: a 3D printer on the same kind of adapter would lose its print. The
finder therefore tries only adapters of the tower's boards, one at a time. It skips a device that is no tower
until it was unplugged, and tries the port of the last tower first.
"""

from __future__ import annotations

import contextlib
import glob
from pathlib import Path
from typing import Final

AUTO: Final = "auto"
"""Value of the port option: search the USB serial adapters."""

BY_ID_FOLDER: Final = Path("/dev/serial/by-id")
"""Folder in which udev names USB serial adapters by their self-description, not their number."""

BOARD_PATTERNS: Final = (
    "usb-1a86_*",  # WCH's CH340, on most copies of the Nano
    "usb-FTDI_*",  # the original Nano
    "usb-Arduino*",
    "usb-2341_*",  # Arduino's vendor id, where the name is missing
    "usb-Silicon_Labs_CP210*",
    "usb-Prolific_Technology_Inc._USB-Serial*",
)
"""By-id patterns of the adapters on boards of the Nano's class."""

_PlugIdentity = tuple[int, int]


class PortFinder:
    """Chooses the next port to try, and remembers the results.

    A path without `*`, `?` or `[` was chosen by a person and is tried for ever. Ports found by `AUTO` or a
    pattern are tried once each time they are plugged in, and for ever once a tower has answered there.
    """

    def __init__(self, port: str, *, by_id: Path = BY_ID_FOLDER, memory: Path | None = None) -> None:
        """Create a finder, and load the last tower's port.

        Args:
            port: a path, a pattern such as `/dev/serial/by-id/*Tower*`, or `AUTO`.
            by_id: the folder of by-id names that `AUTO` searches.
            memory: the file that stores the last tower's port for the next run; None for no file.
        """
        self._chosen = port != AUTO and not glob.has_magic(port)
        self._patterns = [str(by_id / board) for board in BOARD_PATTERNS] if port == AUTO else [port]
        self._memory = memory
        self._last_port = self._load_last_port()
        self._skipped_ports: dict[str, _PlugIdentity] = {}
        self._confirmed: tuple[str, _PlugIdentity | None] | None = None
        self._last_tried: str | None = None

    @property
    def last_port(self) -> str | None:
        """The port of the last tower that answered, in this or an earlier run."""
        return self._last_port

    @property
    def skipped_ports(self) -> list[str]:
        """The plugged-in ports that are skipped."""
        self._forget_unplugged()
        return sorted(self._skipped_ports)

    def other_ports(self, path: str) -> list[str]:
        """Return the ports other than `path` that may have a tower, which is ignored."""
        if self._chosen:
            return []
        others = {str(Path(other).resolve()): other for other in self._plugged_in_ports()}
        others.pop(str(Path(path).resolve()), None)
        return sorted(others.values())

    def next_port(self) -> str | None:
        """Return the port to try now; None if there is none."""
        self._forget_unplugged()
        ports = [path for path in self._plugged_in_ports() if path not in self._skipped_ports]
        if self._last_port in ports:
            return self._last_port
        # Ports that can't be opened are tried in rotation.
        later = [path for path in ports if self._last_tried is not None and path > self._last_tried]
        self._last_tried = next(iter(later or ports), None)
        return self._last_tried

    def is_unconfirmed(self, path: str) -> bool:
        """Return whether no tower has answered at a port since it was plugged in."""
        return not self._chosen and self._confirmed != (path, _plug_identity(path))

    def confirm_port(self, path: str) -> None:
        """Record that a tower answered at a port, and skip all other plugged-in ports."""
        self._confirmed = path, _plug_identity(path)
        if path != self._last_port:
            self._last_port = path
            self._save_last_port(path)
        for other in self._plugged_in_ports():
            if other != path:
                self.skip_port(other)

    def skip_port(self, path: str) -> None:
        """Skip a port without a tower until it was unplugged."""
        plugging = _plug_identity(path)
        if plugging is not None and not self._chosen:
            self._skipped_ports[path] = plugging

    def _plugged_in_ports(self) -> list[str]:
        found = {path for pattern in self._patterns for path in glob.glob(pattern)}  # noqa: PTH207 (absolute)
        return sorted(path for path in found if _plug_identity(path) is not None)

    def _forget_unplugged(self) -> None:
        self._skipped_ports = {
            path: plugging
            for path, plugging in self._skipped_ports.items()
            if _plug_identity(path) == plugging
        }
        if self._confirmed is not None and self.is_unconfirmed(self._confirmed[0]):
            self._confirmed = None

    def _load_last_port(self) -> str | None:
        if self._memory is None:
            return None
        try:
            return self._memory.read_text("utf-8").strip() or None
        except (OSError, UnicodeDecodeError):
            return None

    def _save_last_port(self, path: str) -> None:
        if self._memory is not None:
            with contextlib.suppress(OSError):  # the search works without the file, too
                self._memory.parent.mkdir(parents=True, exist_ok=True)
                self._memory.write_text(path + "\n", "utf-8")


def _plug_identity(path: str) -> _PlugIdentity | None:
    """Return an identity that changes whenever the device is replugged; None if it isn't plugged in.

    udev recreates both the link and the device, and the file system of /dev never reuses an inode number.
    Their time stamps are unsuitable: they change with mere use.
    """
    try:
        return Path(path).lstat().st_ino, Path(path).stat().st_ino
    except OSError:
        return None
