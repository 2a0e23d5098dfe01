"""The game log in a browser: touch targets, fit and keyboard navigation.

In node, journal.test.js, game_started.test.js and event_fields.test.js test what dialogs show and enter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.base.rules.options import Options

pytestmark = pytest.mark.browser

PHONE: Final[Any] = {"width": 390, "height": 844}
GAME_STARTED_EVENT: Final = {
    "kind": "game_started",
    "players": [
        {"name": "Ana", "colour": "red"},
        {"name": "Ben", "colour": "blue"},
        {"name": "Clémentine", "colour": "orange"},
        {"name": "Dora", "colour": "white"},
    ],
    "options": Options().to_json(),
}
TAKE_UP_EVENT: Final = {
    "kind": "take_up",
    "on_turn": "red",
    "sides": [
        {"colour": "red", "hand": {"unidentified": 4}, "development_cards": 1, "played": {"monopoly": 1}}
    ],
    "pieces": [{"at": "i1,1", "kind": "settlement", "colour": "blue"}],
    "robber": None,
    "longest_road": None,
    "largest_army": None,
}

Look = Callable[..., Page]


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def line(page: Page, text: str) -> Locator:
    return page.locator("#log").get_by_role("button", name=text)


@pytest.mark.slow
@pytest.mark.smoke
def test_a_line_is_corrected_by_touch_on_a_phone(look: Look, table: Any) -> None:
    page = look(table, viewport=PHONE, has_touch=True, is_mobile=True)
    line(page, "Ben builds a city").tap()
    expect(dialog(page)).to_contain_text("Source: Tablet")
    box = dialog(page).bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]
    dialog(page).locator(".sitemap [data-place='i4,-2']").tap(force=True)
    dialog(page).get_by_role("button", name="Save").tap()
    expect(dialog(page)).to_be_hidden()
    assert table.inputs == [{"kind": "correct", "entry": 35, "change": {"at": "i4,-2"}}]


@pytest.mark.slow
@pytest.mark.smoke
def test_an_earlier_event_is_inserted(page: Page, table: Any) -> None:
    table.changes = [{"what": "cards", "colour": "red", "before": 7, "after": 5}]
    line(page, "Ana builds a road").click()
    dialog(page).get_by_role("button", name="Insert before").click()
    dialog(page).get_by_role("button", name="A card was stolen").click()
    happened = dialog(page).get_by_role("button", name="Add")
    expect(happened).to_be_disabled()
    dialog(page).get_by_role("group", name="Who is robbed?").get_by_label("Ben").check()
    expect(dialog(page).get_by_role("listitem")).to_have_text(["Ana: 7 → 5 cards"])
    happened.click()
    expect(dialog(page)).to_be_hidden()
    event = {"kind": "steal", "player": "red", "from": "blue", "resource": None}
    assert table.inputs == [{"kind": "correct", "before": 39, "event": event}]


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE], ids=["tablet", "phone"])
def test_the_largest_dialogs_fit_the_screen(look: Look, table: Any, size: Any) -> None:
    page = look(table, viewport=size)
    for event, opens, shows in (
        (GAME_STARTED_EVENT, "The game starts", "Name of player 1"),
        (TAKE_UP_EVENT, "Joined a game in progress", "Ana: resource cards"),
    ):
        entry = {"number": 1, "source": "tablet", "certainty": 1.0, "event": event, "violations": []}
        table.change_view(log=[entry])
        line(page, opens).click()
        expect(dialog(page).get_by_label(shows)).to_be_visible()
        # Includes the consequences of the correction below the fields.
        dialog(page).get_by_label(shows).fill("7")
        dialog(page).get_by_label(shows).blur()
        expect(dialog(page)).to_contain_text("Nothing else would change.")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert dialog(page).evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        page.keyboard.press("Escape")
        expect(dialog(page)).to_be_hidden()


def test_the_log_is_one_tab_stop_with_arrow_keys(page: Page) -> None:
    lines = page.locator("#log .entry")
    expect(page.locator("#log .entry[tabindex='0']")).to_have_count(1)
    lines.first.focus()
    page.keyboard.press("ArrowDown")
    expect(lines.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(lines.last).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#log").get_by_role("button", name="Game log")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(lines.last).to_be_focused()
