"""The dialog for a missing harbor fits each screen.

What it enters: `tests/web/node/island_page.test.js`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.island.setups import first_game_layout

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_a_missing_harbor_is_added_in_a_dialog_that_fits_the_screen(
    look: Callable[..., Page], table: Any, size: Any
) -> None:
    layout = first_game_layout().to_json()
    layout["harbors"].pop("p2,3")
    table.change_view(layout=layout)
    page = look(table, viewport=size)
    page.locator(".hex[data-key='h1,1']").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Add a harbor").click()
    dialog.locator("[data-place='p2,3']").click(force=True)
    expect(dialog.locator(".consequences")).to_be_visible()
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    assert table.inputs == [{"kind": "correct", "layout": {"harbors": {"p2,3": "wool"}}}]
