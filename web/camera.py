"""The page of a phone that is the table's camera: it sends pictures, and is told how to hold it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from companion.errors import CompanionError
from companion.i18n import sentence
from web.bodies import BodyError
from web.guard import PICTURES
from web.visitors import requires, visitor

_JPEG = b"\xff\xd8"


class PhoneCamera(Protocol):
    """Whoever takes a phone's pictures, called from the web server's threads, several at once."""

    def take(
        self, device: str, jpeg: bytes, said: Mapping[str, str], *, looked_at: bool
    ) -> Mapping[str, Any]:
        """Take a picture.

        Args:
            device: which phone it is.
            jpeg: the picture.
            said: how the phone is: ``battery`` (a share), ``charging``, ``pressure``, ``holds``, where told.
            looked_at: whether somebody wants to know by now what is seen in it.

        Returns:
            As the pages get it, `web.wire.PictureTaken`.

        Raises:
            CompanionError: it isn't taken now; the message says why.
        """


def may_send() -> bool:
    """Whether who asks may send pictures."""
    return visitor().role in ("camera", "tablet")


def blueprint(camera: PhoneCamera | None) -> Blueprint:
    """The routes of the phone that is the camera; None: no phone is to be one."""
    routes = Blueprint("camera", __name__)

    @routes.get("/camera")
    def page() -> Response:
        response = make_response(render_template("camera.html", wanted=camera is not None))
        response.headers["Cache-Control"] = "no-store"
        return response

    @routes.post("/api/camera/pictures", endpoint=PICTURES.partition(".")[2])
    @requires("camera", "tablet")
    def take() -> Response:
        jpeg = request.get_data(cache=False)
        if not jpeg.startswith(_JPEG):
            raise BodyError(sentence("The body has to be a picture, with the content type image/jpeg."))
        if camera is None:
            abort(
                409, sentence("This table has another camera. To use a phone, start it with --camera phone.")
            )
        try:
            taken = camera.take(
                visitor().device or "", jpeg, request.args, looked_at=request.args.get("look") == "1"
            )
        except CompanionError as refusal:
            abort(409, str(refusal))
        return jsonify(dict(taken))

    @routes.after_request
    def no_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes
