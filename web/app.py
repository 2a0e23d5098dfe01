"""The application factory: one table's pages and API, guarded, with errors in plain words."""

from __future__ import annotations

import json
import logging

from flask import Flask, Response, jsonify, make_response
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.errors import CompanionError
from companion.observations import InputRefused
from companion.words import sentence
from web import api, calibration, history, modules, openapi, pages, pairing, phones, pwa, words
from web.addresses import Reach
from web.bodies import MAX_BYTES, BodyError
from web.compression import compress
from web.guard import protect
from web.rights import Rights
from web.settings import DEFAULTS, Settings
from web.stream import Streams
from web.table import Table
from web.visitors import recognise_visitors

_LOG = logging.getLogger(__name__)

_SENTENCES = {
    404: sentence("There is no such page."),
    405: sentence("That can't be done here."),
    413: sentence("The body is too large: {limit} KiB at most.", limit=MAX_BYTES // 1024),
    500: sentence("Something went wrong in the companion. The game is kept; its log says what it was."),
}


def create_app(
    table: Table,
    settings: Settings = DEFAULTS,
    streams: Streams | None = None,
    rights: Rights | None = None,
    calibrating: calibration.Calibrating | None = None,
    reach: Reach | None = None,
) -> Flask:
    """The WSGI application for a table.

    Args:
        table: whose views are shown and which takes the inputs.
        settings: names, limits and times.
        streams: the open streams, where whoever serves wants to end them; its own by default.
        rights: who is paired; by default nobody yet, and nothing is kept.
        calibrating: the table's calibration, where one can be had.
        reach: where the server is found; by default as its settings say.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    if streams is None:
        streams = Streams(most=settings.most_streams, heartbeat=settings.heartbeat)
    if settings.proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    rights, reach = rights or Rights(), reach or Reach(settings)
    protect(app, reach.hosts, rights)
    known = words.languages(words.TRANSLATIONS, *settings.translations)
    words.teach(app, known)
    recognise_visitors(app, rights, table)
    modules.announce(app)
    compress(app)
    app.register_blueprint(api.blueprint(table, streams))
    app.register_blueprint(openapi.blueprint(rights.cookie))
    app.register_blueprint(pages.blueprint())
    app.register_blueprint(pairing.blueprint(table, rights, reach))
    app.register_blueprint(phones.blueprint(table, streams))
    app.register_blueprint(history.blueprint(table))
    app.register_blueprint(words.blueprint(known))
    app.register_blueprint(pwa.blueprint(known))
    if calibrating is not None:
        app.register_blueprint(calibration.blueprint(calibrating))
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
        own = error.description if error.description != type(error).description else None
        told = own or _SENTENCES.get(status) or error.name or ""
        response.data = json.dumps({"error": words.translated(told)}, ensure_ascii=False)
        response.mimetype = "application/json"
    return response


def _told(error: Exception, status: int) -> tuple[Response, int]:
    return jsonify(error=words.translated(str(error))), status


def _failure(error: Exception) -> tuple[Response, int]:
    _LOG.error("A request failed", exc_info=error)
    return jsonify(error=words.translated(_SENTENCES[500])), 500
