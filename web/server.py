"""A web server in this process: cheroot, with a thread for every open stream and some for pages.

Threads serve whoever has said what it asks for (`web.porch`). Some are kept for devices that are paired: the
others, however many and slow they are, don't hold the table's own page down.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

from cheroot import wsgi
from cheroot.makefile import MakeFile
from cheroot.ssl import Adapter

from companion.errors import CompanionError
from companion.i18n import listed, sentence
from web.addresses import NetworkReach, own_addresses
from web.app import create_app
from web.calibration import Calibrating
from web.camera import PhoneCamera
from web.demo import Demo, Played
from web.guard import MOST_OF_PICTURE
from web.porch import HEAD_S, Connection, Porch
from web.rights import Rights
from web.settings import DEFAULTS, EVERY_ADDRESS, Settings
from web.stream import Streams, kept_for_paired
from web.table import TableApi

if TYPE_CHECKING:
    from web.certificates import Certificates

_LOG = logging.getLogger(__name__)

_PAGE_THREADS: Final = 12
"""For whoever isn't paired, and once more for whoever is."""
_BACKLOG: Final = 128
_SEND_S: Final = 10
"""How long one write to a client may take before its connection is given up."""
_SILENT_MS: Final = 20_000
"""How long a client that fell asleep or out of the network may leave what was sent unconfirmed."""
_MAX_HEADER_BYTES: Final = 16 * 1024
_MAX_BODY_BYTES: Final = MOST_OF_PICTURE
_JOIN_S: Final = 5


class ServerError(CompanionError, OSError):
    """The web server can't listen where it was told to."""


class WebServer:
    """Serves a table's pages and API from `start` to `stop`.

    Usable as a context manager: started inside, stopped after.
    """

    def __init__(
        self,
        table: TableApi,
        settings: Settings = DEFAULTS,
        rights: Rights | None = None,
        calibrating: Calibrating | None = None,
        camera: PhoneCamera | None = None,
        demos: Demo | None = None,
        played: Played | None = None,
    ) -> None:
        """Serve a table.

        Args:
            table: whose pages.
            settings: where, and how much of it.
            rights: who is paired; by default nobody yet, and nothing is kept.
            calibrating: the table's calibration, where one can be had.
            camera: takes the pictures of a phone, where one is the table's camera.
            demos: plays a demo game beside the table, where one can be had.
            played: the demo that plays at the table itself, where one does.
        """
        self.settings = settings
        self.phone_is_camera: Final = camera is not None
        self.rights = rights or Rights()
        self._streams = Streams(most=settings.most_streams, heartbeat=settings.heartbeat)
        self.reach = NetworkReach(settings, self._listen_also)
        self._app = create_app(
            table, settings, self._streams, self.rights, calibrating, self.reach, camera, demos, played
        )
        self._server = self._listener(settings.host, settings.port)
        self._listening: list[tuple[_Server, threading.Thread]] = []

    @property
    def port(self) -> int:
        """The port that is listened at; known once started."""
        return int(self._server.bind_addr[1])

    @property
    def pairing_url(self) -> str:
        """Where a browser on this machine pairs itself as a tablet, with the key that is good now."""
        return f"{self.url}pair?key={self.rights.code.key}"

    def link(self) -> str:
        """Where another device pairs itself as a tablet, with the key that is good now."""
        authority = urlsplit(self.url).netloc
        seen = self.reach.seen_by_others(self.settings.scheme, authority)
        return f"{seen or self.url}pair?key={self.rights.code.key}"

    def camera_link(self) -> str:
        """Where a phone becomes the table's camera, with the key that is good now."""
        authority = urlsplit(self.url).netloc
        seen = self.reach.seen_by_others(self.settings.scheme, authority)
        return f"{seen or self.url}camera?key={self.rights.code.key}"

    @property
    def url(self) -> str:
        """Where the page is found from this machine."""
        host = self.settings.host
        if host in EVERY_ADDRESS:
            host = "localhost"
        named = f"[{host}]" if ":" in host else host
        return f"{self.settings.scheme}://{named}:{self.port}/"

    def start(self) -> None:
        """Listen, and serve from a thread of its own. A server is started once.

        Raises:
            ServerError: the port is taken, or the address isn't this machine's.
        """
        self._listen(self._server)

    def stop(self) -> None:
        """End every stream, finish what is being answered, and free the port. May be called twice."""
        self._streams.close()
        while self._listening:
            server, thread = self._listening.pop()
            server.stop()
            thread.join(_JOIN_S)

    def _listen_also(self, address: str) -> None:
        self._listen(self._listener(address, self.port))

    def _listener(self, host: str, port: int) -> _Server:
        most = self.settings.most_streams
        server = _Server(
            (host, port),
            self._app,
            numthreads=most + kept_for_paired(most) + 2 * _PAGE_THREADS,
            request_queue_size=_BACKLOG,
            timeout=_SEND_S,
            shutdown_timeout=_JOIN_S,
        )
        server.porch = Porch(self._is_paired, most + _PAGE_THREADS)
        server.certificates = self.settings.certificates
        server.ssl_adapter = None if server.certificates is None else _AgreedLater()
        server.max_request_header_size = _MAX_HEADER_BYTES
        server.max_request_body_size = _MAX_BODY_BYTES
        # A device that wakes would ask by a connection that it kept, which leads nowhere any more, and wait.
        server.keep_alive_conn_limit = 0
        return server

    def _is_paired(self, connection: Connection) -> bool:
        return self.rights.device(connection.cookie(self.rights.cookie)) is not None

    def _listen(self, server: _Server) -> None:
        host, port = server.bind_addr[:2]
        try:
            server.prepare()
        except OSError as error:
            raise ServerError(_why_not(host, port, error)) from error
        thread = threading.Thread(target=server.serve, name="web")
        thread.start()
        self._listening.append((server, thread))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _why_not(host: str, port: int, error: OSError) -> str:
    """Why nothing can be served there, and what to do."""
    found = _refusal(host, port)
    named = {"host": host, "port": port}
    if isinstance(found, socket.gaierror) or (found and found.errno == errno.EADDRNOTAVAIL):
        return sentence(
            "The web page can't be served at {host}: that isn't an address of this computer. Its own are "
            "{addresses}; 0.0.0.0 means all of them.",
            host=host, addresses=listed([*dict.fromkeys([*own_addresses(), "127.0.0.1"])]),
        )  # fmt: skip
    if found and found.errno == errno.EADDRINUSE:
        return sentence(
            "The web page can't be served at {host}, port {port}. Is Companion already running? Stop it, or "
            "choose another port.",
            **named,
        )
    if found and found.errno in (errno.EACCES, errno.EPERM):
        return sentence(
            "The web page can't be served at {host}, port {port}: this user has no permission. Choose a "
            "port from 1024 on.",
            **named,
        )
    why = (found or error).strerror or error
    return sentence("The web page can't be served at {host}, port {port}: {error}.", **named, error=why)


