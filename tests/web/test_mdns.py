"""The table's name in the local network."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from zeroconf import AddressResolver, IPVersion, ServiceInfo, Zeroconf  # type: ignore[attr-defined]  # missing in its __all__

from web.addresses import own_addresses
from web.mdns import announced_name


@pytest.fixture
def address() -> str:
    """This machine's address in a network with multicast."""
    addresses = own_addresses()
    if not addresses:
        pytest.skip("this machine is in no network")
    return addresses[0]


@pytest.fixture
def tablet(address: str) -> Iterator[Zeroconf]:
    """Another participant of the network."""
    responder = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    yield responder
    responder.close()


def resolve(tablet: Zeroconf, name: str) -> list[str]:
    resolver = AddressResolver(f"{name}.")
    return resolver.parsed_addresses() if resolver.request(tablet, 3000) else []


def test_a_tablet_finds_the_table_by_its_name(tablet: Zeroconf, address: str) -> None:
    with announced_name(address, 8000) as name:
        assert name == "companion.local"
        assert resolve(tablet, name) == [address]


def test_a_second_table_of_a_network_gets_a_name_of_its_own(tablet: Zeroconf, address: str) -> None:
    other = ServiceInfo(
        "_http._tcp.local.",
        "companion._http._tcp.local.",
        addresses=[socket.inet_aton("192.0.2.77")],
        port=8000,
        server="companion.local.",
    )
    tablet.register_service(other)
    with announced_name(address, 8000) as name:
        assert name == "companion-2.local"


def test_a_network_without_multicast_announces_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_to_join(**_: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr("zeroconf.Zeroconf", fail_to_join)
    with announced_name("192.168.1.20", 8000) as name:
        assert name is None
