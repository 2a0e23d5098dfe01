"""The overlay for a stream: each game's script.

What it shows is tested in overlay_page.test.js (tests/web/node) and test_overlay_in_browser.py.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.journal import Journal
from companion.table.table import Table
from tests.web.test_pages import PLAYERS, script_of
from web import create_app

OWN = {"base": "base_game/overlay.js", "dice_game": "dice_game/overlay.js"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, itertools.count(0.0, 0.5).__next__)
        yield table
        table.stop()


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_has_its_own_overlay_or_the_general_one(evening: Table, kind: str) -> None:
    client = create_app(evening).test_client()
    assert script_of(client.get("/overlay").text) == "overlay/any_game.js", "where none is on"
    evening.start_game({"game": kind, "players": PLAYERS})
    assert script_of(client.get("/overlay").text) == OWN.get(kind, "overlay/any_game.js")
