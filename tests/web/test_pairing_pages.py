"""Pairing in a browser: a viewer's page, a typed code, a link, and two pages of one browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.waiting import wait_until
from web import WebServer

pytestmark = pytest.mark.browser

SELDOM = 600.0
"""Seconds between beats: nothing waits for one."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def server(serve: Callable[..., WebServer], table: Any) -> WebServer:
    return serve(table)


@pytest.fixture
def unpaired_browser(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that is nobody yet."""
    context = browser.new_context(locale="en-GB", service_workers="block", **PHONE)
    yield context
    context.close()


def seat_link(tablet: Page, name: str) -> str:
    """The link that a tap on a seat shows."""
    if not tablet.get_by_role("dialog").is_visible():
        tablet.get_by_role("button", name="Phones").click()
    seat = tablet.get_by_role("dialog").get_by_role("button", name=f"{name} ")
    seat.first.click()
    return str(tablet.get_by_role("dialog").get_by_role("link").get_attribute("href"))


@pytest.mark.slow
@pytest.mark.smoke
def test_a_viewer_sees_a_pairing_hint_and_becomes_the_tablet_by_the_code(
    visit: Callable[..., Page], server: WebServer, table: Any
) -> None:
    page = visit(server, role="viewer")
    expect(page.locator(".view-only")).to_have_text("View only. Pair this device")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.locator(".entry").first.click()
    expect(page.get_by_role("alert")).to_contain_text("View only")
    expect(page.get_by_role("dialog")).to_have_count(0)

    # Each viewer chooses how the island is turned on this screen.
    expect(page.locator(".turned[transform='rotate(0)']")).to_have_count(1)
    page.locator(".island-turns button").first.click()
    expect(page.locator(".turned[transform='rotate(0)']")).to_have_count(0)

    page.get_by_role("link", name="Pair this device").click()
    typed = page.get_by_label("The code that the terminal shows")
    expect(typed).to_be_focused()
    typed.fill("000000" if server.rights.code.digits != "000000" else "000001")
    page.get_by_role("button", name="Pair", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This code is wrong")
    code = server.rights.code.digits
    page.get_by_label("The code that the terminal shows").fill(f"{code[:3]} {code[3:]}")
    page.get_by_role("button", name="Pair", exact=True).click()

    page.wait_for_selector("body[data-role=tablet]")
    with page.expect_response("**/api/inputs"):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator(".view-only")).to_have_count(0)
    wait_until(page, "document.body.dataset.connection === 'live'")
    assert table.inputs == [{"kind": "undo"}]


def stays(page: Page) -> Callable[[], bool]:
    """Return a check that a page was not reloaded."""
    page.evaluate("document.body.dataset.stays = ''")
    return lambda: page.locator("body[data-stays]").count() == 1


def test_the_link_pairs_the_browser_and_its_other_open_page(
    unpaired_browser: BrowserContext, serve: Callable[..., WebServer], table: Any
) -> None:
    server = serve(table, heartbeat=SELDOM)
    page = unpaired_browser.new_page()
    page.goto(server.url)
    expect(page.locator(".view-only")).to_be_visible()
    same_page = stays(page)

    pairing = unpaired_browser.new_page()
    pairing.goto(server.pairing_url)
    pairing.wait_for_selector("body[data-role=tablet]")
    # The code is in no address, and going back leads to none.
    assert pairing.url == server.url
    pairing.go_back()
    assert "code" not in pairing.url
    assert "key" not in pairing.url

    with page.expect_response("**/api/inputs"):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator(".view-only")).to_have_count(0)
    assert same_page()
    assert table.inputs == [{"kind": "undo"}]


@pytest.mark.slow
def test_a_phone_s_page_follows_its_pairing_in_another_page(
    visit: Callable[..., Page], unpaired_browser: BrowserContext, serve: Callable[..., WebServer], table: Any
) -> None:
    table.seats.views["red"] = None
    server = serve(table, heartbeat=SELDOM)
    tablet, phone = visit(server), unpaired_browser.new_page()
    phone.goto(f"{server.url}phone")
    for _ in range(2):
        expect(phone.get_by_role("heading", name="This phone is not paired with a seat.")).to_be_visible()
        pairing = unpaired_browser.new_page()
        pairing.goto(seat_link(tablet, "Ana"))
        expect(phone.get_by_role("heading", name="Ana", exact=True)).to_be_visible()
        expect(tablet.get_by_role("listitem").filter(has_text="phone paired")).to_have_count(1)
        pairing.goto(f"{server.url}pair")
        pairing.get_by_role("button", name="Unpair this device").click()
    expect(phone.get_by_role("heading", name="This phone is not paired with a seat.")).to_be_visible()
