"""The sender of the current request, and the sender's permissions.

Every client in the network is a viewer. A paired device sends a signed cookie, which is SameSite=Lax: another
site's page can't send it with a request that changes something, but a link to the page, or the QR code that a
phone's camera opens, keeps the device's identity. Strict would make everybody who follows a link a viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from flask import Flask, Response, abort, current_app, g, request

from companion.i18n import sentence
from companion.table.table import Table
from web.rights import PairedDevice, Rights, Role
from web.rights.seating import SeatAssignments

P = ParamSpec("P")
R = TypeVar("R")

COOKIE_LIFETIME_S: Final = 400 * 24 * 3600
"""Lifetime of the cookie since the device's last visit: the longest that browsers allow."""

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
PHONE_UNPAIRED: Final = sentence("This phone was unpaired.")
OTHER_GAME_STARTED: Final = sentence("Another game has started: pair this phone again.")
NO_GAME: Final = sentence("No game in progress.")
_EXTENSION: Final = "companion"


@dataclass(frozen=True)
class Visitor:
    """The sender of a request.

    Attributes:
        role: its permissions.
        seat: the player's colour, of a phone.
        device: the id of the paired device.
    """

    role: Role
    seat: str | None = None
    device: str | None = None


VIEWER: Final = Visitor("viewer")


@dataclass(frozen=True)
class _VisitorRegistry:
    """Identifies visitors by the table and its rights."""

    rights: Rights
    table: Table
    seating: SeatAssignments

    def identify(self, device: PairedDevice | None) -> Visitor:
        if device is not None and device.role == "phone":
            # Also follow corrections made without the pages, by a button.
            self.seating.update_phones()
            device = self.rights.devices.get(device.id)
        if device is None:
            return VIEWER
        if device.role == "phone" and not is_seated(self.table.snapshot(), device.seat, device.player):
            return VIEWER
        return Visitor(device.role, device.seat, device.id)

    def explain_no_seat(self, cookie: str | None) -> str:
        """Return why the sender of a cookie has no seat."""
        device = self.rights.device_of_cookie(cookie)
        if device is not None and device.role == "phone":
            return OTHER_GAME_STARTED if players(self.table.snapshot()) else NO_GAME
        return PHONE_UNPAIRED if self.rights.was_paired(cookie) else HOW_TO_PAIR["phone"]


def register_visitors(app: Flask, rights: Rights, table: Table) -> None:
    """Make an application identify its visitors: `visitor()` in requests, ``visitor`` in templates."""
    registry = _VisitorRegistry(rights, table, SeatAssignments(rights.devices, table.snapshot))
    app.extensions[_EXTENSION] = registry
    app.context_processor(lambda: {"visitor": visitor()})

    @app.after_request
    def renew_cookie(response: Response) -> Response:
        # A device that visits now and then stays paired.
        device = response.mimetype == "text/html" and rights.devices.get(visitor().device or "")
        if device:
            set_device_cookie(response, device)
        return response

    @app.after_request
    def follow_seating(response: Response) -> Response:
        # Immediately, also for phones that sleep.
        if request.method == "POST":
            registry.seating.update_phones()
        return response


def rights_of(app: Flask) -> Rights:
    """Return the rights of the table that an application serves."""
    found: _VisitorRegistry = app.extensions[_EXTENSION]
    return found.rights


def visitor() -> Visitor:
    """Return the sender of the current request."""
    if "visitor" not in g:
        registry = _registry()
        g.visitor = registry.identify(
            registry.rights.device_of_cookie(request.cookies.get(registry.rights.cookie))
        )
    found: Visitor = g.visitor
    return found


def make_visitor_lookup() -> Callable[[], Visitor]:
    """Return a function that returns the visitor's current state, also after the request, for long streams.

    A phone whose player left the game is a viewer, and a phone again once the player is back.
    """
    registry = _registry()
    rights = registry.rights
    device = rights.device_of_cookie(request.cookies.get(rights.cookie))

    def current_visitor() -> Visitor:
        return registry.identify(rights.devices.get(device.id) if device else None)

    return current_visitor


def requires(*roles: Role) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Restrict a view function to visitors of these roles; others learn how to pair."""

    def decorate(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def check_role(*args: P.args, **kwargs: P.kwargs) -> R:
            if visitor().role not in roles:
                abort(403, _pairing_hint(roles))
            return view(*args, **kwargs)

        return check_role

    return decorate


def _pairing_hint(roles: tuple[Role, ...]) -> str:
    """Return the message for a visitor who has none of these roles."""
    role_to_pair = next((role for role in ("camera", "tablet") if role in roles), None)
    return _no_seat_reason() if role_to_pair is None else HOW_TO_PAIR[role_to_pair]


def _no_seat_reason() -> str:
    """Return why the current visitor has no seat."""
    registry = _registry()
    return registry.explain_no_seat(request.cookies.get(registry.rights.cookie))


def is_seated(snapshot: Mapping[str, Any], seat: str | None, player: str | None) -> bool:
    """Return whether a player of this name has this colour."""
    return any((p["colour"], p["name"]) == (seat, player) for p in players(snapshot))


def players(snapshot: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the players of the current game, in seat order; empty without a game."""
    game = snapshot.get("game") or {}
    found: list[Mapping[str, Any]] = game.get("view", {}).get("players", [])
    return found


def set_device_cookie(response: Response, device: PairedDevice) -> None:
    """Set the cookie that identifies the browser as a device."""
    rights = _registry().rights
    response.set_cookie(
        rights.cookie,
        rights.sign(device),
        max_age=COOKIE_LIFETIME_S if rights.is_persistent else None,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def delete_device_cookie(response: Response) -> None:
    """Delete the cookie, which makes the browser a viewer."""
    response.delete_cookie(_registry().rights.cookie, httponly=True, samesite="Lax", secure=request.is_secure)


def _registry() -> _VisitorRegistry:
    found: _VisitorRegistry = current_app.extensions[_EXTENSION]
    return found
