"""The dice tower, for the commands that need one: where it is looked for, and who talks with it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from companion.cli.paths import default_journal

if TYPE_CHECKING:
    from companion.observations import Source
    from companion.sources.tower.console import TowerConsole
    from companion.sources.tower.finding import Finder

NONE: Final = "none"
"""In place of a port: there is no tower, don't look for one."""

PORT_HELP: Final = (
    "the dice tower's serial port or a pattern of ports; 'auto' looks for it among the USB serial adapters"
)


def add_port_argument(parser: argparse.ArgumentParser) -> None:
    """Where a command that talks with the tower looks for it."""
    parser.add_argument("--port", metavar="PORT", default="auto", help=f"{PORT_HELP} (%(default)s)")


def finder(port: str) -> Finder:
    """Who says which port to try; remembers, for this person, which one answered last."""
    from companion.sources.tower.finding import AUTO, Finder

    memory = default_journal().with_name("tower-port") if port == AUTO else None
    return Finder(port, memory=memory)


def source(port: str | None) -> list[Source]:
    """The tower as a table's source; none where there shall be none.

    Args:
        port: as the command line says; None: it says nothing, and a table without a tower is no fault.
    """
    if port == NONE:
        return []
    from companion.sources.tower.finding import AUTO
    from companion.sources.tower.source import TowerSource

    return [TowerSource(finder(port or AUTO), expected=port is not None)]


def console(port: str) -> TowerConsole:
    """Talk with the tower.

    Raises:
        NoTowerError: there is none that answers.
        PortError: its port can't be opened; `companion serve` may hold it.
    """
    from companion.sources.tower.console import open_console

    return open_console(finder(port))