def _refusal(host: str, port: int) -> OSError | None:
    """What the system says of listening there, which the server keeps to itself; None: it may now."""
    try:
        (family, kind, *_, address) = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except OSError as error:
        return error
    return None


class _AgreedLater(Adapter):
    """Has requests know that they came over TLS; keys are agreed on in the porch, which waits for nobody."""

    def __init__(self) -> None:
        """There is nothing to be known here."""

    def bind(self, sock: socket.socket) -> socket.socket:
        return sock

    def wrap(self, sock: socket.socket) -> tuple[socket.socket, dict[str, str]]:
        return sock, {}

    def get_environ(self) -> dict[str, str]:
        return {}

    def makefile(self, sock: socket.socket, mode: str = "r", bufsize: int = -1) -> Any:
        return MakeFile(sock, mode, bufsize)


class _Server(wsgi.Server):
    """Cheroot, writing to the log of this package, and giving up clients that are slow or fell silent."""

    ConnectionClass = Connection
    porch: Porch
    certificates: Certificates | None = None
    _connections: Any

    def process_conn(self, conn: Connection) -> None:
        """Have a connection wait until it has asked for something, and served then.

        Cheroot calls this from the one thread that watches all connections: for a new one, and whenever
        something came on one that waits.
        """
        if conn.last_used is None:
            conn.secret_by = self.certificates
            self.porch.comes(conn)
            self._await(conn)
            return
        whole = conn.hear(self.max_request_header_size)
        if whole is None or time.time() - conn.came > HEAD_S:
            conn.close()
        elif not whole:
            self._await(conn)
        elif conn.plain:
            conn.lead_to_tls()
        elif self.porch.goes_in(conn):
            conn.be_served()
            super().process_conn(conn)
        else:
            conn.refuse()

    def _await(self, conn: Connection) -> None:
        self._connections.put(conn)
        # Cheroot lets go who hasn't been used for as long as a client may be silent: since it came, here.
        conn.last_used = conn.came

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        # Connections that break are everyday life where tablets fall asleep.
        _LOG.log(level if level >= logging.ERROR else logging.DEBUG, msg, exc_info=traceback)

    @classmethod
    def prepare_socket(cls, *args: Any, **options: Any) -> socket.socket:
        sock: socket.socket = super().prepare_socket(*args, **options)
        # Accepted connections inherit this. Without it a sleeping tablet keeps its stream's place
        # until the system gives it up, a quarter of an hour later. Only Linux knows the option.
        with contextlib.suppress(AttributeError, OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENT_MS)
        return sock

    @staticmethod
    def bind_socket(socket_: socket.socket, bind_addr: tuple[str, int]) -> socket.socket:
        try:
            socket_.bind(bind_addr)
        except OSError:
            socket_.close()
            raise
        return socket_
