"""Checks the pages' scripts against the types of what travels: `tsc` reads their JSDoc (docs/api.md).

    make lint             # among others; or: python docs/tools/script_types.py

What `jsconfig.json` asks for is strict. A script that doesn't come up to it yet is named in
`types/unfinished.txt`, with how far it does: `implied` (only what has no type at all is let pass) or
`unchecked`. Whoever finishes a script takes it off.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
UNFINISHED: Final = ROOT / "types" / "unfinished.txt"
_LINE: Final = re.compile(r"^(?P<path>\S+?)\((?P<at>\d+),\d+\): error (?P<code>TS\d+): (?P<text>.*)$", re.M)
_IMPLIED: Final = re.compile(r"TS70\d\d$")
"""How tsc calls it where something has no type, and so is anything."""


class NoCompilerError(RuntimeError):
    """There is no tsc: Debian's package is called node-typescript, and `make test` installs it."""


@dataclass(frozen=True)
class Fault:
    """What tsc says of a line of a script; `implied`: only that something has no type."""

    path: str
    line: int
    text: str
    implied: bool


def faults() -> tuple[Fault, ...]:
    """All that tsc finds.

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


def _fault(path: str, line: str, code: str, text: str) -> Fault:
    return Fault(path, int(line), f"{code} {text}", implied=bool(_IMPLIED.match(code)))


def unfinished() -> dict[str, str]:
    """How far each script is that isn't done: "implied" or "unchecked"."""
    lines = UNFINISHED.read_text("utf-8").splitlines()
    return dict(_entry(line) for line in lines if line and not line.startswith("#"))


def _entry(line: str) -> tuple[str, str]:
    path, far = line.split()
    return path, far


def not_let_pass(found: Sequence[Fault], listed: Mapping[str, str]) -> Iterator[Fault]:
    """Faults of scripts that should have none, or none of this kind."""
    for fault in found:
        far = listed.get(fault.path)
        if far is None or (far == "implied" and not fault.implied):
            yield fault


def better_than_listed(found: Sequence[Fault], listed: Mapping[str, str]) -> Iterator[str]:
    """Scripts that could be taken off the list, or be called `implied`."""
    for path, far in listed.items():
        own = [fault for fault in found if fault.path == path]
        if not own or (far == "unchecked" and all(fault.implied for fault in own)):
            yield path


def main() -> int:
    """Say what is wrong; 1 where something is."""
    found, listed = faults(), unfinished()
    wrong = list(not_let_pass(found, listed))
    for fault in wrong:
        print(f"{fault.path}:{fault.line}: {fault.text}")
    for path in better_than_listed(found, listed):
        print(f"{path} is better than types/unfinished.txt says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
