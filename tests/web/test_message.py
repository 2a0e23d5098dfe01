"""The brief message of the page by touch at both sizes: its position and its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.table_setup import Seconds
from tests.web.fingers import SCREENS

pytestmark = pytest.mark.browser

TEAMS = [
    {"name": name, "colour": colour} for name, colour in (("Ana", "blue"), ("Ben", "red"), ("Cyr", "orange"))
]
COUNTED_GAMES = 4
"""The games before the one whose rounds are counted by a tap each."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A match whose last game is on: who took a card in its round is a tap."""
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, Seconds())
        table.start_game({"game": "spot_it", "players": TEAMS, "options": {"mode": "adventure"}})
        for _ in range(COUNTED_GAMES):
            table.submit(
                {"kind": "game_scored", "first_out": [], "counts": {"blue": 1, "red": 1, "orange": 1}}
            )
        table.submit({"kind": "round_scored", "captured": {"blue": 1}})
        yield table
        table.stop()


@pytest.fixture(params=SCREENS)
def page(
    request: pytest.FixtureRequest, visit: Callable[..., Page], table: Table, serve: Callable[..., Any]
) -> Page:
    return visit(serve(table), **SCREENS[request.param])


def test_the_message_covers_no_answer_and_closes_with_the_next_tap(page: Page) -> None:
    answers = page.locator(".match-round button")
    expect(answers.first).to_be_visible()
    page.locator("#actions").get_by_role("button", name="Undo").tap()
    message = page.locator("#message")
    expect(message).to_be_visible()
    expect(message).to_contain_text("Undone")
    expect(answers.first).to_be_visible()
    message_box = message.evaluate("one => one.getBoundingClientRect().toJSON()")
    for box in answers.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())"):
        assert box["bottom"] <= message_box["top"] or message_box["bottom"] <= box["top"]
    page.get_by_role("button", name="More").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(message).to_be_hidden()
