"""The tablet's page for the current game, the streaming overlay, the component page, and the certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, make_response, render_template

from companion.i18n import sentence
from companion.table.table import Table
from web.game_pages import GamePages
from web.geometry import island

if TYPE_CHECKING:
    from web.certificates import Certificates

START_PART: Final = "start/start.js"
"""The part of every game's page that shows the first screen."""


def blueprint(table: Table, game_pages: GamePages, certificates: Certificates | None = None) -> Blueprint:
    """Create the page routes.

    The pages load all data from the API, except the coordinates of the sites.
    """
    pages = Blueprint("pages", __name__)

    @pages.get("/", endpoint="table")
    def page() -> Response:
        game = table.snapshot()["game"]
        template = game_pages.template(None if game is None else game["kind"])
        part = START_PART if game is None else None
        response = make_response(render_template(template, geometry=island(), part=part))
        response.headers["Cache-Control"] = "no-cache"
        return response

    @pages.get("/overlay")
    def overlay() -> Response:
        game = table.snapshot()["game"]
        kind = None if game is None else game["kind"]
        script = game_pages.overlay_script(kind)
        page = render_template("overlay.html", kind=kind or "", script=script, geometry=island())
        response = make_response(page)
        response.headers["Cache-Control"] = "no-cache"
        return response

    @pages.get("/design")
    def design() -> Response:
        response = make_response(render_template("design.html", geometry=island()))
        response.headers["Cache-Control"] = "no-cache"
        return response

    @pages.get("/certificate.crt")
    def certificate() -> Response:
        authority = None if certificates is None else certificates.authority
        if authority is None:
            abort(404, sentence("This table has no certificate to install."))
        # Devices recognise a certificate authority by this type and offer to install it.
        response = Response(authority, mimetype="application/x-x509-ca-cert")
        response.headers["Content-Disposition"] = "attachment; filename=companion.crt"
        response.headers["Cache-Control"] = "no-cache"
        return response

    return pages
