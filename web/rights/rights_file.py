"""The file that keeps rights from one start to the next: the secret, and who is paired."""

from __future__ import annotations

import logging
import secrets
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence
from web.rights.devices import Device, Devices
from web.rights.rights import Rights

_LOG = logging.getLogger(__name__)


class RightsError(CompanionError, OSError):
    """What is paired can't be kept or read; the message says what to do."""


_PRIVATE: Final = stat.S_IRUSR | stat.S_IWUSR
_FILE: Final = ChecksummedJsonFile(
    sentence("list of paired devices"), 1, sentence("pair them again"), RightsError, private=True
)


Keep: TypeAlias = Callable[[tuple[Device, ...]], None]


def open_rights(path: Path) -> Rights:
    """The rights kept in a file, which nobody but its owner may read; the first start makes it.

    A damaged file is put aside, and everybody has to pair again: a table has to start by itself. So it has
    to where nothing can be written: without a file that can be read, who pairs is then known until the end of
    this process, or until it can be written; `Rights.notice` says so.
    """
    try:
        secret, devices = _load(path)
    except RightsError as error:
        return _begin_anew(path, error)
    _close(path)
    return Rights(secret, Devices(devices, _keeping(path, secret)), lasting=True)


def _begin_anew(path: Path, error: RightsError) -> Rights:
    """Rights with nobody paired, kept in a file if that can be written; `error`: why it couldn't be read."""
    notice = _put_aside(path, error) if path.exists() else None
    secret = secrets.token_hex(32)
    keep = _keeping(path, secret)
    try:
        keep(())
    except RightsError as unwritten:
        told = sentence("Devices paired now must be paired again after the next start: {why}", why=unwritten)
        return Rights(secret, Devices(keep=_trying(keep)), notice=told)
    return Rights(secret, Devices(keep=keep), lasting=True, notice=notice)


def _keeping(path: Path, secret: str) -> Keep:
    def keep(paired: tuple[Device, ...]) -> None:
        _FILE.save(path, {"secret": secret, "devices": [device.to_json() for device in paired]})

    return keep


def _trying(keep: Keep) -> Keep:
    """Keep what can be kept."""

    def keep_if_possible(paired: tuple[Device, ...]) -> None:
        try:
            keep(paired)
        except RightsError as error:
            _LOG.warning("%s", error)

    return keep_if_possible


def _put_aside(path: Path, error: RightsError) -> str:
    """Make room for a new list of paired devices; returns what people should know."""
    aside = path.with_name(f"{path.name}.damaged")
    try:
        path.replace(aside)
    except OSError:
        return sentence("All devices have to pair again: {why}", why=error)
    _LOG.warning("%s. It is kept as %s.", error, aside)
    return sentence(
        "All devices have to pair again: {why} (the old file is kept as {aside})", why=error, aside=aside
    )


def _close(path: Path) -> None:
    """Let nobody but its owner read the file."""
    try:
        if stat.S_IMODE(path.stat().st_mode) != _PRIVATE:
            path.chmod(_PRIVATE)
    except OSError as error:
        _LOG.warning("others may read %s, and it can't be closed to them: %s", path, error)


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
