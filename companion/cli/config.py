"""The configuration file: what `companion serve` would else be told on its command line."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import get_type_hints

from companion.config import ConfigError, read_section, setting
from companion.hardware.settings import PanelSettings


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
        highest=65535,
        unit="number",
    )


@dataclass(frozen=True)
class Configuration:
    """A whole configuration file, section by section."""

    table: TableSettings = field(default_factory=TableSettings)
    page: PageSettings = field(default_factory=PageSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)


def load(path: Path) -> Configuration:
    """Read a configuration file.

    Raises:
        ConfigError: it can't be read, or says what can't be; the message names the file and the key.
    """
    try:
        with path.open("rb") as file:
            given = tomllib.load(file)
    except OSError as error:
        raise ConfigError(f"{path} can't be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is no TOML file: {error}.") from error
    sections = get_type_hints(Configuration)
    try:
        if unknown := [name for name in given if name not in sections]:
            raise ConfigError(f"the section [{unknown[0]}] is not known. Known are: {', '.join(sections)}.")
        return Configuration(
            **{
                each.name: read_section(sections[each.name], each.name, given[each.name])
                for each in fields(Configuration)
                if each.name in given
            }
        )
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error
