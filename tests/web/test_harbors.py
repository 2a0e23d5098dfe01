"""Harbors put right on the table's page: one read at another place, one that was not read at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.island.setups import first_game

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

Look = Callable[..., Page]


def test_one_read_at_another_place_is_moved_there(page: Page, table: Any) -> None:
    page.locator(".harbor[data-key='p2,3'] circle").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("It lies elsewhere").click()
    dialog.locator("[data-place='p3,2']").click(force=True)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    assert table.inputs == [
        {"kind": "correct", "layout": {"harbors": {"p2,3": None, "p3,2": "wool"}}},
    ]


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_one_that_misses_is_added_from_the_hex_beside_it(look: Look, table: Any, size: Any) -> None:
    layout = first_game().to_json()
    missing = layout["harbors"].pop("p2,3")
    table.change_view(layout=layout)
    page = look(table, viewport=size)
    page.locator(".hex[data-key='h1,1']").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="A harbor lies beside it").click()
    expect(dialog.get_by_label("Harbor")).to_have_value(missing)
    dialog.locator("[data-place='p2,3']").click(force=True)
    expect(dialog.locator(".consequences")).to_be_visible()
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    assert table.inputs == [{"kind": "correct", "layout": {"harbors": {"p2,3": "wool"}}}]


@pytest.mark.parametrize("h", ["h0,0", "h1,1"])
def test_it_is_asked_only_where_one_can_miss(page: Page, table: Any, h: str) -> None:
    if h == "h0,0":
        # No coast, though a harbor misses.
        layout = first_game().to_json()
        layout["harbors"].pop("p2,3")
        table.change_view(layout=layout)
        expect(page.locator(".harbor")).to_have_count(8)
    page.locator(f".hex[data-key='{h}']").click()
    expect(page.get_by_role("dialog").get_by_role("button")).to_have_text(
        ["Save", "The robber stands here", "Cancel"]
    )
