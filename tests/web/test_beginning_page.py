"""The page while a game begins: the island is to be confirmed, then who begins may be said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

CONFIRM = {"kind": "confirm_island", "entry": 2}
FOUND = {"kind": "found", "colour": "red", "piece": "settlement", "or": ["blue", "orange", "white"]}
Look = Callable[..., Page]


@pytest.fixture
def begun(table: Any) -> Any:
    """An island was read, and nobody has founded yet."""
    view = table.snapshot()["game"]["view"]
    laid = {"kind": "layout_set", "layout": view["layout"]}
    players = [{**player, "cards": 0, "hand": None, "certain": True} for player in view["players"]]
    line = {"number": 2, "source": "camera", "certainty": 0.9, "event": laid, "violations": []}
    table.change_view(
        phase="founding", players=players, pieces=[], roll=None, log=[line], to_do=[CONFIRM, FOUND]
    )
    return table


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("to_do", [[CONFIRM, FOUND], [FOUND]], ids=["to confirm", "confirmed"])
def test_the_bank_stands_above_the_bar_whatever_is_asked(
    look: Look, begun: Any, locale: str, to_do: list[dict[str, Any]]
) -> None:
    begun.change_view(to_do=to_do)
    page = look(begun, locale=locale)
    expect(page.locator("#bank li").first).to_be_visible()
    ends = page.locator("#bank").evaluate("bank => bank.getBoundingClientRect().bottom")
    begins = page.locator("#actions").evaluate("bar => bar.getBoundingClientRect().top")
    assert ends <= begins


def test_who_begins_is_asked_once_the_island_is_right(look: Look, begun: Any) -> None:
    page = look(begun)
    begins = page.get_by_role("button", name="Ben begins")
    expect(page.get_by_role("button", name="It is right")).to_be_visible()
    expect(begins).to_have_count(0)
    begun.change_view(to_do=[FOUND])
    expect(begins).to_be_visible()
