"""Cameras behind an HTTP address: a stream, or one picture per request.

Apps that turn a phone into a network camera offer both (``/video`` and ``/shot.jpg``), and so do most home
cameras. The head of the first answer shows which of them an address is. Streams of JPEG pictures are read
here; FFmpeg reads those of other formats.
"""

from __future__ import annotations

import contextlib
import http.client
import io
import socket
import ssl
import time
import urllib.error
import urllib.request
from functools import partial
from typing import IO, Any, Final
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from companion.i18n import sentence
from companion.picture_decoder import NoPictureError, decode_picture
from companion.sources.camera.frames import CameraUnavailableError, Capture, Image
from companion.sources.camera.live_camera import Connect
from companion.sources.camera.local_camera import no_pictures_error, stream_connector, strip_credentials

POLL_PERIOD_S: Final = 0.25
"""Seconds between requests: four pictures a second suffice to follow a table."""
TIMEOUT_S: Final = 4.0
"""Seconds in which a picture must have arrived, from the connection to the last byte."""
_UNREACHABLE_ERRORS: Final = (ConnectionError, TimeoutError, socket.gaierror)
"""Errors of an address that doesn't answer: trying it as a stream would only wait again."""
_MAX_PICTURE_BYTES: Final = 32_000_000
"""Limit of a picture's size; a larger answer is no picture."""
_MAX_HEAD_BYTES: Final = 16_384
"""Limit of the lines before a picture of a stream."""
_CHUNK_BYTES: Final = 65_536


def http_connector(url: str) -> Connect:
    """Return a `Connect` for an address: poll it if it answers with one picture, else open a stream.

    Args:
        url: begins with http:// or https://; it may contain a user and a password.
    """

    def connect() -> Capture:
        try:
            client = HttpClient(url)
            answer = client.open()
        except urllib.error.URLError as error:
            if isinstance(error.reason, _UNREACHABLE_ERRORS):
                raise no_pictures_error(url) from None
            return stream_connector(url)()
        except CameraUnavailableError:
            raise
        except (*_UNREACHABLE_ERRORS, ValueError):
            # Report an invalid address like one that doesn't answer.
            raise no_pictures_error(url) from None
        except (OSError, http.client.HTTPException):
            return stream_connector(url)()
        kind = answer.headers.get_content_type()
        if kind == "multipart/x-mixed-replace":
            return StreamedPictures(answer, client)
        answer.close()
        if kind.startswith("image/"):
            return PolledPictures(client)
        return stream_connector(client.redirected_url(answer))()

    return connect


