"""The players' phones, and the offers of trade."""

from __future__ import annotations

from typing import Final

from web.openapi.form import Paths, answers, enters, in_path, obj, reads, ref
from web.openapi.schemas import COLOUR, COUNT, TEXT
from web.openapi.table import SINCE, STREAM

_OFFER: Final = in_path("number", COUNT, "The offer's number.")
_WHOSE: Final = obj({"player": COLOUR})

PATHS: Final[Paths] = {
    "/api/seat/state": {"get": reads("What this player sees", answers(ref("SeatSnapshot")), "phone")},
    "/api/seat/events": {
        "get": reads(
            "The same, live",
            answers(TEXT, 503, media="text/event-stream", says=STREAM),
            "phone",
            parameters=[SINCE],
        )
    },
    "/api/seat/inputs": {
        "post": enters("Say what only this player knows", ref("SeatInput"), answers(ref("Outcome")), "phone")
    },
    "/api/seat/offers": {
        "post": enters("Offer a trade", ref("NewOffer"), answers(ref("Offered")), "phone"),
    },
    "/api/seat/offers/{number}": {
        "post": enters(
            "Answer an offer",
            ref("OfferAnswer"),
            answers(ref("OfferAnswered"), 404),
            "phone",
            parameters=[_OFFER],
        )
    },
    "/api/offers": {
        "post": enters(
            "Offer a trade for a player",
            {"allOf": [ref("NewOffer"), _WHOSE]},
            answers(ref("Offered")),
            "tablet",
        ),
    },
    "/api/offers/{number}": {
        "post": enters(
            "Answer an offer for a player",
            {"allOf": [ref("OfferAnswer"), _WHOSE]},
            answers(ref("OfferAnswered"), 404),
            "tablet",
            parameters=[_OFFER],
        )
    },
}
