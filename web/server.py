"""The web server in this process: cheroot, with a thread for every open stream and some for pages.

Connections wait in `web.connection_buffer` until their request is complete; only then does a thread serve
them. Some threads are reserved for paired devices, so that other clients, however many and slow, can't slow
down the table's own page.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

from cheroot import wsgi
from cheroot.makefile import MakeFile
from cheroot.ssl import Adapter

from companion.errors import CompanionError
from companion.i18n import join_list, sentence
from companion.supervised_thread import SupervisedThread
from companion.table.table import Table
from web.addresses import NetworkReach, own_addresses
from web.app import create_app
from web.camera import PhoneCamera
from web.connection_buffer import HEAD_S, BufferedConnection, ConnectionBuffer
from web.demo import DemoLauncher, RunningDemo
from web.guard import MAX_PICTURE_BYTES
from web.rights import Rights
from web.settings import DEFAULTS, WILDCARD_HOSTS, Settings
from web.stream import Streams, reserved_streams

if TYPE_CHECKING:
    from companion.calibration.repeatable_calibration import CalibrationController
    from web.certificates import Certificates

_LOG = logging.getLogger(__name__)

_PAGE_THREADS: Final = 12
"""Threads for unpaired clients, and the same number for paired ones."""
_BACKLOG: Final = 128
_SEND_TIMEOUT_S: Final = 10
"""The longest time for one write to a client before the connection is dropped."""
_TCP_USER_TIMEOUT_MS: Final = 20_000
"""The longest time that sent data may stay unacknowledged by a client that fell asleep or left the network.
"""
_MAX_HEADER_BYTES: Final = 16 * 1024
_MAX_BODY_BYTES: Final = MAX_PICTURE_BYTES
_SHUTDOWN_S: Final = 5


class ServerError(CompanionError, OSError):
    """Raised when the web server can't listen on its address."""


class WebServer:
    """Serves a table's pages and API from `start` to `stop`.

    It is a context manager: started inside, stopped after.
    """

    def __init__(
        self,
        table: Table,
        settings: Settings = DEFAULTS,
        rights: Rights | None = None,
        calibration_api: CalibrationController | None = None,
        camera: PhoneCamera | None = None,
        demo_launcher: DemoLauncher | None = None,
        running_demo: RunningDemo | None = None,
    ) -> None:
        """Create the server of a table.

        Args:
            table: the table.
            settings: addresses, names and limits.
            rights: the paired devices; by default none yet, and nothing is saved.
            calibration_api: the table's calibration, if it has one.
            camera: receives a phone's pictures, if a phone is the table's camera.
            demo_launcher: starts demo games, if they are possible.
            running_demo: the demo that plays at this table, if one does.
        """
        self.settings = settings
        self.phone_is_camera: Final = camera is not None
        self.rights = rights or Rights()
        self._streams = Streams(max_streams=settings.max_streams, heartbeat=settings.heartbeat)
        self.reach = NetworkReach(settings, self._listen_on)
        self._app = create_app(
            table,
            settings,
            self._streams,
            self.rights,
            calibration_api,
            self.reach,
            camera,
            demo_launcher,
            running_demo,
        )
        self._server = self._create_listener(settings.host, settings.port)
        self._listening: list[tuple[_CherootServer, SupervisedThread]] = []

    @property
    def port(self) -> int:
        """The port; known once started."""
        return int(self._server.bind_addr[1])

    @property
    def pairing_url(self) -> str:
        """The URL, with the current key, by which a browser on this machine pairs itself as a tablet."""
        return f"{self.url}pair?key={self.rights.code.key}"

    def pairing_link(self) -> str:
        """Return the URL, with the current key, by which another device pairs itself as a tablet."""
        authority = urlsplit(self.url).netloc
        external = self.reach.external_url(self.settings.scheme, authority)
        return f"{external or self.url}pair?key={self.rights.code.key}"

    def camera_link(self) -> str:
        """Return the URL, with the current key, by which a phone becomes the table's camera."""
        authority = urlsplit(self.url).netloc
        external = self.reach.external_url(self.settings.scheme, authority)
        return f"{external or self.url}camera?key={self.rights.code.key}"

    @property
    def url(self) -> str:
        """The URL of the page for this machine."""
        host = self.settings.host
        if host in WILDCARD_HOSTS:
            host = "localhost"
        named = f"[{host}]" if ":" in host else host
        return f"{self.settings.scheme}://{named}:{self.port}/"

    def start(self) -> None:
        """Listen, and serve from a new thread. A server starts once.

        Raises:
            ServerError: the port is taken, or the address isn't this machine's.
        """
        self._listen(self._server)

    def stop(self) -> None:
        """End every stream, finish the current responses, and free the port. It may be called twice."""
        self._streams.close()
        while self._listening:
            server, thread = self._listening.pop()
            thread.stopping.set()
            server.stop()
            thread.join(_SHUTDOWN_S)

    def _listen_on(self, address: str) -> None:
        self._listen(self._create_listener(address, self.port))

    def _create_listener(self, host: str, port: int) -> _CherootServer:
        max_streams = self.settings.max_streams
        server = _CherootServer(
            (host, port),
            self._app,
            numthreads=max_streams + reserved_streams(max_streams) + 2 * _PAGE_THREADS,
            request_queue_size=_BACKLOG,
            timeout=_SEND_TIMEOUT_S,
            shutdown_timeout=_SHUTDOWN_S,
        )
        server.connection_buffer = ConnectionBuffer(self._is_paired, max_streams + _PAGE_THREADS)
        server.certificates = self.settings.certificates
        server.is_allowed_host = self.reach.hosts.is_allowed
        server.ssl_adapter = None if server.certificates is None else _DeferredTlsAdapter()
        server.max_request_header_size = _MAX_HEADER_BYTES
        server.max_request_body_size = _MAX_BODY_BYTES
        # A device that wakes up would reuse its old connection, which is dead, and wait for a timeout.
        server.keep_alive_conn_limit = 0
        return server

    def _is_paired(self, connection: BufferedConnection) -> bool:
        return self.rights.device_of_cookie(connection.cookie(self.rights.cookie)) is not None

    def _listen(self, server: _CherootServer) -> None:
        host, port = server.bind_addr[:2]
        try:
            server.prepare()
        except OSError as error:
            raise ServerError(_explain_listen_error(host, port, error)) from error
        thread = SupervisedThread("web", server.serve, threading.Event())
        thread.start()
        self._listening.append((server, thread))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _explain_listen_error(host: str, port: int, error: OSError) -> str:
    """Return why the server can't listen there, and what to do."""
    cause = _probe_listen_error(host, port)
    place = {"host": host, "port": port}
    if isinstance(cause, socket.gaierror) or (cause and cause.errno == errno.EADDRNOTAVAIL):
        return sentence(
            "The web page can't be served at {host}: that isn't an address of this computer. Its own are "
            "{addresses}; 0.0.0.0 means all of them.",
            host=host, addresses=join_list([*dict.fromkeys([*own_addresses(), "127.0.0.1"])]),
        )  # fmt: skip
    if cause and cause.errno == errno.EADDRINUSE:
        return sentence(
            "The web page can't be served at {host}, port {port}. Is Companion already running? Stop it, or "
            "choose another port.",
            **place,
        )
    if cause and cause.errno in (errno.EACCES, errno.EPERM):
        return sentence(
            "The web page can't be served at {host}, port {port}: this user has no permission. Choose a "
            "port from 1024 on.",
            **place,
        )
    why = (cause or error).strerror or error
    return sentence("The web page can't be served at {host}, port {port}: {error}.", **place, error=why)


