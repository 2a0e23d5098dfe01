"""The operations that send a picture: of the table's camera, and of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from web.openapi.operations import (
    Operation,
    Paths,
    post_operation,
    query_parameter,
    response_set,
    schema_reference,
    text_enum,
)

_SHARE_SCHEMA: Final = {"type": "number", "minimum": 0, "maximum": 1}
_FLAG_SCHEMA: Final = text_enum("0", "1")

_REFUSALS: Final = {
    400: "The body is no JPEG picture.",
    409: "The picture can't be used, another phone is the camera, or this table has another camera; the "
    "message gives the reason. After a picture that can't be used, the phone may send the next one.",
    415: "The body must be a picture, with the content type image/jpeg.",
}


_PHOTO_REFUSALS: Final = {
    400: "The body is no picture, or a damaged one; the message gives the reason.",
    409: "Game 1, 2 or 3 of Spot it! isn't in progress.",
    415: "The body must be a picture, with the content type image/jpeg.",
    503: "Other photos are being read; the photo can be sent again.",
}
_PICTURE_SCHEMA: Final = {"type": "string", "description": "A picture, 4 MiB at most."}


def _picture_operation() -> Operation:
    operation = post_operation(
        "Send a picture, at most four times a second",
        None,
        response_set(schema_reference("PictureTaken")),
        "camera",
        "tablet",
        parameters=[
            query_parameter(
                "look", _FLAG_SCHEMA, "1: return a judgement of the picture, and how to hold the phone."
            ),
            query_parameter("battery", _SHARE_SCHEMA, "The battery's charge, as a share."),
            query_parameter("charging", _FLAG_SCHEMA, "Whether the phone is charging."),
            query_parameter(
                "pressure",
                text_enum("nominal", "fair", "serious", "critical"),
                "The processor's thermal pressure.",
            ),
            query_parameter(
                "holds", _FLAG_SCHEMA, "Whether exposure and focus are locked, once that was requested."
            ),
        ],
    )
    return _with_picture(operation, _REFUSALS)


def _cards_operation(summary: str, schema: str, *roles: str) -> Operation:
    operation = post_operation(summary, None, response_set(schema_reference(schema)), *roles)
    return _with_picture(operation, _PHOTO_REFUSALS)


def _with_picture(operation: Operation, refusals: Mapping[int, str]) -> Operation:
    """Give an operation a picture as its body, and the reasons of its refusals."""
    for status, description in refusals.items():
        operation["responses"][str(status)]["description"] = description
    operation["requestBody"] = {"required": True, "content": {"image/jpeg": {"schema": _PICTURE_SCHEMA}}}
    return operation


PATHS: Final[Paths] = {
    "/api/camera/pictures": {"post": _picture_operation()},
    "/api/cards/common": {
        "post": _cards_operation(
            "Find the symbol that cards share in a photo", "CardsRead", "tablet", "phone"
        )
    },
    "/api/cards/island": {
        "post": _cards_operation("Read the final island of Spot it! in a photo", "IslandCounted", "tablet")
    },
    "/api/cards/pile": {"post": _cards_operation("Count a fanned pile of cards", "PileCounted", "tablet")},
    "/api/cards/colours": {
        "post": _cards_operation(
            "Learn the colours of the cards from a photo that shows one of each", "ColoursLearned", "tablet"
        )
    },
}
