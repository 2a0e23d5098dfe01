"""The calibration's page: the guided steps, answered from the tablet, and the camera's live picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

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
from web.bodies import BodyError, read_object
from web.geometry import island
from web.visitors import requires, visitor

WAIT_S: Final = 2.0
"""A page that knows the newest view is answered after so long at most."""


class Calibrating(Protocol):
    """A calibration that is going on, called from the web server's threads, several at once."""

    @property
    def leads(self) -> bool:
        """Whether its page comes before the table's: the table isn't watched yet."""

    def view(self) -> Mapping[str, Any]:
        """All there is to show; its ``version`` rises whenever it changes."""

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """Wait until the view is another than that of a version; False if the time ran out first."""

    def answer(self, step: str, given: Mapping[str, Any]) -> None:
        """Answer the step that is on.

        Raises:
            ValueError: it can't be answered so now; the message says why.
        """

    def go_to(self, step: str) -> None:
        """Begin a step, or repeat it; at a table that plays, ``live`` has the table watched again.

        Raises:
            ValueError: as `answer`.
        """

    def skip(self, step: str) -> None:
        """Leave out the step that is on.

        Raises:
            ValueError: as `answer`.
        """

    def picture(self) -> bytes | None:
        """The live picture as JPEG; None: there is none."""


def blueprint(calibration: Calibrating) -> Blueprint:
    """The routes of one calibration."""
    routes = Blueprint("calibration", __name__)

    @routes.before_app_request
    def lead() -> Any:
        # Who may not prepare the table looks at it as ever.
        if request.path == "/" and calibration.leads and visitor().role == "tablet":
            return redirect(url_for("calibration.page"))
        return None

    @routes.app_context_processor
    def known() -> dict[str, Any]:
        # Pages lead here where there is something to be led to.
        return {"calibrates": True}

    @routes.get("/calibrate")
    def page() -> Response:
        return make_response(render_template("calibrate.html", geometry=island()))

    @routes.get("/api/calibration")
    @requires("tablet")
    def view() -> Response:
        after = request.args.get("after", type=int)
        if after is not None:
            calibration.wait_for_change(after, WAIT_S)
        return jsonify(dict(calibration.view()))

    @routes.get("/api/calibration/picture")
    @requires("tablet")
    def picture() -> Response:
        jpeg = calibration.picture()
        if jpeg is None:
            abort(404)
        return Response(jpeg, mimetype="image/jpeg")

    @routes.post("/api/calibration/answer")
    @requires("tablet")
    def answer() -> Response:
        body = _body()
        given = body.get("answer")
        if not isinstance(given, dict):
            raise BodyError(sentence('The body must contain "{name}" as an object.', name="answer"))
        return _done(lambda: calibration.answer(_step(body), given))

    @routes.post("/api/calibration/go")
    @requires("tablet")
    def go() -> Response:
        step = _step(_body())
        return _done(lambda: calibration.go_to(step))

    @routes.post("/api/calibration/skip")
    @requires("tablet")
    def skip() -> Response:
        step = _step(_body())
        return _done(lambda: calibration.skip(step))

    def _done(act: Any) -> Response:
        try:
            act()
        except ValueError as error:
            abort(400, error.args[0] if error.args else str(error))
        return jsonify(dict(calibration.view()))

    @routes.after_request
    def no_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes


def _body() -> dict[str, Any]:
    return read_object(request.get_data(cache=False))


def _step(body: Mapping[str, Any]) -> str:
    step = body.get("step")
    if not isinstance(step, str):
        raise BodyError(sentence('The body must contain "{name}" as a text.', name="step"))
    return step
