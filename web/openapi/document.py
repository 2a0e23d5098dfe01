"""The whole document, and the route that serves it."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, jsonify

from web.openapi import calibration, camera, pairing, past, seats, table
from web.openapi.form import answers, reads
from web.openapi.schemas import SCHEMAS

_ITSELF: Final = {
    "/api/openapi.json": {
        "get": reads("This document", answers({"type": "object", "description": "An OpenAPI 3.1 document."}))
    }
}

_ABOUT: Final = (
    "What the pages show and enter, for any program. Whoever is in the network may read what everybody at "
    "the table may see; the rest is for the table's tablet and the players' phones, which are paired once."
)


def document(cookie: str) -> dict[str, Any]:
    """The API as an OpenAPI document.

    Args:
        cookie: the name of the cookie by which paired devices are known.
    """
    device = {"type": "apiKey", "in": "cookie", "name": cookie}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Companion", "version": "1", "description": _ABOUT},
        "paths": {
            **_ITSELF,
            **table.PATHS,
            **seats.PATHS,
            **pairing.PATHS,
            **past.PATHS,
            **calibration.PATHS,
            **camera.PATHS,
        },
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {
                "tablet": {**device, "description": "A tablet paired by the code in the terminal."},
                "phone": {**device, "description": "A player's phone, paired by the tablet's QR code."},
                "camera": {**device, "description": "A phone that is the camera, paired as a tablet is."},
            },
        },
    }


def blueprint(cookie: str) -> Blueprint:
    """The route that serves the document."""
    routes = Blueprint("openapi", __name__)

    @routes.get("/api/openapi.json")
    def itself() -> Response:
        return jsonify(document(cookie))

    return routes
