"""`companion install`: sets up a Raspberry Pi so that the table runs after each boot."""

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

from companion.cli.common.terminal_output import print_message, translate_text
from companion.cli.service import system_files
from companion.cli.service.system_files import CommandRun, FileRemoval, FileWrite, InstallStep, ServiceUnit
from companion.errors import CompanionError
from companion.hardware.board import NEEDS_64_BIT_SYSTEM, address_bits, explain_insufficient_memory
from companion.i18n import sentence

if TYPE_CHECKING:
    from argparse import _SubParsersAction

ROOT: Final = Path("/")


class InstallError(CompanionError, RuntimeError):
    """The installation failed; the message explains what to do."""


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `install` to the command line."""
    parser = subparsers.add_parser(
        "install",
        help="set up the dice tower's port, and a service that starts with the computer",
        description="Installs a udev rule for the dice tower's USB adapter, and a service that runs"
        " 'companion serve'. Needs root. Running it again changes nothing.",
    )
    parser.add_argument("--dry-run", action="store_true", help="list the steps without executing them")
    parser.add_argument(
        "--uninstall", action="store_true", help="remove the rule and the service; games remain"
    )
    parser.add_argument("--no-service", action="store_true", help="install only the udev rule")
    parser.add_argument("--user", help="the user that runs the service (default: you)")
    parser.add_argument(
        "--serve",
        metavar="ARGUMENTS",
        default="--host 0.0.0.0",
        help="the options of 'companion serve' in the service, in quotes (%(default)s); that user's "
        "configuration file sets the others",
    )
    parser.add_argument(
        "--root",
        type=Path,
        default=ROOT,
        metavar="DIR",
        help="the root of a system image; no commands are run",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Install or uninstall.

    Returns:
        0: everything is in place.

    Raises:
        InstallError: a step failed.
    """
    steps = plan_steps(args)
    if args.dry_run:
        for step in steps:
            print_message(sentence("would {step}", step=_step_text(step)))
    elif steps:
        if args.root == ROOT and os.geteuid() != 0:
            raise InstallError(sentence("this needs root: {command}", command=_sudo_command(args)))
        for step in steps:
            execute(step, run_commands=args.root == ROOT)
        if any(isinstance(step, CommandRun) and step.words[0] == "usermod" for step in steps):
            print_message(
                sentence(
                    "Log out and in again before you use the tower yourself. The service can use it already."
                )
            )
        if any(isinstance(step, CommandRun) and step.words[-1] == "simplejpeg" for step in steps):
            print_message(
                sentence("The system's picamera2 wants another numpy: simplejpeg was installed beside it.")
            )
    if not steps:
        print_message(sentence("Nothing to do: everything is in place."))
    if not args.uninstall:
        for warning in system_files.find_warnings(args.root):
            print_message(sentence("Warning: {warning}", warning=warning))
    return 0


def plan_steps(args: argparse.Namespace) -> list[InstallStep]:
    """Plan the steps that the options request.

    Raises:
        InstallError: the user is unclear, or this computer doesn't support the request.
    """
    if args.uninstall:
        return system_files.plan_removal(args.root)
    if address_bits() == 32:
        raise InstallError(NEEDS_64_BIT_SYSTEM)
    user = _find_user(args)
    if args.no_service:
        return system_files.plan_install(args.root, None, user)
    if user is None:
        raise InstallError(
            sentence("give the user that the service runs as: --user NAME, preferably not root")
        )
    try:
        arguments = shlex.split(args.serve)
    except ValueError as error:
        raise InstallError(sentence("Can't parse --serve: {error}", error=error)) from error
    if any(word.split("=")[0] == "--camera" for word in arguments) and (why := explain_insufficient_memory()):
        raise InstallError(why)
    service = ServiceUnit(user, (sys.executable, "-m", "companion", "serve", *arguments))
    return plan_picamera(user) + system_files.plan_install(args.root, service, user)


def plan_picamera(user: str) -> list[InstallStep]:
    """Plan the repair of the system's picamera2 if it doesn't work in this environment.

    Its simplejpeg is built for the system's numpy; the environment's numpy is newer.
    """
    if importlib.util.find_spec("picamera2") is None:
        return []
    tried = subprocess.run([sys.executable, "-c", "import picamera2"], capture_output=True, check=False)
    if tried.returncode == 0:
        return []
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--ignore-installed", "--no-deps", "simplejpeg")
    return [CommandRun(("runuser", "-u", user, "--", *pip))]


def execute(step: InstallStep, *, run_commands: bool) -> None:
    """Execute one step and print it.

    Raises:
        InstallError: the step failed; earlier steps stay.
    """
    done = run_commands or not isinstance(step, CommandRun)
    print_message(_step_text(step) if done else sentence("skipped: {step}", step=step))
    try:
        match step:
            case FileWrite(path, text):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
                path.chmod(0o644)
            case FileRemoval(path):
                path.unlink(missing_ok=True)
            case CommandRun(words) if run_commands:
                _run_command(words)
    except OSError as error:
        raise InstallError(
            sentence("could not {step}: {error}", step=step, error=error.strerror or error)
        ) from error


def _run_command(words: tuple[str, ...]) -> None:
    """Run a command; skip one that this system lacks."""
    if shutil.which(words[0]) is None:
        text = sentence("{command} doesn't exist here: restart the computer instead", command=words[0])
        print_message(f"  {translate_text(text)}")
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


def _step_text(step: InstallStep) -> str:
    return sentence("run {command}", command=step) if isinstance(step, CommandRun) else str(step)


def _find_user(args: argparse.Namespace) -> str | None:
    """Return the user to install for: the one who called, also through sudo; None: root without `--user`."""
    import pwd

    name: str = args.user or os.environ.get("SUDO_USER") or getpass.getuser()
    try:
        pwd.getpwnam(name)
    except KeyError as error:
        raise InstallError(sentence("there is no user {name} here", name=name)) from error
    return None if name == "root" and not args.user else name


def _sudo_command(args: argparse.Namespace) -> str:
    """Return the equivalent command with sudo."""
    words = ["sudo", sys.executable, "-m", "companion", "install"]
    words += ["--uninstall"] if args.uninstall else []
    words += ["--no-service"] if args.no_service else []
    words += ["--user", args.user] if args.user else []
    words += ["--serve", args.serve] if args.serve != "--host 0.0.0.0" else []
    return shlex.join(words)
