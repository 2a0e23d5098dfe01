"""A demo game beside the table: its page is shown by a server of its own, on this machine."""

from __future__ import annotations

from typing import Protocol

from flask import Blueprint, Response, jsonify, request

from web.guard import host_name
from web.visitors import requires


class Demo(Protocol):
    """What plays a demo."""

    def port(self) -> int:
        """The port of the demo's page; one is begun where none is played.

        Raises:
            companion.errors.CompanionError: it can't be; the message says what to do.
        """


def blueprint(demo: Demo) -> Blueprint:
    """The route that begins a demo; pages learn that there is one."""
    showing = Blueprint("demo", __name__)

    @showing.app_context_processor
    def offered() -> dict[str, bool]:
        return {"shows_demo": True}

    @showing.post("/api/demo")
    @requires("tablet")
    def show() -> Response:
        name = host_name(request.host) or "localhost"
        host = f"[{name}]" if ":" in name else name
        # The demo has no certificate: nothing secret is on its page.
        return jsonify(link=f"http://{host}:{demo.port()}/")

    return showing
