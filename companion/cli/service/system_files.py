"""What `companion install` puts into the system, and takes out again: a udev rule and a service.

A plan is made of what there is, and then carried out or only shown; where all is as it should be it is
empty. With another root than `/` files are written below it and no command is run, which is good for
building an image and for tests.
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

RULE: Final = Path("etc/udev/rules.d/70-companion-tower.rules")
UNIT: Final = Path("etc/systemd/system/companion.service")
GROUP: Final = "dialout"
DEVICE_GROUPS: Final = (GROUP, "video", "gpio", "bluetooth")
"""Groups that serial ports, cameras and pins belong to, and that may talk with Bluetooth's service, as far as
a system has them."""

RULE_FOLDERS: Final = ("etc/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
BOARDS: Final = ("1a86/7523", "10c4/ea60", "0403/6001")
"""Adapters of boards that the rules of the Braille terminals' driver are known to claim."""

BRLTTY: Final = sentence(
    "brltty, for Braille terminals, also claims the serial adapters of many boards, and with them the "
    "tower's port. If nobody here uses one: sudo apt remove brltty"
)


@dataclass(frozen=True)
class Write:
    """Put a file in place."""

    path: Path
    text: str

    def __str__(self) -> str:
        return sentence("write {path}", path=self.path)


@dataclass(frozen=True)
class Remove:
    """Take a file away."""

    path: Path

    def __str__(self) -> str:
        return sentence("remove {path}", path=self.path)


@dataclass(frozen=True)
class Run:
    """Run a command of the system."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return shlex.join(self.words)


Step = Write | Remove | Run


@dataclass(frozen=True)
class Service:
    """The service that is wanted.

    Attributes:
        user: who it runs as; the games are that person's.
        command: the program and its arguments.
    """

    user: str
    command: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """Where that person's games are kept."""
        import pwd

        return Path(pwd.getpwnam(self.user).pw_dir) / ".local" / "share" / "companion"


def rule() -> str:
    """The udev rule."""
    return _data(RULE.name)


def unit(service: Service) -> str:
    """The systemd unit."""
    import grp

    groups = [group.gr_name for group in grp.getgrall() if group.gr_name in DEVICE_GROUPS]
    return Template(_data(UNIT.name)).substitute(
        user=service.user,
        groups=" ".join(sorted(groups)),
        command=" ".join(_quoted(word) for word in service.command),
        folder=_quoted(str(service.folder)),
    )


def installing(root: Path, service: Service | None, member: str | None) -> list[Step]:
    """What is to be done so that all is in place.

    Args:
        root: the system, `/` or an image of one.
        service: the service to install; None: the udev rule alone.
        member: who shall be able to use the ports; None: nobody in particular.
    """
    import pwd

    steps: list[Step] = []
    if _differs(root / RULE, rule()):
        steps += [Write(root / RULE, rule()), *_heed_rules()]
    if member is not None and not _belongs(member):
        steps.append(Run(("usermod", "-aG", GROUP, member)))
    if service is None:
        return steps
    own = ("-o", service.user, "-g", str(pwd.getpwnam(service.user).pw_gid))
    steps += [Run(("install", "-d", *own, str(folder))) for folder in _missing(service.folder)]
    if _differs(root / UNIT, unit(service)):
        steps += [
            Write(root / UNIT, unit(service)),
            Run(("systemctl", "daemon-reload")),
            Run(("systemctl", "enable", UNIT.name)),
            Run(("systemctl", "restart", UNIT.name)),
        ]
    return steps


def removing(root: Path) -> list[Step]:
    """What is to be done so that all of it is gone; games and group memberships stay."""
    steps: list[Step] = []
    if (root / UNIT).exists():
        steps += [
            Run(("systemctl", "disable", "--now", UNIT.name)),
            Remove(root / UNIT),
            Run(("systemctl", "daemon-reload")),
        ]
    if (root / RULE).exists():
        steps += [Remove(root / RULE), *_heed_rules()]
    return steps


def warnings(root: Path) -> list[str]:
    """What else in this system may stand in the tower's way."""
    rules = [path for folder in RULE_FOLDERS for path in (root / folder).glob("*brltty*.rules")]
    lines = [line for path in rules for line in path.read_text("utf-8", "replace").splitlines()]
    claimed = any(board in line for line in lines if not line.lstrip().startswith("#") for board in BOARDS)
    return [BRLTTY] if claimed else []


def _data(name: str) -> str:
    return importlib.resources.files("companion.cli.service").joinpath("data", name).read_text("utf-8")


def _heed_rules() -> Sequence[Step]:
    return (
        Run(("udevadm", "control", "--reload")),
        Run(("udevadm", "trigger", "--action=change", "--subsystem-match=tty")),
    )


def _differs(path: Path, text: str) -> bool:
    return not path.is_file() or path.read_text("utf-8", "replace") != text


def _belongs(user: str) -> bool:
    import grp
    import pwd

    try:
        group = grp.getgrnam(GROUP)
    except KeyError:
        return True  # there is no such group to belong to
    return user == "root" or user in group.gr_mem or pwd.getpwnam(user).pw_gid == group.gr_gid


def _missing(folder: Path) -> list[Path]:
    """The folders on the way to one that aren't there, and itself, outermost first."""
    return [each for each in (*reversed(folder.parents), folder) if not each.is_dir()]


def _quoted(word: str) -> str:
    """A word as a unit file has it: systemd would fill in `%` and `$`, and split at blanks."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"' if set(escaped) & set(" \t'\"\\;") else escaped
