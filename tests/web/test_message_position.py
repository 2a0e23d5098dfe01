"""The position of a brief message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TABLET = {"width": 1280, "height": 800}
LOW_SCREEN = {"width": 1024, "height": 600}

Look = Callable[..., Page]


@pytest.mark.parametrize("size", [TABLET, LOW_SCREEN])
def test_a_brief_message_covers_no_button(look: Look, table: Any, size: Any) -> None:
    page = look(table, viewport=size)
    page.locator("#actions").get_by_role("button", name="Buy card").click()
    message_box = page.get_by_role("alert").bounding_box()
    assert message_box is not None
    for part in (*page.locator("header button, header select, .action").all(), page.locator("#bank")):
        box = part.bounding_box()
        assert box is not None
        beside = (
            box["x"] >= message_box["x"] + message_box["width"] or message_box["x"] >= box["x"] + box["width"]
        )
        assert (
            beside
            or box["y"] >= message_box["y"] + message_box["height"]
            or message_box["y"] >= box["y"] + box["height"]
        )
