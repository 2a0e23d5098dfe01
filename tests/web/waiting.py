"""Waiting for a state of the page, with the page running or held."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.patience import PATIENCE_S

PAUSE_MS = 50


def wait_until(page: Page, expression: str, arg: Any = None) -> None:
    """Wait until a JavaScript expression is true.

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
    """Make the page's `rested` record whether a part has refused taps after a change."""
    page.evaluate(_NOTE_REST, selector)


def wait_for(page: Page, happened: Callable[[], bool]) -> None:
    """Wait for a condition of the table or the test while the page runs."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end, "waited in vain"
        page.wait_for_timeout(PAUSE_MS)
