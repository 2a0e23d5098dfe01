"""The live stream of a real server: events, timing, limits and end."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import select
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.patience import PATIENCE_S
from tests.web.paired import paired_headers
from web import ServerError, Settings, WebServer
from web.stream import Streams


def get(server: WebServer, path: str, method: str = "GET") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    connection.request(method, path)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, body


def eventually(holds: Callable[[], bool], seconds: float = PATIENCE_S) -> bool:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def streams_open(server: WebServer) -> int:
    return int(json.loads(get(server, "/healthz")[1])["streams"])


def test_a_new_stream_starts_with_the_whole_snapshot(serve: Any, listen: Any, table: Any) -> None:
    listener = listen(serve(table, heartbeat=30.0))
    assert listener.response.headers["Content-Type"].startswith("text/event-stream")
    assert listener.response.headers["Cache-Control"] == "no-store"
    assert listener.response.headers["X-Accel-Buffering"] == "no"
    assert next(listener.snapshots()) == ("k3f9-1", table.snapshot())


def test_later_events_contain_only_the_changes(serve: Any, listen: Any, table: Any) -> None:
    stream = listen(serve(table)).events()
    events = (event for event in stream if event[0] not in ("heartbeat", "visitor"))
    assert next(events)[0] == "snapshot"
    table.change_view(turn=13)
    changes = [
        {"op": "replace", "path": "/version", "value": 2},
        {"op": "replace", "path": "/game/view/turn", "value": 13},
    ]
    change = {"epoch": "k3f9", "from": 1, "to": 2, "changes": changes}
    assert next(events) == ("changes", "k3f9-2", change)


@pytest.mark.parametrize("ask", ["in the address", "in a header"])
def test_a_reconnecting_client_gets_the_missed_changes(serve: Any, listen: Any, table: Any, ask: str) -> None:
    def returning(name: str) -> Any:
        if ask == "in a header":
            return listen(server, headers={"Last-Event-ID": name})
        return listen(server, f"/api/events?since={name}")

    server = serve(table)
    first = listen(server)
    (name, shown), *_ = [next(first.snapshots())]
    first.close()
    for turn in (13, 14):
        table.change_view(turn=turn)
    later = returning(name).events()
    assert next(later)[0] == "changes"
    newest = next(seen for _, seen in returning(name).snapshots(shown) if seen["version"] == 3)
    assert newest == table.snapshot()
    assert next(returning("k3f9-3").events())[0] == "heartbeat", "nothing is new"


@pytest.mark.parametrize("name", ["k3f9-0", "k3f9-99", "k3f9-", "old1-1", "-", "k3f9", "%00", "x" * 2000])
def test_an_unknown_position_gets_the_whole_snapshot(serve: Any, listen: Any, table: Any, name: str) -> None:
    server = serve(table)
    next(listen(server).snapshots())
    table.change_view(turn=13)
    kind, _, data = next(listen(server, f"/api/events?since={name}").events())
    assert (kind, data) == ("snapshot", table.snapshot())


def test_a_failing_table_stops_the_heartbeat_and_recovers(
    serve: Any, listen: Any, table: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failed = threading.Event()

    def broken(*_: object) -> None:
        failed.set()
        raise RuntimeError("no view of this")

    events = listen(serve(table, heartbeat=0.2)).snapshots()
    next(events)
    with monkeypatch.context() as patch:
        patch.setattr(table, "wait_for_change", broken)
        assert failed.wait(30)
    table.change_view(turn=13)
    assert next(events)[1]["game"]["view"]["turn"] == 13
    assert "Reading the snapshot for the stream failed" in caplog.text


def test_every_stream_gets_the_changes_in_order(serve: Any, listen: Any, table: Any) -> None:
    server = serve(table)
    streams = [listen(server).snapshots() for _ in range(6)]
    for events in streams:
        next(events)
    for turn in range(20):
        last = table.change_view(turn=turn)
        time.sleep(0.01)
    for events in streams:
        seen = list(itertools.takewhile(lambda event: event[1]["version"] < last, events))
        versions = [data["version"] for _, data in seen]
        assert versions == sorted(set(versions))
        assert all(data["game"]["view"]["turn"] == data["version"] - 2 for _, data in seen)


def test_a_change_is_sent_without_waiting_for_a_heartbeat(serve: Any, listen: Any, table: Any) -> None:
    # Every client gives up before such a slow heartbeat.
    events = listen(serve(table, heartbeat=300.0)).snapshots()
    next(events)
    table.change_view(turn=13)
    assert next(events)[1]["game"]["view"]["turn"] == 13


@pytest.mark.slow
def test_a_slow_reader_skips_to_the_newest(serve: Any, listen: Any, table: Any) -> None:
    server = serve(table)
    slow, quick = listen(server).snapshots(), listen(server).snapshots()
    next(slow)
    # Pictures of a table larger than the system's buffer for a connection.
    for k in range(40):
        notices = [chr(ord("A") + k) * 1_000_000]
        version = table.change(partial(dict.update, notices=notices))
        next(data for _, data in quick if data["version"] == version)
    seen = []
    for _, data in slow:
        seen.append(data["version"])
        if data["version"] == version:
            break
    assert len(seen) < 35


def test_a_quiet_stream_sends_heartbeats(serve: Any, listen: Any, table: Any) -> None:
    started = time.monotonic()
    lines = listen(serve(table, heartbeat=0.2)).lines()
    beats = list(itertools.islice((line for line in lines if line.startswith(":")), 4))
    assert beats == [": heartbeat"] * 4
    assert time.monotonic() - started > 0.4, "now and then, not all the time"
    # The heartbeat, with the seconds to the next.
    assert next(line for line in lines if line.startswith("event")) == "event: heartbeat"
    assert next(lines) == "data: 0.2"


class Busy:
    """A source that has a new version whenever it is waited for."""

    def __init__(self, news: int) -> None:
        self._news = news
        self._version = 1

    def snapshot(self) -> dict[str, Any]:
        return {"epoch": "k3f9", "version": self._version, "t": 0.0}

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> dict[str, Any] | None:
        time.sleep(0.02)
        if self._version > self._news:
            return None
        self._version += 1
        return self.snapshot()


def test_an_event_replaces_the_heartbeat() -> None:
    streams = Streams(max_streams=3, heartbeat=0.05)
    stream = streams.feed(Busy(news=20)).connect()
    heard = b""
    while b"k3f9-21" not in heard:
        heard += next(iter(stream))
    busy, _, silent = heard.partition(b"k3f9-21")
    assert busy.count(b"event: heartbeat") == 1, "the one that says how long it may be silent"
    # Then nothing more is sent.
    while b"event: heartbeat" not in silent:
        silent += next(iter(stream))
    stream.close()
    streams.close()


def test_a_restarted_table_has_another_epoch(serve: Any, listen: Any, table: Any) -> None:
    events = listen(serve(table)).snapshots()
    next(events)

    def restart(snapshot: dict[str, Any]) -> None:
        snapshot.update(epoch="z001", version=0)

    table.change(restart)
    assert next(events)[0] == "z001-1"


def test_streams_are_limited_and_pages_are_still_served(serve: Any, listen: Any, table: Any) -> None:
    server = serve(table, max_streams=3, heartbeat=0.2)
    listeners = [listen(server) for _ in range(3)]
    for listener in listeners:
        next(listener.snapshots())
    status, body = get(server, "/api/events")
    assert status == 503
    assert "already connected" in json.loads(body)["error"]
    assert get(server, "/")[0] == 200
    listeners[0].close()
    assert eventually(lambda: streams_open(server) == 2)
    assert next(listen(server).snapshots())[0] == "k3f9-1"


def test_a_head_request_opens_no_stream(serve: Any, table: Any) -> None:
    server = serve(table)
    assert get(server, "/api/events", "HEAD") == (200, b"")
    assert streams_open(server) == 0


@pytest.mark.slow
def test_a_hundred_streams_leave_pages_responsive(serve: Any, listen: Any, table: Any) -> None:
    server = serve(table, max_streams=100)
    streams = [listen(server).snapshots() for _ in range(100)]
    for events in streams:
        next(events)
    version = table.change_view(turn=13)
    assert get(server, "/")[0] == 200
    assert all(next(events)[1]["version"] == version for events in streams)


def test_stopping_ends_streams_frees_the_port_and_leaves_no_thread(
    listen: Any, table: Any, free_port: int
) -> None:
    before = set(threading.enumerate())
    server = WebServer(table, Settings(port=free_port, heartbeat=300.0))
    server.start()
    streams = [listen(server).snapshots() for _ in range(8)]
    for events in streams:
        next(events)
    server.stop()
    for events in streams:
        assert list(events) == []
    server.stop()
    assert eventually(lambda: set(threading.enumerate()) <= before)
    with WebServer(table, Settings(port=free_port)) as again:
        assert get(again, "/healthz")[0] == 200


def test_a_taken_port_is_reported(serve: Any, table: Any) -> None:
    server = serve(table)
    second = WebServer(table, Settings(port=server.port))
    with pytest.raises(ServerError, match="another port"):
        second.start()
    second.stop()
    assert get(server, "/healthz")[0] == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /%ff%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
        b"POST /api/inputs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: -1\r\n\r\n{}",
        b"POST /api/inputs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: x\r\n\r\n{}",
        b"POST /api/inputs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 99999999999\r\n\r\n{}",
        b"POST /api/inputs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        b"POST /api/inputs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n20000\r\n" + b"[" * 0x20000 + b"\r\n0\r\n\r\n",
    ],
)
def test_hostile_bytes_are_refused_and_the_next_caller_is_served(
    stage: Any, table: Any, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    shown, server = stage
    shown.table = table
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as connection:
        answer = b""
        # A refused client may find the connection closed while it still sends.
        with contextlib.suppress(OSError):
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                answer += part
    assert not answer or answer.split(b" ")[1].startswith(b"4") or b"505" in answer
    assert get(server, "/healthz")[0] == 200
    assert table.inputs == []
    assert "Traceback" not in caplog.text


def test_connections_close_after_their_answer_and_refused_bodies_are_read_first(
    serve: Any, table: Any
) -> None:
    """A connection kept for later leads nowhere once a device has slept, and nobody would notice."""
    head = b"POST /api/inputs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", serve(table).port), timeout=PATIENCE_S) as connection:
        connection.sendall(head + b"Content-Length: 15\r\n\r\n")
        assert not select.select([connection], [], [], 0.5)[0], "nothing is said before all was heard"
        connection.sendall(b'{"kind":"undo"}')
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 403")
    assert b"Connection: close" in answer


def test_a_seat_cannot_resume_another_seat_s_stream(serve: Any, listen: Any, table: Any) -> None:
    """Every seat's snapshots have the same versions: changes of one would make nonsense of another's."""
    server = serve(table)
    as_red, as_blue = (
        {"cookie": paired_headers(server, "phone", colour, name)["Cookie"]}
        for colour, name in (("red", "Ana"), ("blue", "Ben"))
    )
    name, _ = next(listen(server, "/api/seat/events", as_red).snapshots())
    assert name == "red.k3f9-1"
    next(listen(server, "/api/seat/events", as_blue).snapshots())
    table.change_view(turn=13)
    path = f"/api/seat/events?since={name}"
    assert next(listen(server, path, as_red).events())[0] == "changes"
    assert next(listen(server, path, as_blue).events())[0] == "snapshot"
    assert next(listen(server, "/api/seat/events?since=k3f9-1", as_red).events())[0] == "snapshot"


def test_a_stream_reports_its_visitor_s_role_and_its_changes(serve: Any, listen: Any, table: Any) -> None:
    server = serve(table, heartbeat=300.0)
    device = server.rights.devices.pair_tablet()
    headers = {"Cookie": f"{server.rights.cookie}={server.rights.sign(device)}"}
    visitors = (data for kind, _, data in listen(server, headers=headers).events() if kind == "visitor")
    assert next(visitors) == {"role": "tablet", "seat": None}
    server.rights.devices.unpair(device.id)
    assert next(visitors) == {"role": "viewer", "seat": None}


def test_an_unpaired_phone_receives_nothing_more(serve: Any, listen: Any, table: Any) -> None:
    server = serve(table, heartbeat=300.0)
    phone = server.rights.devices.pair_phone("red", "Ana")
    headers = {"Cookie": f"{server.rights.cookie}={server.rights.sign(phone)}"}
    events = listen(server, "/api/seat/events", headers).events()
    assert [next(events)[0] for _ in range(3)] == ["snapshot", "heartbeat", "visitor"]
    server.rights.devices.unpair(phone.id)
    assert list(events) == []


def test_the_servers_threads_return_after_a_failure(
    failed_threads: list[str], serve: Any, listen: Any, table: Any
) -> None:
    events = listen(serve(table)).snapshots()
    next(events)
    table.change_view(turn=13)
    assert next(events)[1]["game"]["view"]["turn"] == 13
    assert failed_threads == ["web", "web feed"]
