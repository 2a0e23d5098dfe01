"""Check the pages' scripts against the API's types: `tsc` reads their JSDoc (docs/api.md).

    make lint             # includes it; or: python docs/tools/script_types.py

`jsconfig.json` demands strict types of every script.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_LINE: Final = re.compile(r"^(?P<path>\S+?)\((?P<at>\d+),\d+\): error (?P<text>TS\d+: .*)$", re.M)


class NoCompilerError(RuntimeError):
    """tsc is missing. Debian's package is node-typescript; `make test` installs it."""


@dataclass(frozen=True)
class Fault:
    """An error that tsc reports for a line of a script."""

    path: str
    line: int
    text: str


def faults() -> tuple[Fault, ...]:
    """Return all errors that tsc reports.

    Raises:
        NoCompilerError: it isn't installed, or didn't run.
    """
    compiler = shutil.which("tsc")
    if compiler is None:
        raise NoCompilerError(NoCompilerError.__doc__)
    command = [compiler, "--project", str(ROOT / "jsconfig.json"), "--pretty", "false"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = tuple(_fault(*each.groups()) for each in _LINE.finditer(ran.stdout))
    if ran.returncode and not found:
        raise NoCompilerError(f"tsc failed: {ran.stdout}{ran.stderr}")
    return found


def _fault(path: str, line: str, text: str) -> Fault:
    return Fault(path, int(line), text)


def main() -> int:
    """Print the errors; return 1 if there are any."""
    found = faults()
    for fault in found:
        print(f"{fault.path}:{fault.line}: {fault.text}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
