"""Where connections wait until they have asked for something: no thread serves who doesn't speak.

A connection is read as its bytes come, beside all others, until the head of its request is whole. Who is slow
about that is let go, and the threads serve those who have asked. So many of them at most serve whoever is not
paired, of each address so many: what the others take is never in the way of the table's own devices.
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

from cheroot.makefile import MakeFile, StreamReader
from cheroot.server import HTTPConnection

from web.guard import host_name
from web.rights.places import is_this_machine

if TYPE_CHECKING:
    from web.certificates import Certificates

HEAD_S: Final = 10
"""How long a client may take to say what it asks for."""
BODY_S: Final = 10
"""How long it may then take to send what it said it would."""
MOST_WAITING: Final = 400
"""Connections that have not asked for anything yet: a system gives a process 1024 of all that it opens."""
MOST_SERVED: Final = 24
"""Requests of one address that is not paired, at a time: its open pages, and what those load."""

_HEAD_ENDS: Final = (b"\r\n\r\n", b"\n\n")
_CHUNK: Final = 16 * 1024
_HANDSHAKE: Final = 22
"""The first byte of whoever wants to speak TLS (RFC 8446, 5.1); no request over HTTP begins with it."""
_NOTHING_YET: Final = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
_BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)


class Connection(HTTPConnection):
    """A connection of one request: its head read by the porch, its body until a deadline.

    Attributes:
        early: what the porch read of it.
        came: when it came, by `time.time`.
        let_go: called once, when it is closed.
        secret_by: the certificates of a server that speaks TLS, as long as it isn't known whether who came
            speaks it, too; None: it is known.
        plain: it came over plain HTTP to a server that speaks TLS.
    """

    remote_addr: str | None
    last_used: float | None

    def __init__(self, server: Any, sock: socket.socket, makefile: Any = None) -> None:
        super().__init__(server, sock, makefile) if makefile else super().__init__(server, sock)
        self.early = bytearray()
        self.came = time.time()
        self.let_go: Callable[[], None] = _nothing
        self.secret_by: Certificates | None = None
        self.plain = False
        self._socket_timeout = sock.gettimeout()

    def hear(self, most: int) -> bool | None:
        """Take what has come.

        Returns:
            Whether the head is whole, or longer than `most` bytes; None: the connection ended before.
        """
        self.socket.settimeout(0)
        try:
            self._agree()
            # What TLS has read ahead, nobody who watches the connection hears of.
            while heard := self.socket.recv(_CHUNK):
                searched = max(0, len(self.early) - len(_HEAD_ENDS[0]))
                self.early += heard
                whole = any(self.early.find(end, searched) >= 0 for end in _HEAD_ENDS)
                if whole or len(self.early) > most:
                    return True
        except _NOTHING_YET:
            return False
        except OSError:
            pass
        return None

    def _agree(self) -> None:
        """Where the server speaks TLS: find out whether who came does, and agree on keys.

        Raises:
            OSError: that takes more than has come yet, or comes to nothing.
        """
        if self.secret_by is not None:
            begins = self.socket.recv(1, socket.MSG_PEEK)
            certificates, self.secret_by = self.secret_by, None
            self.plain = begins != bytes([_HANDSHAKE])
            if not self.plain:
                context = certificates.context(str(self.socket.getsockname()[0]))
                self.socket = context.wrap_socket(
                    self.socket, server_side=True, do_handshake_on_connect=False
                )
                self.rfile = MakeFile(self.socket, "rb", self.rbufsize)
                self.wfile = MakeFile(self.socket, "wb", self.wbufsize)
        if isinstance(self.socket, ssl.SSLSocket) and self.socket.version() is None:
            self.socket.do_handshake()

    def lead_to_tls(self) -> None:
        """Tell who asked over plain HTTP where the same is over TLS."""
        line, _, fields = bytes(self.early).decode("latin-1").partition("\r\n")
        target = line.split(" ")[1:2]
        hosts = [each for each in fields.split("\r\n") if each.lower().startswith("host:")]
        authority = hosts[0][5:].strip() if hosts else ""
        if host_name(authority) is None or not target or not target[0].startswith("/"):
            self._say(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        self._say(
            f"HTTP/1.1 307 Temporary Redirect\r\nLocation: https://{authority}{target[0]}\r\n"
            "Cache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode("latin-1")
        )

    def be_served(self) -> None:
        """Have a thread read on from here, waiting for the rest no longer than it may take."""
        self.socket.settimeout(self._socket_timeout)
        raw = _Rest(self.socket, bytes(self.early), time.monotonic() + BODY_S)
        self.rfile = _Reader(raw, self.rbufsize)
        self.early.clear()

    def give_way(self) -> None:
        """Have it end: it is closed where all connections are watched."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def refuse(self) -> None:
        """Say that there is no place now, if it can be said at once."""
        self._say(_BUSY)

    def _say(self, answer: bytes) -> None:
        """Answer, if it can be said at once, and close."""
        with suppress(OSError):
            self.socket.settimeout(0)
            self.socket.send(answer)
        self.close()

    def close(self) -> None:
        """Close it, and give its place back."""
        let_go, self.let_go = self.let_go, _nothing
        if isinstance(self.socket, ssl.SSLSocket):
            # Who reads is told that this was all; nobody waits for an answer.
            with suppress(OSError, ValueError):
                self.socket.settimeout(0)
                self.socket.unwrap()
        try:
            super().close()
        finally:
            let_go()

    def cookie(self, name: str) -> str | None:
        """A cookie that the head has; None: it has none of this name."""
        head = bytes(self.early).partition(b"\r\n\r\n")[0].decode("latin-1")
        for line in head.split("\r\n")[1:]:
            field, _, value = line.partition(":")
            if field.strip().lower() == "cookie":
                for each in value.split(";"):
                    key, _, found = each.strip().partition("=")
                    if key == name:
                        return found.strip('"')
        return None


