"""The serial port of a dice tower, opened exclusively.

This module hides the differences between a USB board and a pseudo-terminal, and all failures of opening.
Modules that exist only on Linux are imported when a port is opened, so a table without a tower runs on any
system.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import os
from enum import Enum
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.i18n import sentence

BAUD: Final = 115200

READ_TIMEOUT_S: Final = 0.1
"""Longest wait of a read for the first byte, in seconds."""

WRITE_TIMEOUT_S: Final = 0.5
"""Timeout of a write, in seconds: a tower that accepts no bytes for so long is gone."""


NOT_PLUGGED_IN: Final = sentence("The dice tower isn't plugged in: plug its USB cable in.")


class PortTrouble(Enum):
    """The reason that a port can't be used."""

    MISSING = "missing"
    DENIED = "denied"
    BUSY = "busy"
    BROKEN = "broken"


class PortError(CompanionError, OSError):
    """A port can't be opened, or failed while open; the message names the remedy.

    Attributes:
        trouble: the reason.
    """

    def __init__(self, trouble: PortTrouble, text: str) -> None:
        super().__init__(text)
        self.trouble = trouble


class Port:
    """An open serial port, used by this process alone (115200 baud, 8N1)."""

    def __init__(self, path: str, *, unconfirmed: bool = False) -> None:
        """Open the port and discard its pending input.

        Args:
            path: the port.
            unconfirmed: the port may not be a tower's. Many programs don't lock their port, and opening it
                would change its baud rate under them: then such a port counts as busy, too.

        Raises:
            PortError: the port can't be opened.
        """
        import termios

        import serial

        self._path = path
        if unconfirmed and is_port_in_use(path):
            raise PortError(PortTrouble.BUSY, _explain_busy_port(path))
        try:
            self._serial = serial.Serial(
                path, BAUD, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True
            )
        except (OSError, termios.error) as error:
            raise _port_error(path, error) from error
        self._disable_reset_on_close()

    def _disable_reset_on_close(self) -> None:
        """Leave the control line unchanged when the port is closed.

        Most boards reset when that line rises. The first opening after plugging in raises it
        unavoidably; without this setting, every restart of the host would, too.
        """
        import termios

        try:
            attributes = termios.tcgetattr(self._serial.fileno())
            attributes[2] &= ~termios.HUPCL
            termios.tcsetattr(self._serial.fileno(), termios.TCSANOW, attributes)
        except termios.error as error:
            self.close()
            raise _port_error(self._path, error) from error

    def read(self) -> bytes:
        """Return the received bytes; waits at most `READ_TIMEOUT_S`, and may return none.

        Raises:
            PortError: the port has disappeared.
        """
        try:
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except OSError as error:
            raise _port_error(self._path, error) from error

    def write(self, data: bytes) -> None:
        """Send all bytes.

        Raises:
            PortError: the port has disappeared, or accepts no bytes.
        """
        try:
            self._serial.write(data)
        except OSError as error:
            raise _port_error(self._path, error) from error

    def close(self) -> None:
        """Release the port; closing twice, or after it has disappeared, is no error."""
        import termios

        with contextlib.suppress(OSError, termios.error):
            self._serial.close()


def _port_error(path: str, error: BaseException) -> PortError:
    number = getattr(error, "errno", None)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return PortError(PortTrouble.MISSING, NOT_PLUGGED_IN)
    if number in (errno.EACCES, errno.EPERM):
        return PortError(
            PortTrouble.DENIED,
            sentence(
                "This program may not use the dice tower's port {path}: {what_to_do}.",
                path=path,
                what_to_do=_explain_access(path),
            ),
        )
    if number in (errno.EAGAIN, errno.EBUSY):
        return PortError(PortTrouble.BUSY, _explain_busy_port(path))
    return PortError(
        PortTrouble.BROKEN,
        sentence("The connection to the dice tower at {path} broke: plug its cable in again.", path=path),
    )


def is_port_in_use(path: str) -> bool:
    """Return whether another program has the port open, as far as this user can see."""
    device, ourselves = os.path.realpath(path), str(os.getpid())
    for descriptors in Path("/proc").glob("[0-9]*/fd"):
        if descriptors.parent.name == ourselves:
            continue
        with contextlib.suppress(OSError):  # the process ended, or belongs to another user
            if any(str(each.readlink()) == device for each in descriptors.iterdir()):
                return True
    return False


def _explain_busy_port(path: str) -> str:
    return sentence(
        "Another program uses the dice tower's port {path}: close it ('companion serve', a "
        "serial monitor, a printer's server, ModemManager).",
        path=path,
    )


def _explain_access(path: str) -> str:
    """Explain how this user gets access: by a group (from the next login on), or by a udev rule."""
    import grp
    import pwd

    name, user = _port_group(path), pwd.getpwuid(os.geteuid()).pw_name
    try:
        group = grp.getgrnam(name)
    except KeyError:
        return sentence("run 'companion install', then plug the tower in again")
    if group.gr_gid in os.getgroups():
        return sentence(
            "{user} is in the group {name}, but that is not enough here: run 'companion install', then plug "
            "the tower in again",
            user=user,
            name=name,
        )
    if user in group.gr_mem:
        return sentence(
            "{user} is in the group {name}, but not yet in this session: log out and in again",
            user=user,
            name=name,
        )
    return sentence("run 'sudo usermod -aG {name} {user}', then log out and in again", name=name, user=user)


def _port_group(path: str) -> str:
    """Return the group whose members may use a port; `dialout` on Debian and Raspberry Pi OS."""
    import grp

    try:
        name = grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
    return "dialout" if name in ("root", "tty") else name


# Search for the dice tower's serial port, which disturbs other devices at most once.
#
# Opening a serial port resets most boards: a 3D printer on the same kind of adapter would lose its print. The
# finder therefore tries only adapters of the tower's boards, one at a time. It skips a device that is no
# tower until it was unplugged, and tries the port of the last tower first.


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
