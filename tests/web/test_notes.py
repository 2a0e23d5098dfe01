"""Over plain HTTP the page says that the screen goes dark, until the note is dismissed.

The notes of each device are tested in node: notes.test.js.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.accessible import axe_violations
from tests.web.paired import go_home
from web import WebServer

pytestmark = pytest.mark.browser

NOTE = "#notes .note"


@pytest.mark.slow
def test_a_note_is_accessible_and_stays_dismissed(
    visit: Callable[..., Page], serve: Callable[..., WebServer], table: Any
) -> None:
    server = serve(table)
    page = go_home(visit(server), server)
    expect(page.locator(NOTE)).to_contain_text("Over plain HTTP a page can't keep the screen on.")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator(NOTE)).to_have_count(0)
    page.reload()
    page.wait_for_selector("body[data-connection=live]")
    expect(page.locator("#game")).to_be_visible()
    expect(page.locator(NOTE)).to_have_count(0)
    page.get_by_role("button", name="View and sound").click()
    expect(page.get_by_role("dialog")).to_contain_text("can't keep the screen on")


def test_where_the_screen_stays_on_there_is_no_note(
    visit: Callable[..., Page], serve: Callable[..., WebServer], table: Any
) -> None:
    page = visit(serve(table))
    expect(page.locator("#game")).to_be_visible()
    page.get_by_role("button", name="View and sound").click()
    expect(page.get_by_role("dialog")).to_contain_text("The screen stays on while this page is open.")
    expect(page.locator(NOTE)).to_have_count(0)
