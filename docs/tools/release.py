"""Make a release: `make release`, or python docs/tools/release.py [--out DIR].

Builds the source distribution, and the wheel from it; installs the wheel into a fresh environment outside
the checkout and lets `companion demo` play a short game there; then prints the tag's notes, the version's
section of CHANGELOG.md. Nothing is tagged, pushed or published: it prints the command that tags.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

SHORT_DEMO: Final = (
    *("demo", "--speed", "0", "--exit", "--no-browser", "--port", "0"),
    *("--players", "3", "--points", "3", "--seed", "7"),
)
"""A game of half a minute that uses camera, tower and page, and compares the record with the true game."""


class ReleaseError(Exception):
    """A release isn't possible; the message gives the reason."""


def version(root: Path = ROOT) -> str:
    """Return the version from `pyproject.toml`, its only place."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def notes(changelog: str, of_version: str) -> str:
    """Return a version's section of the change log, without its heading.

    Raises:
        ReleaseError: it has none, or an empty one.
    """
    sections = re.split(r"^## ", changelog, flags=re.M)[1:]
    for section in sections:
        heading, _, text = section.partition("\n")
        if re.match(rf"\[?{re.escape(of_version)}\]?(?:\s|$)", heading):
            text = re.sub(r"^\[[^\]]+\]: .*$", "", text, flags=re.M).strip()
            if text:
                return text
    raise ReleaseError(f"CHANGELOG.md says nothing of {of_version}: give its Unreleased part that heading.")


def check_committed(root: Path = ROOT) -> None:
    """Check that everything is committed, because the tag names a commit.

    Raises:
        ReleaseError: something is changed or new and not committed.
    """
    asked = ["git", "-C", str(root), "status", "--porcelain"]
    changed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()
    if changed:
        some = ", ".join(line[3:] for line in changed[:5])
        raise ReleaseError(f"Not everything is committed: {some}. Commit it, or take it out, first.")


def build(root: Path, out: Path, *, isolated: bool = True) -> Path:
    """Build both distributions into a folder, the wheel from the source distribution; return the wheel's
    path.

    Args:
        root: the checkout.
        out: where they go.
        isolated: in an environment made for it, which needs a network; else with what is installed.
    """
    command = [sys.executable, "-m", "build", "--outdir", str(out), str(root)]
    run([*command, *([] if isolated else ["--no-isolation"])])
    (wheel,) = out.glob(f"companion-{version(root)}-*.whl")
    return wheel


def prove(wheel: Path, demo: Sequence[str] = SHORT_DEMO) -> None:
    """Install a wheel into a fresh environment outside the checkout, and play a game with it."""
    with tempfile.TemporaryDirectory(prefix="companion-release-") as folder:
        place = Path(folder) / "venv"
        venv.create(place, with_pip=True)
        run([str(place / "bin" / "pip"), "install", "--quiet", str(wheel)], cwd=folder)
        run([str(place / "bin" / "companion"), *demo], cwd=folder)


def run(command: Sequence[str], cwd: str | None = None) -> None:
    """Run a command and show its output.

    Raises:
        ReleaseError: it failed.
    """
    print("$", *command, flush=True)
    ended = subprocess.run(command, cwd=cwd)
    if ended.returncode != 0:
        raise ReleaseError(f"{command[0]} ended with {ended.returncode}")


def main(argv: Sequence[str] | None = None) -> int:
    """Make the release, and return the exit status."""
    parser = argparse.ArgumentParser(description="Builds a release, proves it, and prints its notes.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where it goes (%(default)s)")
    args = parser.parse_args(argv)
    try:
        check_committed()
        text = notes((ROOT / "CHANGELOG.md").read_text("utf-8"), version())
        wheel = build(ROOT, args.out)
        prove(wheel)
    except ReleaseError as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    notes_path = args.out / f"notes-{version()}.md"
    notes_path.write_text(f"Companion {version()}\n\n{text}\n", "utf-8")
    print(f"\n{wheel} is ready. Notes of v{version()}, also in {notes_path}:\n\n{text}\n")
    print(f"To tag it: git tag --annotate v{version()} --cleanup=verbatim --file {notes_path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
