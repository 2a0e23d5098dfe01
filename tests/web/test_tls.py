"""A proxy ends TLS before the companion (docs/rights.md): everything works, with secure cookies."""

from __future__ import annotations

import select
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any

import pytest
import trustme
from playwright.sync_api import Browser, Page, expect

from tests.conftest import HOME
from tests.web.luck import TcpRelay
from web import WebServer

pytestmark = pytest.mark.browser

HEAD = b"\r\n\r\n"
FORWARDED_HEADERS = b"\r\nX-Forwarded-For: 192.168.1.31\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: "


class Proxy(TcpRelay):
    """A TLS proxy that adds forwarding headers to the first request of each connection."""

    def __init__(self, authority: trustme.CA, name: str) -> None:
        super().__init__()
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(name).configure_cert(self._context)
        self.host = f"{name}:{self.port}"
        self.url = f"https://{self.host}/"
        self.to = 0

    def carry(self, near: socket.socket) -> None:
        # A browser that aborts, or doesn't trust the certificate, disconnects during the handshake.
        with suppress(OSError), self._context.wrap_socket(near, server_side=True) as safe:
            request = b""
            while HEAD not in request:
                if not (more := safe.recv(65536)):
                    return
                request += more
            with closing(socket.create_connection(("127.0.0.1", self.to))) as far:
                head, _, body = request.partition(HEAD)
                far.sendall(head + FORWARDED_HEADERS + self.host.encode() + HEAD + body)
                self._carry_on(safe, far)

    def _carry_on(self, near: ssl.SSLSocket, far: socket.socket) -> None:
        other: dict[socket.socket, socket.socket] = {near: far, far: near}
        while not self._away.is_set():
            # What TLS has read ahead is no news to select.
            ready = [near] if near.pending() else select.select([near, far], [], [], 0.05)[0]
            for side in ready:
                if not (data := side.recv(65536)):
                    return
                other[side].sendall(data)


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with Proxy(trustme.CA(), HOME) as proxy:
        yield proxy


@pytest.fixture
def server(proxy: Proxy, serve: Callable[..., WebServer], table: Any) -> WebServer:
    server = serve(table, proxy=proxy.url)
    proxy.to = server.port
    return server


@pytest.fixture
def page(browser: Browser, proxy: Proxy, server: WebServer) -> Iterator[Page]:
    """A tablet that has been paired by the link that the terminal shows."""
    # Nobody put the authority of this test among those that the browser trusts.
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", has_touch=True, ignore_https_errors=True
    )
    page = context.new_page()
    link = server.pairing_link()
    assert link.startswith(proxy.url)
    page.goto(link)
    page.wait_for_selector("body[data-connection=live]")
    yield page
    context.close()


def test_a_tablet_behind_a_tls_proxy_pairs_follows_acts_and_has_a_secure_cookie(
    page: Page, server: WebServer, table: Any
) -> None:
    # What browsers offer to pages over TLS alone.
    assert page.evaluate("window.isSecureContext") is True
    assert page.evaluate("'wakeLock' in navigator") is True
    (cookie,) = [each for each in page.context.cookies() if each["name"] == server.rights.cookie]
    assert cookie["secure"]
    assert cookie["httpOnly"]
    assert cookie["sameSite"] in ("Lax", "Strict")
    table.change(lambda snapshot: snapshot["game"]["view"].update(turn=13))
    expect(page.locator("#title")).to_have_text("Turn 13")
    with page.expect_response("**/api/inputs") as answered:
        page.get_by_role("button", name="End turn").tap()
    assert answered.value.ok
    assert table.inputs == [{"kind": "end_turn"}]
