"""Explanations in a browser: a disabled button of the tablet and a whole card of a phone respond to taps.

What is explained, and when, is tested without a browser (tests/web/node: teacher.test.js, teaching.test.js).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.web.beginning import begin
from web import WebServer

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]
Serve = Callable[[Table], WebServer]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield Table(journal, itertools.count(0.0, 0.5).__next__)


@pytest.mark.slow
@pytest.mark.smoke
def test_more_restores_explanations_and_a_disabled_button_says_why(
    table: Table, visit: Visit, serve: Serve
) -> None:
    page = visit(serve(begin(table, 3)))
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Explain each step").click()
    expect(page.locator("#to-do .lesson")).to_contain_text("tap their sum")
    page.locator("#actions").get_by_role("button", name="End turn").click()
    expect(page.get_by_role("dialog")).to_contain_text("Roll the dice first.")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.locator("#actions").get_by_role("button", name="Trade").click()
    page.get_by_role("button", name="Enter anyway").click()
    expect(page.get_by_role("dialog")).to_contain_text("With whom?")


def test_a_tap_anywhere_on_a_phone_s_card_explains_it(table: Table, visit: Visit, serve: Serve) -> None:
    begin(table, 3)
    table.submit({"kind": "roll", "dice": [4, 4]})
    table.seats.submit("red", {"kind": "buy_development_card", "card": "monopoly"})
    phone = visit(serve(table), path="phone", role="phone", seat="red", player="Ana")
    phone.locator("[data-card=monopoly]").click()
    expect(phone.get_by_role("dialog")).to_contain_text("all other players give you all their cards")
