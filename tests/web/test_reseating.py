"""Who sits there is put right at a real table, while a player's phone is open beside the tablet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.beginnings import Seconds
from tests.shown import own_view
from tests.web.beginning import begin
from web import WebServer

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Three have founded, Ana has said her hand on her phone and rolled."""
    with Journal.open(tmp_path / "journal.db") as journal:
        table = begin(Table(journal, Seconds()), 3)
        table.seats.submit("red", {"kind": "show_hand", "resources": {"ore": 3, "wool": 2}})
        table.submit({"kind": "roll", "dice": [1, 1]})
        yield table
        table.stop()


@pytest.fixture
def server(table: Table, serve: Callable[..., WebServer]) -> WebServer:
    return serve(table)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def open_start(page: Page) -> None:
    page.get_by_role("button", name="The whole story").click()
    dialog(page).get_by_role("button", name="The game starts").click()
    expect(dialog(page).get_by_label("Name of player 1")).to_have_value("Ana")


def change_it(page: Page) -> None:
    dialog(page).get_by_role("button", name="Change it").click()
    expect(dialog(page)).to_be_hidden()


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_a_wrong_colour_and_a_wrong_name_are_put_right_and_the_phone_stays(
    visit: Callable[..., Page], server: WebServer, table: Table, size: Any
) -> None:
    phone = visit(server, role="phone", seat="red", player="Ana", path="phone", viewport=PHONE)
    expect(phone.get_by_role("heading", name="Ana")).to_be_visible()
    page = visit(server, viewport=size)
    open_start(page)
    dialog(page).get_by_label("Colour of player 1").select_option("green")
    dialog(page).get_by_label("Name of player 1").fill("Anaïs")
    dialog(page).get_by_label("Name of player 1").blur()
    expect(dialog(page)).to_contain_text("Nothing else would change.")
    change_it(page)
    expect(page.locator(".player[data-colour=green]")).to_contain_text("Anaïs")
    expect(page.locator(".piece[data-colour=green]")).to_have_count(4)
    # The dialog, closed by now, offers all colours.
    expect(page.locator("[data-colour=red]:not(dialog *)")).to_have_count(0)
    expect(phone.get_by_role("heading", name="Anaïs")).to_be_visible()
    expect(phone.locator(".hand-card[data-resource=ore] b")).to_have_text("3")
    hand = own_view(table, "green")["hand"]["cards"]
    assert hand == {"ore": 3, "wool": 2}

    page.locator("#actions").get_by_role("button", name="Undo").click()
    expect(page.locator(".player[data-colour=red]")).to_contain_text("Ana")
    expect(phone.get_by_role("heading", name="Ana", exact=True)).to_be_visible()


def test_who_has_played_is_not_taken_out_without_a_word(
    visit: Callable[..., Page], server: WebServer
) -> None:
    page = visit(server)
    open_start(page)
    dialog(page).get_by_role("combobox", name="Players", exact=True).select_option("4")
    dialog(page).get_by_label("Name of player 4").fill("Dora")
    change_it(page)
    expect(page.locator(".player")).to_have_count(4)
    open_start(page)
    dialog(page).get_by_role("button", name="Player 3 sits one seat later").click()
    dialog(page).get_by_role("combobox", name="Players", exact=True).select_option("3")
    expect(dialog(page).locator(".consequences")).to_contain_text("Something is told of Cyr already")
    dialog(page).get_by_role("button", name="Change it").click()
    expect(dialog(page).get_by_role("alert")).to_contain_text("Something is told of Cyr already")
    expect(page.locator(".player")).to_have_count(4)
