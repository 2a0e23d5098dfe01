"""Another game of those who have just played: they sit there already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect


def test_who_is_playing_sits_there_again(look: Callable[..., Page], table: Any) -> None:
    page = look(table)
    dialog = page.get_by_role("dialog")
    page.locator("#actions").get_by_role("button", name="More").click()
    dialog.get_by_role("button", name="New game").click()
    dialog.get_by_role("button", name="Start").click()
    dialog.get_by_role("button", name="Give it up").click()
    expect(dialog).to_be_hidden()
    playing = table.snapshot()["game"]["view"]["players"]
    assert table.games[0]["players"] == [{"name": p["name"], "colour": p["colour"]} for p in playing]
