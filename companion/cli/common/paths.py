"""Where things are kept unless the command line says otherwise."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.journal import Journal


def default_journal() -> Path:
    """The journal of this person's games (XDG base directory specification)."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "companion" / "journal.db"


def default_calibration(journal: Path) -> Path:
    """How the camera sees the board of the game that a journal keeps, beside that journal."""
    return journal.with_name(f"{journal.stem}-board.json")


def default_rights(journal: Path) -> Path:
    """Who is paired with the table whose games a journal keeps, beside that journal."""
    return journal.with_name(f"{journal.stem}-rights.json")


def default_certificates(journal: Path) -> Path:
    """The folder of the certificates that the page is served with over TLS, beside a journal."""
    return journal.with_name(f"{journal.stem}-https")


def default_backups(journal: Path) -> Path:
    """The folder of the copies that are made of a journal by themselves, beside it."""
    return journal.with_name(f"{journal.stem}-backups")


def default_setup(journal: Path) -> Path:
    """What `companion calibrate` learned of the table whose games a journal keeps, beside that journal."""
    return journal.with_name(f"{journal.stem}-table.json")


def default_learned_dice() -> Path:
    """The set of resource dice that this person's table has learned, beside its games."""
    return default_journal().with_name("resource-dice.json")


def default_config() -> Path:
    """This person's configuration, which needn't be there (XDG base directory specification)."""
    config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config) / "companion" / "config.toml"


def open_journal(path: Path, *, show: bool = False) -> Journal:
    """The journal, to be written; the default one's folder is made, another's has to be there.

    Args:
        path: its file.
        show: where nothing can be written now, have what is there be shown all the same.

    Raises:
        JournalError: as `Journal.open`, or as `Journal.open_or_show`.
    """
    from companion.journal import Journal

    if path == default_journal():
        # Where it can't be made, opening says so in plain words.
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
    return Journal.open_or_show(path) if show else Journal.open(path)
