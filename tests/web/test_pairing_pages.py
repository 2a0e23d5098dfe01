"""Pairing as people do it, in a real browser: a viewer's page, a code typed, phones by the tablet's codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.web.waiting import PAUSE_MS, wait_until
from web import WebServer
from web.visitors import HOW_TO_PAIR

SELDOM = 600.0
"""Seconds between beats: nothing waits for one."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def server(serve: Callable[..., WebServer], table: Any) -> WebServer:
    return serve(table)


@pytest.fixture
def unpaired(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that is nobody yet."""
    context = browser.new_context(locale="en-GB", service_workers="block", **PHONE)
    yield context
    context.close()


@pytest.fixture
def tablet(visit: Callable[..., Page], server: WebServer) -> Page:
    return visit(server)


def invited(tablet: Page, name: str) -> str:
    """The link that a tap on a seat shows."""
    if not tablet.get_by_role("dialog").is_visible():
        tablet.get_by_role("button", name="Phones").click()
    seat = tablet.get_by_role("dialog").get_by_role("button", name=f"{name} ")
    seat.first.click()
    return str(tablet.get_by_role("dialog").get_by_role("link").get_attribute("href"))


def test_a_viewer_is_told_that_it_only_looks_and_the_code_makes_it_the_tablet(
    visit: Callable[..., Page], server: WebServer, table: Any
) -> None:
    page = visit(server, role="viewer")
    expect(page.locator(".looking")).to_have_text("Only looking: pair this device")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.locator(".entry").first.click()
    expect(page.get_by_role("alert")).to_contain_text("only looks")
    expect(page.get_by_role("dialog")).to_have_count(0)

    # How the island lies on this screen is the viewer's own.
    expect(page.locator(".turned[transform='rotate(0)']")).to_have_count(1)
    page.locator(".island-turns button").first.click()
    expect(page.locator(".turned[transform='rotate(0)']")).to_have_count(0)

    page.get_by_role("link", name="pair this device").click()
    typed = page.get_by_label("The code that the terminal shows")
    expect(typed).to_be_focused()
    typed.fill("000000" if server.rights.code.now != "000000" else "000001")
    page.get_by_role("button", name="Pair", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This is not the code")
    code = server.rights.code.now
    page.get_by_label("The code that the terminal shows").fill(f"{code[:3]} {code[3:]}")
    page.get_by_role("button", name="Pair", exact=True).click()

    page.wait_for_selector("body[data-role=tablet]")
    with page.expect_response("**/api/inputs"):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator(".looking")).to_have_count(0)
    wait_until(page, "document.body.dataset.connection === 'live'")
    assert table.inputs == [{"kind": "undo"}]


def test_the_link_alone_pairs_the_browser_that_opens_it(unpaired: BrowserContext, server: WebServer) -> None:
    page = unpaired.new_page()
    page.goto(server.pairing_url)
    page.wait_for_selector("body[data-role=tablet]")
    # The code stands in no address, and going back leads to none.
    assert page.url == server.url
    page.go_back()
    assert "code" not in page.url


def test_a_phone_is_paired_shown_as_paired_and_unpaired_when_it_is_lost(
    tablet: Page, unpaired: BrowserContext, server: WebServer
) -> None:
    phone = unpaired.new_page()
    phone.goto(invited(tablet, "Ana"))
    phone.wait_for_url("**/phone")
    assert phone.locator("body").get_attribute("data-seat") == "red"

    dialog = tablet.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").first).to_contain_text("phone paired")
    dialog.get_by_role("button", name="Unpair Ana's phone").click()
    expect(dialog.get_by_role("listitem").first).to_contain_text("no phone")
    phone.goto(server.url)
    expect(phone.locator(".looking")).to_be_visible()


def test_a_token_that_was_used_says_what_to_do(
    tablet: Page, unpaired: BrowserContext, browser: Browser
) -> None:
    link = invited(tablet, "Ben")
    first = unpaired.new_page()
    first.goto(link)
    first.wait_for_url("**/phone")
    other = browser.new_context(locale="en-GB", service_workers="block", **PHONE)
    late = other.new_page()
    late.goto(link)
    expect(late.get_by_role("alert")).to_contain_text("Tap the seat on the tablet")
    expect(late.get_by_role("textbox")).to_have_count(0)
    other.close()


def test_the_tablet_that_opens_a_phone_s_code_stays_the_tablet_unless_that_is_meant(tablet: Page) -> None:
    link = invited(tablet, "Dora")
    tablet.goto(link)
    expect(tablet.get_by_role("alert")).to_contain_text("This device is the table's tablet")
    tablet.goto(link.partition("pair?")[0])
    tablet.wait_for_selector("body[data-role=tablet]")
    tablet.goto(link)
    tablet.get_by_role("button", name="Make it the phone").click()
    tablet.wait_for_url("**/phone")
    assert tablet.locator("body").get_attribute("data-seat") == "white"


def test_a_table_that_is_open_to_this_computer_only_is_opened_with_a_tap(
    tablet: Page, unpaired: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.addresses._address_in_network", lambda: "127.0.0.2")
    invited(tablet, "Ana")
    expect(tablet.get_by_text("can't reach this table yet")).to_be_visible()
    code = tablet.get_by_role("img", name="The code for Ana's phone")
    expect(code).to_have_count(0)
    tablet.get_by_role("button", name="Open the table to this network").click()
    expect(code).to_be_visible()
    expect(tablet.get_by_role("dialog").get_by_text("true")).to_have_count(0)
    # The picture is a picture: it has come, and is as large as a camera needs it.
    code.evaluate("image => image.decode()")
    assert code.evaluate("image => image.naturalWidth > 20 && image.width > 200")
    link = tablet.get_by_role("dialog").get_by_role("link").get_attribute("href")
    assert link
    assert link.startswith("http://127.0.0.2:")
    phone = unpaired.new_page()
    phone.goto(link)
    phone.wait_for_url("http://127.0.0.2:*/phone")


def test_what_can_t_be_opened_is_said_until_it_is_read(tablet: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.addresses._address_in_network", lambda: None)
    invited(tablet, "Ana")
    with tablet.expect_response("**/api/pairing/network"):
        tablet.get_by_role("button", name="Open the table to this network").click()
    expect(tablet.get_by_role("alert")).to_contain_text("in no network")
    # What is paired is looked at all the time; that takes nothing away.
    for _ in range(2):
        tablet.wait_for_event("response", lambda answer: answer.url.endswith("/api/pairing"))
    expect(tablet.get_by_role("alert")).to_contain_text("in no network")
    tablet.get_by_role("button", name="Back").click()
    expect(tablet.get_by_role("dialog").get_by_role("listitem").first).to_contain_text("no phone")


def test_a_device_may_leave(tablet: Page, server: WebServer) -> None:
    tablet.goto(f"{server.url}pair")
    expect(tablet.get_by_text("This device is a tablet of the table.")).to_be_visible()
    tablet.get_by_role("button", name="Unpair this device").click()
    tablet.wait_for_selector("body[data-role=viewer]")
    assert server.rights.devices.all() == ()


def stays(page: Page) -> Callable[[], bool]:
    """A check that a page is still the one that it was, and was not loaded anew."""
    page.evaluate("document.body.dataset.stays = ''")
    return lambda: page.locator("body[data-stays]").count() == 1


def test_a_tablet_that_is_unpaired_elsewhere_only_looks_from_that_moment(
    visit: Callable[..., Page], serve: Callable[..., WebServer], table: Any
) -> None:
    server = serve(table, heartbeat=SELDOM)
    page, other = visit(server), visit(server)
    same_page = stays(page)
    page.get_by_role("button", name="Trade").click()
    expect(page.get_by_role("dialog")).to_be_visible()

    other.get_by_role("button", name="Phones").click()
    other.get_by_role("button", name="Unpair the other tablet").click()
    expect(page.locator(".looking")).to_have_text("Only looking: pair this device")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.locator(".entry").first.click()
    expect(page.get_by_role("alert")).to_contain_text("only looks")
    expect(page.locator("#connection")).to_be_empty()
    table.change_view(turn=13)
    expect(page.locator("#title")).to_have_text("Turn 13")
    assert same_page()
    assert table.inputs == []


def test_of_what_is_said_of_pairings_nothing_that_was_overtaken_counts(
    tablet: Page, unpaired: BrowserContext
) -> None:
    link = invited(tablet, "Ana")
    overtaken: list[Any] = []

    def hold_first(route: Route) -> None:
        if overtaken:
            route.continue_()
        else:
            overtaken.append((route, route.fetch()))

    tablet.route("**/api/pairing", hold_first)
    while not overtaken:
        tablet.wait_for_timeout(PAUSE_MS)
    unpaired.new_page().goto(link)
    tablet.get_by_role("button", name="Back").click()
    paired = tablet.get_by_role("listitem").filter(has_text="phone paired")
    expect(paired).to_have_count(1)
    tablet.evaluate(
        """() => new MutationObserver(() => (window.shownOtherwise = true))
        .observe(document.querySelector(".devices"), { childList: true })"""
    )
    for route, said_before in overtaken:
        with tablet.expect_event("requestfinished"):
            route.fulfill(response=said_before)
    with tablet.expect_response("**/api/pairing"):
        pass
    expect(paired).to_have_count(1)
    assert tablet.evaluate("() => window.shownOtherwise") is None


def test_a_page_gets_what_its_browser_may_do_once_another_page_of_it_is_paired(
    unpaired: BrowserContext, serve: Callable[..., WebServer], table: Any
) -> None:
    server = serve(table, heartbeat=SELDOM)
    page = unpaired.new_page()
    page.goto(server.url)
    expect(page.locator(".looking")).to_be_visible()
    same_page = stays(page)

    unpaired.new_page().goto(server.pairing_url)
    with page.expect_response("**/api/inputs"):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator(".looking")).to_have_count(0)
    assert same_page()
    assert table.inputs == [{"kind": "undo"}]


def test_a_phone_s_page_follows_its_pairing_in_another_page(
    visit: Callable[..., Page], unpaired: BrowserContext, serve: Callable[..., WebServer], table: Any
) -> None:
    table.seats.views["red"] = None
    server = serve(table, heartbeat=SELDOM)
    tablet, phone = visit(server), unpaired.new_page()
    phone.goto(f"{server.url}phone")
    for _ in range(2):
        expect(phone.get_by_role("heading", name="This phone is not paired with a seat.")).to_be_visible()
        pairing = unpaired.new_page()
        pairing.goto(invited(tablet, "Ana"))
        expect(phone.get_by_role("heading", name="Ana", exact=True)).to_be_visible()
        expect(tablet.get_by_role("listitem").filter(has_text="phone paired")).to_have_count(1)
        pairing.goto(f"{server.url}pair")
        pairing.get_by_role("button", name="Unpair this device").click()
    expect(phone.get_by_role("heading", name="This phone is not paired with a seat.")).to_be_visible()


def test_a_dialog_that_is_refused_as_the_device_is_no_tablet_any_more_shows_the_way(tablet: Page) -> None:
    refused = {"status": 403, "json": {"error": HOW_TO_PAIR["tablet"]}}
    tablet.route("**/api/pairing", lambda route: route.fulfill(**refused))
    tablet.get_by_role("button", name="Phones").click()
    told = tablet.get_by_role("alert")
    expect(told).to_contain_text("“Pair another tablet”")
    assert "`" not in told.inner_text()
    tablet.get_by_role("link", name="Pair this device").click()
    tablet.wait_for_url("**/pair")
