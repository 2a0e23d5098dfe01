"""The dice tower, for the commands that need one: where it is looked for, and who talks with it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from companion.cli.common.config import load
from companion.cli.common.paths import default_config, default_journal

if TYPE_CHECKING:
    from companion.observations import Source
    from companion.recording.recorder import Recorder
    from companion.sources.tower.console import TowerConsole
    from companion.sources.tower.finding import PortFinder

PORT_HELP: Final = (
    "the dice tower's serial port or a pattern of ports; 'auto' looks for it among the USB serial adapters"
)


def add_port_argument(parser: argparse.ArgumentParser) -> None:
    """Where a command that talks with the tower looks for it."""
    parser.add_argument("--port", metavar="PORT", help=f"{PORT_HELP} (what the configuration says, or auto)")


def finder(port: str) -> PortFinder:
    """Who says which port to try; remembers, for this person, which one answered last."""
    from companion.sources.tower.finding import AUTO, PortFinder

    memory = default_journal().with_name("tower-port") if port == AUTO else None
    return PortFinder(port, memory=memory)


def source(port: str | None, recorder: Recorder | None = None) -> list[Source]:
    """The tower as a table's source; none where there shall be none.

    Args:
        port: as the command line or the configuration says; empty: there is no tower; None: nothing was
            said, so one is looked for, and a table without is no fault.
        recorder: writes down what it says.
    """
    if port == "":
        return []
    from companion.sources.tower.finding import AUTO
    from companion.sources.tower.source import TowerSource

    sought, expected = finder(port or AUTO), port is not None
    if recorder is None:
        return [TowerSource(sought, expected=expected)]
    return [TowerSource(sought, expected=expected, pace=recorder.turnstile.pace, gate=recorder.hearing)]


def console(port: str | None) -> TowerConsole:
    """Talk with the tower; None: where the configuration says, or wherever it is found.

    Raises:
        NoTowerError: there is none that answers.
        PortError: its port can't be opened; `companion serve` may hold it.
        ConfigError: the configuration can't be read.
    """
    from companion.sources.tower.console import open_console
    from companion.sources.tower.finding import AUTO

    if port is None and default_config().is_file():
        port = load(default_config()).table.tower
    return open_console(finder(port or AUTO))
