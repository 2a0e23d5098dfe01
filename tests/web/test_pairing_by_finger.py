"""Phones and tablets are paired and unpaired by touch, from a small screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.web.fingers import SCREENS
from web import WebServer

pytestmark = pytest.mark.browser


@pytest.fixture
def server(serve: Callable[..., WebServer], table: Any) -> WebServer:
    return serve(table)


@pytest.fixture
def tablet(visit: Callable[..., Page], server: WebServer) -> Page:
    """A tablet as small as a phone."""
    return visit(server, **SCREENS["phone"])


@pytest.fixture
def stranger(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that is nobody yet."""
    context = browser.new_context(locale="en-GB", service_workers="block", **SCREENS["phone"])
    yield context
    context.close()


def open_pairing_dialog(tablet: Page) -> Locator:
    """The dialog in which devices are paired."""
    tablet.get_by_role("button", name="Phones").tap()
    expect(tablet.get_by_role("dialog")).to_be_visible()
    return tablet.get_by_role("dialog")


def link(dialog: Locator) -> str:
    return str(dialog.get_by_role("link").get_attribute("href"))


def is_whole(code: Locator) -> bool:
    """Check that a QR code is fully visible and large enough for a camera."""
    box = code.bounding_box()
    width = code.page.evaluate("innerWidth")
    return box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width and box["width"] > 200


@pytest.mark.slow
def test_a_phone_is_paired_by_a_fully_visible_qr_code_and_unpaired(
    tablet: Page, stranger: BrowserContext, server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.addresses.own_addresses", lambda: ["127.0.0.2"])
    dialog = open_pairing_dialog(tablet)
    dialog.get_by_role("button", name="Ben ").tap()
    expect(dialog.get_by_role("heading", name="Ben's phone")).to_be_visible()
    dialog.get_by_role("button", name="Back").tap()
    expect(dialog.get_by_role("listitem")).to_have_count(4)

    dialog.get_by_role("button", name="Ana ").tap()
    expect(tablet.get_by_text("can't reach this table yet")).to_be_visible()
    code = dialog.get_by_role("img", name="The code for Ana's phone")
    expect(code).to_have_count(0)
    dialog.get_by_role("button", name="Open the table to this network").tap()
    expect(code).to_be_visible()
    expect(dialog.get_by_text("true")).to_have_count(0)
    code.evaluate("image => image.decode()")
    assert code.evaluate("image => image.naturalWidth > 20")
    assert is_whole(code)
    tablet.set_viewport_size({"width": 1280, "height": 800})
    assert is_whole(code)

    invitation = link(dialog)
    assert invitation.startswith("http://127.0.0.2:")
    phone = stranger.new_page()
    phone.goto(invitation)
    phone.wait_for_url("http://127.0.0.2:*/phone")
    assert phone.locator("body").get_attribute("data-seat") == "red"
    ana = dialog.get_by_role("listitem").first
    expect(ana).to_contain_text("phone paired")
    dialog.get_by_role("button", name="Unpair Ana's phone").tap()
    expect(ana).to_contain_text("no phone")
    assert server.rights.devices.phone_of("red", "Ana") is None
    phone.goto(server.url)
    expect(phone.locator(".view-only")).to_be_visible()
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_be_hidden()


@pytest.mark.slow
def test_another_tablet_is_paired_by_code_or_link_and_acts_until_unpaired(
    tablet: Page,
    stranger: BrowserContext,
    table: Any,
    server: WebServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("web.addresses.own_addresses", lambda: ["127.0.0.2"])
    dialog = open_pairing_dialog(tablet)
    dialog.get_by_role("button", name="Pair another tablet").tap()
    expect(dialog.get_by_role("heading", name="Another tablet")).to_be_visible()
    dialog.get_by_role("button", name="Open the table to this network").tap()
    expect(dialog.get_by_role("img")).to_be_visible()
    code = server.rights.code.digits
    expect(dialog).to_contain_text(code)
    other = stranger.new_page()
    other.goto(server.url)
    other.get_by_role("link", name="Pair this device").tap()
    other.get_by_role("textbox").fill(code)
    other.get_by_role("button", name="Pair", exact=True).tap()
    other.wait_for_selector("body[data-role=tablet]")
    with other.expect_response("**/api/inputs"):
        other.get_by_role("button", name="Undo").tap()
    assert table.inputs == [{"kind": "undo"}]

    expect(dialog).to_contain_text("1 other tablet is paired.")
    dialog.get_by_role("button", name="Unpair the other tablet").tap()
    expect(dialog).not_to_contain_text("other tablet is paired")
    expect(other.locator(".view-only")).to_have_text("View only. Pair this device")
    expect(other.get_by_role("button", name="Undo")).to_have_count(0)
    assert [device.role for device in server.rights.devices.list_all()] == ["tablet"]

    dialog.get_by_role("button", name="Pair another tablet").tap()
    expect(dialog.get_by_role("heading", name="Another tablet")).to_be_visible()
    other.goto(link(dialog))
    other.wait_for_selector("body[data-role=tablet]")
    expect(dialog).to_contain_text("1 other tablet is paired.")
