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

ONLY_TOUCHES: Final = """(() => {
  let touched = false;
  for (const touch of ["pointerup", "keydown"]) {
    addEventListener(touch, (event) => (touched ||= event.isTrusted), true);
  }
  const activation = { get: () => ({ isActive: touched, hasBeenActive: touched }) };
  Object.defineProperty(navigator, "userActivation", activation);
})()"""
"""A script for a page's beginning: to it, it is touched by fingers and keys alone.

To the browser it is touched, too, by whatever Playwright asks it, and so at any moment.
"""


def pick(choice: Locator) -> None:
    """Tap one of several values, or a tick, until it is chosen."""
    choice.tap()
    expect(choice).to_be_checked()
