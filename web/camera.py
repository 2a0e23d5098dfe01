"""The page of the phone that serves as the table's camera.

The phone posts pictures; each answer says how to hold the phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from companion.errors import CompanionError
from companion.i18n import sentence
from web.bodies import BodyError
from web.guard import PICTURE_ENDPOINT, set_caching
from web.visitors import requires, visitor

_JPEG_MAGIC = b"\xff\xd8"


class PhoneCamera(Protocol):
    """Receives a phone's pictures.

    The web server calls it from several threads at the same time.
    """

    def receive_picture(
        self, device: str, jpeg: bytes, status: Mapping[str, str], *, wants_feedback: bool
    ) -> Mapping[str, Any]:
        """Receive a picture.

        Args:
            device: the phone's id.
            jpeg: the picture.
            status: the phone's state, as far as it reports it: ``battery`` (a share), ``charging``,
                ``pressure``, ``holds``.
            wants_feedback: whether somebody waits for a judgement of the picture.

        Returns:
            The answer for the page, `web.api_types.PictureTaken`.

        Raises:
            CompanionError: the picture can't be used now; the message says why.
        """


def can_send_pictures() -> bool:
    """Return whether the visitor may send pictures."""
    return visitor().role in ("camera", "tablet")


def blueprint(camera: PhoneCamera | None) -> Blueprint:
    """Create the routes of the phone camera; without a `camera` they refuse all pictures."""
    routes = Blueprint("camera", __name__)
    set_caching(routes, "no-store")

    @routes.get("/camera")
    def page() -> Response:
        return make_response(render_template("camera.html", wanted=camera is not None))

    @routes.post("/api/camera/pictures", endpoint=PICTURE_ENDPOINT.partition(".")[2])
    @requires("camera", "tablet")
    def receive_picture() -> Response:
        jpeg = request.get_data(cache=False)
        if not jpeg.startswith(_JPEG_MAGIC):
            raise BodyError(sentence("The body has to be a picture, with the content type image/jpeg."))
        if camera is None:
            abort(
                409, sentence("This table has another camera. To use a phone, start it with --camera phone.")
            )
        try:
            answer = camera.receive_picture(
                visitor().device or "", jpeg, request.args, wants_feedback=request.args.get("look") == "1"
            )
        except CompanionError as refusal:
            abort(409, str(refusal))
        return jsonify(dict(answer))

    return routes
