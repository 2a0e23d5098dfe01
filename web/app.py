"""The application factory: one table's pages and API, guarded, with errors in plain words."""

from __future__ import annotations

import json
import logging

from flask import Flask, Response, jsonify, make_response
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.errors import CompanionError
from companion.observations import InputRefused
from web import api, pages, pairing
from web.addresses import known_names
from web.bodies import MAX_BYTES, BodyError
from web.guard import Hosts, protect
from web.rights import Rights
from web.settings import DEFAULTS, Settings
from web.stream import Streams
from web.table import Table
from web.visitors import recognise_visitors

_LOG = logging.getLogger(__name__)

_SENTENCES = {
    404: "There is no such page.",
    405: "That can't be done here.",
    413: f"The body is too large: {MAX_BYTES // 1024} KiB at most.",
    500: "Something went wrong in the companion. The game is kept; its log says what it was.",
}


def create_app(
    table: Table,
    settings: Settings = DEFAULTS,
    streams: Streams | None = None,
    rights: Rights | None = None,
) -> Flask:
    """The WSGI application for a table.

    Args:
        table: whose views are shown and which takes the inputs.
        settings: names, limits and times.
        streams: the open streams, where whoever serves wants to end them; its own by default.
        rights: who is paired; by default nobody yet, and nothing is kept.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    if streams is None:
        streams = Streams(most=settings.most_streams, heartbeat=settings.heartbeat)
    if settings.proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    rights = rights or Rights()
    protect(app, Hosts(known_names(settings), settings.host), rights.posts)
    recognise_visitors(app, rights, table)
    app.register_blueprint(api.blueprint(table, streams))
    app.register_blueprint(pages.blueprint())
    app.register_blueprint(pairing.blueprint(table, rights, settings))
    app.register_error_handler(HTTPException, _refusal)
    app.register_error_handler(BodyError, lambda error: _told(error, 400))
    app.register_error_handler(InputRefused, lambda error: _told(error, 400))
    # Not the sender's fault (a full disk): its message says what to do.
    app.register_error_handler(CompanionError, lambda error: _told(error, 503))
    app.register_error_handler(Exception, _failure)
    return app


def _refusal(error: HTTPException) -> Response:
    """An HTTP error as JSON. Redirects and their like (a response of their own) stay as they are."""
    response = make_response(error.get_response())
    if response.status_code >= 400:
        status = response.status_code
        said = error.description if error.description != type(error).description else None
        sentence = said or _SENTENCES.get(status, error.description or error.name)
        response.data = json.dumps({"error": sentence})
        response.mimetype = "application/json"
    return response


def _told(error: Exception, status: int) -> tuple[Response, int]:
    return jsonify(error=str(error)), status


def _failure(error: Exception) -> tuple[Response, int]:
    _LOG.error("A request failed", exc_info=error)
    return jsonify(error=_SENTENCES[500]), 500
