"""Cameras behind an address that begins with http: a stream, or one picture at each asking.

Apps that make a network camera of a phone give both (``/video`` and ``/shot.jpg``), and so do most
cameras for houses; which of them an address is, its first answer says.
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
from companion.sources.camera.frames import Image, as_bgr
from companion.sources.camera.live import Capture, Connect
from companion.sources.camera.opencv import no_pictures, stream, without_password

PERIOD_S: Final = 0.25
"""From one asking to the next: four pictures a second are enough to follow a table by."""
_TIMEOUT_S: Final = 4.0
_NOBODY: Final = (ConnectionError, TimeoutError, socket.gaierror)
"""What asking comes to where nobody answers: a stream would only be waited for a second time."""
_MOST_BYTES: Final = 32_000_000
"""More than any camera's picture has; what sends more sends no picture."""


def over_http(url: str) -> Connect:
    """Connects to an address by what it answers: one picture is asked for again and again, else a stream.

    Args:
        url: begins with http:// or https://; it may hold a user and a password.
    """

    def connect() -> Capture:
        try:
            pictures = AskedPictures(url)
            if pictures.are_there():
                return pictures
        except (*_NOBODY, ValueError):
            # What is no address at all is said as of one where nobody answers.
            raise no_pictures(url) from None
        return stream(url)()

    return connect


class AskedPictures:
    """A `Capture` over an address that answers each asking with one picture.

    Args:
        url: as for `over_http`.
        period_s: from one asking to the next.
    """

    def __init__(self, url: str, period_s: float = PERIOD_S) -> None:
        parts = urlsplit(url)
        self._address = without_password(url)
        self._open = _opener(parts, self._address)
        self._period_s = period_s
        self._due = time.monotonic()

    def are_there(self) -> bool:
        """Whether the address answers with one picture. Only the head of its answer is read.

        Raises:
            OSError: nobody is there to answer (`_NOBODY`).
        """
        try:
            with self._open.open(self._address, timeout=_TIMEOUT_S) as answer:
                return str(answer.headers.get_content_maintype()) == "image"
        except urllib.error.URLError as error:
            if isinstance(error.reason, _NOBODY):
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
                packed = answer.read(_MOST_BYTES)
        except (OSError, http.client.HTTPException):
            return None
        try:
            image = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            # Nothing came, or it isn't a picture: the next may be.
            return None
        return None if image is None else as_bgr(np.asarray(image, np.uint8))

    def hold_exposure(self, at: Exposure | None) -> Exposure | None:
        """See `Adjustable`: over the network nothing is held."""
        return None

    def brightened(self, held: Exposure, times: float) -> Exposure:
        """See `Adjustable`."""
        return held

    def close(self) -> None:
        """See `Capture`: each picture is a connection of its own."""


def _opener(parts: SplitResult, address: str) -> urllib.request.OpenerDirector:
    """What asks: with the address's user and password, whichever way the camera wants to hear them."""
    # Cameras make their own certificates, which nobody vouches for; FFmpeg takes those of streams as well.
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    # A camera stands in this network: no proxy leads to it.
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPSHandler(context=trusting),
    ]
    if parts.username is not None:
        known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        known.add_password(None, address, unquote(parts.username), unquote(parts.password or ""))
        handlers += [urllib.request.HTTPBasicAuthHandler(known), urllib.request.HTTPDigestAuthHandler(known)]
    return urllib.request.build_opener(*handlers)
