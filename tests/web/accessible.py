"""That axe finds nothing wrong with a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect


def accessible(page: Page) -> None:
    """Axe finds nothing, and the page is in touch with its server again.

    Nothing else runs in a page meanwhile: a busy machine may take so long for it that the page gives up the
    answer it waits for, and takes nothing until it has asked anew.
    """
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    # What was given up is, by the time this is answered.
    page.evaluate("fetch('/api/clock').then((response) => response.ok)")
    expect(page.locator("body")).to_have_attribute("data-connection", "live")
