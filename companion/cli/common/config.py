"""The configuration file: default values for the command line of `companion serve`."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import tomllib
from dataclasses import dataclass, field, fields
from enum import Enum
from pathlib import Path
from typing import Final, get_type_hints

from companion.checksummed_json import MAX_SETTINGS_BYTES, read_text
from companion.config import ConfigError, read_section, setting
from companion.hardware.settings import PanelSettings
from companion.i18n import sentence
from companion.journal import Journal

# Default paths of the user's files.


def default_journal() -> Path:
    """Return the path of the user's journal (XDG base directory specification)."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "companion" / "journal.db"


class TableFile(Enum):
    """A file or folder of a table, next to its journal."""

    CALIBRATION = "board.json"
    """The camera's view of the board."""
    RIGHTS = "rights.json"
    """The paired devices' rights."""
    CARD_COLOURS = "cards.json"
    """The learned colours of round cards."""
    CERTIFICATES = "https"
    """The folder of the page's TLS certificates."""
    BACKUPS = "backups"
    """The folder of the journal's automatic backups."""
    SETUP = "table.json"
    """The setup that `companion calibrate` saves."""
    LEARNED_DICE = "dice.json"
    """The learned resource dice."""

    def path_beside(self, journal: Path) -> Path:
        """Return the path next to a journal."""
        return journal.with_name(f"{journal.stem}-{self.value}")


def saved_learned_dice(journal: Path) -> Path | None:
    """Return the existing file of learned resource dice; None: none were learned.

    Earlier versions stored one set for all tables of a folder.
    """
    candidates = (TableFile.LEARNED_DICE.path_beside(journal), journal.with_name("resource-dice.json"))
    return next((path for path in candidates if path.exists()), None)


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
    if path == default_journal():
        # If the folder can't be created, opening the journal raises the error for people.
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
    return Journal.open_or_read_only(path) if allow_read_only else Journal.open(path)


HIGHEST_PORT: Final = 65535
_PROXY_PATTERN: Final = re.compile(r"https?://[^/?#@\s]+/")


@dataclass(frozen=True)
class TableSettings:
    """The table's sources and its journal."""

    tower: str | None = setting(
        None,
        "dice tower",
        "The tower's serial port, a pattern of ports, or `auto`; as `--tower`.",
    )
    camera: str | None = setting(
        None,
        "camera",
        "A camera's number or address, a photo, a folder of photos, a video; as `--camera`.",
    )
    journal: str | None = setting(
        None, "journal", "The file that stores the games; as `--journal`. `~` is your home."
    )


@dataclass(frozen=True)
class PageSettings:
    """The server of the page."""

    host: str = setting(
        "127.0.0.1",
        "address",
        'The address to listen on; "0.0.0.0" lets devices in your network open the page; as `--host`.',
    )
    port: int = setting(
        8000,
        "port",
        "The page's port; 0 uses any free port; as `--port`.",
        lowest=0,
        highest=HIGHEST_PORT,
        unit=sentence("number"),
    )
    https: str | None = setting(
        None,
        "TLS",
        'Serves the page over TLS: "own" with a certificate created at the first start, otherwise a PEM file '
        "with a certificate and its key; as `--https` ([https.md](https.md)).",
    )
    proxy: str | None = setting(
        None,
        "proxy",
        "The address under which a proxy on this machine serves the page over TLS, such as "
        '"https://table.example.net/" ([rights.md](rights.md)).',
    )
    patience: int = setting(
        1,
        "patience",
        "The factor by which pages wait longer than usual before they report that the table can't be "
        "reached; raise it for a slow network.",
        lowest=1,
        highest=1000,
        unit=sentence("number"),
    )

    def __post_init__(self) -> None:
        """Check the proxy's address.

        Raises:
            ConfigError: the address is invalid.
        """
        if self.proxy is not None and not _PROXY_PATTERN.fullmatch(self.proxy):
            raise ConfigError(
                sentence(
                    "{key} must be an address without a path, such as {example}.",
                    key="proxy",
                    example='"https://table.example.net/"',
                )
            )


@dataclass(frozen=True)
class BackupSettings:
    """Automatic backups of the journal: after each game, and daily."""

    folder: str | None = setting(
        None,
        "folder",
        "The folder of the copies, best on another disk; by default beside the journal. `~` is your home.",
    )
    keep: int = setting(
        10,
        "number",
        "The maximum number of copies; 0: no backups.",
        lowest=0,
        highest=1000,
        unit=sentence("number"),
    )
    hours: int = setting(
        24,
        "interval",
        "Hours between copies while games are played; an unchanged journal is not copied again.",
        lowest=1,
        highest=24 * 31,
        unit=sentence("number"),
    )


@dataclass(frozen=True)
class Configuration:
    """A whole configuration file, section by section."""

    table: TableSettings = field(default_factory=TableSettings)
    page: PageSettings = field(default_factory=PageSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    backup: BackupSettings = field(default_factory=BackupSettings)


def find_configuration(named_file: Path | None) -> Configuration:
    """Load the given configuration file, or else the user's; without either, return the defaults.

    Raises:
        ConfigError: as `load`.
    """
    path = named_file or default_config()
    return load(path) if named_file or path.is_file() else Configuration()


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that select the table: its configuration and its journal."""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the file with the defaults of these options ({default_config()}, if it exists)",
    )
    parser.add_argument("--journal", type=Path, help=f"the file that stores the games ({default_journal()})")


def port_number(text: str) -> int:
    """Parse the page's port from the command line.

    Raises:
        argparse.ArgumentTypeError: the text is no port.
    """
    if not (text.isascii() and text.isdecimal() and int(text) <= HIGHEST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: ports are numbers from 0 to {HIGHEST_PORT}")
    return int(text)


def configured_journal(config: Configuration) -> Path:
    """Return the configured journal, or else the user's default journal."""
    return Path(config.table.journal).expanduser() if config.table.journal else default_journal()


def load(path: Path) -> Configuration:
    """Read a configuration file.

    Raises:
        ConfigError: the file can't be read or has an invalid value; the message names the file and the key.
    """
    try:
        sections_data = tomllib.loads(read_text(path, MAX_SETTINGS_BYTES))
    except (OSError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else sentence("it is nested too deeply")
        raise ConfigError(sentence("{path} can't be read: {error}.", path=path, error=why)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(sentence("{path} is not a TOML file: {error}.", path=path, error=error)) from error
    sections = get_type_hints(Configuration)
    try:
        if unknown := [name for name in sections_data if name not in sections]:
            raise ConfigError(
                sentence(
                    "the section [{name}] is unknown. Known sections: {known}.",
                    name=unknown[0],
                    known=", ".join(sections),
                )
            )
        return Configuration(
            **{
                each.name: read_section(sections[each.name], each.name, sections_data[each.name])
                for each in fields(Configuration)
                if each.name in sections_data
            }
        )
    except ConfigError as error:
        raise ConfigError(sentence("{file}: {error}", file=path, error=error)) from error
