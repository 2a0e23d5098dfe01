"""Plans the system files that `companion install` writes and removes: a udev rule and a service.

A plan is the difference between the system and its target state, so it is empty if everything is in place.
The caller executes it or only prints it. With another root than `/`, files are written below it and no
command runs, for building an image and for tests.
"""

from __future__ import annotations

import importlib.resources
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final

from companion.i18n import sentence

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
class FileWrite:
    """The step that writes a file."""

    path: Path
    text: str

    def __str__(self) -> str:
        return sentence("write {path}", path=self.path)


@dataclass(frozen=True)
class FileRemoval:
    """The step that removes a file."""

    path: Path

    def __str__(self) -> str:
        return sentence("remove {path}", path=self.path)


@dataclass(frozen=True)
class CommandRun:
    """The step that runs a system command."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return shlex.join(self.words)


InstallStep = FileWrite | FileRemoval | CommandRun


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
        steps += [FileWrite(root / UDEV_RULE_PATH, udev_rule()), *_reload_rules()]
    if member is not None and not _is_member(member):
        steps.append(CommandRun(("usermod", "-aG", SERIAL_GROUP, member)))
    if service is None:
        return steps
    own = ("-o", service.user, "-g", str(pwd.getpwnam(service.user).pw_gid))
    steps += [CommandRun(("install", "-d", *own, str(folder))) for folder in _missing_folders(service.folder)]
    if _differs(root / UNIT_PATH, systemd_unit(service)):
        steps += [
            FileWrite(root / UNIT_PATH, systemd_unit(service)),
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
            FileRemoval(root / UNIT_PATH),
            CommandRun(("systemctl", "daemon-reload")),
        ]
    if (root / UDEV_RULE_PATH).exists():
        steps += [FileRemoval(root / UDEV_RULE_PATH), *_reload_rules()]
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
