"""The JSON API of the table: state, stream, inputs and games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Blueprint, Response, abort, jsonify, request

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.table.table import Table
from web.bodies import request_object
from web.guard import set_caching
from web.idempotency import idempotency_store
from web.stream import Streams, stream_response
from web.visitors import make_visitor_lookup, requires

_DIGITS: Final = 16
"""An entry number has fewer digits than this."""


def blueprint(table: Table, streams: Streams) -> Blueprint:
    """Create the API routes of one table."""
    api = Blueprint("api", __name__)
    set_caching(api, "no-store")
    feed = streams.feed(table)

    def apply_body(apply: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Response:
        return jsonify(dict(apply(request_object())))

    @api.get("/api/state")
    def state() -> Response:
        return jsonify(dict(table.snapshot()))

    @api.get("/api/events")
    def events() -> Response:
        return stream_response(feed, make_visitor_lookup())

    @api.get("/api/questions/pictures")
    @requires("tablet")
    def question_picture() -> Response:
        number, index = (request.args.get(name, default=-1, type=int) for name in ("question", "picture"))
        jpeg = table.question_picture(number, index)
        if jpeg is None:
            abort(404)
        return Response(jpeg, mimetype="image/jpeg")

    @api.get("/api/clock")
    def clock() -> Response:
        # A snapshot contains its own time; a client that receives it later needs the current time.
        # Inputs state a deadline by the server's own clock, which no new game resets.
        store = idempotency_store()
        return jsonify(t=round(table.game_time(), 1), run=store.run, up=round(store.uptime_s, 3))

    @api.post("/api/inputs")
    @requires("tablet")
    def inputs() -> Response:
        # `?preview=1` returns the changes of an input without applying it.
        return apply_body(table.preview if "preview" in request.args else table.submit)

    @api.post("/api/games")
    @requires("tablet")
    def games() -> Response:
        return apply_body(table.start_game)

    @api.get("/api/games")
    @requires("tablet")
    def choices() -> Response:
        try:
            return jsonify(dict(table.choices()))
        except CompanionError as error:
            abort(503, str(error))

    @api.post("/api/games/resume")
    @requires("tablet")
    def resume_game() -> Response:
        return apply_body(table.resume_game)

    @api.post("/api/games/leave")
    @requires("tablet")
    def leave() -> Response:
        return apply_body(table.leave)

    @api.post("/api/games/archive")
    @requires("tablet")
    def archive() -> Response:
        return apply_body(table.archive)

    @api.get("/api/journal")
    def earlier_lines() -> Response:
        before = request.args.get("before", "", str)
        if not (before.isascii() and before.isdecimal() and len(before) < _DIGITS):
            abort(
                400,
                sentence("Which entries? Ask for those before an entry's number, for example ?before=31."),
            )
        return jsonify(lines=list(table.lines_before(int(before))))

    @api.get("/healthz")
    def healthz() -> Response:
        return jsonify(status="ok", version=table.snapshot()["version"], streams=streams.open)

    return api
