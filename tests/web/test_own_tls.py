"""The companion speaks TLS itself, by a certificate of its own: real connections, and a browser."""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import HOME
from tests.web.paired import pair_browser
from tests.web.test_accessibility import found_by_axe
from tests.web.trusting import browser_that_trusts
from tests.web.waiting import wait_until
from web import WebServer
from web.certificates import OwnCertificates

AT_ONCE_S = 5.0


@pytest.fixture
def certificates(tmp_path: Path) -> OwnCertificates:
    return OwnCertificates(tmp_path / "https")


@pytest.fixture
def server(serve: Callable[..., WebServer], table: Any, certificates: OwnCertificates) -> WebServer:
    return serve(table, certificates=certificates)


@pytest.fixture
def trusting(certificates: OwnCertificates) -> ssl.SSLContext:
    """A device to which the authority was shown."""
    return ssl.create_default_context(cadata=certificates.authority.decode())


@pytest.fixture
def ask(server: WebServer, trusting: ssl.SSLContext) -> Iterator[Callable[..., Any]]:
    https = HTTPSConnection("127.0.0.1", server.port, timeout=AT_ONCE_S, context=trusting)
    with closing(https) as connection:

        def asked(method: str, path: str, body: Any = None) -> Any:
            said = None if body is None else json.dumps(body)
            connection.request(method, path, said, {"Content-Type": "application/json"} if said else {})
            answer = connection.getresponse()
            return answer, answer.read()

        yield asked


def test_who_trusts_the_authority_is_served(ask: Callable[..., Any], server: WebServer) -> None:
    answer, page = ask("GET", "/")
    assert answer.status == 200
    assert b"Companion" in page
    assert server.url == f"https://127.0.0.1:{server.port}/"
    assert server.link().startswith(server.url)


def test_its_cookies_never_travel_in_the_clear(ask: Callable[..., Any], server: WebServer) -> None:
    answer, _ = ask("POST", "/api/pairing", {"code": server.rights.code.now})
    assert answer.status == 200
    assert "Secure" in answer.getheader("Set-Cookie")


def test_a_device_gets_the_certificate_that_it_may_trust(
    ask: Callable[..., Any], certificates: OwnCertificates
) -> None:
    answer, told = ask("GET", "/certificate.crt")
    assert answer.getheader("Content-Type").startswith("application/x-x509-ca-cert")
    assert told == certificates.authority
    assert b"PRIVATE" not in told


def test_without_one_of_its_own_there_is_none_to_be_had(serve: Callable[..., WebServer], table: Any) -> None:
    with closing(HTTPConnection("127.0.0.1", serve(table).port, timeout=AT_ONCE_S)) as connection:
        connection.request("GET", "/certificate.crt")
        assert connection.getresponse().status == 404


def test_who_asks_over_plain_http_is_led_to_the_same_page_over_tls(server: WebServer) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=AT_ONCE_S)) as connection:
        connection.request("GET", "/pair?key=abc")
        answer = connection.getresponse()
        assert answer.status == 307
        assert answer.getheader("Location") == f"https://127.0.0.1:{server.port}/pair?key=abc"
        assert answer.read() == b""


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nHost: a@b\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET evil HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)
def test_what_is_no_request_leads_nowhere(server: WebServer, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), AT_ONCE_S) as one:
        one.sendall(said)
        assert one.recv(4096).startswith(b"HTTP/1.1 400 ")


def test_who_begins_to_agree_on_keys_and_falls_silent_holds_nobody_up(
    server: WebServer, ask: Callable[..., Any]
) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port), AT_ONCE_S) for _ in range(40)]
    try:
        for n, one in enumerate(silent):
            # A handshake's record that is never finished, or nothing at all.
            one.sendall(b"\x16\x03\x01\x02\x00\x01" if n % 2 else b"")
        began = time.monotonic()
        assert ask("GET", "/")[0].status == 200
        assert time.monotonic() - began < AT_ONCE_S
    finally:
        for one in silent:
            one.close()


def test_a_request_in_many_small_pieces_is_heard_to_its_end(
    server: WebServer, trusting: ssl.SSLContext
) -> None:
    with (
        socket.create_connection(("127.0.0.1", server.port), AT_ONCE_S) as one,
        trusting.wrap_socket(one, server_hostname="localhost") as safe,
    ):
        for byte in f"GET /api/state HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode():
            safe.sendall(bytes([byte]))
        answer = b""
        while more := safe.recv(65536):
            answer += more
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b'"epoch"' in answer


def test_a_tablet_follows_and_acts_stays_lit_and_keeps_the_page_as_an_app(
    browser: Browser, server: WebServer, table: Any
) -> None:
    with browser_that_trusts(browser, server) as trusted:
        context = trusted.new_context(
            viewport={"width": 1280, "height": 800},
            locale="en-GB",
            has_touch=True,
            permissions=["screen-wake-lock"],
        )
        page = context.new_page()
        page.goto(server.link().replace("127.0.0.1", HOME))
        page.wait_for_selector("body[data-connection=live]")
        table.change(lambda snapshot: snapshot["game"]["view"].update(turn=13))
        expect(page.locator("#title")).to_have_text("Turn 13")
        with page.expect_response("**/api/inputs") as answered:
            page.get_by_role("button", name="End turn").tap()
        assert answered.value.ok
        assert page.evaluate("window.isSecureContext") is True
        page.evaluate(
            """async () => {
                const { staysAwake } = await import("/static/pwa/device.js");
                while (!staysAwake()) await new Promise((resolve) => setTimeout(resolve, 20));
            }"""
        )
        # What lets the page be kept as an app, and open while the server is away.
        page.evaluate("navigator.serviceWorker.ready")
    assert table.inputs == [{"kind": "end_turn"}]


def test_a_code_that_leads_over_tls_shows_where_a_browser_s_warning_is_tapped(
    browser: Browser, server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.addresses._address_in_network", lambda: "127.0.0.2")
    with browser_that_trusts(browser, server) as trusts:
        context = trusts.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True)
        pair_browser(context, server, "tablet")
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(server.url)
        page.get_by_role("button", name="Phones").tap()
        page.locator(".phone-seat-pair").first.tap()
        details = page.locator("details.warning")
        expect(details).not_to_have_attribute("open", "")
        assert not [url for url in asked if "warning_" in url], (
            "nothing of it is loaded before it is looked at"
        )
        details.locator("summary").tap()
        for phone, steps in (("android", "1 “Advanced”"), ("iphone", "3 “Visit Website”")):
            figure = details.locator("figure").filter(has_text=steps)
            picture = figure.locator(f"img[src$='warning_{phone}.svg']")
            picture.scroll_into_view_if_needed()
            wait_until(page, f"document.querySelector('img[src$=\"warning_{phone}.svg\"]').naturalWidth > 0")
        assert (
            found_by_axe(
                page, [({"width": 390, "height": 844}, "dark"), ({"width": 1024, "height": 600}, "light")]
            )
            == []
        )
        page.screenshot(path="/tmp/shots/warn-390.png")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.wait_for_timeout(300)
        page.screenshot(path="/tmp/shots/warn-1280.png")
        context.close()
