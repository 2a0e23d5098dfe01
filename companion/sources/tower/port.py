"""The serial port a dice tower hangs on, opened for us alone.

Everything that differs between a board on USB and a pseudo-terminal, and every way in which opening
fails, is known here and nowhere else. What only Linux has is imported when a port is opened: a table without
a tower plays anywhere.
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
"""Seconds a read waits at most for the first byte."""

WRITE_TIMEOUT_S: Final = 0.5
"""Seconds a write may take: a tower that takes no bytes for so long has hung up."""


NOT_PLUGGED_IN: Final = sentence("The dice tower isn't plugged in: plug its USB cable in.")


class Trouble(Enum):
    """Why a port can't be used."""

    MISSING = "missing"
    DENIED = "denied"
    BUSY = "busy"
    BROKEN = "broken"


class PortError(CompanionError, OSError):
    """A port can't be opened, or failed while open; the message says what to do.

    Attributes:
        trouble: why.
    """

    def __init__(self, trouble: Trouble, text: str) -> None:
        super().__init__(text)
        self.trouble = trouble


class Port:
    """An open serial port, used by this process alone (115200 baud, 8N1)."""

    def __init__(self, path: str, *, on_trial: bool = False) -> None:
        """Open it; whatever lay in its input is discarded.

        Args:
            path: the port.
            on_trial: it may not be a tower's. Many programs don't lock the port they use, and opening
                it would change its speed under them: such a port is busy too.

        Raises:
            PortError: it can't be opened.
        """
        import termios

        import serial

        self._path = path
        if on_trial and in_use(path):
            raise PortError(Trouble.BUSY, _busy(path))
        try:
            self._serial = serial.Serial(
                path, BAUD, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True
            )
        except (OSError, termios.error) as error:
            raise _explain(path, error) from error
        self._keep_board_running()

    def _keep_board_running(self) -> None:
        """Leave the control line as it is when the port is closed.

        Most boards start anew when that line rises. The first opening after plugging in raises it
        and can't be kept from it; without this, every restart of the host would too.
        """
        import termios

        try:
            attributes = termios.tcgetattr(self._serial.fileno())
            attributes[2] &= ~termios.HUPCL
            termios.tcsetattr(self._serial.fileno(), termios.TCSANOW, attributes)
        except termios.error as error:
            self.close()
            raise _explain(self._path, error) from error

    def read(self) -> bytes:
        """What has come; waits at most `READ_TIMEOUT_S` for it and may return nothing.

        Raises:
            PortError: the port has gone.
        """
        try:
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except OSError as error:
            raise _explain(self._path, error) from error

    def write(self, data: bytes) -> None:
        """Send all of it.

        Raises:
            PortError: the port has gone, or takes nothing.
        """
        try:
            self._serial.write(data)
        except OSError as error:
            raise _explain(self._path, error) from error

    def close(self) -> None:
        """Give the port back; closing twice, or what has gone, is no error."""
        import termios

        with contextlib.suppress(OSError, termios.error):
            self._serial.close()


def _explain(path: str, error: BaseException) -> PortError:
    number = getattr(error, "errno", None)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return PortError(Trouble.MISSING, NOT_PLUGGED_IN)
    if number in (errno.EACCES, errno.EPERM):
        return PortError(
            Trouble.DENIED,
            sentence(
                "This program may not use the dice tower's port {path}: {what_to_do}.",
                path=path,
                what_to_do=_way_in(path),
            ),
        )
    if number in (errno.EAGAIN, errno.EBUSY):
        return PortError(Trouble.BUSY, _busy(path))
    return PortError(
        Trouble.BROKEN,
        sentence("The connection to the dice tower at {path} broke: plug its cable in again.", path=path),
    )


def in_use(path: str, processes: Path = Path("/proc")) -> bool:
    """Whether another program has the port open, as far as this user may know."""
    device, ourselves = os.path.realpath(path), str(os.getpid())
    for descriptors in processes.glob("[0-9]*/fd"):
        if descriptors.parent.name == ourselves:
            continue
        with contextlib.suppress(OSError):  # it ended, or it isn't this user's
            if any(str(each.readlink()) == device for each in descriptors.iterdir()):
                return True
    return False


def _busy(path: str) -> str:
    return sentence(
        "Another program uses the dice tower's port {path}: close it ('companion serve', a "
        "serial monitor, a printer's server, ModemManager).",
        path=path,
    )


def _way_in(path: str) -> str:
    """What this user must do to be let in: groups count from the next login on, and a rule may be missing."""
    import grp
    import pwd

    name, user = _group(path), pwd.getpwuid(os.geteuid()).pw_name
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


def _group(path: str) -> str:
    """The group whose members may use a port; `dialout` on Debian and Raspberry Pi OS."""
    import grp

    try:
        name = grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
    return "dialout" if name in ("root", "tty") else name
