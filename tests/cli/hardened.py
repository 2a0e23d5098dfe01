"""Runs a command under the restrictions of a systemd unit, as far as a process can be restricted.

    python tests/cli/hardened.py UNIT COMMAND...

That is no new privileges, the umask, and `SystemCallFilter=` with `SystemCallErrorNumber=`: lists of system
calls, as this system's `systemd-analyze syscall-filter` expands them, made a filter by libseccomp.
"""

from __future__ import annotations

import ctypes
import errno
import os
import subprocess
import sys
from pathlib import Path

ALLOW = 0x7FFF0000
"""SCMP_ACT_ALLOW of libseccomp."""
FAIL = 0x00050000
"""SCMP_ACT_ERRNO of libseccomp; the error's number is added."""
NO_NEW_PRIVILEGES = 38
"""PR_SET_NO_NEW_PRIVS of prctl(2)."""


class Unit:
    """The keys of a unit; some occur several times."""

    def __init__(self, path: Path) -> None:
        self.lines = path.read_text("utf-8").splitlines()

    def values(self, key: str) -> list[str]:
        """The values of a key, in order."""
        return [line.partition("=")[2] for line in self.lines if line.startswith(f"{key}=")]


def expand_call_sets(names: list[str]) -> set[str]:
    """Replace sets of system calls, `@...`, by their members."""
    calls: set[str] = set()
    for name in names:
        if not name.startswith("@"):
            calls.add(name)
            continue
        command = ["systemd-analyze", "--no-pager", "syscall-filter", name]
        listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        parts = [line.strip() for line in listing.splitlines()[1:]]
        calls |= expand_call_sets([part for part in parts if part and not part.startswith("#")])
    return calls


def allowed_calls(unit: Unit) -> set[str]:
    """The system calls that a unit allows: lists are added in order, those with a tilde removed."""
    calls: set[str] = set()
    for value in unit.values("SystemCallFilter"):
        names = expand_call_sets(value.removeprefix("~").split())
        calls = calls - names if value.startswith("~") else calls | names
    return calls


def forbid_all_but(calls: set[str], error: int) -> None:
    """Make every other system call of this process and its children fail with an error."""
    library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(FAIL | error))
    for name in calls:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            library.seccomp_rule_add(context, ALLOW, number, 0)
    if library.seccomp_load(context) != 0:
        raise OSError("the filter isn't taken")


def main() -> None:
    """Apply the restrictions and execute the command."""
    unit = Unit(Path(sys.argv[1]))
    (error,) = unit.values("SystemCallErrorNumber")
    calls = allowed_calls(unit)
    os.umask(int(unit.values("UMask")[0], 8))
    ctypes.CDLL(None).prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    forbid_all_but(calls, getattr(errno, error))
    os.execv(sys.argv[2], sys.argv[2:])


if __name__ == "__main__":
    main()
