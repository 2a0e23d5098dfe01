"""The pages' scripts, each bundled with its imports, and the helper that links them in templates."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import Blueprint, Flask, Response, abort, request, url_for
from markupsafe import Markup

from web.bundler import bundle, modules_of
from web.game_pages import DEFAULT_OVERLAY_SCRIPT, GamePages

COMMON_SCRIPT: Final = "pwa/device.js"
"""The script that every page runs."""
NO_SEAT_SCRIPT: Final = "phone/no_seat.js"
"""The script on a player's phone for a game without a phone page."""
PAGE_SCRIPTS: Final = (
    COMMON_SCRIPT,
    NO_SEAT_SCRIPT,
    DEFAULT_OVERLAY_SCRIPT,
    "history/history.js",
    "calibrate/calibrate.js",
    "pairing/pair.js",
    "camera/camera.js",
    "design/design.js",
)
"""The scripts of pages that belong to no game."""


def blueprint(game_pages: GamePages) -> Blueprint:
    """Create the route of the bundled scripts."""
    modules = Blueprint("modules", __name__)

    @modules.get("/scripts/<path:name>")
    def script(name: str) -> Response:
        if name not in all_scripts(game_pages):
            abort(404)
        response = Response(
            _bundle_script(game_pages, name, _file_times(game_pages)), mimetype="text/javascript"
        )
        response.add_etag()
        response.headers["Cache-Control"] = "no-cache"
        response.make_conditional(request)
        return response

    return modules


def add_template_helper(app: Flask) -> None:
    """Give templates ``module(script)``: the element of a page's script, with the common script."""

    def module(script: str) -> Markup:
        return Markup('<script type="module" src="{}"></script>').format(
            url_for("modules.script", name=script)
        )

    app.context_processor(lambda: {"module": module})


def all_scripts(game_pages: GamePages) -> tuple[str, ...]:
    """Return the scripts of all pages, those of games included."""
    return (*PAGE_SCRIPTS, *game_pages.scripts)


def page_modules(script: str, game_pages: GamePages) -> tuple[str, ...]:
    """Return the modules of a page, by its script, in execution order."""
    return modules_of((COMMON_SCRIPT, script), game_pages.path)


@lru_cache(maxsize=64)
def _bundle_script(game_pages: GamePages, script: str, _state: object) -> str:
    """Bundle a script once for each state of the files."""
    return bundle((COMMON_SCRIPT, script), game_pages.path)


def _file_times(game_pages: GamePages) -> tuple[tuple[str, int], ...]:
    return tuple((name, game_pages.path(name).stat().st_mtime_ns) for name in game_pages.file_names((".js",)))