class _Rest(io.RawIOBase):
    """What a client sends: first what was heard of it already, then what comes until a deadline."""

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


class _Reader(StreamReader):
    """Cheroot's reader, of a source that is no plain socket."""

    def __init__(self, raw: io.RawIOBase, size: int) -> None:
        super(StreamReader, self).__init__(raw, size)
        self.bytes_read = 0


class Porch:
    """The connections of one server that nobody serves yet, and how many are served.

    Any thread may use it.
    """

    def __init__(self, is_paired: Callable[[Connection], bool], most_served: int) -> None:
        """Begin with nobody.

        Args:
            is_paired: whether one whose head is whole comes from a device that is paired.
            most_served: so many requests that don't are served at a time.
        """
        self._is_paired = is_paired
        self._most_served = most_served
        self._lock = threading.Lock()
        self._waiting: dict[Connection, str] = {}
        self._served: Counter[str] = Counter()

    def comes(self, connection: Connection) -> None:
        """One more waits; where those are too many, the longest waiting of the address with the most goes."""
        with self._lock:
            self._waiting[connection] = connection.remote_addr or ""
            connection.let_go = lambda: self._gone(connection)
            if len(self._waiting) <= MOST_WAITING:
                return
            crowd, _ = Counter(self._waiting.values()).most_common(1)[0]
            last = next(each for each, address in self._waiting.items() if address == crowd)
            del self._waiting[last]
        last.give_way()

    def goes_in(self, connection: Connection) -> bool:
        """Whether one that has asked is served now: then its place is taken until it is closed."""
        paired = self._is_paired(connection)
        address = connection.remote_addr or ""
        with self._lock:
            self._waiting.pop(connection, None)
            if paired:
                connection.let_go = _nothing
                return True
            crowded = self._served[address] >= MOST_SERVED and not is_this_machine(address)
            if crowded or self._served.total() >= self._most_served:
                return False
            self._served[address] += 1
            connection.let_go = lambda: self._leaves(address)
            return True

    def _gone(self, connection: Connection) -> None:
        with self._lock:
            self._waiting.pop(connection, None)

    def _leaves(self, address: str) -> None:
        with self._lock:
            self._served[address] -= 1
            if not self._served[address]:
                del self._served[address]


def _nothing() -> None:
    """Nobody has to be told."""
