"""Photos of round cards (Spot it!) from the tablet or a phone: each answer says what a photo shows."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, jsonify, request

from companion.i18n import sentence
from companion.table.table import Table
from web.api_types import CardsRead, ColoursLearned, IslandCounted, PictureCircle, PileCounted
from web.bodies import BodyError
from web.guard import set_caching
from web.i18n import translate_for_request
from web.visitors import requires, visitor

if TYPE_CHECKING:
    from companion.perception.card_island import IslandCount
    from companion.sources.camera import Image
    from vision.cards import CardsReading
    from vision.cards.fan import CardFan
    from vision.cards.palette import CardPalette

# The readers are imported with the first photo: most tables send none.

_BUSY_S: Final = 8.0
"""Longest wait for another picture's reading, shorter than the page waits for an answer."""
_GAMES: Final = (1, 2, 3)
"""The games that an island shows; cards that players took are counted by hand."""


def _is_tablet() -> bool:
    return visitor().role == "tablet"


def _may_ask_referee() -> bool:
    return visitor().role in ("tablet", "phone")


PICTURE_SENDERS: Final[Mapping[str, Callable[[], bool]]] = {
    "cards.read_common_symbols": _may_ask_referee,
    "cards.read_island": _is_tablet,
    "cards.count_pile": _is_tablet,
    "cards.learn_colours": _is_tablet,
}
"""Whether the current visitor may send a photo, by endpoint."""


class TableColours:
    """The colours of the cards at a table: learned ones, otherwise those of the deck to print."""

    def __init__(self, path: Path | None) -> None:
        """Read nothing yet.

        Args:
            path: the file that keeps them; None: they aren't kept.
        """
        self._path = path
        self._known: CardPalette | None = None

    def palette(self) -> CardPalette:
        """Return the colours; those that the file can't give are the printed deck's."""
        from companion.perception.card_island import CardColoursError, load_card_colours, printed_palette

        if self._known is None:
            try:
                self._known = load_card_colours(self._path) if self._path else None
            except CardColoursError as error:
                logging.getLogger(__name__).warning("%s", error)
            self._known = self._known or printed_palette()
        return self._known

    def learn(self, picture: Image) -> str:
        """Learn the colours from a photo of one card of each kind; return what people should know.

        Raises:
            BodyError: no colours were learned.
        """
        from companion.perception.card_island import CARD_KINDS, CardColoursError, save_card_colours
        from vision.cards.palette import PaletteError, learn_palette

        try:
            self._known = learn_palette(picture, CARD_KINDS)
        except PaletteError as error:
            raise BodyError(sentence("No colours were learned: {reason}.", reason=str(error))) from error
        try:
            if self._path:
                save_card_colours(self._path, self._known)
        except CardColoursError as error:
            return sentence(
                "The colours of the cards were learned until the next restart: {reason}.", reason=str(error)
            )
        return sentence("The colours of the cards were learned.")


def blueprint(table: Table, colours_file: Path | None = None) -> Blueprint:
    """Create the routes for photos of cards. One photo is read at a time, however many devices send some.

    Args:
        table: the table.
        colours_file: keeps the learned colours of the cards; None: they are lost with a restart.
    """
    routes = Blueprint("cards", __name__)
    set_caching(routes, "no-store")
    one_at_a_time = threading.Lock()
    colours = TableColours(colours_file)

    def read_photo(read: Callable[[Image], Any]) -> Response:
        from companion.picture_decoder import NoPictureError, decode_picture

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

    @routes.post("/api/cards/common")
    @requires("tablet", "phone")
    def read_common_symbols() -> Response:
        from vision.cards import read_cards

        return read_photo(
            lambda picture: describe_cards(read_cards(picture), picture.shape[1], picture.shape[0])
        )

    @routes.post("/api/cards/island")
    @requires("tablet")
    def read_island() -> Response:
        from companion.perception.card_island import count_island

        game = table.snapshot()["game"]
        view = None if game is None or game["kind"] != "spot_it" else game["view"]
        if view is None or view["phase"] == "over" or view["game_on"] not in _GAMES:
            abort(409, sentence("Only the island of games 1 to 3 can be counted."))
        number, teams = view["game_on"], [team["colour"] for team in view["players"]]
        return read_photo(
            lambda picture: describe_island(
                count_island(picture, colours.palette(), number, teams),
                number,
                picture.shape[1],
                picture.shape[0],
            )
        )

    @routes.post("/api/cards/pile")
    @requires("tablet")
    def count_pile() -> Response:
        from vision.cards.fan import count_fan

        return read_photo(
            lambda picture: describe_pile(count_fan(picture), picture.shape[1], picture.shape[0])
        )

    @routes.post("/api/cards/colours")
    @requires("tablet")
    def learn_colours() -> Response:
        def learn(picture: Image) -> ColoursLearned:
            return {"text": translate_for_request(colours.learn(picture))}

        return read_photo(learn)

    return routes


def _describe_circle(at: tuple[float, float], radius: float, width: int, height: int) -> PictureCircle:
    x, y = (min(1.0, max(0.0, place / side)) for place, side in zip(at, (width, height), strict=True))
    return {"at": [round(x, 4), round(y, 4)], "radius": round(radius / width, 4)}


def describe_island(count: IslandCount, game: int, width: int, height: int) -> IslandCounted:
    """Describe a counted island in a photo of this size (pixels)."""
    if not count.cards:
        text = sentence("No island was found. Take the photo from above, with all of its cards in view.")
    elif count.is_sure:
        text = sentence("All places are certain. Tap a place to correct it.")
    else:
        text = sentence("Tap each place with a question mark until its colour is right.")
    return {
        "game": game,
        "cards": [
            {
                "place": list(card.place),
                "circle": _describe_circle(card.outline.centre, card.outline.radius, width, height),
                "kind": card.kind,
                "sure": card.is_sure,
            }
            for card in count.cards
        ],
        "harbors": [list(place) for place in count.harbors],
        "text": translate_for_request(text),
    }


def describe_pile(fan: CardFan, width: int, height: int) -> PileCounted:
    """Describe a fanned pile in a photo of this size (pixels)."""
    if fan.is_sure:
        text = sentence(
            "Cards in this pile: {count}. Check that each card has one ring.", count=len(fan.cards)
        )
    else:
        text = sentence(
            "Unknown: the cards can't be counted. Fan them evenly, with a finger's breadth of each in view, "
            "and take the photo from above."
        )
    return {
        "cards": [_describe_circle(card.centre, card.radius, width, height) for card in fan.cards],
        "sure": fan.is_sure,
        "text": translate_for_request(text),
    }


def describe_cards(reading: CardsReading, width: int, height: int) -> CardsRead:
    """Describe the cards of a photo of this size (pixels) and the symbols that they share."""

    def circle(at: tuple[float, float], radius: float) -> PictureCircle:
        return _describe_circle(at, radius, width, height)

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
