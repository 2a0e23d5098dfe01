"""The companion's own TLS with a generated certificate, on real connections."""

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

        def send_request(method: str, path: str, body: Any = None) -> Any:
            payload = None if body is None else json.dumps(body)
            connection.request(method, path, payload, {"Content-Type": "application/json"} if payload else {})
            answer = connection.getresponse()
            return answer, answer.read()

        yield send_request


def test_a_client_that_trusts_the_authority_is_served(ask: Callable[..., Any], server: WebServer) -> None:
    answer, page = ask("GET", "/")
    assert answer.status == 200
    assert b"Companion" in page
    assert server.url == f"https://127.0.0.1:{server.port}/"
    assert server.pairing_link().startswith(server.url)


def test_cookies_are_sent_over_tls_only(ask: Callable[..., Any], server: WebServer) -> None:
    answer, _ = ask("POST", "/api/pairing", {"code": server.rights.code.digits})
    assert answer.status == 200
    assert "Secure" in answer.getheader("Set-Cookie")


def test_a_device_can_download_the_certificate(
    ask: Callable[..., Any], certificates: OwnCertificates
) -> None:
    answer, certificate = ask("GET", "/certificate.crt")
    assert answer.getheader("Content-Type").startswith("application/x-x509-ca-cert")
    assert certificate == certificates.authority
    assert b"PRIVATE" not in certificate


def test_without_an_own_certificate_there_is_no_download(serve: Callable[..., WebServer], table: Any) -> None:
    with closing(HTTPConnection("127.0.0.1", serve(table).port, timeout=AT_ONCE_S)) as connection:
        connection.request("GET", "/certificate.crt")
        assert connection.getresponse().status == 404


def test_plain_http_is_redirected_to_the_same_page_over_tls(server: WebServer) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=AT_ONCE_S)) as connection:
        connection.request("GET", "/history?game=3")
        answer = connection.getresponse()
        assert answer.status == 307
        assert answer.getheader("Location") == f"https://127.0.0.1:{server.port}/history?game=3"
        assert answer.read() == b""


@pytest.mark.parametrize(
    ("target", "redirected"),
    [
        ("/pair?key=abc", "/pair"),
        ("/pair?%6bey=abc", "/pair"),
        ("/camera?token=abc&lang=fr&code=123456", "/camera?lang=fr"),
    ],
)
def test_a_redirect_never_repeats_the_secret_of_a_pairing_link(
    server: WebServer, target: str, redirected: str
) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=AT_ONCE_S)) as connection:
        connection.request("GET", target)
        location = connection.getresponse().getheader("Location")
    assert location == f"https://127.0.0.1:{server.port}{redirected}"


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET / HTTP/1.1\r\nHost: a@b\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET evil HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)
def test_a_malformed_request_or_a_foreign_name_is_not_redirected(
    server: WebServer, request_bytes: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), AT_ONCE_S) as one:
        one.sendall(request_bytes)
        assert one.recv(4096).startswith(b"HTTP/1.1 400 ")


def test_an_unfinished_tls_handshake_delays_nobody(server: WebServer, ask: Callable[..., Any]) -> None:
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


def test_a_request_in_many_small_pieces_is_read_to_its_end(
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
