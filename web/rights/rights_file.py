"""The file that preserves rights between runs: the secret, and the paired devices."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.checksummed_json import ChecksummedJsonFile, restrict_to_owner
from companion.errors import CompanionError
from companion.i18n import sentence
from web.rights.devices import Devices, PairedDevice
from web.rights.rights import Rights

_LOG = logging.getLogger(__name__)


class RightsError(CompanionError, OSError):
    """Raised when the rights can't be read or saved; the message says what to do."""


_RIGHTS_FILE: Final = ChecksummedJsonFile(
    sentence("list of paired devices"), 1, sentence("pair them again"), RightsError, private=True
)


SaveDevices: TypeAlias = Callable[[tuple[PairedDevice, ...]], None]


def open_rights(path: Path) -> Rights:
    """Load the rights from a file that only its owner may read, or create it at the first start.

    A table must always start. So a damaged file is moved aside, and all devices have to pair again. If no
    file can be written, pairings last until the end of this process, or until the file becomes writable;
    `Rights.notice` says so.
    """
    try:
        secret, devices = _load(path)
    except RightsError as error:
        return _create_rights(path, error)
    restrict_to_owner(path)
    return Rights(secret, Devices(devices, _saver(path, secret)), is_persistent=True)


def _create_rights(path: Path, error: RightsError) -> Rights:
    """Create rights without devices, saved if the file can be written; `error`: why it couldn't be read."""
    notice = _move_damaged_file(path, error) if path.exists() else None
    secret = secrets.token_hex(32)
    save = _saver(path, secret)
    try:
        save(())
    except RightsError as unwritten:
        message = sentence(
            "Devices paired now must be paired again after the next start: {why}", why=unwritten
        )
        return Rights(secret, Devices(save=_save_best_effort(save)), notice=message)
    return Rights(secret, Devices(save=save), is_persistent=True, notice=notice)


def _saver(path: Path, secret: str) -> SaveDevices:
    def save(paired: tuple[PairedDevice, ...]) -> None:
        _RIGHTS_FILE.save(path, {"secret": secret, "devices": [device.to_json() for device in paired]})

    return save


def _save_best_effort(save: SaveDevices) -> SaveDevices:
    """Return a function that saves, and only logs a failure."""

    def save_or_log(paired: tuple[PairedDevice, ...]) -> None:
        try:
            save(paired)
        except RightsError as error:
            _LOG.warning("%s", error)

    return save_or_log


def _move_damaged_file(path: Path, error: RightsError) -> str:
    """Move a damaged file aside; returns a notice for people."""
    backup = path.with_name(f"{path.name}.damaged")
    try:
        path.replace(backup)
    except OSError:
        return sentence("All devices have to pair again: {why}", why=error)
    _LOG.warning("%s. It is kept as %s.", error, backup)
    return sentence(
        "All devices have to pair again: {why} (the old file is kept as {aside})", why=error, aside=backup
    )


def read_secret(path: Path) -> str:
    """Read the secret of a rights file, which identifies its reader as the table's owner.

    Raises:
        RightsError: there is none yet, or it can't be read.
    """
    return _load(path)[0]


def _load(path: Path) -> tuple[str, dict[str, PairedDevice]]:
    return _RIGHTS_FILE.load(path, _parse_rights)


def _parse_rights(data: Mapping[str, Any]) -> tuple[str, dict[str, PairedDevice]]:
    secret = data["secret"]
    if not isinstance(secret, str) or len(secret) < 32:
        raise ValueError("its secret is missing or too short")
    devices = [PairedDevice.from_json(each) for each in data["devices"]]
    return secret, {device.id: device for device in devices}
