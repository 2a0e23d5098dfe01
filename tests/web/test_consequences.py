"""The preview of a correction arrives without moving the dialog.

Its words: `tests/web/node/consequences.test.js`.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_dialog_does_not_move_when_the_consequences_arrive(page: Page, table: Any) -> None:
    waiting: list[Any] = []
    page.route(lambda url: "preview=1" in url, lambda route: waiting.append(route))
    table.changes = [{"what": "points", "colour": "blue", "before": 4, "after": 5}]
    page.locator(".hex[data-key='h0,0']").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Number").select_option("9")
    asked = dialog.bounding_box()
    for route in waiting:
        route.continue_()
    page.unroute_all()
    expect(dialog.locator(".consequences li")).to_have_text(["Ben: 4 → 5 points"])
    assert waiting
    assert dialog.bounding_box() == asked
