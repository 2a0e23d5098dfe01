"""Demos: one started on a server of its own, and the page of a demo that plays at this table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from flask import Blueprint, Response, abort, jsonify, request

from web.guard import host_name, set_caching
from web.visitors import requires


class DemoLauncher(Protocol):
    """Starts demo games."""

    def port(self) -> int:
        """Return the port of the demo's page, and start a demo if none is playing.

        Raises:
            companion.errors.CompanionError: it can't start; the message says what to do.
        """


@dataclass(frozen=True)
class RunningDemo:
    """A demo that plays at this table.

    Attributes:
        picture: returns the picture that the demo reads as JPEG; None: there is none at the moment.
        is_over: returns whether the simulated people have stopped playing: the game ended, or somebody took
            over.
        take_over: replaces the simulated people by the person at the page.
        has_found_board: returns whether the camera has found the board.
        is_picture_relevant: returns whether the picture is worth showing large.
    """

    picture: Callable[[], bytes | None]
    is_over: Callable[[], bool]
    take_over: Callable[[], None]
    has_found_board: Callable[[], bool] = lambda: True
    is_picture_relevant: Callable[[], bool] = lambda: False


def blueprint(demo: DemoLauncher) -> Blueprint:
    """Create the route that starts a demo, and announce it to templates."""
    routes = Blueprint("demo", __name__)

    @routes.app_context_processor
    def template_flags() -> dict[str, bool]:
        return {"shows_demo": True}

    @routes.post("/api/demo")
    @requires("tablet")
    def show() -> Response:
        name = host_name(request.host) or "localhost"
        host = f"[{name}]" if ":" in name else name
        # The demo has no certificate: nothing secret is on its page.
        return jsonify(link=f"http://{host}:{demo.port()}/")

    return routes


def running_demo_blueprint(demo: RunningDemo) -> Blueprint:
    """Create the routes of a demo that plays at this table, and announce it to templates."""
    routes = Blueprint("played_demo", __name__)
    set_caching(routes, "no-store")

    @routes.app_context_processor
    def template_flags() -> dict[str, bool]:
        return {"plays_demo": True}

    def status() -> dict[str, bool]:
        return {"found": demo.has_found_board(), "look": demo.is_picture_relevant(), "over": demo.is_over()}

    @routes.get("/api/demo/state")
    def state() -> Response:
        return jsonify(status())

    @routes.get("/api/demo/picture")
    def picture() -> Response:
        jpeg = demo.picture()
        if jpeg is None:
            abort(404)
        return Response(jpeg, mimetype="image/jpeg")

    @routes.post("/api/demo/take_over")
    @requires("tablet")
    def take_over() -> Response:
        demo.take_over()
        return jsonify(status())

    return routes
