"""The start page in a browser: layout, pairing, and the link to a demo.

What is offered and sent is tested without a browser (tests/web/node/first_screen.test.js).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.patience import PAGES
from tests.web.fingers import open_new_game_form
from tests.web.paired import pair_browser
from web import Settings, WebServer

pytestmark = pytest.mark.browser

NAMES = ["Zoé", "Max", "Ana", "Bo", "Eva"]


class OneDemo:
    """A demo that is played already."""

    def port(self) -> int:
        return 4711


def way(page: Page, name: str) -> Locator:
    return page.locator("#start").get_by_role("button", name=name)


@pytest.mark.slow
@pytest.mark.smoke
def test_the_first_screen_fits_and_seats_are_filled_by_taps(
    touch: Callable[[Any], Page], empty_table: Any
) -> None:
    empty_table.names = NAMES
    page = touch(empty_table)
    # The island is at rest.
    expect(page.locator(".at-rest .hex")).to_have_count(19)
    assert page.locator(".at-rest").evaluate("picture => picture.inert")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # Start is in sight however long the form is.
    open_new_game_form(page, more=True)
    expect(way(page, "Start")).to_be_in_viewport(ratio=1)

    # The seats stand clockwise around the table.
    places = [page.locator(f".seat[data-seat='{seat}']").bounding_box() for seat in range(4)]
    first, second, third, fourth = (place for place in places if place)
    assert first["x"] < second["x"]
    assert second["y"] < third["y"]
    assert third["x"] > fourth["x"]
    assert fourth["y"] > first["y"]

    # A name that is typed is tapped away without losing the tap.
    page.get_by_label("Name of player 1").fill("Ana")
    page.locator(".table-top").get_by_role("button", name="Zoé", exact=True).tap()
    assert "Zoé" in [page.locator(f"[name=name{seat}]").input_value() for seat in range(4)]

    # The game that the form describes is sent.
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        way(page, "Start").tap()
    assert "Zoé" in [player["name"] for player in empty_table.games[0]["players"]]


@pytest.mark.slow
@pytest.mark.smoke
def test_a_device_is_paired_on_the_first_screen_by_the_code(
    browser: Browser, serve: Any, empty_table: Any
) -> None:
    server = serve(empty_table)
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(server.url)
    code = page.locator("#start").get_by_label("The code that the terminal shows")
    code.fill("000 000")
    way(page, "Pair").click()
    expect(page.locator("#start").get_by_role("alert")).to_contain_text("This code is wrong.")
    code.fill(server.rights.code.digits)
    way(page, "Pair").click()
    expect(way(page, "New game")).to_be_visible()
    context.close()


def test_a_demo_is_offered_if_the_server_has_one_and_runs_in_its_own_page(
    browser: Browser, empty_table: Any
) -> None:
    with WebServer(empty_table, Settings(port=0, patience=PAGES), demo_launcher=OneDemo()) as server:
        context = browser.new_context(locale="en-GB")
        pair_browser(context, server)
        context.route("http://127.0.0.1:4711/", lambda route: route.fulfill(body="the demo"))
        page = context.new_page()
        page.goto(server.url)
        way(page, "See a demo game").click()
        expect(page.get_by_text("the demo")).to_be_visible()
        context.close()
