"""The tablet's page for the current game, the streaming overlay, the component page, and the certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, make_response, render_template

from companion.i18n import sentence
from companion.table.table import Table
from web.game_pages import GamePages
from web.geometry import island
from web.guard import set_caching

if TYPE_CHECKING:
    from web.certificates import Certificates

START_PART: Final = "start/start.js"
"""The part of every game's page that shows the first screen."""


def blueprint(table: Table, game_pages: GamePages, certificates: Certificates | None = None) -> Blueprint:
    """Create the page routes.

    The pages load all data from the API, except the coordinates of the sites.
    """
    pages = Blueprint("pages", __name__)
    set_caching(pages, "no-cache")

    @pages.get("/", endpoint="table")
    def page() -> Response:
        game = table.snapshot()["game"]
        template = game_pages.template(None if game is None else game["kind"])
        part = START_PART if game is None else None
        return make_response(render_template(template, geometry=island(), part=part))

    @pages.get("/overlay")
    def overlay() -> Response:
        game = table.snapshot()["game"]
        kind = None if game is None else game["kind"]
        script = game_pages.overlay_script(kind)
        return make_response(
            render_template("overlay.html", kind=kind or "", script=script, geometry=island())
        )

    @pages.get("/design")
    def design() -> Response:
        return make_response(render_template("design.html", geometry=island()))

    @pages.get("/certificate.crt")
    def certificate() -> Response:
        authority = None if certificates is None else certificates.authority
        if authority is None:
            abort(404, sentence("This table has no certificate to install."))
        # Devices recognise a certificate authority by this type and offer to install it.
        response = Response(authority, mimetype="application/x-x509-ca-cert")
        response.headers["Content-Disposition"] = "attachment; filename=companion.crt"
        return response

    return pages
