"""The page during the set-up: confirming the island, choosing the first player, and the first piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.fingers import SCREENS

CONFIRM = {"kind": "confirm_island", "entry": 2}
FOUND_TASK = {"kind": "found", "colour": "red", "piece": "settlement", "or": ["blue", "orange", "white"]}
Look = Callable[..., Page]

pytestmark = pytest.mark.browser


@pytest.fixture
def founding_table(table: Any) -> Any:
    """An island was read, and nobody has founded yet."""
    view = table.snapshot()["game"]["view"]
    laid = {"kind": "layout_set", "layout": view["layout"]}
    players = [{**player, "cards": 0, "hand": None, "certain": True} for player in view["players"]]
    line = {"number": 2, "source": "camera", "certainty": 0.9, "event": laid, "violations": []}
    table.change_view(
        phase="founding", players=players, pieces=[], roll=None, log=[line], to_do=[CONFIRM, FOUND_TASK]
    )
    return table


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_bank_is_above_the_action_bar_for_every_task(
    look: Look, founding_table: Any, locale: str
) -> None:
    page = look(founding_table, locale=locale)
    for to_do in ([CONFIRM, FOUND_TASK], [FOUND_TASK]):
        founding_table.change_view(to_do=to_do)
        expect(page.locator("[data-key*=confirm]")).to_have_count(len(to_do) - 1)
        expect(page.locator("#bank li").first).to_be_visible()
        ends = page.locator("#bank").evaluate("bank => bank.getBoundingClientRect().bottom")
        begins = page.locator("#actions").evaluate("bar => bar.getBoundingClientRect().top")
        assert ends <= begins


@pytest.mark.slow
@pytest.mark.smoke
def test_a_read_island_is_confirmed_by_touch(look: Look, founding_table: Any) -> None:
    page = look(founding_table, **SCREENS["tablet"])
    with page.expect_response("**/api/inputs"):
        page.get_by_role("button", name="Confirm").tap()
    assert founding_table.inputs == [{"kind": "confirm", "entry": 2}]


@pytest.mark.smoke
def test_the_first_player_is_chosen_and_places_a_settlement_by_touch(look: Look, founding_table: Any) -> None:
    founding_table.change_view(to_do=[FOUND_TASK])
    page = look(founding_table, **SCREENS["tablet"])
    page.get_by_role("button", name="Someone else begins …").tap()
    with page.expect_response("**/api/inputs"):
        page.get_by_role("button", name="Ben begins").tap()
    founding_table.change_view(
        on_turn="blue", to_do=[{"kind": "found", "colour": "blue", "piece": "settlement"}]
    )
    expect(page.locator("#to-do .to-do-text")).to_have_text("Ben puts down a settlement")
    expect(page.locator(".map.tap-guard")).to_have_count(0)
    with page.expect_response("**/api/inputs"):
        page.locator(".site[data-key='i4,-2']").tap()
    settlement = {"kind": "place", "at": "i4,-2", "piece": "settlement", "player": "blue"}
    assert founding_table.inputs == [{"kind": "first_player", "player": "blue"}, settlement]
