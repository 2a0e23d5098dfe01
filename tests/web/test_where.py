"""Where things happened, in words; where the story begins; and where the page says something for a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

TABLET = {"width": 1280, "height": 800}
LOW = {"width": 1024, "height": 600}

Look = Callable[..., Page]


def test_what_a_correction_moves_is_told_by_the_places(page: Page, table: Any) -> None:
    road = {"kind": "road", "colour": "red"}
    table.changes = [
        {"what": "piece", "at": "p1,-2", "before": road, "after": None},
        {"what": "robber", "before": "h0,0", "after": "h1,0"},
    ]
    page.locator("#log .entry").first.click()
    told = page.get_by_role("dialog").locator(".consequences li")
    expect(told).to_have_text(["Ana: road goes (Hills, 6; Pasture, 4)", "Robber: Desert → Forest, 3"])


@pytest.mark.parametrize(("first", "more"), [(1, 0), (31, 1)])
def test_earlier_lines_are_offered_only_where_there_are_some(
    page: Page, table: Any, first: int, more: int
) -> None:
    log = table.snapshot()["game"]["view"]["log"]
    table.change_view(log=[{**line, "number": first + n} for n, line in enumerate(log)])
    expect(page.locator(f"[data-key='entry-{first}']")).to_have_count(1)
    page.get_by_role("button", name="The whole story").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Earlier lines")).to_have_count(more)


@pytest.mark.parametrize("size", [TABLET, LOW])
def test_what_is_said_for_a_moment_hides_nothing_that_is_tapped(look: Look, table: Any, size: Any) -> None:
    page = look(table, viewport=size)
    page.locator("#actions").get_by_role("button", name="Buy card").click()
    said = page.get_by_role("alert").bounding_box()
    assert said is not None
    for part in (*page.locator("header button, header select, .action").all(), page.locator("#bank")):
        box = part.bounding_box()
        assert box is not None
        beside = box["x"] >= said["x"] + said["width"] or said["x"] >= box["x"] + box["width"]
        assert beside or box["y"] >= said["y"] + said["height"] or said["y"] >= box["y"] + box["height"]
