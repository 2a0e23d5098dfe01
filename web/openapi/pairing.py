"""The operations that pair devices with the table."""

from __future__ import annotations

from typing import Any, Final

from web.openapi.operations import (
    EMPTY_OBJECT,
    Paths,
    array_schema,
    get_operation,
    object_schema,
    path_parameter,
    post_operation,
    refusal_responses,
    response_set,
    text_enum,
)
from web.openapi.schemas import COLOUR, COUNT, FLAG, TEXT

_TEXT_OR_NULL: Final[dict[str, Any]] = {"type": ["string", "null"]}
_LINK: Final = {
    "link": TEXT | {"description": "The address that pairs the other device."},
    "reached": FLAG | {"description": "Whether another device can reach it."},
    "may_open": FLAG | {"description": "Whether the server can be opened, by /api/pairing/network."},
    "qr": TEXT | {"description": "URL of the link as a QR code."},
}
_AS: Final = {"as": text_enum("tablet", "camera"), "instead": FLAG}
_PICTURE: Final = response_set(TEXT, media="image/svg+xml", says="A QR code.")
_DEVICE: Final = response_set(object_schema({"device": TEXT}), 404)

PATHS: Final[Paths] = {
    "/api/pairing": {
        "get": get_operation(
            "The paired devices",
            response_set(
                object_schema(
                    {
                        "seats": array_schema(
                            object_schema({"colour": COLOUR, "name": TEXT, "device": _TEXT_OR_NULL})
                        ),
                        "tablets": array_schema(object_schema({"device": TEXT, "this": FLAG})),
                        "cameras": array_schema(TEXT),
                        "phone_camera": FLAG | {"description": "Whether a phone can be the camera."},
                    }
                )
            ),
            "tablet",
        ),
        "post": post_operation(
            "Pair this device: as a tablet or as the camera by the terminal's code or its link's key, as a "
            "phone by the tablet's token",
            {
                "anyOf": [
                    object_schema({"code": TEXT, **_AS}, *_AS),
                    object_schema({"key": TEXT, **_AS}, *_AS),
                    object_schema({"token": TEXT, "instead": FLAG}, "instead"),
                ]
            },
            response_set(
                object_schema({"role": text_enum("tablet", "phone", "camera"), "seat": _TEXT_OR_NULL}), 409
            ),
        ),
    },
    "/api/pairing/address": {
        "get": get_operation(
            "The page's address for other devices; it pairs none",
            response_set(object_schema({**_LINK, "link": TEXT | {"description": "The page's address."}})),
            "tablet",
        )
    },
    "/api/pairing/address.svg": {"get": get_operation("That address as a QR code", _PICTURE, "tablet")},
    "/api/pairing/phones": {
        "post": post_operation(
            "Create a token for the phone of a seat",
            object_schema({"seat": COLOUR}),
            response_set(object_schema({**_LINK, "seconds": COUNT})),
            "tablet",
        )
    },
    "/api/pairing/phones/{seat}.svg": {
        "get": get_operation(
            "That code as a QR code",
            {**_PICTURE, **refusal_responses(404)},
            "tablet",
            parameters=[path_parameter("seat", COLOUR, "The player's colour.")],
        )
    },
    "/api/pairing/tablets": {
        "post": post_operation(
            "Show the code for another tablet",
            EMPTY_OBJECT,
            response_set(object_schema({**_LINK, "code": TEXT})),
            "tablet",
        )
    },
    "/api/pairing/tablet.svg": {"get": get_operation("That code as a QR code", _PICTURE, "tablet")},
    "/api/pairing/cameras": {
        "post": post_operation(
            "Show the code for a phone as the camera",
            EMPTY_OBJECT,
            response_set(
                object_schema(
                    {
                        **_LINK,
                        "code": TEXT,
                        "secret": FLAG
                        | {"description": "Whether the link uses TLS; without it there is no camera."},
                    }
                )
            ),
            "tablet",
        )
    },
    "/api/pairing/camera.svg": {"get": get_operation("That code as a QR code", _PICTURE, "tablet")},
    "/api/pairing/unpair": {
        "post": post_operation("Unpair a device", object_schema({"device": TEXT}), _DEVICE, "tablet"),
    },
    "/api/pairing/leave": {
        "post": post_operation("Unpair this device", EMPTY_OBJECT, _DEVICE, "tablet", "phone", "camera")
    },
    "/api/pairing/code": {
        "post": post_operation(
            "A new code and its link's key, for `companion pair` on this machine",
            object_schema({"proof": TEXT}),
            response_set(object_schema({"code": TEXT, "key": TEXT})),
        )
    },
    "/api/pairing/network": {
        "post": post_operation(
            "Let other devices in the network reach the page",
            EMPTY_OBJECT,
            response_set(object_schema({"address": _TEXT_OR_NULL})),
            "tablet",
        )
    },
}
