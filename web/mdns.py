"""Announces the table's name in the local network by multicast DNS (RFC 6762): ``companion.local``.

The companion answers for its name itself. The system's own name would need a responder that not every system
runs, and a printed name that nobody answers sends people in a circle.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroconf import Zeroconf

_LOG = logging.getLogger(__name__)

MDNS_SUFFIX: Final = ".local"
MDNS_NAMES: Final = tuple(f"companion{number}{MDNS_SUFFIX}" for number in ("", "-2", "-3", "-4", "-5"))
"""The names of the tables in one network, in their order; further tables get none."""
_SERVICE: Final = "_http._tcp.local."
_QUERY_MS: Final = 700
"""The time in which another table answers for a name."""


@contextmanager
def announced_name(address: str, port: int) -> Iterator[str | None]:
    """Announce the table's name until the end of the context.

    Args:
        address: the address that the name stands for; the name is announced in its network.
        port: the port of the page.

    Yields:
        The name, such as ``companion.local``, or ``companion-2.local`` beside another table. None: the
        network has no multicast, or every name is taken.
    """
    from zeroconf import Error, IPVersion, Zeroconf

    try:
        responder = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    except OSError as error:
        _LOG.info("No name is announced at %s: %s", address, error)
        yield None
        return
    try:
        try:
            name = _register(responder, address, port)
        except (Error, OSError) as error:
            _LOG.info("No name is announced at %s: %s", address, error)
            name = None
        yield name
    finally:
        responder.close()


def _register(responder: Zeroconf, address: str, port: int) -> str | None:
    """Register the first name that no other machine answers for; None: all are taken."""
    from zeroconf import ServiceInfo

    for name in MDNS_NAMES:
        if _is_taken(responder, f"{name}.", address):
            continue
        service = ServiceInfo(
            _SERVICE,
            f"{name.removesuffix(MDNS_SUFFIX)}.{_SERVICE}",
            addresses=[socket.inet_aton(address)],
            port=port,
            server=f"{name}.",
        )
        responder.register_service(service, allow_name_change=True)
        return name
    return None


def _is_taken(responder: Zeroconf, host: str, address: str) -> bool:
    """Return whether a machine with another address answers for a host name."""
    from zeroconf import AddressResolver  # type: ignore[attr-defined]  # missing in its __all__

    resolver = AddressResolver(host)
    return resolver.request(responder, _QUERY_MS) and resolver.parsed_addresses() != [address]
