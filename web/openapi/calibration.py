"""The guided calibration, where the server has one."""

from __future__ import annotations

from typing import Final

from web.openapi.form import Paths, answers, enters, in_query, obj, reads, ref
from web.openapi.schemas import NUMBER, TEXT

_VIEW: Final = answers(ref("CalibrationView"), 404)

PATHS: Final[Paths] = {
    "/api/calibration": {
        "get": reads(
            "The steps and how they went",
            _VIEW,
            "tablet",
            parameters=[in_query("after", NUMBER, "Wait a while for another version than this.")],
        )
    },
    "/api/calibration/picture": {
        "get": reads(
            "The live picture", answers(TEXT, 404, media="image/jpeg", says="What the camera sees."), "tablet"
        )
    },
    "/api/calibration/answer": {
        "post": enters("Answer the step that is on", ref("AnswerToStep"), _VIEW, "tablet")
    },
    "/api/calibration/go": {
        "post": enters(
            "Begin or repeat a step; at a table that plays, `live` has the table watched again",
            obj({"step": TEXT}),
            _VIEW,
            "tablet",
        )
    },
    "/api/calibration/skip": {"post": enters("Leave out a step", obj({"step": TEXT}), _VIEW, "tablet")},
}
