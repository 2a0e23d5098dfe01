"""The end of a game: an event that fills the screen, true to what was played, with the ways on from it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.base.rules.options import Options
from companion.i18n import counted, message_to_json, sentence
from tests.web.conftest import FakeTable, Visit
from tests.web.test_accessibility import found_by_axe

AWARDS = [
    {
        "title": message_to_json(sentence("Luckiest")),
        "colour": "white",
        "told": message_to_json(
            counted("{count} card more than even dice bring", "{count} cards more than even dice bring", 21)
        ),
    },
    {
        "title": message_to_json(sentence("Most robbed")),
        "colour": "orange",
        "told": message_to_json(counted("{count} card stolen", "{count} cards stolen", 7)),
    },
]
FILLED = "colour => getComputedStyle(document.querySelector('.page'), '::before').background.includes(colour)"


def end(table: FakeTable, *winners: str, **more: Any) -> None:
    """The game is over, and these have won."""
    alone = winners[0] if len(winners) == 1 else None
    table.change_view(phase="over", winner=alone, winners=list(winners), may={}, awards=AWARDS, **more)


def test_the_winners_colour_fills_the_screen_and_the_board_stays(page: Page, table: FakeTable) -> None:
    end(table, "red")
    expect(page.locator(".winner")).to_have_text("Ana wins!")
    assert page.evaluate(FILLED, "rgb(191, 35, 35)")
    expect(page.locator("#island .map")).to_be_visible()
    for other in ("#roll", "#players", "#bank", "#log"):
        expect(page.locator(other)).to_be_hidden()


def test_all_stand_in_the_order_of_their_points_the_winner_first(page: Page, table: FakeTable) -> None:
    end(table, "red")
    expect(page.locator(".finisher-name")).to_have_text(["Ana", "Dora", "Ben", "Clémentine"])
    expect(page.locator(".finisher").first).to_contain_text("5 points")


def test_awards_say_whose_they_are_and_what_for(page: Page, table: FakeTable) -> None:
    end(table, "white")
    expect(page.locator(".award")).to_have_text(
        ["Luckiest Dora21 cards more than even dice bring", "Most robbed Clémentine7 cards stolen"]
    )


def test_a_shared_victory_is_everybodys_who_shares_it(page: Page, table: FakeTable) -> None:
    end(table, "red", "white")
    expect(page.locator(".winner")).to_have_text("Ana and Dora share the victory!")
    expect(page.locator(".winner .crest")).to_have_count(2)
    expect(page.locator(".page")).not_to_have_attribute("data-colour", "red")


def test_a_rematch_has_the_same_players_filled_in(page: Page, table: FakeTable) -> None:
    end(table, "red")
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("dialog").get_by_label("Name of player 1")).to_have_value("Ana")


def test_a_rematch_is_played_by_the_same_rules(page: Page, table: FakeTable) -> None:
    players = [
        {"name": each["name"], "colour": each["colour"]}
        for each in table.snapshot()["game"]["view"]["players"]
    ]
    table.last = {"kind": "base", "players": players, "options": Options(points_to_win=8).to_json()}
    end(table, "red")
    page.get_by_role("button", name="Rematch").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    (game,) = table.games
    assert [each["name"] for each in game["players"]] == [each["name"] for each in players]
    assert game["options"]["points_to_win"] == 8


def test_who_only_looks_starts_no_rematch_but_looks_back_and_shares(look: Visit, table: FakeTable) -> None:
    end(table, "red")
    page = look(table, role="viewer")
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    expect(page.get_by_role("link", name="Look back on the evening")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)


def test_a_game_that_is_not_to_be_had_is_said_when_it_is_shared(page: Page, table: FakeTable) -> None:
    end(table, "red")
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#message")).to_contain_text("There is no such game.")


def test_a_victory_that_was_none_gives_the_table_back(page: Page, table: FakeTable) -> None:
    end(table, "red")
    expect(page.locator(".winner")).to_be_visible()
    table.change_view(phase="play", winner=None, winners=[], awards=[])
    expect(page.locator(".winner")).to_have_count(0)
    expect(page.locator("#players")).to_be_visible()
    expect(page.locator(".page")).not_to_have_class("page won")


@pytest.mark.parametrize("winner", ["red", "orange", "white"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_end(look: Visit, table: FakeTable, winner: str, scheme: str) -> None:
    end(table, winner)
    page = look(table, color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator(".winner")).to_be_visible()
    assert found_by_axe(page) == []
