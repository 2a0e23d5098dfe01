"""What a device doesn't do for the table is said on its page, and what to set, until it is put away."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.web.beginning import begin
from tests.web.fingers import ONLY_TOUCHES
from tests.web.paired import go_home
from tests.web.test_accessibility import found_by_axe
from web import WebServer

NOTE = "#notes .note"
ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"
IPAD = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.6 Safari/605.1.15"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
PHONE: Any = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

Visit = Callable[..., Page]


@pytest.fixture
def server(serve: Callable[..., WebServer], table: Any) -> WebServer:
    return serve(table)


@pytest.mark.parametrize(
    ("agent", "what"),
    [
        (ANDROID, "Settings › Display › Screen timeout › the longest"),
        (IPAD, "Settings › Display & Brightness › Auto-Lock › Never"),
        (None, "set the device's screen timeout to never"),
    ],
    ids=["Android", "iPad", "any other"],
)
def test_a_tablet_whose_screen_goes_dark_says_what_to_set(
    visit: Visit, server: WebServer, agent: str | None, what: str
) -> None:
    page = go_home(visit(server, user_agent=agent, has_touch=True), server)
    expect(page.locator(NOTE)).to_contain_text("Over plain HTTP a page can't keep the screen on.")
    expect(page.locator(NOTE)).to_contain_text(what)


def test_what_is_put_away_stays_away_on_this_device(visit: Visit, server: WebServer) -> None:
    page = go_home(visit(server), server)
    page.get_by_role("button", name="Put away").click()
    expect(page.locator(NOTE)).to_have_count(0)
    page.reload()
    page.wait_for_selector("body[data-connection=live]")
    expect(page.locator("#game")).to_be_visible()
    expect(page.locator(NOTE)).to_have_count(0)
    page.get_by_role("button", name="View and sound").click()
    expect(page.get_by_role("dialog")).to_contain_text("can't keep the screen on")


def test_axe_finds_nothing(visit: Visit, server: WebServer) -> None:
    page = go_home(visit(server), server)
    expect(page.locator(NOTE)).to_be_visible()
    assert found_by_axe(page) == []


def test_where_the_screen_stays_on_there_is_nothing_to_say(visit: Visit, server: WebServer) -> None:
    page = visit(server)
    expect(page.locator("#game")).to_be_visible()
    page.get_by_role("button", name="View and sound").click()
    expect(page.get_by_role("dialog")).to_contain_text("The screen stays on while this page is open.")
    expect(page.locator(NOTE)).to_have_count(0)


def test_a_phone_says_it_in_its_footer_only(
    visit: Visit, serve: Callable[..., WebServer], tmp_path: Path
) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        evening = begin(Table(journal, itertools.count(0.0, 0.5).__next__))
        server = serve(evening)
        page = visit(server, "phone", "red", "Ana", path="phone", user_agent=IPHONE, **PHONE)
        go_home(page, server, "phone")
        expect(page.locator("#more")).to_contain_text("Settings › Display & Brightness › Auto-Lock › Never")
        expect(page.locator(NOTE)).to_have_count(0)
        evening.stop()


def test_who_only_looks_is_not_told(visit: Visit, server: WebServer) -> None:
    page = go_home(visit(server, "viewer"), server)
    expect(page.locator("#game")).to_be_visible()
    expect(page.locator(NOTE)).to_have_count(0)


def test_until_it_is_touched_a_page_says_that_the_browser_keeps_it_silent(
    visit: Visit, server: WebServer
) -> None:
    page = visit(server, **PHONE)
    page.add_init_script(ONLY_TOUCHES)
    page.evaluate("localStorage.setItem('companion.sounds', 'on')")
    page.reload()
    silent = page.locator(NOTE, has_text="Touch the page once: until then the browser keeps it silent.")
    expect(silent).to_be_visible()
    expect(silent.get_by_role("button")).to_have_count(0)
    page.locator("#title").tap()
    expect(silent).to_have_count(0)
    expect(page.locator("#game")).to_be_visible()


def test_a_page_that_is_to_be_quiet_needs_no_touch(visit: Visit, server: WebServer) -> None:
    page = visit(server)
    expect(page.locator("#game")).to_be_visible()
    expect(page.locator(NOTE)).to_have_count(0)
