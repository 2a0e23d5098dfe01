"""`companion install`: sets up a Raspberry Pi so that the table runs after each boot."""

from __future__ import annotations

import argparse
import getpass
import importlib.resources
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any, Final

from companion.cli.common.terminal_output import print_message, translate_text
from companion.errors import CompanionError
from companion.hardware.settings import NEEDS_64_BIT_SYSTEM, address_bits, explain_insufficient_memory
from companion.i18n import sentence

# Plans the system files that `companion install` writes and removes: a udev rule and a service.
#
# A plan is the difference between the system and its target state, so it is empty if everything is in place.
# The caller executes it or only prints it. With another root than `/`, files are written below it and no
# command runs, for building an image and for tests.


UDEV_RULE_PATH: Final = Path("etc/udev/rules.d/70-companion-tower.rules")
UNIT_PATH: Final = Path("etc/systemd/system/companion.service")
SERIAL_GROUP: Final = "dialout"
DEVICE_GROUPS: Final = (SERIAL_GROUP, "video", "gpio", "bluetooth")
"""The groups of serial ports, cameras, pins and the Bluetooth service; a system may lack some."""

RULE_FOLDERS: Final = ("etc/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
BOARD_USB_IDS: Final = ("1a86/7523", "10c4/ea60", "0403/6001")
"""USB ids of serial adapters that the rules of the Braille terminals' driver are known to claim."""

BRLTTY_WARNING: Final = sentence(
    "brltty, for Braille terminals, also claims the serial adapters of many boards, and with them the "
    "tower's port. If nobody here uses one: sudo apt remove brltty"
)


@dataclass(frozen=True)
class FileChange:
    """The step that writes a file, or removes it: then `text` is None."""

    path: Path
    text: str | None = None

    def __str__(self) -> str:
        if self.text is None:
            return sentence("remove {path}", path=self.path)
        return sentence("write {path}", path=self.path)


@dataclass(frozen=True)
class CommandRun:
    """The step that runs a system command."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return shlex.join(self.words)


InstallStep = FileChange | CommandRun


@dataclass(frozen=True)
class ServiceUnit:
    """The systemd service to install.

    Attributes:
        user: the service's user, who owns the games.
        command: the program and its arguments.
    """

    user: str
    command: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """The folder of the user's games."""
        import pwd

        return Path(pwd.getpwnam(self.user).pw_dir) / ".local" / "share" / "companion"


def udev_rule() -> str:
    """Return the text of the udev rule."""
    return _read_data_file(UDEV_RULE_PATH.name)


def systemd_unit(service: ServiceUnit) -> str:
    """Return the text of the systemd unit."""
    import grp

    groups = [group.gr_name for group in grp.getgrall() if group.gr_name in DEVICE_GROUPS]
    return Template(_read_data_file(UNIT_PATH.name)).substitute(
        user=service.user,
        groups=" ".join(sorted(groups)),
        command=" ".join(_quote(word) for word in service.command),
        folder=_quote(str(service.folder)),
    )


def plan_install(root: Path, service: ServiceUnit | None, member: str | None) -> list[InstallStep]:
    """Plan the installation.

    Args:
        root: the system, `/` or an image of one.
        service: the service to install; None: only the udev rule.
        member: the user who gets access to serial ports; None: no one.
    """
    import pwd

    steps: list[InstallStep] = []
    if _differs(root / UDEV_RULE_PATH, udev_rule()):
        steps += [FileChange(root / UDEV_RULE_PATH, udev_rule()), *_reload_rules()]
    if member is not None and not _is_member(member):
        steps.append(CommandRun(("usermod", "-aG", SERIAL_GROUP, member)))
    if service is None:
        return steps
    own = ("-o", service.user, "-g", str(pwd.getpwnam(service.user).pw_gid))
    steps += [CommandRun(("install", "-d", *own, str(folder))) for folder in _missing_folders(service.folder)]
    if _differs(root / UNIT_PATH, systemd_unit(service)):
        steps += [
            FileChange(root / UNIT_PATH, systemd_unit(service)),
            CommandRun(("systemctl", "daemon-reload")),
            CommandRun(("systemctl", "enable", UNIT_PATH.name)),
            CommandRun(("systemctl", "restart", UNIT_PATH.name)),
        ]
    return steps


def plan_removal(root: Path) -> list[InstallStep]:
    """Plan the removal; games and group memberships stay."""
    steps: list[InstallStep] = []
    if (root / UNIT_PATH).exists():
        steps += [
            CommandRun(("systemctl", "disable", "--now", UNIT_PATH.name)),
            FileChange(root / UNIT_PATH),
            CommandRun(("systemctl", "daemon-reload")),
        ]
    if (root / UDEV_RULE_PATH).exists():
        steps += [FileChange(root / UDEV_RULE_PATH), *_reload_rules()]
    return steps


def find_warnings(root: Path) -> list[str]:
    """Return warnings about software that may claim the tower's port."""
    rules = [path for folder in RULE_FOLDERS for path in (root / folder).glob("*brltty*.rules")]
    lines = [line for path in rules for line in path.read_text("utf-8", "replace").splitlines()]
    claimed = any(
        board in line for line in lines if not line.lstrip().startswith("#") for board in BOARD_USB_IDS
    )
    return [BRLTTY_WARNING] if claimed else []


def _read_data_file(name: str) -> str:
    return importlib.resources.files("companion.cli.service").joinpath("data", name).read_text("utf-8")


def _reload_rules() -> Sequence[InstallStep]:
    return (
        CommandRun(("udevadm", "control", "--reload")),
        CommandRun(("udevadm", "trigger", "--action=change", "--subsystem-match=tty")),
    )


def _differs(path: Path, text: str) -> bool:
    return not path.is_file() or path.read_text("utf-8", "replace") != text


def _is_member(user: str) -> bool:
    import grp
    import pwd

    try:
        group = grp.getgrnam(SERIAL_GROUP)
    except KeyError:
        return True  # the system lacks this group
    return user == "root" or user in group.gr_mem or pwd.getpwnam(user).pw_gid == group.gr_gid


def _missing_folders(folder: Path) -> list[Path]:
    """Return the missing folders among a folder's parents and itself, the outermost first."""
    return [each for each in (*reversed(folder.parents), folder) if not each.is_dir()]


def _quote(word: str) -> str:
    """Quote a word for a unit file: systemd would expand `%` and `$`, and split at blanks."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"' if set(escaped) & set(" \t'\"\\;") else escaped


ROOT: Final = Path("/")


class InstallError(CompanionError, RuntimeError):
    """The installation failed; the message explains what to do."""


def add_parser(subparsers: Any) -> None:
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
        for warning in find_warnings(args.root):
            print_message(sentence("Warning: {warning}", warning=warning))
    return 0


def plan_steps(args: argparse.Namespace) -> list[InstallStep]:
    """Plan the steps that the options request.

    Raises:
        InstallError: the user is unclear, or this computer doesn't support the request.
    """
    if args.uninstall:
        return plan_removal(args.root)
    if address_bits() == 32:
        raise InstallError(NEEDS_64_BIT_SYSTEM)
    user = _find_user(args)
    if args.no_service:
        return plan_install(args.root, None, user)
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
    return plan_picamera(user) + plan_install(args.root, service, user)


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
            case FileChange(path, None):
                path.unlink(missing_ok=True)
            case FileChange(path, str(text)):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
                path.chmod(0o644)
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
