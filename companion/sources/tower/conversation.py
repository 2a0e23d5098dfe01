"""Transfer of bytes between an open port and the link to a dice tower."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

from companion.observations import Clock
from companion.sources.tower.link import Link
from companion.sources.tower.link_events import LinkEvent
from companion.sources.tower.port import Port

Announce = Callable[[], object]
"""Called before each event is yielded."""

Gate = Callable[[bytes], AbstractContextManager[Announce]]
"""Context manager around the processing of received bytes, which may be empty."""


def pass_through_gate(_: bytes) -> AbstractContextManager[Announce]:
    """Gate that neither waits nor announces anything."""
    return nullcontext(lambda: None)


def create_link() -> Link:
    """Create a link whose handshake names this program and its version."""
    version = importlib.metadata.version("companion").replace("+", "-")
    return Link(f"companion/{version[:12]}")


def exchange(link: Link, port: Port, monotonic: Clock, gate: Gate = pass_through_gate) -> Iterator[LinkEvent]:
    """Send pending bytes, read received ones, and yield the link's events; waits at most 0.1 s.

    Bytes that the consumer of an event queues on the link are sent before the next event.

    Raises:
        PortError: the port has disappeared.
    """
    port.write(link.take_outgoing())
    data = port.read()
    with gate(data) as announce:
        for event in link.receive(data, monotonic()) + link.tick(monotonic()):
            announce()
            yield event
            port.write(link.take_outgoing())
