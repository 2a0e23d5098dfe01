"""Default paths of the user's files."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.journal import Journal


def default_journal() -> Path:
    """Return the path of the user's journal (XDG base directory specification)."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "companion" / "journal.db"


def default_calibration(journal: Path) -> Path:
    """Return the path of the camera's calibration, next to a journal."""
    return journal.with_name(f"{journal.stem}-board.json")


def default_rights(journal: Path) -> Path:
    """Return the path of the paired devices' rights, next to a journal."""
    return journal.with_name(f"{journal.stem}-rights.json")


def default_certificates(journal: Path) -> Path:
    """Return the folder of the page's TLS certificates, next to a journal."""
    return journal.with_name(f"{journal.stem}-https")


def default_backups(journal: Path) -> Path:
    """Return the folder of a journal's automatic backups, next to it."""
    return journal.with_name(f"{journal.stem}-backups")


def default_setup(journal: Path) -> Path:
    """Return the path of the setup that `companion calibrate` saves, next to a journal."""
    return journal.with_name(f"{journal.stem}-table.json")


def default_learned_dice() -> Path:
    """Return the path of the learned resource dice, next to the user's journal."""
    return default_journal().with_name("resource-dice.json")


def default_config() -> Path:
    """Return the path of the user's configuration, which may not exist (XDG base directory specification)."""
    config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config) / "companion" / "config.toml"


def default_measurements() -> Path:
    """Return the path of the user's measured figures, which may not exist (`companion.measurements`)."""
    return default_config().parent / "hardware" / "measured.json"


def open_journal(path: Path, *, allow_read_only: bool = False) -> Journal:
    """Open a journal for writing. Create the default journal's folder; any other folder must exist.

    Args:
        path: the journal's file.
        allow_read_only: open the journal read-only if it can't be written now.

    Raises:
        JournalError: as `Journal.open`, or as `Journal.open_or_read_only`.
    """
    from companion.journal import Journal

    if path == default_journal():
        # If the folder can't be created, opening the journal raises the error for people.
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
    return Journal.open_or_read_only(path) if allow_read_only else Journal.open(path)
