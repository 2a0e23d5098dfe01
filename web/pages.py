"""The page that a tablet shows: that of the game which is on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, Response, make_response, render_template

from web.geometry import island
from web.table import TableApi

PAGES: Final[Mapping[str, str]] = {
    "base": "table.html",
    "dice_game": "dice_game.html",
    "spot_it": "spot_it.html",
}
"""The template of each game's page, by its kind; the first is shown while no game is on."""


def blueprint(table: TableApi) -> Blueprint:
    """The route of the page; whatever it shows comes from the API, but for where the sites lie."""
    pages = Blueprint("pages", __name__)

    @pages.get("/", endpoint="table")
    def page() -> Response:
        game = table.snapshot()["game"]
        kind = next(iter(PAGES)) if game is None else game["kind"]
        response = make_response(render_template(PAGES[kind], geometry=island()))
        response.headers["Cache-Control"] = "no-cache"
        return response

    return pages
