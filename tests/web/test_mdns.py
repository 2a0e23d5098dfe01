"""The table's name in the local network."""

from __future__ import annotations

import socket
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from zeroconf import AddressResolver, IPVersion, ServiceInfo, Zeroconf  # type: ignore[attr-defined]  # missing in its __all__

from tests.patience import PATIENCE_MS
from web.addresses import own_addresses
from web.mdns import announced_name

MDNS_GROUP = "224.0.0.251"


def has_multicast(address: str) -> bool:
    """Return whether a packet to the group of multicast DNS comes back to this machine."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender,
    ):
        receiver.bind(("", 0))
        receiver.settimeout(5)
        membership = socket.inet_aton(MDNS_GROUP) + socket.inet_aton(address)
        try:
            receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
            sender.sendto(b"?", (MDNS_GROUP, receiver.getsockname()[1]))
            return receiver.recv(1) == b"?"
        except OSError:
            return False


@pytest.fixture
def address() -> str:
    """Return this machine's address in a network with multicast."""
    for address in own_addresses():
        if has_multicast(address):
            return address
    pytest.skip("this machine is in no network with multicast")


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """The names that the table may announce; no other process uses them."""
    first = f"companion-{uuid.uuid4().hex}"
    names = f"{first}.local", f"{first}-2.local"
    monkeypatch.setattr("web.mdns.MDNS_NAMES", names)
    return names


def run_in_thread(check: Callable[[], None]) -> None:
    """Run a check outside the main thread, whose event loop belongs to the browser of other tests."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(check).result()


@contextmanager
def opened_tablet(address: str) -> Iterator[Zeroconf]:
    """Another participant of the network."""
    responder = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    try:
        yield responder
    finally:
        responder.close()


def resolve(tablet: Zeroconf, name: str) -> list[str]:
    resolver = AddressResolver(f"{name}.")
    return resolver.parsed_addresses() if resolver.request(tablet, PATIENCE_MS) else []


def test_a_tablet_finds_the_table_by_its_name(address: str, names: tuple[str, str]) -> None:
    def check() -> None:
        with opened_tablet(address) as tablet, announced_name(address, 8000) as name:
            assert name == names[0]
            assert resolve(tablet, name) == [address]

    run_in_thread(check)


def test_a_second_table_of_a_network_gets_a_name_of_its_own(
    address: str, names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.mdns._QUERY_MS", 5000)
    first, second = names
    other = ServiceInfo(
        "_http._tcp.local.",
        f"{first.removesuffix('.local')}._http._tcp.local.",
        addresses=[socket.inet_aton("192.0.2.77")],
        port=8000,
        server=f"{first}.",
    )

    def check() -> None:
        with opened_tablet(address) as tablet:
            tablet.register_service(other)
            with announced_name(address, 8000) as name:
                assert name == second

    run_in_thread(check)


def test_a_network_without_multicast_announces_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_to_join(**_: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr("zeroconf.Zeroconf", fail_to_join)
    with announced_name("192.168.1.20", 8000) as name:
        assert name is None
