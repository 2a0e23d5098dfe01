"""The addresses under which other devices of the network reach this server."""

from __future__ import annotations

import contextlib
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import ifaddr

from companion.errors import CompanionError
from companion.i18n import sentence
from web.guard import LOCAL_NAMES, AllowedHosts, host_name
from web.mdns import MDNS_SUFFIX
from web.settings import WILDCARD_HOSTS, Settings

_INTERFACES: Final = Path("/sys/class/net")
_ROUTES: Final = Path("/proc/net/route")
_TUNNEL_FLAGS: Final = 0x10 | 0x80
"""Linux's IFF_POINTOPOINT and IFF_NOARP (netdevice(7)): nobody in a local network is reached this way."""
_HOST_PREFIX: Final = 32
"""The prefix length of an address without a network around it."""


class NoNetworkError(CompanionError, OSError):
    """Raised when this machine is in no network."""


@dataclass(frozen=True)
class InterfaceAddress:
    """An IPv4 address of this machine, and its network interface.

    Attributes:
        address: the address.
        prefix: the length of its network's prefix, in bits.
        is_tunnel: whether the interface is that of a VPN, by its flags.
        is_physical: whether it is a network adapter, or a bridge with one.
        has_default_route: whether the way to everywhere else begins there, as at a home's router.
    """

    address: str
    prefix: int = 24
    is_tunnel: bool = False
    is_physical: bool = False
    has_default_route: bool = False

    @property
    def rank(self) -> tuple[bool, ...]:
        """Sort key: the address where tablets of the same home are most likely first, a VPN's last."""
        return (
            self.is_tunnel or self.prefix == _HOST_PREFIX,
            ipaddress.ip_address(self.address).is_link_local,
            not self.has_default_route,
            not self.is_physical,
        )


def own_addresses() -> list[str]:
    """Return the addresses of this machine in its networks, those that tablets are likely to reach first."""
    return [each.address for each in sorted(_interface_addresses(), key=lambda each: each.rank)]


def _interface_addresses() -> list[InterfaceAddress]:
    """Return the addresses of the interfaces that are up; systems other than Linux report no more of them."""
    default = _default_interfaces()
    return [
        InterfaceAddress(
            ip.ip,
            ip.network_prefix,
            is_tunnel=_is_tunnel(_INTERFACES / adapter.name),
            is_physical=_is_physical(_INTERFACES / adapter.name),
            has_default_route=adapter.name in default,
        )
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
        and not ipaddress.ip_address(ip.ip).is_loopback
        and _read_attribute(_INTERFACES / adapter.name / "operstate") != "down"
    ]


def _default_interfaces() -> set[str]:
    """Return the interfaces with a route for all destinations. A VPN often has two, for half of them each."""
    try:
        routes = [line.split() for line in _ROUTES.read_text().splitlines()[1:]]
    except OSError:
        return set()
    return {route[0] for route in routes if route[1] == route[7] == "00000000"}


def _is_tunnel(interface: Path) -> bool:
    flags = _read_attribute(interface / "flags")
    return (interface / "tun_flags").exists() or bool(int(flags or "0", 16) & _TUNNEL_FLAGS)


def _is_physical(interface: Path) -> bool:
    # A bridge has its adapters in `brif`.
    members = [_INTERFACES / each.name for each in (interface / "brif").glob("*")]
    return any((each / "device").exists() for each in (interface, *members))


def _read_attribute(path: Path) -> str:
    """Return a kernel attribute; empty where there is none."""
    with contextlib.suppress(OSError):
        return path.read_text().strip()
    return ""


def _address_in_network() -> str | None:
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
