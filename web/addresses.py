"""The addresses under which other devices of the network reach this server."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from companion.errors import CompanionError
from companion.i18n import sentence
from web.guard import LOCAL_NAMES, MDNS_SUFFIX, AllowedHosts, host_name
from web.settings import WILDCARD_HOSTS, Settings

_INTERFACES: Final = Path("/sys/class/net")
_SIOCGIFADDR: Final = 0x8915
"""Linux's ioctl for the address of an interface (netdevice(7))."""


class NoNetworkError(CompanionError, OSError):
    """Raised when this machine is in no network."""


def addresses_in_network() -> list[str]:
    """Return the addresses of this machine for tablets: its IP address, and its mDNS name.

    The list is empty without a network.
    """
    address = _address_in_network()
    if address is None:
        return []
    return [address, f"{socket.gethostname().partition('.')[0]}{MDNS_SUFFIX}"]


def own_addresses() -> list[str]:
    """Return the addresses of this machine in its networks, whether or not these lead anywhere else."""
    try:
        import fcntl
    except ModuleNotFoundError:
        # Systems other than Linux resolve this machine's name.
        with contextlib.suppress(OSError):
            resolved = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM)
            return [ip for ip in dict.fromkeys(str(each[4][0]) for each in resolved) if not _is_loopback(ip)]
        return []
    addresses = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            # An interface without an address raises an error.
            with contextlib.suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                if (_INTERFACES / name / "operstate").read_text().strip() == "down":
                    continue
                addresses.append(socket.inet_ntoa(fcntl.ioctl(probe, _SIOCGIFADDR, request)[20:24]))
    return [address for address in addresses if not _is_loopback(address)]


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback


def _address_in_network() -> str | None:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the system only chooses the source address (RFC 5737 reserves the destination).
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    # An isolated network counts too, such as this machine's own for the tablet.
    return next(iter(own_addresses()), None)


class NetworkReach:
    """The addresses of a server for this machine and for others; it can be opened to the network."""

    def __init__(self, settings: Settings, listen: Callable[[str], None] | None = None) -> None:
        """Start with the reach that the settings define.

        Args:
            settings: the host, and further names.
            listen: makes the server listen on one more address; raises a CompanionError if it can't.
        """
        proxied = urlsplit(settings.proxy).hostname if settings.proxy else None
        self.hosts: Final = AllowedHosts((*settings.names, *([proxied] if proxied else [])), settings.host)
        self._settings = settings
        self._listen = listen
        self._is_open = settings.host in WILDCARD_HOSTS

    @property
    def can_open(self) -> bool:
        """True while the server listens for this machine only, and can be opened to the network."""
        closed = self._settings.host in LOCAL_NAMES and not (self._settings.proxy or self._is_open)
        return closed and self._listen is not None

    def open(self) -> None:
        """Open the server to the network until it stops; do nothing if it is open already.

        Raises:
            CompanionError: there is no network, or the port is taken there.
        """
        if not self.can_open or self._listen is None:
            return
        address = _address_in_network()
        if address is None:
            raise NoNetworkError(sentence("This computer isn't on a network: connect it and try again."))
        self._listen(address)
        self.hosts.add(address)
        self._is_open = True

    def external_url(self, scheme: str, authority: str) -> str | None:
        """Return the server's URL for another device, given the `authority` by which this device reached it.

        ``localhost`` is useless to other devices, and some don't know ``*.local``: if the server is open to
        the network, they get the IP address. If there is a proxy, they get its address.

        Returns:
            The URL; None if other devices can't reach the server.
        """
        if self._settings.proxy:
            return self._settings.proxy
        name = host_name(authority)
        if name is None:
            return None
        if name in LOCAL_NAMES or name.endswith(MDNS_SUFFIX):
            number = _address_in_network() if self._is_open else None
            if number:
                port = authority.rpartition(":")[2]
                return f"{scheme}://{number}:{port}/" if port.isdigit() else f"{scheme}://{number}/"
            return None if name in LOCAL_NAMES else f"{scheme}://{authority}/"
        return f"{scheme}://{authority}/"
