"""A browser that shows a page requests everything from the page's own server."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.paired import pair_browser
from tests.web.test_calibration import FakeCalibration, as_calibration
from tests.web.test_pages_outside import PAGES
from tests.web.waiting import PAUSE_MS, wait_until
from web import Settings, WebServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FEWEST = 5
"""No page does with fewer than its style, its words and a few scripts."""
ROLES = {"/phone": ("phone", "red", "Ana")}


def test_a_browser_requests_nothing_from_other_servers(browser: Browser, table: Any) -> None:
    calibration = FakeCalibration()
    calibration.leads = False
    with WebServer(table, Settings(port=0), calibration_api=as_calibration(calibration)) as server:
        asked = {path: requested_addresses(browser, server, path) for path in PAGES}
        elsewhere = {
            path: [url for url in urls if not url.startswith(server.url)] for path, urls in asked.items()
        }
    assert {path: urls for path, urls in elsewhere.items() if urls} == {}


def requested_addresses(browser: Browser, server: WebServer, path: str) -> list[str]:
    """Return the addresses that a page requests: its files, and the requests of its scripts."""
    context = browser.new_context(service_workers="block")
    pair_browser(context, server, *ROLES.get(path, ("tablet",)))
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(server.url + path.removeprefix("/"))
    wait_until(page, "document.readyState === 'complete'")
    while len(asked) <= FEWEST:
        page.wait_for_timeout(PAUSE_MS)
    context.close()
    return asked
