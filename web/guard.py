"""What is let in at all: names this server goes by, requests of its own pages, so and so many; and headers.

Who may do what is said by `web.visitors`. What is kept out here is a page from elsewhere, open in a browser
in this network, that talks to the table behind people's backs: by a name that it makes point here (DNS
rebinding), or by posting across sites, which a form can do, but not as JSON.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable, Iterable
from typing import Final, NoReturn
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, jsonify, make_response, request
from werkzeug.exceptions import TooManyRequests

from companion.i18n import counted, sentence
from web.i18n import translated
from web.rights import Rights
from web.settings import EVERY_ADDRESS

LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
MULTICAST_DNS: Final = ".local"

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FILE_HEADERS: Final = {
    name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
}
"""What counts for scripts, styles, fonts, icons: a page is made of so many that the rest would weigh more."""
PICTURES: Final = "camera.take"
"""The one endpoint that takes pictures, of devices that may send them, and nothing else."""
MOST_OF_PICTURE: Final = 4 * 1024 * 1024
"""Bytes."""
_FILES: Final = frozenset({"text/javascript", "text/css", "image/png", "font/woff2"})


def host_name(authority: str) -> str | None:
    """The name in ``name``, ``name:port`` or ``[address]:port``, in lower case; None if it is none."""
    try:
        parts = urlsplit(f"//{authority}")
        # Reading the port raises ValueError where it is no number.
        if parts.port == 0 or parts.netloc != authority or "@" in authority or not parts.hostname:
            return None
    except ValueError:
        return None
    return parts.hostname.rstrip(".")


class Hosts:
    """The names that requests may be addressed to."""

    def __init__(self, names: Iterable[str] = (), bound_to: str = "127.0.0.1") -> None:
        """Allow the local names, ``*.local``, `names` and the address bound to.

        Args:
            names: further names, without port.
            bound_to: the address that the server listens at. Where that is every address of the
                machine, any numeric address is allowed: only names can be made to point elsewhere.
        """
        self._names = LOCAL_NAMES | {name.lower().strip("[]").rstrip(".") for name in (*names, bound_to)}
        self._any_address = bound_to in EVERY_ADDRESS

    def add(self, address: str) -> None:
        """Allow one more address: the server listens there from now on."""
        self._names |= {address}

    def allow(self, authority: str) -> bool:
        """Whether a request may carry this in its Host header."""
        name = host_name(authority)
        if name is None:
            return False
        if name in self._names or name.endswith(MULTICAST_DNS):
            return True
        return self._any_address and _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_foreign(asked: Request) -> bool:
    """Whether a request that changes something was sent by a page of another site.

    Programs that are no browser send neither header and are let in.
    """
    origin = asked.headers.get("Origin")
    if origin is not None:
        return origin.partition("://")[2].lower() != asked.headers.get("Host", "").lower()
    return asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")


def slow_down(seconds: float) -> NoReturn:
    """Refuse a request that comes too soon after others of its kind, and say when it may come again."""
    wait = math.ceil(seconds)
    raise TooManyRequests(
        counted(
            "Too many attempts. Try again in {count} second.",
            "Too many attempts. Try again in {count} seconds.",
            wait,
        ),
        retry_after=wait,
    )


def protect(
    app: Flask, hosts: Hosts, rights: Rights, may_send_pictures: Callable[[], bool] = lambda: False
) -> None:
    """Check every request of an application, and set the headers of every response.

    Args:
        app: the application.
        hosts: the names that it goes by.
        rights: say how often an address may change something, and how many streams it may hold open.
        may_send_pictures: whether who asks may send one: others aren't heard out.
    """

    @app.before_request
    def check() -> None:
        if not hosts.allow(request.headers.get("Host", "")):
            abort(
                400,
                sentence("Companion doesn't answer to this name. Open it at the address that it shows."),
            )
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        kind = "application/json"
        if request.endpoint == PICTURES and may_send_pictures():
            request.max_content_length, kind = MOST_OF_PICTURE, "image/jpeg"
        # Connections end with their answer: who is refused while still talking would never read why.
        request.get_data()
        if is_foreign(request):
            abort(403, sentence("A page from another site can't change anything here."))
        if wait := rights.posts.take(request.remote_addr or ""):
            slow_down(wait)
        if request.mimetype != kind and kind != "application/json":
            abort(415, sentence("The body has to be a picture, with the content type image/jpeg."))
        if request.mimetype != kind:
            abort(415, sentence("The body has to be JSON, with the content type application/json."))

    @app.after_request
    def headers(response: Response) -> Response:
        is_file = request.endpoint == "static" and response.mimetype in _FILES
        response.headers.update(FILE_HEADERS if is_file else HEADERS)
        return response

    # Of those who look at an answer, Flask asks the last first: the headers come after this.
    @app.after_request
    def place(response: Response) -> Response:
        if request.method != "GET" or response.mimetype != "text/event-stream":
            return response
        address = request.remote_addr or ""
        if rights.streams.take(address):
            response.call_on_close(lambda: rights.streams.free(address))
            return response
        response.close()
        told = counted(
            "This device already has {count} page open. Close one that nobody is using.",
            "This device already has {count} pages open. Close one that nobody is using.",
            rights.streams.most,
        )
        return make_response(jsonify(error=translated(told)), 503)
