"""The JSON API: the state, its changes, inputs and new games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Blueprint, Response, abort, jsonify, request

from companion.errors import CompanionError
from companion.i18n import sentence
from web.bodies import read_object
from web.idempotency import idempotency_store
from web.stream import Streams, StreamsFullError, seen_before
from web.table import TableApi
from web.visitors import requires, who_reads

_DIGITS: Final = 16
"""An entry's number is shorter than this."""


def blueprint(table: TableApi, streams: Streams) -> Blueprint:
    """The routes of the API for one table."""
    api = Blueprint("api", __name__)
    feed = streams.feed(table)

    def enter(take: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Response:
        return jsonify(dict(take(read_object(request.get_data(cache=False)))))

    @api.get("/api/state")
    def state() -> Response:
        return jsonify(dict(table.snapshot()))

    @api.get("/api/events")
    def events() -> Response:
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        try:
            return Response(feed.connect(seen_before(), who_reads()), mimetype="text/event-stream")
        except StreamsFullError as error:
            abort(503, str(error))

    @api.get("/api/clock")
    def clock() -> Response:
        # A snapshot says when it was taken; who gets it later asks what time it is now.
        # What is entered says until when it may be, by the server's own clock, which no game sets anew.
        own = idempotency_store()
        return jsonify(t=round(table.now(), 1), run=own.run, up=round(own.uptime_s, 3))

    @api.post("/api/inputs")
    @requires("tablet")
    def inputs() -> Response:
        # `?preview=1` asks what an input would change.
        return enter(table.preview if "preview" in request.args else table.submit)

    @api.post("/api/games")
    @requires("tablet")
    def games() -> Response:
        return enter(table.start_game)

    @api.get("/api/games")
    @requires("tablet")
    def choices() -> Response:
        try:
            return jsonify(dict(table.choices()))
        except CompanionError as error:
            abort(503, str(error))

    @api.post("/api/games/resume")
    @requires("tablet")
    def go_on() -> Response:
        return enter(table.go_on)

    @api.post("/api/games/leave")
    @requires("tablet")
    def leave() -> Response:
        return enter(table.leave)

    @api.post("/api/games/archive")
    @requires("tablet")
    def archive() -> Response:
        return enter(table.archive)

    @api.get("/api/journal")
    def earlier() -> Response:
        before = request.args.get("before", "", str)
        if not (before.isascii() and before.isdecimal() and len(before) < _DIGITS):
            abort(
                400,
                sentence("Which entries? Ask for those before an entry's number, for example ?before=31."),
            )
        return jsonify(lines=list(table.earlier(int(before))))

    @api.get("/healthz")
    def healthz() -> Response:
        return jsonify(status="ok", version=table.snapshot()["version"], streams=streams.open)

    @api.after_request
    def no_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return api
