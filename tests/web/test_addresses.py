"""A tap opens a local table to the network until the server stops."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE_S
from tests.web.paired import paired_headers
from web import Settings, WebServer
from web.addresses import (
    InterfaceAddress,
    NetworkReach,
    NoNetworkError,
    _default_interfaces,
    _is_physical,
    _is_tunnel,
    own_addresses,
)

NETWORK = "127.0.0.2"
"""An address of this machine that isn't the one it listens at first."""


@pytest.fixture
def in_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.addresses.own_addresses", lambda: [NETWORK])


@pytest.fixture
def server(serve: Callable[..., WebServer], table: Any) -> WebServer:
    return serve(table)


def ask_json(url: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
    """Status and JSON of an answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


class TestRank:
    """The addresses that tablets are likely to reach."""

    WIFI = InterfaceAddress("192.168.178.40", 24, is_physical=True, has_default_route=True)

    @pytest.mark.parametrize(
        "other",
        [
            pytest.param(InterfaceAddress("10.8.0.7", 32), id="a VPN's single address"),
            pytest.param(
                InterfaceAddress("10.8.0.7", 24, is_tunnel=True, has_default_route=True),
                id="a VPN that takes all traffic",
            ),
            pytest.param(InterfaceAddress("172.17.0.1", 16), id="a bridge to containers"),
            pytest.param(InterfaceAddress("169.254.3.4", 16, is_physical=True), id="a cable to nothing"),
            pytest.param(InterfaceAddress("10.42.0.1", 24, is_physical=True), id="an adapter without router"),
        ],
    )
    def test_the_network_of_the_home_is_first(self, monkeypatch: Any, other: InterfaceAddress) -> None:
        monkeypatch.setattr("web.addresses._interface_addresses", lambda: [other, self.WIFI])
        assert own_addresses() == ["192.168.178.40", other.address]

    def test_a_vpn_is_last_even_where_nothing_else_is_known(self, monkeypatch: Any) -> None:
        known = [InterfaceAddress("10.8.0.7", 32), InterfaceAddress("192.168.1.20")]
        monkeypatch.setattr("web.addresses._interface_addresses", lambda: known)
        assert own_addresses() == ["192.168.1.20", "10.8.0.7"]

    def test_a_route_for_half_of_all_destinations_is_no_default(
        self, monkeypatch: Any, tmp_path: Path
    ) -> None:
        routes = tmp_path / "route"
        routes.write_text(
            "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
            "wg0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0\n"
            "wlan0\t00000000\t01B2A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n"
        )
        monkeypatch.setattr("web.addresses._ROUTES", routes)
        assert _default_interfaces() == {"wlan0"}

    def test_tunnels_and_adapters_are_recognised(self, tmp_path: Path, monkeypatch: Any) -> None:
        monkeypatch.setattr("web.addresses._INTERFACES", tmp_path)
        for name, flags in (("wlan0", "0x1003"), ("wg0", "0x91"), ("tap0", "0x1003"), ("br0", "0x1003")):
            (tmp_path / name).mkdir()
            (tmp_path / name / "flags").write_text(f"{flags}\n")
        (tmp_path / "wlan0" / "device").mkdir()
        (tmp_path / "tap0" / "tun_flags").touch()
        (tmp_path / "br0" / "brif" / "wlan0").mkdir(parents=True)
        assert [_is_tunnel(tmp_path / name) for name in ("wlan0", "wg0", "tap0", "br0")] == [
            False, True, True, False
        ]  # fmt: skip
        assert [_is_physical(tmp_path / name) for name in ("wlan0", "wg0", "tap0", "br0")] == [
            True, False, False, True
        ]  # fmt: skip


@pytest.mark.usefixtures("in_network")
class TestOpenToNetwork:
    def test_the_tablet_opens_the_table_to_the_network(self, server: WebServer) -> None:
        outside = f"http://{NETWORK}:{server.port}/"
        tablet = paired_headers(server)
        with pytest.raises(urllib.error.URLError):
            ask_json(f"{outside}healthz")
        _, invited = ask_json(f"{server.url}api/pairing/phones", {"seat": "red"}, tablet)
        assert (invited["reached"], invited["may_open"]) == (False, True)

        assert ask_json(f"{server.url}api/pairing/network", {}, tablet) == (200, {"address": outside})
        _, invited = ask_json(f"{server.url}api/pairing/phones", {"seat": "red"}, tablet)
        assert (invited["reached"], invited["may_open"]) == (True, False)
        token = invited["link"].removeprefix(f"{outside}pair?token=")
        status, paired = ask_json(f"{outside}api/pairing", {"token": token})
        assert (status, paired) == (200, {"role": "phone", "seat": "red"})
        # Connections that were open before remain open.
        assert ask_json(f"{server.url}healthz")[0] == 200

    def test_a_second_tap_changes_nothing(self, server: WebServer) -> None:
        tablet = paired_headers(server)
        for _ in range(2):
            assert ask_json(f"{server.url}api/pairing/network", {}, tablet)[0] == 200

    def test_a_viewer_opens_nothing(self, server: WebServer) -> None:
        assert ask_json(f"{server.url}api/pairing/network", {})[0] == 403
        with pytest.raises(urllib.error.URLError):
            ask_json(f"http://{NETWORK}:{server.port}/healthz")

    def test_the_open_address_closes_with_the_server(self, table: Any) -> None:
        with WebServer(table, Settings(port=0)) as server:
            server.reach.open()
            outside = f"http://{NETWORK}:{server.port}/healthz"
            assert ask_json(outside)[0] == 200
        with pytest.raises(urllib.error.URLError):
            ask_json(outside)

    def test_a_taken_port_is_reported(self, server: WebServer) -> None:
        with socket.create_server((NETWORK, server.port)):
            status, answer = ask_json(f"{server.url}api/pairing/network", {}, paired_headers(server))
        assert status == 503
        assert NETWORK in answer["error"]
        assert server.reach.can_open


def test_without_a_network_the_table_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.addresses.own_addresses", list)
    reach = NetworkReach(Settings(), lambda _: None)
    with pytest.raises(NoNetworkError, match="isn't on a network"):
        reach.open()


@pytest.mark.parametrize(
    "settings",
    [Settings(host="0.0.0.0"), Settings(host="192.168.1.20"), Settings(proxy="https://t.example/")],
)
def test_an_open_or_proxied_table_offers_no_opening(settings: Settings) -> None:
    opened: list[str] = []
    reach = NetworkReach(settings, opened.append)
    assert not reach.can_open
    reach.open()
    assert opened == []
