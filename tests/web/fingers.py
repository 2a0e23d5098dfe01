"""Screens that are touched, at the sizes the pages are made for, and what a finger does on them.

A finger taps where a thing stands: Playwright's `tap` scrolls there, and fails where something lies on top.
"""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Locator, expect

SCREENS: Final[dict[str, dict[str, Any]]] = {
    "tablet": {"viewport": {"width": 1280, "height": 800}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


def pick(choice: Locator) -> None:
    """Tap one of several values, or a tick, until it is chosen."""
    choice.tap()
    expect(choice).to_be_checked()
