"""One connection to a dice tower: bytes carried between an open port and the link."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

from companion.observations import Clock
from companion.sources.tower.link import Link
from companion.sources.tower.link_events import LinkEvent
from companion.sources.tower.port import Port

Announce = Callable[[], object]
"""Called before each event that is told."""

Gate = Callable[[bytes], AbstractContextManager[Announce]]
"""Entered with what came, if anything did, while it is heard and told."""


def open_gate(_: bytes) -> AbstractContextManager[Announce]:
    """Keeps nobody waiting."""
    return nullcontext(lambda: None)


def new_link() -> Link:
    """A link that greets as this program, in this version."""
    version = importlib.metadata.version("companion").replace("+", "-")
    return Link(f"companion/{version[:12]}")


def exchange(link: Link, port: Port, pace: Clock, gate: Gate = open_gate) -> Iterator[LinkEvent]:
    """Send what is to be sent, hear what has come, tell what came of it; waits a tenth of a second at most.

    What the taker of a event has the link say is sent before the next event is told.

    Raises:
        PortError: the port has gone.
    """
    port.write(link.outgoing())
    data = port.read()
    with gate(data) as announce:
        for event in link.receive(data, pace()) + link.tick(pace()):
            announce()
            yield event
            port.write(link.outgoing())
