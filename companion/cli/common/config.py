"""The configuration file: what `companion serve` would else be told on its command line."""

from __future__ import annotations

import argparse
import re
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final, get_type_hints

from companion.cli.common.paths import default_config, default_journal
from companion.config import ConfigError, read_section, setting
from companion.hardware.settings import PanelSettings
from companion.i18n import sentence
from companion.named_files import MOST_OF_SETTINGS, read_text

HIGHEST_PORT: Final = 65535
_PROXY: Final = re.compile(r"https?://[^/?#@\s]+/")


@dataclass(frozen=True)
class TableSettings:
    """What watches the table, and what remembers it."""

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
        None, "journal", "The file that keeps the games; as `--journal`. `~` is your home."
    )


@dataclass(frozen=True)
class PageSettings:
    """Where the page is served."""

    host: str = setting(
        "127.0.0.1",
        "address",
        'The address to listen on; "0.0.0.0" lets tablets in your network see the page; as `--host`.',
    )
    port: int = setting(
        8000,
        "port",
        "The page's port; 0 takes any that is free; as `--port`.",
        lowest=0,
        highest=HIGHEST_PORT,
        unit=sentence("number"),
    )
    https: str | None = setting(
        None,
        "TLS",
        'Serve the page over TLS: "own" with a certificate that is made at the first start, else the PEM '
        "file of one and its key; as `--https` ([https.md](https.md)).",
    )
    proxy: str | None = setting(
        None,
        "proxy",
        "The address under which a proxy on this machine shows the page over TLS, such as "
        '"https://table.example.net/" ([rights.md](rights.md)).',
    )
    patience: int = setting(
        1,
        "patience",
        "How many times as long as usual pages wait for the table before they say that it is out of reach: "
        "more for a slow network.",
        lowest=1,
        highest=1000,
        unit=sentence("number"),
    )

    def __post_init__(self) -> None:
        """Take a proxy's address only if it is one.

        Raises:
            ConfigError: it isn't.
        """
        if self.proxy is not None and not _PROXY.fullmatch(self.proxy):
            raise ConfigError(
                sentence(
                    "{key} must be an address without a path, such as {example}.",
                    key="proxy",
                    example='"https://table.example.net/"',
                )
            )


@dataclass(frozen=True)
class BackupSettings:
    """Copies of the journal that the companion makes by itself: at the end of a game, and each day."""

    folder: str | None = setting(
        None,
        "folder",
        "Where they are kept, better on another disk; else beside the journal. `~` is your home.",
    )
    keep: int = setting(
        10,
        "number",
        "How many there are at most; 0: none are made.",
        lowest=0,
        highest=1000,
        unit=sentence("number"),
    )
    hours: int = setting(
        24,
        "interval",
        "Hours from one to the next while games go on; nothing is copied twice.",
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


def found(named: Path | None) -> Configuration:
    """The configuration of the file that is named, else of this person's, else one that says nothing.

    Raises:
        ConfigError: as `load`.
    """
    path = named or default_config()
    return load(path) if named or path.is_file() else Configuration()


def port_number(text: str) -> int:
    """The page's port, as the command line has it.

    Raises:
        argparse.ArgumentTypeError: there is no such port.
    """
    if not (text.isascii() and text.isdecimal() and int(text) <= HIGHEST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: ports are numbers from 0 to {HIGHEST_PORT}")
    return int(text)


def kept_journal(config: Configuration) -> Path:
    """The journal that a configuration names, else this person's."""
    return Path(config.table.journal).expanduser() if config.table.journal else default_journal()


def load(path: Path) -> Configuration:
    """Read a configuration file.

    Raises:
        ConfigError: it can't be read, or says what can't be; the message names the file and the key.
    """
    try:
        given = tomllib.loads(read_text(path, MOST_OF_SETTINGS))
    except OSError as error:
        text = sentence("{path} can't be read: {error}.", path=path, error=error.strerror)
        raise ConfigError(text) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(sentence("{path} is not a TOML file: {error}.", path=path, error=error)) from error
    except RecursionError as error:
        text = sentence(
            "{path} can't be read: {error}.", path=path, error=sentence("it is nested too deeply")
        )
        raise ConfigError(text) from error
    sections = get_type_hints(Configuration)
    try:
        if unknown := [name for name in given if name not in sections]:
            raise ConfigError(
                sentence(
                    "the section [{name}] is unknown. Known sections: {known}.",
                    name=unknown[0],
                    known=", ".join(sections),
                )
            )
        return Configuration(
            **{
                each.name: read_section(sections[each.name], each.name, given[each.name])
                for each in fields(Configuration)
                if each.name in given
            }
        )
    except ConfigError as error:
        raise ConfigError(sentence("{file}: {error}", file=path, error=error)) from error
