"""The page that a tablet shows."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from web.geometry import island


def blueprint() -> Blueprint:
    """The routes of the pages; whatever they show comes from the API, but for where the sites lie."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def table() -> Response:
        response = make_response(render_template("table.html", geometry=island()))
        response.headers["Cache-Control"] = "no-cache"
        return response

    return pages
