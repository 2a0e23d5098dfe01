"""The operations of the players' phones, and of trade offers."""

from __future__ import annotations

from typing import Final

from web.openapi.operations import (
    Paths,
    get_operation,
    path_parameter,
    post_operation,
    response_set,
    schema_reference,
)
from web.openapi.schemas import COUNT, TEXT
from web.openapi.table import SINCE_PARAMETER, STREAM_DESCRIPTION

_OFFER: Final = path_parameter("number", COUNT, "The offer's number.")

PATHS: Final[Paths] = {
    "/api/seat/state": {
        "get": get_operation("This player's view", response_set(schema_reference("SeatSnapshot")), "phone")
    },
    "/api/seat/events": {
        "get": get_operation(
            "The same, live",
            response_set(TEXT, 503, media="text/event-stream", says=STREAM_DESCRIPTION),
            "phone",
            parameters=[SINCE_PARAMETER],
        )
    },
    "/api/seat/inputs": {
        "post": post_operation(
            "Enter what only this player knows",
            schema_reference("SeatInput"),
            response_set(schema_reference("Outcome")),
            "phone",
        )
    },
    "/api/seat/offers": {
        "post": post_operation(
            "Offer a trade",
            schema_reference("NewOffer"),
            response_set(schema_reference("OfferMade")),
            "phone",
        ),
    },
    "/api/seat/offers/{number}": {
        "post": post_operation(
            "Answer an offer",
            schema_reference("OfferAnswer"),
            response_set({"anyOf": [schema_reference("Outcome"), schema_reference("OfferAnswered")]}, 404),
            "phone",
            parameters=[_OFFER],
        )
    },
    "/api/offers": {
        "post": post_operation(
            "Offer a trade for a player",
            schema_reference("NewOfferOf"),
            response_set(schema_reference("OfferMade")),
            "tablet",
        ),
    },
    "/api/offers/{number}": {
        "post": post_operation(
            "Answer an offer for a player",
            schema_reference("OfferAnswerOf"),
            response_set({"anyOf": [schema_reference("Outcome"), schema_reference("OfferAnswered")]}, 404),
            "tablet",
            parameters=[_OFFER],
        )
    },
}
