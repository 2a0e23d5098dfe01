"""A slow device with more updates than it can draw still handles frames and taps."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TIMES: Final = 20
"""How many times as slow as this computer a device is."""


def test_an_overloaded_page_still_accepts_taps(visit: Callable[..., Page], serve: Any, table: Any) -> None:
    page = visit(serve(table))
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": TIMES})
    view = table.snapshot()["game"]["view"]
    ends = threading.Event()

    def flood() -> None:
        for ore in itertools.count(10):
            if ends.wait(0.02):
                return
            players = [{**player, "cards": ore} for player in view["players"]]
            table.change_view(bank={**view["bank"], "ore": ore}, players=players, turn_began=ore)

    flooding = threading.Thread(target=flood)
    flooding.start()
    try:
        page.get_by_role("button", name="Enter a roll").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
    finally:
        ends.set()
        flooding.join()
    newest = table.snapshot()["game"]["view"]["bank"]["ore"]
    expect(page.locator("#bank")).to_contain_text(re.compile(rf"grain\s*{newest}\s*ore"))
