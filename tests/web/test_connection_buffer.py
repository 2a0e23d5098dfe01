"""Many slow clients don't block the table's page, on real connections.

Addresses as 127.0.0.2 are other hosts: the system takes all that begin with 127 for its own.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any

import pytest

from tests.patience import PAGES
from tests.web.paired import paired_headers
from tests.web.test_stream import eventually
from web import Settings, WebServer, connection_buffer

STRANGER, ANOTHER, GUEST, TABLET = "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"
SLOW = 130
AT_ONCE_S = 5.0
"""In so much time a page answers, also on a machine that does much else."""

Talk = Callable[..., socket.socket]


@pytest.fixture
def server(table: Any) -> Iterator[WebServer]:
    with WebServer(table, Settings(port=0, patience=PAGES)) as served:
        yield served


@pytest.fixture
def talk(server: WebServer) -> Iterator[Talk]:
    """Open a connection from an address, and send something."""
    opened: list[socket.socket] = []

    def connect(request_bytes: bytes = b"", address: str = STRANGER) -> socket.socket:
        one = socket.create_connection(("127.0.0.1", server.port), 5, (address, 0))
        opened.append(one)
        one.sendall(request_bytes)
        return one

    yield connect
    for one in opened:
        one.close()


def ask(server: WebServer, path: str, address: str, headers: dict[str, str] | None = None) -> int:
    """The status that an address is answered with, in good time."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=AT_ONCE_S, source_address=(address, 0))
    try:
        connection.request("GET", path, headers=headers or {})
        return connection.getresponse().status
    finally:
        connection.close()


def is_closed(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        while one.recv(4096):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@pytest.mark.parametrize(
    "request_bytes",
    [b"", b"GET / HTTP/1.1\r\nHost: local", b"POST /api/pairing HTTP/1.1\r\nHost: localhost\r\n"],
)
def test_silent_clients_and_half_requests_delay_nobody(
    server: WebServer, talk: Talk, request_bytes: bytes
) -> None:
    for _ in range(SLOW):
        talk(request_bytes)
    assert ask(server, "/", GUEST) == 200
    assert ask(server, "/", STRANGER) == 200


def test_an_unfinished_request_is_closed(
    server: WebServer, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.HEAD_S", 1)
    slow = talk(b"GET / HTTP/1.1\r\n")
    began = time.monotonic()
    while not is_closed(slow) and time.monotonic() - began < 10:
        time.sleep(0.2)
        slow.setblocking(True)
        with suppress(OSError):
            slow.sendall(b"X-A: b\r\n")
    assert 0.5 < time.monotonic() - began < 8


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"POST /api/pairing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1000\r\n\r\n{",
        b"POST /api/pairing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
)
def test_half_sent_bodies_hold_a_limited_number_of_workers(
    server: WebServer, talk: Talk, request_bytes: bytes
) -> None:
    slow = [talk(request_bytes) for _ in range(SLOW)]
    assert ask(server, "/", GUEST) == 200
    assert eventually(lambda: sum(map(is_closed, slow)) >= SLOW - connection_buffer.MAX_SERVED_PER_ADDRESS)
    assert sum(map(is_closed, slow)) < SLOW


def test_a_body_has_a_deadline(server: WebServer, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_buffer, "BODY_S", 1)
    slow = talk(
        b"POST /api/pairing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1000\r\n\r\n"
    )
    began = time.monotonic()
    while not is_closed(slow) and time.monotonic() - began < 10:
        time.sleep(0.2)
        slow.setblocking(True)
        with suppress(OSError):
            slow.sendall(b" ")
    assert time.monotonic() - began < 8


def test_the_tablet_is_served_when_others_hold_every_worker(
    table: Any, talk: Talk, server: WebServer
) -> None:
    """Many hosts, all of whose requests the server is busy with."""
    half = (
        b"POST /api/pairing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1000\r\n\r\n"
    )
    for host in range(10, 20):
        for _ in range(connection_buffer.MAX_SERVED_PER_ADDRESS):
            talk(half, f"127.0.1.{host}")
    tablet = paired_headers(server)
    assert eventually(lambda: ask(server, "/api/state", GUEST) == 503)
    assert ask(server, "/api/state", TABLET, tablet) == 200
    assert ask(server, "/", TABLET, tablet) == 200
    # A forged cookie is nobody's.
    assert ask(server, "/api/state", GUEST, {"Cookie": f"{server.rights.cookie}=abc.def"}) == 503


def test_the_tablet_stays_live_when_viewers_hold_every_stream(table: Any) -> None:
    with WebServer(table, Settings(port=0, patience=PAGES, max_streams=5)) as server:
        opened = []
        for _ in range(5):
            one = socket.create_connection(("127.0.0.1", server.port), 5)
            one.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in one.recv(20)
            opened.append(one)
        assert ask(server, "/api/events", GUEST) == 503
        assert ask(server, "/api/events", TABLET, paired_headers(server)) == 200
        for one in opened:
            one.close()


def test_excess_connections_are_evicted_starting_with_the_greediest_host(
    server: WebServer, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_buffer, "MAX_BUFFERED_CONNECTIONS", 20)
    patient = talk(b"GET / HTTP/1.1\r\n", ANOTHER)
    greedy = [talk() for _ in range(60)]
    assert eventually(lambda: sum(map(is_closed, greedy)) >= 40)
    assert not is_closed(patient)
    patient.setblocking(True)
    patient.sendall(b"Host: localhost\r\n\r\n")
    assert patient.recv(12).endswith(b"200")


def test_a_request_in_pieces_is_answered(server: WebServer, talk: Talk) -> None:
    one = talk()
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for piece in (b"GET /heal", b"thz HT", b"TP/1.1\r\nHost: localhost\r", b"\n\r", b"\n"):
        one.sendall(piece)
        time.sleep(0.05)
    assert one.recv(12).endswith(b"200")


def test_a_head_that_is_too_long_is_refused(server: WebServer, talk: Talk) -> None:
    one = talk(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 40_000)
    assert one.recv(12).endswith(b"413")


def test_data_that_is_not_http_is_refused_soon(server: WebServer, talk: Talk) -> None:
    assert talk(b"hello\n\n").recv(12).endswith(b"400")
