"""The operations of the guided calibration, for servers that have one."""

from __future__ import annotations

from typing import Final

from web.openapi.operations import (
    Paths,
    get_operation,
    object_schema,
    post_operation,
    query_parameter,
    response_set,
    schema_reference,
    text_enum,
)
from web.openapi.schemas import NUMBER, TEXT

_VIEW: Final = response_set(schema_reference("CalibrationView"), 404)

PATHS: Final[Paths] = {
    "/api/calibration": {
        "get": get_operation(
            "The steps and their results",
            _VIEW,
            "tablet",
            parameters=[query_parameter("after", NUMBER, "Wait briefly for a version newer than this.")],
        )
    },
    "/api/calibration/picture": {
        "get": get_operation(
            "The live picture",
            response_set(TEXT, 404, media="image/jpeg", says="The camera's picture."),
            "tablet",
            parameters=[
                query_parameter("bare", text_enum("0", "1"), "1: without the detections drawn on it.")
            ],
        )
    },
    "/api/calibration/answer": {
        "post": post_operation("Answer the current step", schema_reference("AnswerToStep"), _VIEW, "tablet")
    },
    "/api/calibration/go": {
        "post": post_operation(
            "Start or repeat a step; at a table with a game, `live` resumes watching the table",
            object_schema({"step": TEXT}),
            _VIEW,
            "tablet",
        )
    },
    "/api/calibration/skip": {
        "post": post_operation("Skip a step", object_schema({"step": TEXT}), _VIEW, "tablet")
    },
}
