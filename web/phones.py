"""The players' phones: their page, each seat's state and stream, its inputs, and trade offers.

The pairing of the device determines the seat, never the request.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template

from companion.i18n import sentence
from companion.table.table import Table
from web.bodies import BodyError, request_object
from web.game_pages import GamePages
from web.guard import set_caching
from web.stream import Feed, Streams, stream_response
from web.visitors import Visitor, make_visitor_lookup, requires, visitor


class SeatSource:
    """The snapshots of one player's seat, as a source for streams."""

    def __init__(self, table: Table, colour: str) -> None:
        self._table = table
        self._colour = colour

    def snapshot(self) -> Mapping[str, Any]:
        """Return the newest snapshot for this seat."""
        return self._table.seats.snapshot(self._colour)

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> Mapping[str, Any] | None:
        """Return the newest snapshot for this seat as soon as it differs from the one named."""
        changed = self._table.wait_for_change(epoch, version, timeout)
        return None if changed is None else self.snapshot()


class SeatFeeds:
    """The feed of each seat, created when a phone first requests it."""

    def __init__(self, table: Table, streams: Streams) -> None:
        self._table = table
        self._streams = streams
        self._lock = threading.Lock()
        self._feeds: dict[str, Feed] = {}

    def feed_for(self, colour: str) -> Feed:
        """Return the one feed of a seat."""
        with self._lock:
            if colour not in self._feeds:
                self._feeds[colour] = self._streams.feed(SeatSource(self._table, colour), colour)
            return self._feeds[colour]


def blueprint(table: Table, streams: Streams, game_pages: GamePages) -> Blueprint:
    """Create the routes of the players' phones at one table, and of the tablet's trade offers."""
    phones = Blueprint("phones", __name__)
    set_caching(phones, "no-store")
    feeds = SeatFeeds(table, streams)

    @phones.get("/phone")
    def page() -> Response:
        # To a device without a seat the page only shows how to pair it.
        game = table.snapshot()["game"]
        kind = None if game is None else game["kind"]
        return make_response(render_template(game_pages.phone_template(kind), game=kind or ""))

    @phones.get("/api/seat/state")
    @requires("phone")
    def state() -> Response:
        return jsonify(dict(table.seats.snapshot(_seat())))

    @phones.get("/api/seat/events")
    @requires("phone")
    def events() -> Response:
        return stream_response(feeds.feed_for(_seat()), _make_phone_lookup())

    @phones.post("/api/seat/inputs")
    @requires("phone")
    def inputs() -> Response:
        return jsonify(dict(table.seats.submit(_seat(), request_object())))

    @phones.post("/api/seat/offers")
    @requires("phone")
    def offer() -> Response:
        return jsonify(dict(table.seats.offer(_seat(), request_object())))

    @phones.post("/api/seat/offers/<int:number>")
    @requires("phone")
    def answer(number: int) -> Response:
        return answer_offer(_seat(), number, request_object(), None)

    @phones.post("/api/offers")
    @requires("tablet")
    def offer_for_a_player() -> Response:
        body = request_object()
        return jsonify(dict(table.seats.offer(_player(body), body)))

    @phones.post("/api/offers/<int:number>")
    @requires("tablet")
    def answer_for_a_player(number: int) -> Response:
        body = request_object()
        return answer_offer(_player(body), number, body, "tablet")

    def answer_offer(colour: str, number: int, body: Mapping[str, Any], source: str | None) -> Response:
        return jsonify(dict(table.seats.answer(colour, number, body, source)))

    return phones


def _seat() -> str:
    colour = visitor().seat
    assert colour is not None, "a phone has a seat"
    return colour


def _make_phone_lookup() -> Callable[[], Visitor | None]:
    """Return a function that returns the phone as long as it keeps the seat of this request, else None."""
    current_visitor, phone = make_visitor_lookup(), visitor()
    return lambda: phone if current_visitor() == phone else None


def _player(body: Mapping[str, Any]) -> str:
    player = body.get("player")
    if not isinstance(player, str):
        raise BodyError(sentence('An offer on the tablet needs its player: "player", a colour.'))
    return player
