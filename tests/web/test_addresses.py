"""A tap opens a local table to the network until the server stops."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from tests.patience import PATIENCE_S
from tests.web.paired import paired_headers
from web import Settings, WebServer
from web.addresses import NetworkReach, NoNetworkError

NETWORK = "127.0.0.2"
"""An address of this machine that isn't the one it listens at first."""


@pytest.fixture
def in_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.addresses._address_in_network", lambda: NETWORK)


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
        # What was open before stays so.
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
    monkeypatch.setattr("web.addresses._address_in_network", lambda: None)
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
