"""House rule, a turn clock: what a turn may take is counted down, and its end is to be seen."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect


def test_it_runs_down_and_then_says_by_how_much_the_turn_is_over(page: Page, table: Any) -> None:
    clock = page.locator(".clock")
    table.change_view(turn_seconds=100_000)
    expect(clock).to_have_accessible_name("Left of this turn")
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d:\d\d$"))
    table.change_view(turn_seconds=1)
    expect(clock).to_have_text(re.compile(r"^\+\d+:"))
    expect(clock).to_have_class(re.compile("clock-over"))
    table.change_view(turn_seconds=None)
    expect(clock).to_have_accessible_name("This turn so far")


def test_the_reserve_of_who_is_on_turn_stands_beside_it_and_is_drawn_on_then(page: Page, table: Any) -> None:
    clock = page.locator(".clock")
    reserves = dict.fromkeys(("red", "blue", "orange", "white"), 200_000)
    table.change_view(turn_seconds=100_000, reserves=reserves)
    expect(clock).to_have_accessible_name("Left of this turn, and of the reserve")
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d:\d\d \+ 55:33:20$"))
    table.change_view(turn_seconds=1, reserves=reserves)
    expect(clock).to_have_class(re.compile("clock-reserve"))
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d:\d\d$"))


def test_it_goes_on_without_work_for_the_page(page: Page) -> None:
    clock = page.locator(".clock")
    expect(clock).to_have_text(re.compile(r"\d"))
    page.evaluate("() => { window.said = document.querySelector('.clock').firstChild }")
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    assert page.evaluate("document.querySelector('.clock').firstChild === window.said")
