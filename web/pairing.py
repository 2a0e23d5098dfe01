"""Pairing: a tablet by a link or a typed code, a player's phone by a link on the tablet.

A phone that serves as the camera is paired as a tablet is.
"""

from __future__ import annotations

import io
import math
from typing import Any, Final
from urllib.parse import urlencode

import segno
from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request, url_for

from companion.i18n import plural_sentence, sentence
from companion.table.table import Table
from web.addresses import NetworkReach
from web.bodies import BodyError, request_object, text_member
from web.guard import abort_rate_limited, set_caching
from web.rights import PairedDevice, Rights
from web.rights.codes import TOKEN_S
from web.visitors import delete_device_cookie, is_seated, players, requires, set_device_cookie, visitor

_WRONG_CODE = sentence(
    "This code is wrong. The terminal shows the valid one; “companion pair” shows a new one."
)
_WRONG_KEY = sentence(
    "This link is no longer valid. Open the new link from the terminal, or type its code. “companion pair” "
    "shows a new one."
)
_OTHER_ROLE_MESSAGES: Final = {
    "tablet": sentence("This device is the table's tablet. A tablet can also be the camera."),
    "phone": sentence("This phone belongs to a player: as the camera, it could no longer show their hand."),
}
_WRONG_TOKEN = sentence(
    "This code is no longer valid: it was used, or its five minutes are over. Tap the seat on the tablet "
    "for a new one."
)


