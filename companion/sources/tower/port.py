"""The serial port of a dice tower, opened exclusively.

This module hides the differences between a USB board and a pseudo-terminal, and all failures of opening.
Modules that exist only on Linux are imported when a port is opened, so a table without a tower runs on any
system.
"""

from __future__ import annotations

import contextlib
import errno
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


def is_port_in_use(path: str, processes: Path = Path("/proc")) -> bool:
    """Return whether another program has the port open, as far as this user can see."""
    device, ourselves = os.path.realpath(path), str(os.getpid())
    for descriptors in processes.glob("[0-9]*/fd"):
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
