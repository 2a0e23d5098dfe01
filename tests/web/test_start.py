"""The form of a new game by touch in a browser: filling in, starting, and refusals.

What it sends, and how a game is given up or resumed, is tested without a browser (new_game.test.js in
tests/web/node).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.fingers import SCREENS, check_option, open_more_options, open_new_game_form

pytestmark = pytest.mark.browser

UNFINISHED_GAME = {
    "game": 3,
    "kind": "base",
    "started": "2026-11-20T19:30:00+00:00",
    "players": [{"name": name} for name in ("Ana", "Ben", "Cyr")],
    "turns": 12,
}

Look = Callable[..., Page]


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def open_first_screen(look: Look, table: Any, size: str) -> Page:
    """Open the first screen of a table that has an unfinished game; it isn't wider than the device."""
    table.unfinished = [UNFINISHED_GAME]
    page = look(table, **SCREENS[size])
    expect(page.get_by_role("button", name="12 turns")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return page


def seat_three(page: Page) -> None:
    page.get_by_role("combobox", name="Players", exact=True).select_option("3")
    for number, name in enumerate(("Ana", "Ben", "Cyr"), 1):
        page.get_by_label(f"Name of player {number}").fill(name)


def start(page: Page) -> None:
    # The choices are requested at the same address.
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Start").tap()


@pytest.mark.slow
@pytest.mark.smoke
def test_players_take_seats_roll_for_the_first_turn_and_choose_rules_on_a_tablet(
    look: Look, empty_table: Any
) -> None:
    page = open_new_game_form(open_first_screen(look, empty_table, "tablet"))
    seat_three(page)
    page.get_by_label("Colour of player 1").select_option("Green")
    page.get_by_role("button", name="Move player 1 one seat later").tap()
    page.get_by_text("Roll to see who begins").tap()
    for name, total in (("Ana", 5), ("Ben", 11), ("Cyr", 7)):
        page.get_by_role("group", name=name, exact=True).locator(f"input[value='{total}']").tap()
    expect(page.locator(".who-begins")).to_contain_text("Ben begins.")
    open_more_options(page)
    entered = page.get_by_label("We enter everything that the camera can't see")
    expect(entered).to_be_checked()
    entered.tap()
    # A symbol shows whether more options are folded or unfolded.
    sign = "node => getComputedStyle(node, '::before').content"
    folded = page.locator(".options summary")
    assert "▸" in folded.evaluate(sign)
    folded.tap()
    expect(page.locator(".options details")).to_have_attribute("open", "")
    assert "▾" in folded.evaluate(sign)
    page.get_by_label("Edition").select_option("Kosmos, short rules")
    page.get_by_label("Points to win").fill("99")
    page.get_by_role("button", name="Start").tap()
    assert page.get_by_label("Points to win").evaluate("field => field.validity.rangeOverflow")
    assert empty_table.games == []
    page.get_by_label("Points to win").fill("8")
    start(page)
    (game,) = empty_table.games
    assert game["players"] == [
        {"name": "Ben", "colour": "blue"},
        {"name": "Ana", "colour": "green"},
        {"name": "Cyr", "colour": "orange"},
    ]
    assert game["who_begins"] == [{"green": 5, "blue": 11, "orange": 7}]
    chosen = game["options"]
    assert (chosen["edition"], chosen["points_to_win"], chosen["all_told"]) == ("kosmos", 8, False)


@pytest.mark.slow
@pytest.mark.smoke
def test_a_game_in_progress_is_entered_on_a_small_screen(look: Look, empty_table: Any) -> None:
    page = open_new_game_form(open_first_screen(look, empty_table, "phone"), more=True)
    seat_three(page)
    expect(page.get_by_label("Resource cards of player 2")).to_be_hidden()
    check_option(page.get_by_label("The game is already in progress"))
    expect(page.locator(".who-begins")).to_be_hidden()
    page.get_by_label("Active player, before the roll").select_option(index=1)
    page.get_by_label("Resource cards of player 2").fill("5")
    page.get_by_label("Knights played by player 3").fill("2")
    start(page)
    assert empty_table.games[0]["taken_up"] == {
        "on_turn": "blue",
        "hands": {"blue": {"unidentified": 5}},
        "development_cards": {},
        "played": {"orange": {"knight": 2}},
    }


@pytest.mark.slow
@pytest.mark.smoke
def test_a_game_in_progress_is_abandoned_for_an_unfinished_one_on_a_small_screen(
    look: Look, table: Any
) -> None:
    table.unfinished = [UNFINISHED_GAME]
    page = look(table, **SCREENS["phone"])
    bar = page.locator("#actions")
    bar.get_by_role("button", name="Undo").tap()
    message = page.locator("#message")
    expect(message).to_contain_text("Recorded.")
    bar.get_by_role("button", name="More").tap()
    dialog(page).get_by_role("button", name="New game").tap()
    dialog(page).get_by_role("button", name="Ana, Ben, Cyr").tap()
    expect(dialog(page)).to_contain_text("Ana, Ben, Clémentine, Dora are in the middle of a game.")
    dialog(page).get_by_role("button", name="Quit game").tap()
    expect(dialog(page)).to_be_hidden()
    assert table.gone_on == [{"game": 3, "abandon": True}]
    table.change(lambda snapshot: snapshot.update(game=None))
    expect(page.locator("#start").get_by_role("button", name="New game")).to_be_visible()
    for part in (message, bar, page.locator("#game")):
        expect(part).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1024, 768), (390, 844)], ids=["tablet", "phone"])
def test_a_refusal_in_a_dialog_is_visible_above_its_buttons(
    look: Look, table: Any, size: tuple[int, int]
) -> None:
    page = look(table, viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=True)
    table.change_view(phase="over", winner="red", may={})
    expect(page.locator("#title")).to_have_text("Game over")
    page.locator("#actions").get_by_role("button", name="More").tap()
    dialog(page).get_by_role("button", name="New game").tap()
    open_more_options(page)
    dialog(page).get_by_text("Edition and house rules").tap()
    table.refusal = "two players have the same name"
    page.locator("#dialog").evaluate("dialog => dialog.scrollTo(0, 0)")
    dialog(page).get_by_role("button", name="Start").tap()
    refused = dialog(page).get_by_role("alert")
    expect(refused).to_have_text("two players have the same name")
    expect(refused).to_be_in_viewport(ratio=1)
    page.locator("#dialog").evaluate("dialog => dialog.scrollTo(0, 0)")
    expect(refused).to_be_in_viewport(ratio=1)
    scrolls = page.locator("#dialog").evaluate("dialog => dialog.scrollHeight > dialog.clientHeight")
    assert scrolls, "else it would have been in sight anyway"
