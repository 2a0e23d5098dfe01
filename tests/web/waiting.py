"""Waiting for what a page's own state says, and having it wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.patience import PATIENCE_S

PAUSE_MS = 50


def wait_until(page: Page, expression: str, arg: Any = None) -> None:
    """Wait until JavaScript comes to something true.

    It is asked from outside each time: a page that forbids inline code lets nothing inside ask for itself.
    """
    end = time.monotonic() + PATIENCE_S
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, f"waited in vain for {expression}"
        page.wait_for_timeout(PAUSE_MS)


_NOTE_REST = """selector => {
    const part = document.querySelector(selector);
    window.rested = part.matches(".tap-guard");
    new MutationObserver(() => (rested ||= part.matches(".tap-guard"))).observe(part, { attributes: true });
}"""


def note_rest(page: Page, selector: str) -> None:
    """Have the page's `rested` say whether a part has refused taps since: for the moment after it changed."""
    page.evaluate(_NOTE_REST, selector)


def wait_for(page: Page, happened: Callable[[], bool]) -> None:
    """Wait for what happens at the table, or to the test, while the page goes on."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end, "waited in vain"
        page.wait_for_timeout(PAUSE_MS)