def _probe_listen_error(host: str, port: int) -> OSError | None:
    """Return the system's error on listening there, which the server hides; None: it is possible now."""
    try:
        (family, kind, *_, address) = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except OSError as error:
        return error
    return None


class _DeferredTlsAdapter(Adapter):
    """Marks requests as sent over TLS; the connection buffer performs the handshake without blocking."""

    def __init__(self) -> None:
        """Skip the base class, which would load a certificate."""

    def bind(self, sock: socket.socket) -> socket.socket:
        return sock

    def wrap(self, sock: socket.socket) -> tuple[socket.socket, dict[str, str]]:
        return sock, {}

    def get_environ(self) -> dict[str, str]:
        return {}

    def makefile(self, sock: socket.socket, mode: str = "r", bufsize: int = -1) -> Any:
        return MakeFile(sock, mode, bufsize)


class _CherootServer(wsgi.Server):
    """Cheroot that logs to this package's log and drops clients that are slow or silent."""

    ConnectionClass = BufferedConnection
    connection_buffer: ConnectionBuffer
    certificates: Certificates | None = None
    is_allowed_host: Callable[[str], bool]
    _connections: Any

    def process_conn(self, conn: BufferedConnection) -> None:
        """Buffer a connection until its request head is complete, then serve it.

        Cheroot calls this from the one thread that watches all connections: for a new one, and whenever data
        arrives on a waiting one.
        """
        if conn.last_used is None:
            conn.pending_tls = self.certificates
            self.connection_buffer.accept(conn)
            self._watch(conn)
            return
        whole = conn.read_available(self.max_request_header_size)
        if whole is None or time.time() - conn.accepted_s > HEAD_S:
            conn.close()
        elif not whole:
            self._watch(conn)
        elif conn.is_plain_http:
            conn.redirect_to_tls(self.is_allowed_host)
        elif self.connection_buffer.admit(conn):
            conn.prepare_to_serve()
            super().process_conn(conn)
        else:
            conn.refuse()

    def _watch(self, conn: BufferedConnection) -> None:
        self._connections.put(conn)
        # Cheroot drops a connection that is idle too long; here the idle time counts from its arrival.
        conn.last_used = conn.accepted_s

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        # Broken connections are normal where tablets fall asleep.
        _LOG.log(level if level >= logging.ERROR else logging.DEBUG, msg, exc_info=traceback)

    @classmethod
    def prepare_socket(cls, *args: Any, **options: Any) -> socket.socket:
        sock: socket.socket = super().prepare_socket(*args, **options)
        # Accepted connections inherit this. Without it a sleeping tablet occupies its stream's place
        # until the system drops it, a quarter of an hour later. Only Linux has the option.
        with contextlib.suppress(AttributeError, OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _TCP_USER_TIMEOUT_MS)
        return sock

    @staticmethod
    def bind_socket(socket_: socket.socket, bind_addr: tuple[str, int]) -> socket.socket:
        try:
            socket_.bind(bind_addr)
        except OSError:
            socket_.close()
            raise
        return socket_
