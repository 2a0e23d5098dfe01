"""The request guard: allowed host names, same-origin checks, rate limits, and security headers.

`web.visitors` decides about permissions. This module keeps out foreign pages, opened in a browser of this
network, that address the table without the user's knowledge: by a name that they resolve to this server (DNS
rebinding), or by a cross-site post, which a form can send, but not as JSON.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final, Literal, NoReturn
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Request, Response, abort, jsonify, make_response, request
from werkzeug.exceptions import TooManyRequests

from companion.i18n import plural_sentence, sentence
from web.i18n import translate_for_request
from web.mdns import MDNS_SUFFIX
from web.rights import Rights
from web.settings import WILDCARD_HOSTS

LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})

SECURITY_HEADERS: Final = {
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
    name: SECURITY_HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
}
"""Headers for scripts, styles, fonts and icons: all of them would outweigh such small files."""
PICTURE_ENDPOINT: Final = "camera.take"
"""The endpoint that accepts the pictures of the table's camera."""
MAX_PICTURE_BYTES: Final = 4 * 1024 * 1024
"""The largest accepted picture."""
_FILE_ENDPOINTS: Final = frozenset({"static", "modules.script", "modules.styles", "words.page"})
_FILE_TYPES: Final = frozenset({"application/json", "text/javascript", "text/css", "image/png", "font/woff2"})


def host_name(authority: str) -> str | None:
    """Return the name in ``name``, ``name:port`` or ``[address]:port``, in lower case; None if malformed."""
    try:
        parts = urlsplit(f"//{authority}")
        # Reading the port raises ValueError if it is not a number.
        if parts.port == 0 or parts.netloc != authority or "@" in authority or not parts.hostname:
            return None
    except ValueError:
        return None
    return parts.hostname.rstrip(".")


class AllowedHosts:
    """The host names under which clients may address the server."""

    def __init__(self, names: Iterable[str] = (), bound_to: str = "127.0.0.1") -> None:
        """Allow the local names, ``*.local``, `names` and the bound address.

        Args:
            names: further names, without port.
            bound_to: the address that the server listens on. If that is every address of the machine, any
                numeric address is allowed: only names can be made to resolve to another machine.
        """
        self._names = LOCAL_NAMES | {name.lower().strip("[]").rstrip(".") for name in (*names, bound_to)}
        self._any_address = bound_to in WILDCARD_HOSTS

    def add(self, address: str) -> None:
        """Allow a further address that the server listens on."""
        self._names |= {address}

    def is_allowed(self, authority: str) -> bool:
        """Return whether a request's Host header is acceptable."""
        name = host_name(authority)
        if name is None:
            return False
        if name in self._names or name.endswith(MDNS_SUFFIX):
            return True
        return self._any_address and _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_cross_site(candidate: Request) -> bool:
    """Return whether a page of another site sent a request that changes something.

    Clients other than browsers send neither header and are allowed.
    """
    origin = candidate.headers.get("Origin")
    if origin is not None:
        return origin.partition("://")[2].lower() != candidate.headers.get("Host", "").lower()
    return candidate.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")


def abort_rate_limited(seconds: float, message: str | None = None) -> NoReturn:
    """Refuse a request that exceeds its rate limit, and state when to try again, by default in general."""
    wait = math.ceil(seconds)
    raise TooManyRequests(
        message
        or plural_sentence(
            "Too many attempts. Try again in {count} second.",
            "Too many attempts. Try again in {count} seconds.",
            wait,
        ),
        retry_after=wait,
    )


def set_caching(routes: Blueprint, policy: Literal["no-store", "no-cache"]) -> None:
    """Send a caching policy with the responses of some routes, except those that set another one."""

    @routes.after_request
    def add_policy(response: Response) -> Response:
        response.headers.setdefault("Cache-Control", policy)
        return response


def protect(
    app: Flask,
    hosts: AllowedHosts,
    rights: Rights,
    picture_senders: Mapping[str, Callable[[], bool]] = MappingProxyType({}),
) -> None:
    """Check every request of an application, and set the headers of every response.

    Args:
        app: the application.
        hosts: its names.
        rights: the rate limits and stream limits of addresses.
        picture_senders: the endpoints that accept a picture and nothing else, each with whether the current
            visitor may send one; others' pictures aren't read.
    """

    @app.before_request
    def check() -> None:
        if not hosts.is_allowed(request.headers.get("Host", "")):
            abort(
                400,
                sentence("Companion doesn't answer to this name. Open it at the address that it shows."),
            )
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        kind = "application/json"
        if (may_send := picture_senders.get(request.endpoint or "")) and may_send():
            request.max_content_length, kind = MAX_PICTURE_BYTES, "image/jpeg"
        # A connection ends with its response: a client refused while still sending would never read it.
        request.get_data()
        if is_cross_site(request):
            abort(403, sentence("A page from another site can't change anything here."))
        # A paired device has a limit of its own: other programs at its address don't slow it down.
        device = rights.device_of_cookie(request.cookies.get(rights.cookie))
        if wait := rights.posts.consume(device.id if device else request.remote_addr or ""):
            abort_rate_limited(wait)
        if request.mimetype != kind and kind != "application/json":
            abort(415, sentence("The body has to be a picture, with the content type image/jpeg."))
        if request.mimetype != kind:
            abort(415, sentence("The body has to be JSON, with the content type application/json."))

    @app.after_request
    def set_security_headers(response: Response) -> Response:
        is_refused = response.status_code >= HTTPStatus.BAD_REQUEST
        is_file = request.endpoint in _FILE_ENDPOINTS and response.mimetype in _FILE_TYPES and not is_refused
        response.headers.update(FILE_HEADERS if is_file else SECURITY_HEADERS)
        return response

    # Flask runs after_request functions in reverse order: the headers are set after this.
    @app.after_request
    def limit_streams(response: Response) -> Response:
        if request.method != "GET" or response.mimetype != "text/event-stream":
            return response
        address = request.remote_addr or ""
        # A proxy such as nginx would collect events before it sends them on.
        response.headers["X-Accel-Buffering"] = "no"
        if rights.streams.acquire(address):
            response.call_on_close(lambda: rights.streams.release(address))
            return response
        response.close()
        message = plural_sentence(
            "This device already has {count} page open. Close one that nobody is using.",
            "This device already has {count} pages open. Close one that nobody is using.",
            rights.streams.limit,
        )
        return make_response(jsonify(error=translate_for_request(message)), 503)
