"""Dialogs in a browser: the back key closes them, and a missing answer is named by a message of the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.layout.scenes import owe_discards

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_back_key_closes_a_dialog_and_leaves_the_page_afterwards(page: Page) -> None:
    address = page.url
    for key in ("trade", "settings"):
        page.locator(f"[data-key={key}]").click()
        expect(page.locator("dialog[open]")).to_be_visible()
        page.go_back()
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert page.url == address


def test_a_dialog_that_was_closed_otherwise_costs_no_step_back(page: Page) -> None:
    page.evaluate("history.pushState(null, '', '#before')")
    page.locator("[data-key=trade]").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(re.compile("^[^#]*$"))


def test_a_missing_answer_is_named_by_the_page(page: Page, table: Any) -> None:
    table.change(owe_discards)
    page.locator("[data-key=rob]").click()
    page.get_by_role("button", name="Steal", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("Please choose: Who is robbed?")
    expect(page.locator("dialog[open]")).to_be_visible()
    assert table.inputs == []
