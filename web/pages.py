"""The page that a tablet shows, that of the game which is on, and the overlay for who streams it."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from web.game_pages import GamePages
from web.geometry import island
from web.table import TableApi


def blueprint(table: TableApi, of_games: GamePages) -> Blueprint:
    """The routes of both; whatever they show comes from the API, but for where the sites lie."""
    pages = Blueprint("pages", __name__)

    @pages.get("/", endpoint="table")
    def page() -> Response:
        game = table.snapshot()["game"]
        template = of_games.template(None if game is None else game["kind"])
        response = make_response(render_template(template, geometry=island()))
        response.headers["Cache-Control"] = "no-cache"
        return response

    @pages.get("/overlay")
    def overlay() -> Response:
        game = table.snapshot()["game"]
        kind = None if game is None else game["kind"]
        script = of_games.overlay(kind)
        page = render_template("overlay.html", kind=kind or "", script=script, geometry=island())
        response = make_response(page)
        response.headers["Cache-Control"] = "no-cache"
        return response

    return pages
