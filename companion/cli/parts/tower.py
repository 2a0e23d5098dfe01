"""Finds the dice tower, and opens it as a source or as a console."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from companion.cli.common.config import load
from companion.cli.common.paths import default_config, default_journal

if TYPE_CHECKING:
    from companion.observations import Source
    from companion.recording.recorder import Recorder
    from companion.sources.tower.console import TowerConsole
    from companion.sources.tower.port_finder import PortFinder

PORT_HELP: Final = (
    "the dice tower's serial port or a pattern of ports; 'auto' searches the USB serial adapters"
)


def add_port_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option for the tower's port."""
    parser.add_argument("--port", metavar="PORT", help=f"{PORT_HELP} (default: the configured port, or auto)")


def port_finder(port: str) -> PortFinder:
    """Return a port finder; for `auto` it stores the port that answered last in the user's files."""
    from companion.sources.tower.port_finder import AUTO, PortFinder

    memory = default_journal().with_name("tower-port") if port == AUTO else None
    return PortFinder(port, memory=memory)


def source(port: str | None, recorder: Recorder | None = None) -> list[Source]:
    """Return the tower as a table's source; none if the port is empty.

    Args:
        port: the option of command line or configuration; empty: no tower; None: search for a tower, whose
            absence is no fault.
        recorder: records the tower's bytes; None: they aren't recorded.
    """
    if port == "":
        return []
    from companion.sources.tower.port_finder import AUTO
    from companion.sources.tower.source import TowerSource

    finder, expected = port_finder(port or AUTO), port is not None
    if recorder is None:
        return [TowerSource(finder, expected=expected)]
    return [
        TowerSource(
            finder,
            expected=expected,
            monotonic=recorder.turnstile.monotonic_time,
            gate=recorder.receive_bytes,
        )
    ]


def console(port: str | None) -> TowerConsole:
    """Open a console to the tower; None: on the configured port, or on any where a tower answers.

    Raises:
        NoTowerError: no tower answers.
        PortError: its port can't be opened; `companion serve` may use it.
        ConfigError: the configuration can't be read.
    """
    from companion.sources.tower.console import open_console
    from companion.sources.tower.port_finder import AUTO

    if port is None and default_config().is_file():
        port = load(default_config()).table.tower
    return open_console(port_finder(port or AUTO))
