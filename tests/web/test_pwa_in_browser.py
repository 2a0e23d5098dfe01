"""The page as an app in a browser: offline, and with the screen kept on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.paired import go_home
from web import Settings, WebServer

pytestmark = pytest.mark.browser

LIVE_PAGE = "body[data-connection=live]"
Visit = Callable[..., Page]


class TestOffline:
    @pytest.mark.slow
    @pytest.mark.smoke
    def test_the_page_opens_offline_says_so_and_recovers(
        self, visit: Visit, table: Any, free_port: int
    ) -> None:
        settings = Settings(port=free_port, heartbeat=0.5)
        server = WebServer(table, settings)
        server.start()
        page = visit(server, service_workers="allow")
        page.evaluate("navigator.serviceWorker.ready")
        server.stop()
        page.reload()
        expect(page.locator("#connection")).to_contain_text("Connecting to the table")
        table.change_view(turn=14)
        with WebServer(table, settings):
            page.wait_for_selector(LIVE_PAGE)
            expect(page.locator("#title")).to_have_text("Turn 14")

    @pytest.mark.slow
    def test_api_answers_are_not_cached(self, visit: Visit, serve: Any, table: Any) -> None:
        page = visit(serve(table), service_workers="allow")
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        page.wait_for_selector(LIVE_PAGE)
        kept = page.evaluate(
            """async () => (await Promise.all((await caches.keys()).map(async (name) =>
                (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
        )
        assert {"/", "/scripts/base_game/base_game.js"} <= set(kept)
        assert [path for path in kept if path.startswith("/api/")] == []


class TestScreen:
    def test_the_screen_stays_on_where_the_browser_allows_it(
        self, visit: Visit, serve: Any, table: Any
    ) -> None:
        page = visit(serve(table))
        note = page.evaluate(
            """async () => {
                const { describeWakeLock, isScreenKeptOn } = await import("/static/pwa/device.js");
                while (!isScreenKeptOn()) await new Promise((resolve) => setTimeout(resolve, 20));
                return describeWakeLock();
            }"""
        )
        assert note == "The screen stays on while this page is open."

    def test_an_insecure_page_works_and_says_which_setting_keeps_the_screen_on(
        self, visit: Visit, serve: Any, table: Any
    ) -> None:
        server = serve(table)
        page = go_home(visit(server), server)
        expect(page.locator("#title")).to_have_text("Turn 12")
        page.get_by_role("button", name="View and sound").click()
        expect(page.get_by_role("dialog")).to_contain_text("set the device's screen timeout to never")
