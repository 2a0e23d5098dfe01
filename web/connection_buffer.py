"""Buffers connections until their request heads are complete, so idle clients never hold a worker thread.

One thread reads all connections as their bytes arrive. It drops slow ones, and passes complete requests to
the worker threads. Requests of unpaired clients are limited, in total and for each address, so that they
never block the table's own devices.
"""

from __future__ import annotations

import io
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, urlencode

from cheroot.makefile import MakeFile, StreamReader
from cheroot.server import HTTPConnection

from web.rights.stream_limit import is_this_machine

if TYPE_CHECKING:
    from web.certificates import Certificates

HEAD_S: Final = 10
"""The longest time for a client to send its request head."""
BODY_S: Final = 10
"""The longest time for it to send the body afterwards."""
MAX_BUFFERED_CONNECTIONS: Final = 400
"""Connections with incomplete heads; a system allows a process 1024 open files in all."""
MAX_SERVED_PER_ADDRESS: Final = 24
"""Concurrent requests of one unpaired address: its open pages and what they load."""

_HEAD_TERMINATORS: Final = (b"\r\n\r\n", b"\n\n")
_CHUNK_BYTES: Final = 16 * 1024
_TLS_HANDSHAKE_RECORD: Final = 22
"""The first byte of a TLS connection (RFC 8446, 5.1); no HTTP request begins with it."""
_SECRET_PARAMETERS: Final = frozenset({"code", "key", "token"})
"""Parameters of a pairing link; a link over plain HTTP has already shown them to the whole network."""
_WOULD_BLOCK_ERRORS: Final = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
_BUSY_RESPONSE: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)


