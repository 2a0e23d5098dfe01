"""The file that keeps rights from one start to the next: the secret, and who is paired."""

from __future__ import annotations

import logging
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError
from companion.kept import Keeping
from companion.words import sentence
from web.rights.devices import Device, Devices
from web.rights.rights import Rights

_LOG = logging.getLogger(__name__)


class RightsError(CompanionError, OSError):
    """What is paired can't be kept or read; the message says what to do."""


_FILE: Final = Keeping(
    sentence("list of paired devices"), 1, sentence("pair them again"), RightsError, private=True
)


def open_rights(path: Path) -> Rights:
    """The rights kept in a file, which nobody but its owner may read; the first start makes it.

    A damaged file is put aside, and everybody has to pair again: a table has to start by itself.

    Raises:
        RightsError: it can't be written, or can't be read for want of permission.
    """
    secret, devices = secrets.token_hex(32), dict[str, Device]()
    if path.exists():
        with _told(path):
            path.chmod(stat.S_IRUSR | stat.S_IWUSR)
        try:
            secret, devices = _load(path)
        except RightsError as error:
            aside = path.with_name(f"{path.name}.damaged")
            _LOG.warning("%s. It is kept as %s.", error, aside)
            with _told(path):
                path.replace(aside)

    def keep(paired: tuple[Device, ...]) -> None:
        _FILE.save(path, {"secret": secret, "devices": [device.to_json() for device in paired]})

    keep(tuple(devices.values()))
    return Rights(secret, Devices(devices, keep), lasting=True)


def kept_secret(path: Path) -> str:
    """The secret in a file of rights: whoever may read it is the table's owner.

    Raises:
        RightsError: there is none yet, or it can't be read.
    """
    return _load(path)[0]


def _load(path: Path) -> tuple[str, dict[str, Device]]:
    return _FILE.load(path, _heard)


def _heard(told: Mapping[str, Any]) -> tuple[str, dict[str, Device]]:
    secret = told["secret"]
    if not isinstance(secret, str) or len(secret) < 32:
        raise ValueError("its secret is none")
    devices = [Device.from_json(each) for each in told["devices"]]
    return secret, {device.id: device for device in devices}


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say in plain words what the system doesn't allow."""
    try:
        yield
    except OSError as error:
        text = sentence("{path} can't be used: {error}", path=path, error=error.strerror)
        raise RightsError(text) from error
