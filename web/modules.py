"""The scripts of pages, each joined with all that it imports, and what names them in templates."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import Blueprint, Flask, Response, abort, request, url_for
from markupsafe import Markup

from web.bundler import bundle, modules_of
from web.game_pages import OVERLAY, GamePages

DEVICE: Final = "pwa/device.js"
"""What every page runs."""
NO_SEAT: Final = "phone/no_seat.js"
"""What a player's phone runs where no game has a page for it."""
SCRIPTS: Final = (
    DEVICE,
    NO_SEAT,
    OVERLAY,
    "history/history.js",
    "calibrate/calibrate.js",
    "pairing/pair.js",
    "camera/camera.js",
    "design/design.js",
)
"""The scripts of pages that are no game's own."""


def blueprint(of_games: GamePages) -> Blueprint:
    """The route of the joined scripts."""
    modules = Blueprint("modules", __name__)

    @modules.get("/scripts/<path:name>")
    def script(name: str) -> Response:
        if name not in scripts(of_games):
            abort(404)
        response = Response(_joined(of_games, name, _state(of_games)), mimetype="text/javascript")
        response.add_etag()
        response.headers["Cache-Control"] = "no-cache"
        response.make_conditional(request)
        return response

    return modules


def announce(app: Flask) -> None:
    """Give templates ``module(script)``: the element of a page's script, with all that every page runs."""

    def module(script: str) -> Markup:
        return Markup('<script type="module" src="{}"></script>').format(
            url_for("modules.script", name=script)
        )

    app.context_processor(lambda: {"module": module})


def scripts(of_games: GamePages) -> tuple[str, ...]:
    """The pages' own scripts, those of games among them."""
    return (*SCRIPTS, *of_games.scripts)


def of_page(script: str, of_games: GamePages) -> tuple[str, ...]:
    """The modules of a page, by its own script, in the order in which they run."""
    return modules_of((DEVICE, script), of_games.path)


@lru_cache(maxsize=64)
def _joined(of_games: GamePages, script: str, _state: object) -> str:
    """Joined once for each state of the files."""
    return bundle((DEVICE, script), of_games.path)


def _state(of_games: GamePages) -> tuple[tuple[str, int], ...]:
    return tuple((name, of_games.path(name).stat().st_mtime_ns) for name in of_games.names((".js",)))
