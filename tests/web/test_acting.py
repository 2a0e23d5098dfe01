"""The action bar by touch: its layout, and its main actions.

What each of its dialogs sends is proved in node (tests/web/node/base_entries.test.js).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.fingers import SCREENS, check_option

pytestmark = pytest.mark.browser

PHONE = SCREENS["phone"]

Look = Callable[..., Page]


def bar(page: Page, name: str) -> Locator:
    return page.locator("#actions").get_by_role("button", name=name, exact=True)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def count(page: Page, group: str, kind: str, taps: int = 1) -> None:
    """Tap a counter of cards of one group."""
    counters = dialog(page).get_by_role("group", name=group, exact=True)
    for _ in range(taps):
        counters.get_by_role("button", name=f"More: {kind}").tap()


def confirm(page: Page, name: str) -> None:
    """Tap a button of the dialog, and wait until its input is accepted."""
    dialog(page).get_by_role("button", name=name, exact=True).tap()
    expect(dialog(page)).to_be_hidden()


def test_the_action_bar_is_within_the_thumb_s_reach_with_large_targets(finger: Page) -> None:
    page = finger
    nav = page.locator("#actions").bounding_box()
    assert nav is not None
    assert nav["y"] + nav["height"] == pytest.approx(page.evaluate("innerHeight"), abs=1)
    for button in page.locator("#actions button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


def test_no_row_moves_when_the_partner_is_chosen(finger: Page) -> None:
    page = finger
    bar(page, "Trade").tap()
    expect(dialog(page)).to_contain_text("First choose the cards to give")
    hint = dialog(page).locator(".trade-hint").bounding_box()
    rows = dialog(page).get_by_role("group", name="Gives", exact=True).locator(".counter")
    last = rows.last.bounding_box()
    assert hint is not None
    assert last is not None
    assert hint["y"] >= last["y"] + last["height"]
    tops = "rows => rows.map((row) => row.getBoundingClientRect().top)"
    with_bank = rows.evaluate_all(tops)
    for partner in ("blue", "all", "bank"):
        check_option(dialog(page).locator(f"[name=partner][value={partner}]"))
        assert rows.evaluate_all(tops)[:5] == pytest.approx(with_bank, abs=1)


@pytest.mark.slow
@pytest.mark.smoke
def test_a_trade_with_the_bank_is_entered_by_touch_on_a_phone_in_french(look: Look, table: Any) -> None:
    page = look(table, **PHONE, locale="fr-FR")
    page.locator("#actions [data-key=trade]").tap()
    box = dialog(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
    for side, kind in (("give", "wool"), ("take", "ore")):
        nth = 0 if side == "give" else 1
        dialog(page).locator(f".counters >> nth={nth}").locator(f"[data-kind={kind}] .count-more").tap()
    expect(dialog(page)).to_be_hidden()
    assert table.inputs[0]["give"] == {"wool": 2}
    assert table.inputs[0]["take"] == {"ore": 1}


@pytest.mark.slow
@pytest.mark.smoke
def test_a_seven_is_entered_by_touch_on_a_phone(look: Look, table: Any) -> None:
    due = {"discard": {"orange": 2, "white": 4}, "rob": ["blue", "white"], "end_turn": False}
    table.change(lambda snapshot: snapshot["game"]["view"]["may"].update(due))
    page = look(table, **PHONE)
    bar(page, "Discard").tap()
    check_option(dialog(page).get_by_label("Clémentine"))
    count(page, "2 cards to discard", "ore")
    count(page, "2 cards to discard", "wool")
    confirm(page, "Confirm cards")
    bar(page, "Rob").tap()
    check_option(dialog(page).get_by_label("Ben"))
    check_option(dialog(page).get_by_label("ore"))
    confirm(page, "Steal")
    assert table.inputs == [
        {"kind": "discard", "player": "orange", "resources": {"wool": 1, "ore": 1}},
        {"kind": "steal", "from": "blue", "resource": "ore"},
    ]


@pytest.mark.slow
@pytest.mark.smoke
def test_a_development_card_is_played_by_touch_on_a_phone(look: Look, table: Any) -> None:
    page = look(table, **PHONE)
    bar(page, "Play card").tap()
    dialog(page).get_by_role("button", name="Monopoly").tap()
    dialog(page).get_by_role("button", name="grain").tap()
    count(page, "How many does each give?", "Dora", 2)
    confirm(page, "Confirm")
    monopoly = {"kind": "play_development_card", "card": "monopoly", "resource": "grain"}
    assert table.inputs == [{**monopoly, "given": {"blue": 0, "orange": 0, "white": 2}}]
