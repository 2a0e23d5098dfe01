"""Browsers and clients that are paired with a server without typing a code."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page

from tests.conftest import HOME
from web import WebServer
from web.rights import Rights
from web.visitors import rights_of


def cookie(rights: Rights, role: str = "tablet", seat: str | None = None, player: str | None = None) -> str:
    """The signed cookie of a new device: a tablet, the camera, or the phone of a seat and its player."""
    if role == "tablet":
        return rights.sign(rights.devices.pair_tablet())
    if role == "camera":
        return rights.sign(rights.devices.pair_camera())
    assert role == "phone"
    assert seat is not None
    assert player is not None
    return rights.sign(rights.devices.pair_phone(seat, player))


def paired_headers(
    server: WebServer, role: str = "tablet", seat: str | None = None, player: str | None = None
) -> dict[str, str]:
    """Return the headers of a request from a paired device."""
    return {"Cookie": f"{server.rights.cookie}={cookie(server.rights, role, seat, player)}"}


def paired_client(
    app: Flask, role: str = "tablet", seat: str | None = None, player: str | None = None
) -> FlaskClient:
    """Flask's test client as a paired device."""
    rights = rights_of(app)
    client = app.test_client()
    client.set_cookie(rights.cookie, cookie(rights, role, seat, player))
    return client


def pair_browser(
    context: BrowserContext,
    server: WebServer,
    role: str = "tablet",
    seat: str | None = None,
    player: str | None = None,
) -> None:
    """Pair a browser; with the role "viewer" it stays unpaired."""
    context.clear_cookies()
    if role != "viewer":
        value = cookie(server.rights, role, seat, player)
        context.add_cookies([{"name": server.rights.cookie, "value": value, "url": server.url}])


def go_home(page: Page, server: WebServer, path: str = "") -> Page:
    """Open a server's page by a name in the network, over plain HTTP as in most homes; returns the page."""
    home = f"http://{HOME}:{server.port}/"
    page.context.add_cookies(
        [{"name": each["name"], "value": each["value"], "url": home} for each in page.context.cookies()]
    )
    page.goto(home + path)
    page.wait_for_selector("body[data-connection=live]")
    assert page.evaluate("window.isSecureContext") is False
    return page
