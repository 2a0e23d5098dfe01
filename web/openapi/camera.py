"""The pictures of a phone that is the table's camera."""

from __future__ import annotations

from typing import Final

from web.openapi.form import Operation, Paths, answers, enters, in_query, one_of, ref

_SHARE: Final = {"type": "number", "minimum": 0, "maximum": 1}
_YES: Final = one_of("0", "1")


def _takes_a_picture() -> Operation:
    operation = enters(
        "Send a picture, as often as four times a second",
        None,
        answers(ref("PictureTaken")),
        "camera",
        "tablet",
        parameters=[
            in_query("look", _YES, "1: say what is seen in it, and how to hold the phone."),
            in_query("battery", _SHARE, "The share of the battery's charge."),
            in_query("charging", _YES, "Whether it is plugged in."),
            in_query("pressure", one_of("nominal", "fair", "serious", "critical"), "Of its processor."),
            in_query("holds", _YES, "Whether exposure and focus are held, once that was asked."),
        ],
    )
    picture = {"type": "string", "description": "A picture, 4 MiB at most."}
    operation["requestBody"] = {"required": True, "content": {"image/jpeg": {"schema": picture}}}
    return operation


PATHS: Final[Paths] = {"/api/camera/pictures": {"post": _takes_a_picture()}}
