"""Where this server is found by other devices of the network."""

from __future__ import annotations

import contextlib
import socket
from urllib.parse import urlsplit

from web.guard import LOCAL_NAMES, MULTICAST_DNS, host_name
from web.settings import EVERY_ADDRESS, Settings


def addresses_in_network() -> list[str]:
    """What tablets can call this machine: its address, and its name where they know mDNS."""
    name = socket.gethostname().partition(".")[0]
    address = _address_in_network()
    return [*([address] if address else []), f"{name}{MULTICAST_DNS}"]


def _address_in_network() -> str | None:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the system only chooses the address it would send from (RFC 5737's is
        # nobody's).
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


def seen_by_others(scheme: str, authority: str, settings: Settings) -> str | None:
    """The server's address for another device, when this one called it by `authority`; None: there is none.

    A device that asks for ``localhost`` is this machine itself, and ``*.local`` is known to some only: where
    the server listens at every address, the others get the number. Where there is a proxy they get that.
    """
    if settings.proxy:
        return settings.proxy
    name = host_name(authority)
    if name is None:
        return None
    if name in LOCAL_NAMES or name.endswith(MULTICAST_DNS):
        number = _address_in_network() if settings.host in EVERY_ADDRESS else None
        if number:
            port = authority.rpartition(":")[2]
            return f"{scheme}://{number}:{port}/" if port.isdigit() else f"{scheme}://{number}/"
        return None if name in LOCAL_NAMES else f"{scheme}://{authority}/"
    return f"{scheme}://{authority}/"


def known_names(settings: Settings) -> tuple[str, ...]:
    """The names, beyond its own, that a server goes by."""
    proxied = urlsplit(settings.proxy).hostname if settings.proxy else None
    return (*settings.names, *([proxied] if proxied else []))
