"""The scripts of pages, each joined with all that it imports, and what names them in templates."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import Blueprint, Flask, Response, abort, request, url_for
from markupsafe import Markup

from web.bundler import STATIC, bundle, modules_of

DEVICE: Final = "pwa/device.js"
"""What every page runs."""
SCRIPTS: Final = (
    DEVICE,
    "main.js",
    "dice_game/dice_game.js",
    "spot_it/spot_it.js",
    "phone/phone.js",
    "history/history.js",
    "calibrate/calibrate.js",
    "pairing/pair.js",
)
"""The pages' own scripts."""


def blueprint() -> Blueprint:
    """The route of the joined scripts."""
    modules = Blueprint("modules", __name__)

    @modules.get("/scripts/<path:name>")
    def script(name: str) -> Response:
        if name not in SCRIPTS:
            abort(404)
        response = Response(_joined(name, _state()), mimetype="text/javascript")
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


def of_page(script: str) -> tuple[str, ...]:
    """The modules of a page, by its own script, in the order in which they run."""
    return modules_of((DEVICE, script))


@lru_cache(maxsize=len(SCRIPTS))
def _joined(script: str, _state: object) -> str:
    """Joined once for each state of the files."""
    return bundle((DEVICE, script))


def _state() -> tuple[tuple[str, int], ...]:
    return tuple(sorted((path.name, path.stat().st_mtime_ns) for path in STATIC.rglob("*.js")))
