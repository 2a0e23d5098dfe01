"""Touch screens at the sizes of the pages, and touch actions.

A finger taps where a thing stands: Playwright's `tap` scrolls there, and fails where something lies on top.
"""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

SCREENS: Final[dict[str, dict[str, Any]]] = {
    "tablet": {"viewport": {"width": 1280, "height": 800}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


def check_option(choice: Locator) -> None:
    """Tap an option until it is checked."""
    choice.tap()
    expect(choice).to_be_checked()


def open_new_game_form(page: Page, *, more: bool = False) -> Page:
    """Open the form of a new game from the first screen, with its options unfolded if `more` is set."""
    page.locator("#start [data-key=new]").click()
    expect(page.locator("#start form")).to_be_visible()
    if more:
        open_more_options(page)
    return page


def open_more_options(page: Page, answer: str = "More options") -> None:
    """Unfold the further options of the new game's form."""
    page.get_by_text(answer, exact=True).click()


def place_piece(page: Page, at: str, answer: str = "Place it") -> None:
    """Place a piece: tap a highlighted place; elsewhere confirm with the button `answer`."""
    place = page.locator(f".site[data-key='{at}']")
    # A ring may be about to disappear.
    expect(page.locator(".map.tap-guard")).to_have_count(0)
    ringed = "site-due" in (place.get_attribute("class") or "")
    stood_there = place.get_attribute("aria-label") or ""
    with page.expect_response("**/api/inputs"):
        place.click()
        if not ringed:
            page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()
    expect(page.locator("#dialog[open]")).to_have_count(0)
    # Which places are ringed next is drawn with the piece, a moment after the answer.
    expect(place).not_to_have_attribute("aria-label", stood_there)
