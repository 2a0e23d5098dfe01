"""Error responses: one sentence about the problem, as JSON for programs or as a page for people."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.observations import InputRefused
from web import i18n
from web.bodies import MAX_BYTES, BodyError

_LOG = logging.getLogger(__name__)

_MESSAGES_BY_STATUS: Final[Mapping[int | None, str]] = {
    404: sentence("This page doesn't exist."),
    405: sentence("That can't be done here."),
    413: sentence("The body is too large: {limit} KiB at most.", limit=MAX_BYTES // 1024),
    500: sentence("Something went wrong in Companion. The game is saved; the program's log has the details."),
}


def register_error_handlers(app: Flask) -> None:
    """Make an application answer errors in plain words."""
    app.register_error_handler(HTTPException, _handle_http_error)
    app.register_error_handler(BodyError, lambda error: _error_response(str(error), 400))
    app.register_error_handler(InputRefused, lambda error: _error_response(str(error), 400))
    # The server's own trouble (a full disk): the message says what to do.
    app.register_error_handler(CompanionError, lambda error: _error_response(str(error), 503))
    app.register_error_handler(Exception, _handle_unexpected_error)


def _handle_http_error(error: HTTPException) -> Response:
    """Answer an HTTP error. Redirects and the like (responses of their own) keep their body and headers."""
    response = make_response(error.get_response())
    if response.status_code < 400:
        return response
    own = error.description if error.description != type(error).description else None
    answer = _error_response(
        own or _MESSAGES_BY_STATUS.get(response.status_code) or error.name or "", response.status_code
    )
    response.data = answer.data
    response.content_type = answer.content_type
    return response


def _handle_unexpected_error(error: Exception) -> Response:
    _LOG.error("A request failed", exc_info=error)
    return _error_response(_MESSAGES_BY_STATUS[500], 500)


def _error_response(text: str, status: int) -> Response:
    """Return the message in the visitor's language: a page for people, JSON for programs."""
    message = i18n.translate_for_request(text)
    wants_page = request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"
    if wants_page and not request.path.startswith("/api/"):
        response = make_response(render_template("error.html", message=message))
    else:
        response = jsonify(error=message)
    response.status_code = status
    return response
