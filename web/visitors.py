"""Who sent the request that is being answered, and what they may do.

Whoever is in the network is a viewer. A paired device brings a signed cookie. It is SameSite=Lax: another
site's page can't send it with anything that changes something, and a link to the page, or the QR code that
a phone's camera opens, arrives as who one is. Strict would make a viewer of everybody who follows a link.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from flask import Flask, Response, abort, current_app, g, request

from companion.i18n import sentence
from web.rights import Device, Rights, Role
from web.rights.seating import SeatAssignments
from web.table import TableApi

P = ParamSpec("P")
R = TypeVar("R")

COOKIE_S: Final = 400 * 24 * 3600
"""How long a browser keeps the cookie since the device was seen last: no browser keeps one longer."""

HOW_TO_PAIR: Final[Mapping[str, str]] = {
    "tablet": sentence(
        "Only the table's tablet can do this: pair this device. Another tablet shows the code under Phones, "
        "“Pair another tablet”. In a terminal, “companion pair” shows a new one."
    ),
    "phone": sentence("This phone is not paired with a seat."),
    "camera": sentence(
        "This phone is not paired as the table's camera: on the tablet tap Phones, “A phone as the "
        "camera”, and point the phone at the code."
    ),
}
UNPAIRED: Final = sentence("This phone was unpaired.")
OTHERS_PLAY: Final = sentence("Another game has started: pair this phone again.")
NO_GAME: Final = sentence("No game in progress.")
_EXTENSION: Final = "companion"


@dataclass(frozen=True)
class Visitor:
    """Who asks.

    Attributes:
        role: what they may do.
        seat: the player's colour, of a phone.
        device: the id of the paired device.
    """

    role: Role
    seat: str | None = None
    device: str | None = None


VIEWER: Final = Visitor("viewer")


@dataclass(frozen=True)
class _Reception:
    """What recognises visitors: the table, and the rights at it."""

    rights: Rights
    table: TableApi
    seating: SeatAssignments

    def recognise(self, device: Device | None) -> Visitor:
        if device is not None and device.role == "phone":
            # Also what was corrected beside the pages, by a button.
            self.seating.follow()
            device = self.rights.devices.get(device.id)
        if device is None:
            return VIEWER
        if device.role == "phone" and not is_seated(self.table.snapshot(), device.seat, device.player):
            return VIEWER
        return Visitor(device.role, device.seat, device.id)

    def why_no_seat(self, cookie: str | None) -> str:
        """Why whoever brings a cookie has no seat."""
        device = self.rights.device(cookie)
        if device is not None and device.role == "phone":
            return OTHERS_PLAY if players(self.table.snapshot()) else NO_GAME
        return UNPAIRED if self.rights.was_paired(cookie) else HOW_TO_PAIR["phone"]


def recognise_visitors(app: Flask, rights: Rights, table: TableApi) -> None:
    """Have an application know its visitors: `visitor()` in requests, ``visitor`` in templates."""
    reception = _Reception(rights, table, SeatAssignments(rights.devices, table.snapshot))
    app.extensions[_EXTENSION] = reception
    app.context_processor(lambda: {"visitor": visitor()})

    @app.after_request
    def keep_cookie(response: Response) -> Response:
        # Who opens a page now and then stays paired.
        device = response.mimetype == "text/html" and rights.devices.get(visitor().device or "")
        if device:
            hand_cookie(response, device)
        return response

    @app.after_request
    def follow_seating(response: Response) -> Response:
        # At once, also for phones that sleep.
        if request.method == "POST":
            reception.seating.follow()
        return response


def rights_of(app: Flask) -> Rights:
    """The rights at the table that an application shows."""
    found: _Reception = app.extensions[_EXTENSION]
    return found.rights


def visitor() -> Visitor:
    """Who sent the request that is being answered."""
    if "visitor" not in g:
        reception = _reception()
        g.visitor = reception.recognise(reception.rights.device(request.cookies.get(reception.rights.cookie)))
    found: Visitor = g.visitor
    return found


def who_reads() -> Callable[[], Visitor]:
    """Who the visitor is by now: to be asked after the request's end, for long streams.

    A phone whose player left the game is a viewer, and a phone again once the player is back.
    """
    reception = _reception()
    rights = reception.rights
    device = rights.device(request.cookies.get(rights.cookie))

    def now() -> Visitor:
        return reception.recognise(rights.devices.get(device.id) if device else None)

    return now


def requires(*roles: Role) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a view function answer visitors of these roles only; others are told how to pair."""

    def decorate(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            if visitor().role not in roles:
                abort(403, _how_to_be(roles))
            return view(*args, **kwargs)

        return guarded

    return decorate


def _how_to_be(roles: tuple[Role, ...]) -> str:
    """What a visitor is told who is none of these."""
    named = next((role for role in ("camera", "tablet") if role in roles), None)
    return _why_no_seat() if named is None else HOW_TO_PAIR[named]


def _why_no_seat() -> str:
    reception = _reception()
    return reception.why_no_seat(request.cookies.get(reception.rights.cookie))


def is_seated(snapshot: Mapping[str, Any], seat: str | None, player: str | None) -> bool:
    """Whether somebody of this name plays with this colour."""
    return any((p["colour"], p["name"]) == (seat, player) for p in players(snapshot))


def players(snapshot: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The players of the game that is shown, in seat order; none where there is no game."""
    game = snapshot.get("game") or {}
    found: list[Mapping[str, Any]] = game.get("view", {}).get("players", [])
    return found


def hand_cookie(response: Response, device: Device) -> None:
    """Make the browser that is answered a device from now on."""
    rights = _reception().rights
    response.set_cookie(
        rights.cookie,
        rights.signed(device),
        max_age=COOKIE_S if rights.lasting else None,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def take_cookie_back(response: Response) -> None:
    """Make the browser that is answered a viewer from now on."""
    response.delete_cookie(
        _reception().rights.cookie, httponly=True, samesite="Lax", secure=request.is_secure
    )


def _reception() -> _Reception:
    found: _Reception = current_app.extensions[_EXTENSION]
    return found
