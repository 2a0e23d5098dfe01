"""`companion install`: what a Raspberry Pi needs so that the table works from the moment it has started."""

from __future__ import annotations

import argparse
import getpass
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli.common.speech import say, spoken
from companion.cli.service import system_files
from companion.cli.service.system_files import Remove, Run, Service, Step, Write
from companion.errors import CompanionError
from companion.hardware.board import BITS_32, bits, too_small_for_a_camera
from companion.i18n import sentence

if TYPE_CHECKING:
    from argparse import _SubParsersAction

ROOT: Final = Path("/")


class InstallError(CompanionError, RuntimeError):
    """It can't be installed; the message says what to do."""


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `install` to a command line."""
    parser = subparsers.add_parser(
        "install",
        help="let the dice tower's port be used, and start with the computer",
        description="Installs a udev rule for the dice tower's USB adapter, and a service that runs"
        " 'companion serve'. Needs root; doing it again changes nothing.",
    )
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument("--uninstall", action="store_true", help="take it out again; games stay")
    parser.add_argument("--no-service", action="store_true", help="the udev rule alone")
    parser.add_argument("--user", help="who the service runs as (you)")
    parser.add_argument(
        "--serve",
        metavar="ARGUMENTS",
        default="--host 0.0.0.0",
        help="what the service gives to 'companion serve', in quotes (%(default)s); the rest it finds in"
        " that user's configuration file",
    )
    parser.add_argument(
        "--root", type=Path, default=ROOT, metavar="DIR", help="an image of a system; no commands are run"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Install or uninstall.

    Returns:
        0: all is in place.

    Raises:
        InstallError: it isn't.
    """
    steps = plan(args)
    if args.dry_run:
        for step in steps:
            say(sentence("would {step}", step=_told(step)))
    elif steps:
        if args.root == ROOT and os.geteuid() != 0:
            raise InstallError(sentence("this needs root: {command}", command=_with_sudo(args)))
        for step in steps:
            carry_out(step, commands=args.root == ROOT)
        if any(isinstance(step, Run) and step.words[0] == "usermod" for step in steps):
            say(
                sentence(
                    "Log out and in again before you use the tower yourself. The service can use it already."
                )
            )
        if any(isinstance(step, Run) and step.words[-1] == "simplejpeg" for step in steps):
            say(sentence("The system's picamera2 wants another numpy: simplejpeg was installed beside it."))
    if not steps:
        say(sentence("Nothing to do: everything is in place."))
    if not args.uninstall:
        for warning in system_files.warnings(args.root):
            say(sentence("Warning: {warning}", warning=warning))
    return 0


def plan(args: argparse.Namespace) -> list[Step]:
    """What is to be done.

    Raises:
        InstallError: for whom is not clear, or this computer can't do what is asked.
    """
    if args.uninstall:
        return system_files.removing(args.root)
    if bits() == 32:
        raise InstallError(BITS_32)
    user = _user(args)
    if args.no_service:
        return system_files.installing(args.root, None, user)
    if user is None:
        raise InstallError(
            sentence("give the user that the service runs as: --user NAME, preferably not root")
        )
    try:
        arguments = shlex.split(args.serve)
    except ValueError as error:
        raise InstallError(sentence("Can't parse --serve: {error}", error=error)) from error
    if any(word.split("=")[0] == "--camera" for word in arguments) and (why := too_small_for_a_camera()):
        raise InstallError(why)
    service = Service(user, (sys.executable, "-m", "companion", "serve", *arguments))
    return picamera(user) + system_files.installing(args.root, service, user)


def picamera(user: str) -> list[Step]:
    """What lets this environment use the system's picamera2, where there is one that doesn't fit.

    It comes with a simplejpeg that is built for the system's numpy; the environment's is newer.
    """
    if importlib.util.find_spec("picamera2") is None:
        return []
    tried = subprocess.run([sys.executable, "-c", "import picamera2"], capture_output=True, check=False)
    if tried.returncode == 0:
        return []
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--ignore-installed", "--no-deps", "simplejpeg")
    return [Run(("runuser", "-u", user, "--", *pip))]


def carry_out(step: Step, *, commands: bool) -> None:
    """Do one thing, and say so.

    Raises:
        InstallError: it could not be done; what was done before stays.
    """
    done = commands or not isinstance(step, Run)
    say(_told(step) if done else sentence("skipped: {step}", step=step))
    try:
        match step:
            case Write(path, text):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
                path.chmod(0o644)
            case Remove(path):
                path.unlink(missing_ok=True)
            case Run(words) if commands:
                _run(words)
    except OSError as error:
        raise InstallError(
            sentence("could not {step}: {error}", step=step, error=error.strerror or error)
        ) from error


def _run(words: tuple[str, ...]) -> None:
    """Run a command; one that this system doesn't have is left out."""
    if shutil.which(words[0]) is None:
        text = sentence("{command} doesn't exist here: restart the computer instead", command=words[0])
        say(f"  {spoken(text)}")
        return
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise InstallError(
            sentence(
                "'{command}' failed: {error}",
                command=shlex.join(words),
                error=done.stderr.strip() or done.returncode,
            )
        )


def _told(step: Step) -> str:
    return sentence("run {command}", command=step) if isinstance(step, Run) else str(step)


def _user(args: argparse.Namespace) -> str | None:
    """Who it is installed for: who asked, through sudo or not; None: root did, for nobody else."""
    import pwd

    name: str = args.user or os.environ.get("SUDO_USER") or getpass.getuser()
    try:
        pwd.getpwnam(name)
    except KeyError as error:
        raise InstallError(sentence("there is no user {name} here", name=name)) from error
    return None if name == "root" and not args.user else name


def _with_sudo(args: argparse.Namespace) -> str:
    """The command that root would have to run for this user."""
    words = ["sudo", sys.executable, "-m", "companion", "install"]
    words += ["--uninstall"] if args.uninstall else []
    words += ["--no-service"] if args.no_service else []
    words += ["--user", args.user] if args.user else []
    words += ["--serve", args.serve] if args.serve != "--host 0.0.0.0" else []
    return shlex.join(words)
