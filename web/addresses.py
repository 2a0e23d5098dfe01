"""Where this server is found by other devices of the network."""

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
from web.guard import LOCAL_NAMES, MULTICAST_DNS, Hosts, host_name
from web.settings import EVERY_ADDRESS, Settings

_INTERFACES: Final = Path("/sys/class/net")
_SIOCGIFADDR: Final = 0x8915
"""Linux's question for the address of an interface (netdevice(7))."""


class NoNetworkError(CompanionError, OSError):
    """This machine is in no network."""


def addresses_in_network() -> list[str]:
    """What tablets can call this machine: its address, and its name where they know mDNS.

    None where it is in no network.
    """
    address = _address_in_network()
    if address is None:
        return []
    return [address, f"{socket.gethostname().partition('.')[0]}{MULTICAST_DNS}"]


def own_addresses() -> list[str]:
    """The addresses of this machine in its networks, whether or not they lead anywhere else."""
    try:
        import fcntl
    except ModuleNotFoundError:
        # Elsewhere than on Linux the system is asked for this machine's name.
        with contextlib.suppress(OSError):
            named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM)
            return [ip for ip in dict.fromkeys(str(each[4][0]) for each in named) if not _is_loopback(ip)]
        return []
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            # An interface without an address says so by an error.
            with contextlib.suppress(OSError):
                asked = struct.pack("256s", name.encode()[:15])
                if (_INTERFACES / name / "operstate").read_text().strip() == "down":
                    continue
                found.append(socket.inet_ntoa(fcntl.ioctl(asking, _SIOCGIFADDR, asked)[20:24]))
    return [address for address in found if not _is_loopback(address)]


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback


def _address_in_network() -> str | None:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the system only chooses the address it would send from (RFC 5737's is
        # nobody's).
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    # A network that leads nowhere else, as this machine's own for the tablet, is one.
    return next(iter(own_addresses()), None)


class NetworkReach:
    """Where a server is found, by this machine and by others; it is opened to the network on demand."""

    def __init__(self, settings: Settings, listen: Callable[[str], None] | None = None) -> None:
        """A server as its settings say.

        Args:
            settings: where it listens, and its names.
            listen: has it listen at one more address; raises a CompanionError where it can't.
        """
        proxied = urlsplit(settings.proxy).hostname if settings.proxy else None
        self.hosts: Final = Hosts((*settings.names, *([proxied] if proxied else [])), settings.host)
        self._settings = settings
        self._listen = listen
        self._everywhere = settings.host in EVERY_ADDRESS

    @property
    def may_open(self) -> bool:
        """Whether it is open to this machine only, and can be opened to the network."""
        closed = self._settings.host in LOCAL_NAMES and not (self._settings.proxy or self._everywhere)
        return closed and self._listen is not None

    def open(self) -> None:
        """Let the network in, until the server stops. Nothing is done where it is in already.

        Raises:
            CompanionError: there is no network, or the port is taken there.
        """
        if not self.may_open or self._listen is None:
            return
        address = _address_in_network()
        if address is None:
            raise NoNetworkError(sentence("This computer isn't on a network: connect it and try again."))
        self._listen(address)
        self.hosts.add(address)
        self._everywhere = True

    def seen_by_others(self, scheme: str, authority: str) -> str | None:
        """The server's address for another device, when this one called it by `authority`.

        A device that asks for ``localhost`` is this machine itself, and ``*.local`` is known to some only:
        where the server is open to the network, others get the number. Where there is a proxy they get that.

        Returns:
            The address; None where others can't reach it.
        """
        if self._settings.proxy:
            return self._settings.proxy
        name = host_name(authority)
        if name is None:
            return None
        if name in LOCAL_NAMES or name.endswith(MULTICAST_DNS):
            number = _address_in_network() if self._everywhere else None
            if number:
                port = authority.rpartition(":")[2]
                return f"{scheme}://{number}:{port}/" if port.isdigit() else f"{scheme}://{number}/"
            return None if name in LOCAL_NAMES else f"{scheme}://{authority}/"
        return f"{scheme}://{authority}/"