class _Deadline:
    """The time until which an answer must have arrived."""

    def __init__(self) -> None:
        self._at = 0.0

    def restart(self) -> None:
        self._at = time.monotonic() + TIMEOUT_S

    def remaining_s(self) -> float:
        """Return the seconds that are left.

        Raises:
            TimeoutError: none are.
        """
        left = self._at - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class _TimedReader(io.RawIOBase):
    """Reads a socket until a deadline. A socket's own timeout begins again with each byte."""

    def __init__(self, raw: Any, sock: socket.socket, deadline: _Deadline) -> None:
        self._raw, self._sock, self._deadline = raw, sock, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(self._deadline.remaining_s())
        count: int | None = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedResponse(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *args: Any, deadline: _Deadline, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self.fp = io.BufferedReader(_TimedReader(self.fp.detach(), sock, deadline))


class _TimedConnection(http.client.HTTPConnection):
    def __init__(self, *args: Any, deadline: _Deadline, **options: Any) -> None:
        super().__init__(*args, **options)
        self._deadline = deadline
        self.response_class = partial(_TimedResponse, deadline=deadline)  # type: ignore[assignment]  # a class, to mypy

    def connect(self) -> None:
        self.timeout = self._deadline.remaining_s()
        super().connect()


class _TimedTlsConnection(_TimedConnection, http.client.HTTPSConnection):
    pass


class _TimedHandler(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    def __init__(self, deadline: _Deadline, context: ssl.SSLContext) -> None:
        super().__init__()
        self._deadline, self._trusting = deadline, context

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(partial(_TimedConnection, deadline=self._deadline), req)

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        connection = partial(_TimedTlsConnection, deadline=self._deadline, context=self._trusting)
        return self.do_open(connection, req)


class _SameHostRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects on one host: a camera must not send this program to another one."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        before, after = urlsplit(req.full_url), urlsplit(newurl)
        if after.scheme not in ("http", "https") or after.hostname != before.hostname:
            fp.close()
            raise CameraUnavailableError(
                "fault",
                sentence(
                    "The camera at {address} redirects to {other}, which is refused. If you trust that "
                    "address, enter it as the camera.",
                    address=strip_credentials(req.full_url),
                    other=strip_credentials(newurl),
                ),
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class HttpClient:
    """Requests one address, with a deadline for each answer as a whole.

    Args:
        url: as for `http_connector`.
    """

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._address = strip_credentials(url)
        self.deadline = _Deadline()
        self._opener = _build_opener(self._parts, self._address, self.deadline)

    def open(self) -> Any:
        """Request the address; return the answer, an `http.client.HTTPResponse`.

        Raises:
            CameraUnavailableError: it redirects to another host.
            OSError, http.client.HTTPException, ValueError: there is no answer in time, or no valid one.
        """
        self.deadline.restart()
        return self._opener.open(self._address, timeout=TIMEOUT_S)

    def redirected_url(self, answer: Any) -> str:
        """Return the address that has answered, with user and password."""
        parts = urlsplit(answer.geturl())
        credentials, at, _ = self._parts.netloc.rpartition("@")
        return str(urlunsplit(parts._replace(netloc=f"{credentials}{at}{parts.netloc}")))


class PolledPictures(Capture):
    """A `Capture` that polls an address for single pictures.

    Args:
        client: requests the address.
        period_s: seconds between requests.
    """

    def __init__(self, client: HttpClient, period_s: float = POLL_PERIOD_S) -> None:
        self._client = client
        self._period_s = period_s
        self._due = time.monotonic()

    def read(self) -> Image | None:
        """See `Capture`."""
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due = time.monotonic() + self._period_s
        packed = bytearray()
        try:
            with self._client.open() as answer:
                while len(packed) <= _MAX_PICTURE_BYTES and (chunk := answer.read1(_CHUNK_BYTES)):
                    packed += chunk
        except CameraUnavailableError:
            raise
        except TimeoutError:
            _check_nothing_arrived(packed)
            return None
        except (OSError, http.client.HTTPException):
            return None
        return decode_picture(bytes(packed))


class StreamedPictures(Capture):
    """A `Capture` of a stream of JPEG pictures (multipart/x-mixed-replace).

    Args:
        answer: the answer whose body is the stream.
        client: has requested it.
    """

    def __init__(self, answer: Any, client: HttpClient) -> None:
        self._answer, self._client = answer, client
        # Some cameras declare the boundary with the dashes that precede it.
        boundary = str(answer.headers.get_param("boundary", "")).lstrip("-")
        self._boundary = f"--{boundary}".encode()
        self._buffer = bytearray()
        self._ended = False

    def read(self) -> Image | None:
        """See `Capture`."""
        if self._ended:
            return None
        self._client.deadline.restart()
        try:
            return decode_picture(self._read_part())
        except TimeoutError:
            self._ended = True
            _check_nothing_arrived(self._buffer)
            return None
        except (OSError, http.client.HTTPException, EOFError):
            self._ended = True
            return None

    def close(self) -> None:
        """See `Capture`."""
        with contextlib.suppress(OSError):
            self._answer.close()

    def _read_part(self) -> bytes:
        """Read the next picture. Its length is that of its head, or ends at the next boundary."""
        head: dict[bytes, bytes] = {}
        while not head:
            lines = self._read_until(b"\r\n\r\n", _MAX_HEAD_BYTES).splitlines()
            fields = (line.partition(b":") for line in lines)
            head = {key.strip().lower(): value for key, colon, value in fields if colon}
        length = head.get(b"content-length", b"").strip()
        if not length.isdigit():
            return self._read_until(self._boundary, _MAX_PICTURE_BYTES).removesuffix(b"\r\n")
        return self._read_bytes(int(length))

    def _read_until(self, end: bytes, most: int) -> bytes:
        """Read until an end; return what precedes it."""
        searched = 0
        while (at := self._buffer.find(end, searched)) < 0:
            searched = max(0, len(self._buffer) - len(end) + 1)
            self._receive(most)
        data = bytes(self._buffer[:at])
        del self._buffer[: at + len(end)]
        return data

    def _read_bytes(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._receive(_MAX_PICTURE_BYTES)
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        return data

    def _receive(self, most: int) -> None:
        """Receive more of the stream, if there are at most so many bytes yet."""
        if len(self._buffer) > most:
            raise EOFError
        chunk = self._answer.read1(_CHUNK_BYTES)
        if not chunk:
            raise EOFError
        self._buffer += chunk


def _check_nothing_arrived(part: bytearray) -> None:
    """Check after a timeout that no part of a picture has arrived.

    Raises:
        NoPictureError: one has.
    """
    if part:
        raise NoPictureError(
            sentence("it didn't arrive within {seconds} seconds", seconds=round(TIMEOUT_S))
        ) from None


def _build_opener(parts: SplitResult, address: str, deadline: _Deadline) -> urllib.request.OpenerDirector:
    """Build the client: it sends the address's user and password by basic or digest authentication."""
    # Cameras use self-signed certificates; FFmpeg accepts those of streams as well.
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    # A camera is in the local network: don't use a proxy.
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.ProxyHandler({}),
        _TimedHandler(deadline, trusting),
        _SameHostRedirects(),
    ]
    if parts.username is not None:
        known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        known.add_password(None, address, unquote(parts.username), unquote(parts.password or ""))
        handlers += [urllib.request.HTTPBasicAuthHandler(known), urllib.request.HTTPDigestAuthHandler(known)]
    return urllib.request.build_opener(*handlers)
