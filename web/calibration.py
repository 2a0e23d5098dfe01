"""The calibration page: guided steps, answered on the tablet, and the camera's live picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from companion.i18n import sentence
from web.bodies import BodyError, request_object, text_member
from web.geometry import island
from web.guard import set_caching
from web.visitors import requires, visitor

if TYPE_CHECKING:
    from companion.calibration.repeatable_calibration import CalibrationController

LONG_POLL_S: Final = 2.0
"""The longest time that a request for a newer view waits."""


def blueprint(calibration: CalibrationController) -> Blueprint:
    """Create the routes of one calibration."""
    routes = Blueprint("calibration", __name__)
    set_caching(routes, "no-store")

    @routes.before_app_request
    def redirect_to_calibration() -> Any:
        # Only a tablet may prepare the table; everybody else sees the table as usual.
        if request.path == "/" and calibration.leads and visitor().role == "tablet":
            return redirect(url_for("calibration.page"))
        return None

    @routes.app_context_processor
    def template_flags() -> dict[str, Any]:
        # Pages link to the calibration if there is one.
        return {"calibrates": True}

    @routes.get("/calibrate")
    def page() -> Response:
        return make_response(render_template("calibrate.html", geometry=island()))

    @routes.get("/api/calibration")
    @requires("tablet")
    def view() -> Response:
        after = request.args.get("after", type=int)
        if after is not None:
            calibration.wait_for_change(after, LONG_POLL_S)
        return jsonify(dict(calibration.view()))

    @routes.get("/api/calibration/picture")
    @requires("tablet")
    def picture() -> Response:
        jpeg = calibration.picture(bare=request.args.get("bare") == "1")
        if jpeg is None:
            abort(404, sentence("The table's camera has no picture now."))
        return Response(jpeg, mimetype="image/jpeg")

    @routes.post("/api/calibration/answer")
    @requires("tablet")
    def answer() -> Response:
        body = request_object()
        given = body.get("answer")
        if not isinstance(given, dict):
            raise BodyError(sentence('The body must contain "{name}" as an object.', name="answer"))
        return respond_after(lambda: calibration.answer(text_member(body, "step"), given))

    @routes.post("/api/calibration/go")
    @requires("tablet")
    def start_step() -> Response:
        step = text_member(request_object(), "step")
        return respond_after(lambda: calibration.start_step(step))

    @routes.post("/api/calibration/skip")
    @requires("tablet")
    def skip() -> Response:
        step = text_member(request_object(), "step")
        return respond_after(lambda: calibration.skip(step))

    def respond_after(action: Any) -> Response:
        try:
            action()
        except ValueError as error:
            abort(400, error.args[0] if error.args else str(error))
        return jsonify(dict(calibration.view()))

    return routes
