"""Demos: one begun beside the table, with a server of its own; and what the page of one that plays needs."""

from __future__ import annotations

from typing import Protocol

from flask import Blueprint, Response, abort, jsonify, request

from web.guard import host_name
from web.visitors import requires


class Demo(Protocol):
    """What plays a demo."""

    def port(self) -> int:
        """The port of the demo's page; one is begun where none is played.

        Raises:
            companion.errors.CompanionError: it can't be; the message says what to do.
        """


class Played(Protocol):
    """A demo that plays at this very table."""

    @property
    def found(self) -> bool:
        """Whether the camera has found the board."""

    def picture(self) -> bytes | None:
        """What the camera sees, as JPEG; None: nothing yet."""

    @property
    def look(self) -> bool:
        """Whether the camera's picture is worth a look now."""

    @property
    def is_over(self) -> bool:
        """Whether the simulated people don't play any more: it ended, or somebody took over."""

    def take_over(self) -> None:
        """Somebody at the page takes the place of the simulated people."""


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


def played(demo: Played) -> Blueprint:
    """The routes of a demo that plays here; its page learns that it is one."""
    playing = Blueprint("played_demo", __name__)

    @playing.app_context_processor
    def plays() -> dict[str, bool]:
        return {"plays_demo": True}

    def told() -> dict[str, bool]:
        return {"found": demo.found, "look": demo.look, "over": demo.is_over}

    @playing.get("/api/demo/state")
    def state() -> Response:
        return _fresh(jsonify(told()))

    @playing.get("/api/demo/picture")
    def picture() -> Response:
        jpeg = demo.picture()
        if jpeg is None:
            abort(404)
        return _fresh(Response(jpeg, mimetype="image/jpeg"))

    @playing.post("/api/demo/take_over")
    @requires("tablet")
    def take_over() -> Response:
        demo.take_over()
        return jsonify(told())

    return playing


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
