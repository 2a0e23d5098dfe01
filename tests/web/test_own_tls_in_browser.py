"""The companion's own TLS in a browser that trusts its certificate."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import HOME
from tests.web.accessible import axe_violations
from tests.web.paired import pair_browser
from tests.web.trusting import trusting_browser
from tests.web.waiting import wait_until
from web import WebServer
from web.certificates import OwnCertificates

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def server(serve: Callable[..., WebServer], table: Any, tmp_path: Path) -> WebServer:
    return serve(table, certificates=OwnCertificates(tmp_path / "https"))


@pytest.mark.smoke
def test_a_tablet_over_tls_follows_acts_keeps_its_screen_on_and_installs_the_app(
    browser: Browser, server: WebServer, table: Any
) -> None:
    with trusting_browser(browser, server) as trusted:
        context = trusted.new_context(
            viewport={"width": 1280, "height": 800},
            locale="en-GB",
            has_touch=True,
            permissions=["screen-wake-lock"],
        )
        page = context.new_page()
        page.goto(server.pairing_link().replace("127.0.0.1", HOME))
        page.wait_for_selector("body[data-connection=live]")
        table.change(lambda snapshot: snapshot["game"]["view"].update(turn=13))
        expect(page.locator("#title")).to_have_text("Turn 13")
        with page.expect_response("**/api/inputs") as answered:
            page.get_by_role("button", name="End turn").tap()
        assert answered.value.ok
        assert page.evaluate("window.isSecureContext") is True
        page.evaluate(
            """async () => {
                const { isScreenKeptOn } = await import("/static/pwa/device.js");
                while (!isScreenKeptOn()) await new Promise((resolve) => setTimeout(resolve, 20));
            }"""
        )
        # What lets the page be kept as an app, and open while the server is away.
        page.evaluate("navigator.serviceWorker.ready")
    assert table.inputs == [{"kind": "end_turn"}]


def test_a_qr_code_over_tls_explains_the_browser_s_warning(
    browser: Browser, server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.addresses.own_addresses", lambda: ["127.0.0.2"])
    with trusting_browser(browser, server) as trusts:
        context = trusts.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True)
        pair_browser(context, server, "tablet")
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(server.url)
        page.get_by_role("button", name="Phones").tap()
        page.locator(".phone-seat-pair").first.tap()
        details = page.locator("details.warning")
        expect(details).not_to_have_attribute("open", "")
        assert not [url for url in asked if "warning_" in url], (
            "nothing of it is loaded before it is looked at"
        )
        details.locator("summary").tap()
        for phone, steps in (("android", "1 “Advanced”"), ("iphone", "3 “Visit Website”")):
            figure = details.locator("figure").filter(has_text=steps)
            picture = figure.locator(f"img[src$='warning_{phone}.svg']")
            picture.scroll_into_view_if_needed()
            wait_until(page, f"document.querySelector('img[src$=\"warning_{phone}.svg\"]').naturalWidth > 0")
        looks = [({"width": 390, "height": 844}, "dark"), ({"width": 1024, "height": 600}, "light")]
        assert axe_violations(page, looks) == []
        context.close()
