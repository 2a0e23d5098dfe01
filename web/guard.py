"""Who may ask: names this server goes by, requests that come from its own pages, and headers.

There is no log-in: whoever is in the local network may see and enter what the table shows. What is
kept out is a page from elsewhere, open in a browser in this network, that talks to the table behind
people's backs: by a name that it makes point here (DNS rebinding), or by posting across sites.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request

from web.settings import EVERY_ADDRESS

LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
MULTICAST_DNS: Final = ".local"

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


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


def protect(app: Flask, hosts: Hosts) -> None:
    """Check every request of an application, and set the headers of every response."""

    @app.before_request
    def check() -> None:
        if not hosts.allow(request.headers.get("Host", "")):
            abort(400, "This name is not one of the companion's. Open it by the address that it shows.")
        if request.method not in ("GET", "HEAD", "OPTIONS") and is_foreign(request):
            abort(403, "Another site's page may not change anything here.")

    @app.after_request
    def headers(response: Response) -> Response:
        response.headers.update(HEADERS)
        return response
