"""Cameras behind an HTTP address: a stream, or one picture per request.

Apps that turn a phone into a network camera offer both (``/video`` and ``/shot.jpg``), and so do most home
cameras. The head of the first answer shows which of them an address is.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import time
import urllib.error
import urllib.request
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

import cv2
import numpy as np

from companion.sources.camera.exposure import Exposure
from companion.sources.camera.frames import Image, to_bgr
from companion.sources.camera.live_camera import Capture, Connect
from companion.sources.camera.opencv import no_pictures_error, stream_connector, strip_credentials

POLL_PERIOD_S: Final = 0.25
"""Seconds between requests: four pictures a second suffice to follow a table."""
_TIMEOUT_S: Final = 4.0
_UNREACHABLE_ERRORS: Final = (ConnectionError, TimeoutError, socket.gaierror)
"""Errors of an address that doesn't answer: trying it as a stream would only wait again."""
_MAX_PICTURE_BYTES: Final = 32_000_000
"""Limit of a picture's size; a larger answer is no picture."""


def http_connector(url: str) -> Connect:
    """Return a `Connect` for an address: poll it if it answers with one picture, else open a stream.

    Args:
        url: begins with http:// or https://; it may contain a user and a password.
    """

    def connect() -> Capture:
        try:
            pictures = PolledPictures(url)
            if pictures.is_picture_address():
                return pictures
        except (*_UNREACHABLE_ERRORS, ValueError):
            # Report an invalid address like one that doesn't answer.
            raise no_pictures_error(url) from None
        return stream_connector(url)()

    return connect


class PolledPictures:
    """A `Capture` that polls an address for single pictures.

    Args:
        url: as for `http_connector`.
        period_s: seconds between requests.
    """

    def __init__(self, url: str, period_s: float = POLL_PERIOD_S) -> None:
        parts = urlsplit(url)
        self._address = strip_credentials(url)
        self._open = _build_opener(parts, self._address)
        self._period_s = period_s
        self._due = time.monotonic()

    def is_picture_address(self) -> bool:
        """Return whether the address answers with one picture, by the head of its answer.

        Raises:
            OSError: the address doesn't answer (`_UNREACHABLE_ERRORS`).
        """
        try:
            with self._open.open(self._address, timeout=_TIMEOUT_S) as answer:
                return str(answer.headers.get_content_maintype()) == "image"
        except urllib.error.URLError as error:
            if isinstance(error.reason, _UNREACHABLE_ERRORS):
                raise error.reason from None
            return False
        except (OSError, http.client.HTTPException):
            return False

    def read(self) -> Image | None:
        """See `Capture`."""
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due = time.monotonic() + self._period_s
        try:
            with self._open.open(self._address, timeout=_TIMEOUT_S) as answer:
                packed = answer.read(_MAX_PICTURE_BYTES)
        except (OSError, http.client.HTTPException):
            return None
        try:
            image = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            # The answer is empty or no picture; the next may be one.
            return None
        return None if image is None else to_bgr(np.asarray(image, np.uint8))

    def lock_exposure(self, locked: Exposure | None) -> Exposure | None:
        """See `AdjustableCamera`; nothing can be locked over the network."""
        return None

    def scale_exposure(self, locked: Exposure, factor: float) -> Exposure:
        """See `AdjustableCamera`."""
        return locked

    def close(self) -> None:
        """See `Capture`; each request has its own connection, so there is nothing to close."""


def _build_opener(parts: SplitResult, address: str) -> urllib.request.OpenerDirector:
    """Build the client: it sends the address's user and password by basic or digest authentication."""
    # Cameras use self-signed certificates; FFmpeg accepts those of streams as well.
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    # A camera is in the local network: don't use a proxy.
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPSHandler(context=trusting),
    ]
    if parts.username is not None:
        known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        known.add_password(None, address, unquote(parts.username), unquote(parts.password or ""))
        handlers += [urllib.request.HTTPBasicAuthHandler(known), urllib.request.HTTPDigestAuthHandler(known)]
    return urllib.request.build_opener(*handlers)
