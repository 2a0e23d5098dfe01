"""The players' phones: the page, each seat's own state and stream, what it enters, and offers of trade.

Whose seat it is says the device that asks, never the request.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from companion.i18n import sentence
from web.bodies import BodyError, read_object
from web.game_pages import GamePages
from web.stream import Feed, Streams, StreamsFullError, seen_before
from web.table import TableApi
from web.visitors import Visitor, requires, visitor, who_reads


class SeatSource:
    """What the player of a colour sees, as a stream follows it."""

    def __init__(self, table: TableApi, colour: str) -> None:
        self._table = table
        self._colour = colour

    def snapshot(self) -> Mapping[str, Any]:
        """The newest snapshot for this seat."""
        return self._table.seats.snapshot(self._colour)

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> Mapping[str, Any] | None:
        """The newest snapshot for this seat, as soon as it is another than the one named."""
        changed = self._table.wait_for_change(epoch, version, timeout)
        return None if changed is None else self.snapshot()


class Feeds:
    """The feed of each seat, made when a phone first asks for it."""

    def __init__(self, table: TableApi, streams: Streams) -> None:
        self._table = table
        self._streams = streams
        self._lock = threading.Lock()
        self._of: dict[str, Feed] = {}

    def of(self, colour: str) -> Feed:
        """The one feed of a seat."""
        with self._lock:
            if colour not in self._of:
                self._of[colour] = self._streams.feed(SeatSource(self._table, colour), colour)
            return self._of[colour]


def blueprint(table: TableApi, streams: Streams, of_games: GamePages) -> Blueprint:
    """The routes of the players' phones at one table, and of the offers that the tablet enters."""
    phones = Blueprint("phones", __name__)
    feeds = Feeds(table, streams)

    @phones.get("/phone")
    def page() -> Response:
        # Whoever isn't paired is told how to be: the page shows nothing but that.
        game = table.snapshot()["game"]
        kind = None if game is None else game["kind"]
        return make_response(render_template(of_games.phone(kind), game=kind or ""))

    @phones.get("/api/seat/state")
    @requires("phone")
    def state() -> Response:
        return jsonify(dict(table.seats.snapshot(_seat())))

    @phones.get("/api/seat/events")
    @requires("phone")
    def events() -> Response:
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        try:
            stream = feeds.of(_seat()).connect(seen_before(), _while_paired())
        except StreamsFullError as error:
            abort(503, str(error))
        return Response(stream, mimetype="text/event-stream")

    @phones.post("/api/seat/inputs")
    @requires("phone")
    def inputs() -> Response:
        return jsonify(dict(table.seats.submit(_seat(), _body())))

    @phones.post("/api/seat/offers")
    @requires("phone")
    def offer() -> Response:
        return jsonify(dict(table.seats.offer(_seat(), _body())))

    @phones.post("/api/seat/offers/<int:number>")
    @requires("phone")
    def answer(number: int) -> Response:
        return _answered(_seat(), number, _body(), None)

    @phones.post("/api/offers")
    @requires("tablet")
    def offer_for_a_player() -> Response:
        body = _body()
        return jsonify(dict(table.seats.offer(_player(body), body)))

    @phones.post("/api/offers/<int:number>")
    @requires("tablet")
    def answer_for_a_player(number: int) -> Response:
        body = _body()
        return _answered(_player(body), number, body, "tablet")

    def _answered(colour: str, number: int, body: Mapping[str, Any], source: str | None) -> Response:
        return jsonify(dict(table.seats.answer(colour, number, body, source)))

    @phones.after_request
    def no_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return phones


def _seat() -> str:
    colour = visitor().seat
    assert colour is not None, "a phone has a seat"
    return colour


def _while_paired() -> Callable[[], Visitor | None]:
    """The phone that asks, for as long as it has the seat that it asks for."""
    now, phone = who_reads(), visitor()
    return lambda: phone if now() == phone else None


def _body() -> dict[str, Any]:
    return read_object(request.get_data(cache=False))


def _player(body: Mapping[str, Any]) -> str:
    player = body.get("player")
    if not isinstance(player, str):
        raise BodyError(sentence('An offer on the tablet needs its player: "player", a colour.'))
    return player
