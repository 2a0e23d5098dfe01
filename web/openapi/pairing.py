"""Pairing devices with the table."""

from __future__ import annotations

from typing import Any, Final

from web.openapi.form import NOTHING, Paths, answers, array, enters, in_path, obj, one_of, reads, refused
from web.openapi.schemas import COLOUR, COUNT, FLAG, TEXT

_TEXT_OR_NULL: Final[dict[str, Any]] = {"type": ["string", "null"]}
_LINK: Final = {
    "link": TEXT | {"description": "The address that pairs the other device."},
    "reached": FLAG | {"description": "Whether another device can reach it."},
    "may_open": FLAG | {"description": "Whether it can be made to, by /api/pairing/network."},
    "qr": TEXT | {"description": "Where the same stands as a picture."},
}
_AS: Final = {"as": one_of("tablet", "camera"), "instead": FLAG}
_PICTURE: Final = answers(TEXT, media="image/svg+xml", says="A QR code.")
_DEVICE: Final = answers(obj({"device": TEXT}), 404)

PATHS: Final[Paths] = {
    "/api/pairing": {
        "get": reads(
            "Who is paired",
            answers(
                obj(
                    {
                        "seats": array(obj({"colour": COLOUR, "name": TEXT, "device": _TEXT_OR_NULL})),
                        "tablets": array(obj({"device": TEXT, "this": FLAG})),
                        "cameras": array(TEXT),
                        "phone_camera": FLAG | {"description": "Whether a phone can be the camera."},
                    }
                )
            ),
            "tablet",
        ),
        "post": enters(
            "Pair the device that asks: as a tablet, or as the camera, by the terminal's code or its link's "
            "key, as a phone by the tablet's token",
            {
                "anyOf": [
                    obj({"code": TEXT, **_AS}, *_AS),
                    obj({"key": TEXT, **_AS}, *_AS),
                    obj({"token": TEXT, "instead": FLAG}, "instead"),
                ]
            },
            answers(obj({"role": one_of("tablet", "phone", "camera"), "seat": _TEXT_OR_NULL}), 409),
        ),
    },
    "/api/pairing/address": {
        "get": reads(
            "Where other devices find the page: it pairs nobody",
            answers(obj({**_LINK, "link": TEXT | {"description": "The page's address."}})),
            "tablet",
        )
    },
    "/api/pairing/address.svg": {"get": reads("That address as a picture", _PICTURE, "tablet")},
    "/api/pairing/phones": {
        "post": enters(
            "Make a code for the phone of a seat",
            obj({"seat": COLOUR}),
            answers(obj({**_LINK, "seconds": COUNT})),
            "tablet",
        )
    },
    "/api/pairing/phones/{seat}.svg": {
        "get": reads(
            "That code as a picture",
            {**_PICTURE, **refused(404)},
            "tablet",
            parameters=[in_path("seat", COLOUR, "The player's colour.")],
        )
    },
    "/api/pairing/tablets": {
        "post": enters(
            "Show the code for another tablet", NOTHING, answers(obj({**_LINK, "code": TEXT})), "tablet"
        )
    },
    "/api/pairing/tablet.svg": {"get": reads("That code as a picture", _PICTURE, "tablet")},
    "/api/pairing/cameras": {
        "post": enters(
            "Show the code for a phone that is to be the camera",
            NOTHING,
            answers(
                obj(
                    {
                        **_LINK,
                        "code": TEXT,
                        "secret": FLAG | {"description": "Whether it leads over TLS: else no camera."},
                    }
                )
            ),
            "tablet",
        )
    },
    "/api/pairing/camera.svg": {"get": reads("That code as a picture", _PICTURE, "tablet")},
    "/api/pairing/unpair": {
        "post": enters("Unpair a device", obj({"device": TEXT}), _DEVICE, "tablet"),
    },
    "/api/pairing/leave": {
        "post": enters("Unpair this device", NOTHING, _DEVICE, "tablet", "phone", "camera")
    },
    "/api/pairing/code": {
        "post": enters(
            "A fresh code and its link's key, for `companion pair` on this machine",
            obj({"proof": TEXT}),
            answers(obj({"code": TEXT, "key": TEXT})),
        )
    },
    "/api/pairing/network": {
        "post": enters(
            "Let other devices in the network reach the page",
            NOTHING,
            answers(obj({"address": _TEXT_OR_NULL})),
            "tablet",
        )
    },
}
