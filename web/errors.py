"""What is answered where something can't be: a sentence that says what it was, as JSON or as a page."""

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

_SENTENCES: Final[Mapping[int | None, str]] = {
    404: sentence("This page doesn't exist."),
    405: sentence("That can't be done here."),
    413: sentence("The body is too large: {limit} KiB at most.", limit=MAX_BYTES // 1024),
    500: sentence("Something went wrong in Companion. The game is saved; the program's log has the details."),
}


def answer_errors(app: Flask) -> None:
    """Have an application answer errors in plain words."""
    app.register_error_handler(HTTPException, _refusal)
    app.register_error_handler(BodyError, lambda error: _told(str(error), 400))
    app.register_error_handler(InputRefused, lambda error: _told(str(error), 400))
    # Not the sender's fault (a full disk): its message says what to do.
    app.register_error_handler(CompanionError, lambda error: _told(str(error), 503))
    app.register_error_handler(Exception, _failure)


def _refusal(error: HTTPException) -> Response:
    """An HTTP error. Redirects and their like (a response of their own) stay as they are, headers too."""
    response = make_response(error.get_response())
    if response.status_code < 400:
        return response
    own = error.description if error.description != type(error).description else None
    told = _told(own or _SENTENCES.get(response.status_code) or error.name or "", response.status_code)
    response.data = told.data
    response.content_type = told.content_type
    return response


def _failure(error: Exception) -> Response:
    _LOG.error("A request failed", exc_info=error)
    return _told(_SENTENCES[500], 500)


def _told(text: str, status: int) -> Response:
    """The sentence in the language asked for: a page for people, JSON for programs."""
    told = i18n.translated(text)
    people = request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"
    if people and not request.path.startswith("/api/"):
        response = make_response(render_template("error.html", told=told))
    else:
        response = jsonify(error=told)
    response.status_code = status
    return response