class BufferedConnection(HTTPConnection):
    """A connection of one request: the buffer reads its head, a worker thread its body until a deadline.

    Attributes:
        buffered: the bytes that the buffer has read.
        accepted_s: time of its arrival, by `time.time`.
        on_close: called once when it is closed.
        pending_tls: the certificates of a server that speaks TLS, until the client's first byte shows whether
            it does, too; then None.
        is_plain_http: whether the client speaks plain HTTP to a server that speaks TLS.
    """

    remote_addr: str | None
    last_used: float | None

    def __init__(self, server: Any, sock: socket.socket, makefile: Any = None) -> None:
        super().__init__(server, sock, makefile) if makefile else super().__init__(server, sock)
        self.buffered = bytearray()
        self.accepted_s = time.time()
        self.on_close: Callable[[], None] = _do_nothing
        self.pending_tls: Certificates | None = None
        self.is_plain_http = False
        self._socket_timeout = sock.gettimeout()

    def read_available(self, max_bytes: int) -> bool | None:
        """Read the bytes that have arrived.

        Returns:
            Whether the head is complete, or longer than `max_bytes`; None: the connection ended before.
        """
        self.socket.settimeout(0)
        try:
            self._negotiate_tls()
            # TLS may have read ahead; the socket doesn't become readable for such bytes.
            while received := self.socket.recv(_CHUNK_BYTES):
                searched = max(0, len(self.buffered) - len(_HEAD_TERMINATORS[0]))
                self.buffered += received
                whole = any(self.buffered.find(end, searched) >= 0 for end in _HEAD_TERMINATORS)
                if whole or len(self.buffered) > max_bytes:
                    return True
        except _WOULD_BLOCK_ERRORS:
            return False
        except OSError:
            pass
        return None

    def _negotiate_tls(self) -> None:
        """Detect whether the client speaks TLS, if the server does, and perform the handshake.

        Raises:
            OSError: the handshake needs more bytes than have arrived, or failed.
        """
        if self.pending_tls is not None:
            first_byte = self.socket.recv(1, socket.MSG_PEEK)
            certificates, self.pending_tls = self.pending_tls, None
            self.is_plain_http = first_byte != bytes([_TLS_HANDSHAKE_RECORD])
            if not self.is_plain_http:
                context = certificates.context(str(self.socket.getsockname()[0]))
                self.socket = context.wrap_socket(
                    self.socket, server_side=True, do_handshake_on_connect=False
                )
                self.rfile = MakeFile(self.socket, "rb", self.rbufsize)
                self.wfile = MakeFile(self.socket, "wb", self.wbufsize)
        if isinstance(self.socket, ssl.SSLSocket) and self.socket.version() is None:
            self.socket.do_handshake()

    def redirect_to_tls(self, is_allowed: Callable[[str], bool]) -> None:
        """Redirect a plain HTTP request to the same URL over TLS, without a pairing link's secret.

        Args:
            is_allowed: returns whether the server answers to a Host header.
        """
        line, _, fields = bytes(self.buffered).decode("latin-1").partition("\r\n")
        target = line.split(" ")[1:2]
        hosts = [each for each in fields.split("\r\n") if each.lower().startswith("host:")]
        authority = hosts[0][5:].strip() if hosts else ""
        if not is_allowed(authority) or not target or not target[0].startswith("/"):
            self._send_and_close(
                b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            return
        self._send_and_close(
            f"HTTP/1.1 307 Temporary Redirect\r\nLocation: https://{authority}{_without_secrets(target[0])}\r\n"
            "Cache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode("latin-1")
        )

    def prepare_to_serve(self) -> None:
        """Let a worker thread read on from here, waiting for the rest until the deadline."""
        self.socket.settimeout(self._socket_timeout)
        raw = _BufferedBody(self.socket, bytes(self.buffered), time.monotonic() + BODY_S)
        self.rfile = _BodyReader(raw, self.rbufsize)
        self.buffered.clear()

    def evict(self) -> None:
        """Shut the socket down; the thread that watches all connections then closes it."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def refuse(self) -> None:
        """Answer that the server is busy, if the client can be answered without waiting."""
        self._send_and_close(_BUSY_RESPONSE)

    def _send_and_close(self, answer: bytes) -> None:
        """Send an answer if that needs no waiting, and close."""
        with suppress(OSError):
            self.socket.settimeout(0)
            self.socket.send(answer)
        self.close()

    def close(self) -> None:
        """Close the connection, and release its place."""
        on_close, self.on_close = self.on_close, _do_nothing
        if isinstance(self.socket, ssl.SSLSocket):
            # Announce the end to the client without waiting for its reply.
            with suppress(OSError, ValueError):
                self.socket.settimeout(0)
                self.socket.unwrap()
        try:
            super().close()
        finally:
            # Discard bytes that the client no longer receives: Python 3.13 reports a writer that is collected
            # with some left.
            with suppress(OSError, ValueError):
                self.wfile.close()
            on_close()

    def cookie(self, name: str) -> str | None:
        """Return the value of a cookie in the head; None: there is none of this name."""
        head = bytes(self.buffered).partition(b"\r\n\r\n")[0].decode("latin-1")
        for line in head.split("\r\n")[1:]:
            field, _, value = line.partition(":")
            if field.strip().lower() == "cookie":
                for each in value.split(";"):
                    key, _, found = each.strip().partition("=")
                    if key == name:
                        return found.strip('"')
        return None


class _BufferedBody(io.RawIOBase):
    """The client's bytes: first the buffered ones, then those that arrive until a deadline."""

    def __init__(self, sock: socket.socket, early: bytes, until: float) -> None:
        self._socket = sock
        self._early = early
        self._until = until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._early:
            count = min(len(buffer), len(self._early))
            buffer[:count], self._early = self._early[:count], self._early[count:]
            return count
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        usual = self._socket.gettimeout()
        self._socket.settimeout(left if usual is None else min(left, usual))
        try:
            return self._socket.recv_into(buffer)
        finally:
            self._socket.settimeout(usual)


class _BodyReader(StreamReader):
    """Cheroot's reader for a source other than a plain socket."""

    def __init__(self, raw: io.RawIOBase, size: int) -> None:
        super(StreamReader, self).__init__(raw, size)
        self.bytes_read = 0


class ConnectionBuffer:
    """The connections of one server that wait for their heads, and counts of those being served.

    Thread-safe.
    """

    def __init__(self, is_paired: Callable[[BufferedConnection], bool], max_served: int) -> None:
        """Start empty.

        Args:
            is_paired: returns whether a connection with a complete head comes from a paired device.
            max_served: the number of requests of other clients to serve at a time.
        """
        self._is_paired = is_paired
        self._max_served = max_served
        self._lock = threading.Lock()
        self._waiting: dict[BufferedConnection, str] = {}
        self._served: Counter[str] = Counter()

    def accept(self, connection: BufferedConnection) -> None:
        """Buffer a new connection; if there are too many, evict the oldest of the address with the most."""
        with self._lock:
            self._waiting[connection] = connection.remote_addr or ""
            connection.on_close = lambda: self._discard(connection)
            if len(self._waiting) <= MAX_BUFFERED_CONNECTIONS:
                return
            busiest, _ = Counter(self._waiting.values()).most_common(1)[0]
            oldest = next(each for each, address in self._waiting.items() if address == busiest)
            del self._waiting[oldest]
        oldest.evict()

    def admit(self, connection: BufferedConnection) -> bool:
        """Return whether a complete request may be served now; it then occupies a place until its end."""
        paired = self._is_paired(connection)
        address = connection.remote_addr or ""
        with self._lock:
            self._waiting.pop(connection, None)
            if paired:
                connection.on_close = _do_nothing
                return True
            crowded = self._served[address] >= MAX_SERVED_PER_ADDRESS and not is_this_machine(address)
            if crowded or self._served.total() >= self._max_served:
                return False
            self._served[address] += 1
            connection.on_close = lambda: self._release(address)
            return True

    def _discard(self, connection: BufferedConnection) -> None:
        with self._lock:
            self._waiting.pop(connection, None)

    def _release(self, address: str) -> None:
        with self._lock:
            self._served[address] -= 1
            if not self._served[address]:
                del self._served[address]


def _without_secrets(target: str) -> str:
    """Return a request target without the secrets of a pairing link."""
    path, _, query = target.partition("?")
    fields = parse_qsl(query, keep_blank_values=True)
    public = [field for field in fields if field[0] not in _SECRET_PARAMETERS]
    return target if public == fields else f"{path}?{urlencode(public)}".removesuffix("?")


def _do_nothing() -> None:
    """Ignore the closing of a connection."""
