"""The players' phones, and the offers of trade."""

from __future__ import annotations

from typing import Final

from web.openapi.form import Paths, answers, enters, in_path, reads, ref
from web.openapi.schemas import COUNT, TEXT
from web.openapi.table import SINCE, STREAM

_OFFER: Final = in_path("number", COUNT, "The offer's number.")

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
        "post": enters("Offer a trade", ref("NewOffer"), answers(ref("OfferMade")), "phone"),
    },
    "/api/seat/offers/{number}": {
        "post": enters(
            "Answer an offer",
            ref("OfferAnswer"),
            answers({"anyOf": [ref("Outcome"), ref("OfferAnswered")]}, 404),
            "phone",
            parameters=[_OFFER],
        )
    },
    "/api/offers": {
        "post": enters(
            "Offer a trade for a player",
            ref("NewOfferOf"),
            answers(ref("OfferMade")),
            "tablet",
        ),
    },
    "/api/offers/{number}": {
        "post": enters(
            "Answer an offer for a player",
            ref("OfferAnswerOf"),
            answers({"anyOf": [ref("Outcome"), ref("OfferAnswered")]}, 404),
            "tablet",
            parameters=[_OFFER],
        )
    },
}
