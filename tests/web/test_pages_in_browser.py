"""A browser switches to a game's page when the game starts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.table_setup import Seconds
from tests.web.test_pages import PLAYERS
from web import WebServer

pytestmark = pytest.mark.browser


@pytest.mark.slow
@pytest.mark.smoke
def test_a_page_switches_to_another_game_when_it_starts(
    tmp_path: Path, visit: Callable[..., Page], serve: Callable[..., WebServer]
) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        evening = Table(journal, Seconds())
        evening.start_game({"game": "spot_it", "players": PLAYERS})
        page = visit(serve(evening))
        expect(page.locator("#title")).to_have_text("Game 1: Welcome to Catan")
        evening.start_game({"game": "dice_game", "players": PLAYERS, "abandon": True})
        expect(page.locator("#title")).to_have_text("Turn 1")
        expect(page.get_by_text("Ana").first).to_be_visible()
        evening.start_game({"game": "base", "players": PLAYERS, "abandon": True})
        expect(page.locator("#island")).to_be_visible()
        assert evening.leave({"game": 3})
        expect(page.locator("#start")).to_contain_text("New game")
        evening.stop()
