"""The whole OpenAPI document, and its route."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, jsonify

from web.openapi import calibration, camera, history, pairing, seats, table
from web.openapi.operations import get_operation, response_set
from web.openapi.schemas import SCHEMAS

_DOCUMENT_PATH: Final = {
    "/api/openapi.json": {
        "get": get_operation(
            "This document", response_set({"type": "object", "description": "An OpenAPI 3.1 document."})
        )
    }
}

_API_DESCRIPTION: Final = (
    "The API of the pages, for any program. Every client in the network may read what everybody at the table "
    "may see; the rest is for the table's tablet and the players' phones, which are paired once."
)


def document(cookie: str) -> dict[str, Any]:
    """Return the API as an OpenAPI document.

    Args:
        cookie: the name of the cookie that identifies paired devices.
    """
    device = {"type": "apiKey", "in": "cookie", "name": cookie}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Companion", "version": "1", "description": _API_DESCRIPTION},
        "paths": {
            **_DOCUMENT_PATH,
            **table.PATHS,
            **seats.PATHS,
            **pairing.PATHS,
            **history.PATHS,
            **calibration.PATHS,
            **camera.PATHS,
        },
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {
                "tablet": {**device, "description": "A tablet paired by the code in the terminal."},
                "phone": {**device, "description": "A player's phone, paired by the tablet's QR code."},
                "camera": {
                    **device,
                    "description": "A phone that serves as the camera, paired as a tablet is.",
                },
            },
        },
    }


def blueprint(cookie: str) -> Blueprint:
    """Create the route of the document."""
    routes = Blueprint("openapi", __name__)

    @routes.get("/api/openapi.json")
    def serve_document() -> Response:
        return jsonify(document(cookie))

    return routes
