"""Waiting for what a page's own state says."""

from __future__ import annotations

import time
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
