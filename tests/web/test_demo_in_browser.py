"""The page of a running demo: its camera picture in both sizes, and taking over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.patience import PAGES
from tests.web.conftest import FakeTable, as_table
from tests.web.paired import pair_browser
from tests.web.test_demo import FakeDemo
from web import Settings, WebServer

pytestmark = pytest.mark.browser


@pytest.mark.slow
@pytest.mark.smoke
def test_the_picture_is_large_until_the_board_is_found_and_a_tap_takes_over(
    browser: Browser, table: FakeTable
) -> None:
    demo = FakeDemo(has_found_board=False)
    with WebServer(
        as_table(table), Settings(port=0, patience=PAGES), running_demo=demo.running_demo()
    ) as server:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
        pair_browser(context, server, "tablet")
        page = context.new_page()
        page.goto(server.url)
        eye = page.locator(".demo-eye")
        expect(eye).to_have_class("demo-eye large")
        expect(eye.locator("figcaption")).to_have_text("The camera is looking for the island …")
        demo.has_found_board = True
        expect(eye).to_have_class("demo-eye found")
        # A match has a picture only while an island is counted.
        demo.has_picture = False
        expect(eye).to_be_hidden()
        demo.has_picture = True
        expect(eye).to_be_visible()
        page.get_by_role("button", name="Take over").click()
        expect(page.locator(".demo-strip")).to_have_text("The table is yours: enter what you play.")
        assert demo.is_over
        context.close()
