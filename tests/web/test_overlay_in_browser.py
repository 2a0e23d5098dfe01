"""The overlay for a stream in a browser: public facts on a transparent background.

What it shows and how late is tested without a browser (overlay*.test.js in tests/web/node).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import cv2
import pytest
from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.images import picture_of
from tests.table_setup import FOUNDING
from web import WebServer

pytestmark = pytest.mark.browser

SEATS = {"Ana": "red", "Ben": "blue", "Cyr": "white"}


@pytest.fixture
def table_after_roll(tmp_path: Path) -> Iterator[Table]:
    """A base game with open hands, in which red has rolled an 8."""
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, itertools.count(0.0, 0.5).__next__)
        players = [{"name": name, "colour": colour} for name, colour in SEATS.items()]
        table.start_game({"game": "base", "players": players, "options": {"open_hands": True}})
        table.submit({"kind": "lay_island", "as": "first_game"})
        table.submit({"kind": "lay_island"})
        for piece, at in FOUNDING:
            table.submit({"kind": "place", "piece": piece, "at": at})
        table.submit({"kind": "roll", "dice": [5, 3]})
        yield table
        table.stop()


@pytest.mark.slow
@pytest.mark.smoke
def test_the_overlay_shows_the_public_facts_on_a_transparent_background_in_each_theme(
    table_after_roll: Table, visit: Callable[..., Page], serve: Callable[..., WebServer]
) -> None:
    server = serve(table_after_roll)
    page = visit(server, "viewer", live=False, path="overlay?delay=0&show=points,turn,roll,robber")
    overlay = page.locator("#overlay")
    themes: list[Literal["light", "dark"]] = ["light", "dark"]
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        page.reload()
        expect(overlay.locator(".overlay-points li")).to_have_count(3)
        expect(overlay.locator(".overlay-points li[aria-current]")).to_contain_text("Ana")
        expect(overlay.locator(".overlay-roll")).to_contain_text("8")
        expect(overlay.locator(".overlay-robber")).to_contain_text("Desert")
        assert "cards" not in overlay.inner_html(), "what hands hold is nobody's business who looks on"
        seen = picture_of(page.screenshot(omit_background=True), cv2.IMREAD_UNCHANGED)
        assert seen.shape[2] == 4
        assert seen[-1, -1, 3] == 0, "the picture below is to be seen"
        assert seen[..., 3].max() > 200
    page.goto(f"{server.url}overlay?delay=0&show=board")
    expect(page.locator(".overlay-board svg.map")).to_be_visible()
    assert page.locator(".overlay-board").evaluate("board => board.inert"), "nothing on it can be tapped"
