"""Photos of round cards (Spot it!) from the tablet or a phone: each answer says what a photo shows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from flask import Blueprint, Response, abort, jsonify, request
from numpy.typing import NDArray

from companion.i18n import sentence
from companion.picture_decoder import NoPictureError, decode_picture
from vision.cards import CardsReading, read_cards
from web.api_types import CardsRead, PictureCircle
from web.bodies import BodyError
from web.i18n import translate_for_request
from web.visitors import requires, visitor

COMMON_ENDPOINT: Final = "cards.read_common_symbols"
_BUSY_S: Final = 8.0
"""Longest wait for another picture's reading, shorter than the page waits for an answer."""


def can_ask_referee() -> bool:
    """Return whether the visitor may send a photo of two cards."""
    return visitor().role in ("tablet", "phone")


def blueprint() -> Blueprint:
    """Create the routes for photos of cards. One photo is read at a time, however many devices send some."""
    routes = Blueprint("cards", __name__)
    one_at_a_time = threading.Lock()

    def read_photo(read: Callable[[NDArray[np.uint8]], Any]) -> Response:
        try:
            picture = decode_picture(request.get_data(cache=False))
        except NoPictureError as error:
            raise BodyError(sentence("This photo can't be read: {reason}.", reason=str(error))) from error
        if not one_at_a_time.acquire(timeout=_BUSY_S):
            abort(503, sentence("Other photos are being read. Try again in a moment."))
        try:
            return jsonify(read(picture))
        finally:
            one_at_a_time.release()

    @routes.post("/api/cards/common", endpoint=COMMON_ENDPOINT.partition(".")[2])
    @requires("tablet", "phone")
    def read_common_symbols() -> Response:
        return read_photo(
            lambda picture: describe_cards(read_cards(picture), picture.shape[1], picture.shape[0])
        )

    @routes.after_request
    def no_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes


def describe_cards(reading: CardsReading, width: int, height: int) -> CardsRead:
    """Describe the cards of a photo of this size (pixels) and the symbols that they share."""

    def circle(at: tuple[float, float], radius: float) -> PictureCircle:
        x, y = (min(1.0, max(0.0, place / side)) for place, side in zip(at, (width, height), strict=True))
        return {"at": [round(x, 4), round(y, 4)], "radius": round(radius / width, 4)}

    answers = [pair.answer for pair in reading.pairs if pair.answer is not None]
    if len(reading.cards) < 2:
        text = sentence(
            "Fewer than two cards were found. Lay them side by side on a cloth of another colour."
        )
    elif answers:
        text = sentence("This symbol is on both cards.")
    else:
        text = sentence("Unknown: no symbol is certain. Take the photo from above, closer, without glare.")
    return {
        "cards": [circle(card.centre, card.radius) for card in reading.cards],
        "common": [
            [circle(symbol.at, symbol.radius) for symbol in (answer.first, answer.second)]
            for answer in answers
        ],
        "text": translate_for_request(text),
    }