def blueprint(
    table: Table, rights: Rights, reach: NetworkReach, *, has_phone_camera: bool = False
) -> Blueprint:
    """Create the routes that pair devices with one table, and unpair them.

    Args:
        table: the table.
        rights: its paired devices and codes.
        reach: its addresses for other devices.
        has_phone_camera: whether a phone can be its camera.
    """
    pairing = Blueprint("pairing", __name__)
    set_caching(pairing, "no-store")

    @pairing.get("/pair")
    def page() -> Response:
        return make_response(render_template("pair.html"))

    @pairing.post("/api/pairing")
    def pair() -> Response:
        body = request_object()
        device = pair_phone(text_member(body, "token"), body) if "token" in body else pair_by_code(body)
        response = jsonify(role=device.role, seat=device.seat)
        set_device_cookie(response, device)
        return response

    def check_code(typed: str) -> bool:
        attempt = rights.try_code(request.remote_addr or "", visitor().device)
        if attempt.wait_s:
            wait = math.ceil(attempt.wait_s)
            abort_rate_limited(
                wait,
                plural_sentence(
                    "Too many wrong codes were entered. Scan the QR code or open the link, which still work, "
                    "or enter the code again in {count} second.",
                    "Too many wrong codes were entered. Scan the QR code or open the link, which still work, "
                    "or enter the code again in {count} seconds.",
                    wait,
                ),
            )
        if not rights.code.use("".join(typed.split())):
            return False
        attempt.refund()
        return True

    def pair_by_code(body: dict[str, Any]) -> PairedDevice:
        as_camera = body.get("as") == "camera"
        if as_camera and visitor().role in ("tablet", "phone") and body.get("instead") is not True:
            # A tap on the wrong device must not unpair the tablet, or a player's phone.
            abort(409, _OTHER_ROLE_MESSAGES[visitor().role])
        by_key = "key" in body
        invited = (
            rights.code.use_key(text_member(body, "key")) if by_key else check_code(text_member(body, "code"))
        )
        if not invited:
            abort(403, _WRONG_KEY if by_key else _WRONG_CODE)
        pair = rights.devices.pair_camera if as_camera else rights.devices.pair_tablet
        return pair(instead_of=visitor().device)

    def pair_phone(token: str, body: dict[str, Any]) -> PairedDevice:
        invited = rights.phones.peek(token)
        if invited and visitor().role == "tablet" and body.get("instead") is not True:
            # A tap on the wrong device must not unpair the tablet.
            abort(
                409,
                sentence(
                    "This device is the table's tablet. Point a phone's camera at the code. Or make this "
                    "device {player}'s phone and pair a tablet again.",
                    player=invited.player,
                ),
            )
        if not rights.phones.use(token) or not invited:
            abort(403, _WRONG_TOKEN)
        if not is_seated(table.snapshot(), invited.seat, invited.player):
            abort(
                403,
                sentence(
                    "This code was for {player}, who no longer plays. Tap your seat on the tablet.",
                    player=invited.player,
                ),
            )
        return rights.devices.pair_phone(invited.seat, invited.player, instead_of=visitor().device)

    @pairing.get("/api/pairing")
    @requires("tablet")
    def list_paired() -> Response:
        me = visitor().device
        return jsonify(
            seats=[seat_fields(player["colour"], player["name"]) for player in players(table.snapshot())],
            tablets=[
                {"device": d.id, "this": d.id == me} for d in rights.devices.list_all() if d.role == "tablet"
            ],
            cameras=[d.id for d in rights.devices.list_all() if d.role == "camera"],
            phone_camera=has_phone_camera,
        )

    def seat_fields(colour: str, name: str) -> dict[str, Any]:
        phone = rights.devices.phone_of(colour, name)
        return {"colour": colour, "name": name, "device": phone.id if phone else None}

    @pairing.get("/api/pairing/address")
    @requires("tablet")
    def address() -> Response:
        url = network_url()
        return jsonify(
            link=url or request.host_url,
            reached=url is not None,
            may_open=reach.can_open,
            qr=url_for("pairing.address_code"),
        )

    @pairing.get("/api/pairing/address.svg")
    @requires("tablet")
    def address_code() -> Response:
        return _qr_svg(network_url() or request.host_url)

    @pairing.post("/api/pairing/phones")
    @requires("tablet")
    def invite() -> Response:
        seat = text_member(request_object(), "seat")
        for player in players(table.snapshot()):
            if player["colour"] == seat:
                invited = rights.phones.invite(seat, player["name"])
                qr = url_for("pairing.phone_code", seat=seat)
                return jsonify(**link_fields(token=invited.token), qr=qr, seconds=TOKEN_S)
        raise BodyError(sentence("Nobody plays {colour} in this game.", colour=seat))

    @pairing.get("/api/pairing/phones/<seat>.svg")
    @requires("tablet")
    def phone_code(seat: str) -> Response:
        invited = rights.phones.find_invitation(seat)
        if invited is None:
            abort(404)
        return _qr_svg(pairing_link(token=invited.token))

    @pairing.post("/api/pairing/tablets")
    @requires("tablet")
    def another_tablet() -> Response:
        return jsonify(
            **link_fields(key=rights.code.key), code=rights.code.digits, qr=url_for("pairing.tablet_code")
        )

    @pairing.get("/api/pairing/tablet.svg")
    @requires("tablet")
    def tablet_code() -> Response:
        return _qr_svg(pairing_link(key=rights.code.key))

    @pairing.post("/api/pairing/cameras")
    @requires("tablet")
    def camera() -> Response:
        link = pairing_link("camera", key=rights.code.key)
        fields = {**link_fields(key=rights.code.key), "link": link, "secret": link.startswith("https://")}
        return jsonify(**fields, code=rights.code.digits, qr=url_for("pairing.camera_code"))

    @pairing.get("/api/pairing/camera.svg")
    @requires("tablet")
    def camera_code() -> Response:
        return _qr_svg(pairing_link("camera", key=rights.code.key))

    @pairing.post("/api/pairing/unpair")
    @requires("tablet")
    def unpair() -> Response:
        return unpair_device(text_member(request_object(), "device"))

    @pairing.post("/api/pairing/leave")
    @requires("tablet", "phone", "camera")
    def leave() -> Response:
        return unpair_device(visitor().device or "")

    def unpair_device(device: str) -> Response:
        if not rights.devices.unpair(device):
            abort(404, sentence("No such device is paired."))
        response = jsonify(device=device)
        if device == visitor().device:
            delete_device_cookie(response)
        return response

    @pairing.post("/api/pairing/code")
    def renew_code() -> Response:
        if not rights.is_owner(text_member(request_object(), "proof")):
            abort(403, sentence("Only a person who can read this table's files gets a code."))
        return jsonify(code=rights.code.renew(), key=rights.code.key)

    @pairing.post("/api/pairing/network")
    @requires("tablet")
    def open_to_network() -> Response:
        reach.open()
        return jsonify(address=network_url())

    def network_url() -> str | None:
        return reach.external_url(request.scheme, request.host)

    def pairing_link(page: str = "pair", **secret: str) -> str:
        """Return the URL that pairs another device."""
        return f"{network_url() or request.host_url}{page}?{urlencode(secret)}"

    def link_fields(**secret: str) -> dict[str, Any]:
        """Return that URL, whether other devices can reach it, and whether the server can be opened."""
        return {
            "link": pairing_link(**secret),
            "reached": network_url() is not None,
            "may_open": reach.can_open,
        }

    return pairing


def _qr_svg(link: str) -> Response:
    """Return a link as a QR code, dark on light in either theme."""
    buffer = io.BytesIO()
    segno.make_qr(link, error="m").save(buffer, kind="svg", border=3, light="#fff", xmldecl=False)
    return Response(buffer.getvalue(), mimetype="image/svg+xml")
