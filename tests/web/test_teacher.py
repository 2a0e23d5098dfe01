"""The teacher: the card of building costs behind More; each step explained until somebody taps that away."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.costs import COSTS
from companion.journal import Journal
from companion.table.table import Table
from tests.shown import view
from tests.web.beginning import begin
from tests.web.fingers import new_game
from web.bundler import STATIC


def test_the_page_knows_the_printed_prices() -> None:
    text = (Path(STATIC) / "base_game" / "costs.js").read_text("utf-8")
    said = dict(re.findall(r"^  (\w+): \{ (.+) \},$", text, re.M))
    prices = {
        event: {kind: int(count) for kind, count in re.findall(r"(\w+): (\d)", price)}
        for event, price in said.items()
    }
    assert prices == {event.kind: cards_to_json(cost) for event, cost in COSTS.items()}


def test_it_says_what_things_cost_and_what_cards_do(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="What things cost").click()
    dialog = page.locator("dialog[open]")
    for said in ("What things cost", "settlement", "Take any two resource cards of the bank."):
        expect(dialog).to_contain_text(said, ignore_case=True)


@pytest.fixture
def new_table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield Table(journal, itertools.count(0.0, 0.5).__next__)


Visit = Callable[..., Page]


class TestEachStep:
    """What is said when is tried without a browser: tests/web/plain/teaching.test.js."""

    def test_is_explained_to_those_who_play_here_first_and_off_with_one_tap(
        self, new_table: Table, visit: Visit, serve: Any
    ) -> None:
        page = new_game(visit(serve(new_table)))
        page.get_by_role("button", name="Start").click()
        lesson = page.locator("#to-do .lesson")
        expect(lesson).to_contain_text("lay your own")
        assert view(new_table)["explained"]
        lesson.get_by_role("button", name="Explain no more").click()
        expect(lesson).to_have_count(0)
        page.reload()
        expect(page.locator("#to-do")).to_contain_text("Tap a hex to say what lies there")
        expect(lesson).to_have_count(0)

    def test_is_explained_no_more_where_somebody_has_played(
        self, new_table: Table, visit: Visit, serve: Any
    ) -> None:
        begin(new_table, 3)
        on = new_table.snapshot()["game"]
        assert on is not None
        new_table.leave({"game": on["id"]})
        page = new_game(visit(serve(new_table)))
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#title")).to_have_text("Laying the island")
        expect(page.locator("#to-do .lesson")).to_have_count(0)

    def test_comes_back_by_more_and_a_grey_button_says_why(
        self, new_table: Table, visit: Visit, serve: Any
    ) -> None:
        page = visit(serve(begin(new_table, 3)))
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("button", name="Explain each step").click()
        expect(page.locator("#to-do .lesson")).to_contain_text("tap their sum")
        page.locator("#actions").get_by_role("button", name="End turn").click()
        expect(page.get_by_role("dialog")).to_contain_text("The dice come first.")
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.locator("#actions").get_by_role("button", name="Trade").click()
        page.get_by_role("button", name="Enter it all the same").click()
        expect(page.get_by_role("dialog")).to_contain_text("With whom?")

    def test_on_the_own_phone_says_what_the_hand_builds_and_why_not(
        self, new_table: Table, visit: Visit, serve: Any
    ) -> None:
        server = serve(begin(new_table, 3, explained=True, all_told=True))
        phone = visit(server, path="phone", role="phone", seat="red", player="Ana")
        expect(phone.locator("#turn .lesson")).to_have_count(0)
        phone.get_by_role("button", name="Buy card").click(force=True)
        expect(phone.get_by_role("dialog")).to_contain_text("The dice come first.")
        phone.get_by_role("button", name="Close").click()
        new_table.submit({"kind": "roll", "dice": [4, 4]})
        expect(phone.locator("#turn .lesson")).to_contain_text("You can't pay for anything yet")
        phone.get_by_role("button", name="What things cost").click()
        expect(phone.get_by_role("dialog")).to_contain_text("Missing: 1 wool")
        phone.get_by_role("button", name="Close").click()
        phone.get_by_role("button", name="Hide cards").click()
        expect(phone.locator("#turn .lesson")).to_have_count(0)

    def test_a_card_of_ones_own_says_what_it_does(self, new_table: Table, visit: Visit, serve: Any) -> None:
        begin(new_table, 3)
        new_table.submit({"kind": "roll", "dice": [4, 4]})
        new_table.seats.submit("red", {"kind": "buy_development_card", "card": "monopoly"})
        phone = visit(serve(new_table), path="phone", role="phone", seat="red", player="Ana")
        phone.locator("[data-card=monopoly]").click()
        expect(phone.get_by_role("dialog")).to_contain_text("all others give you every card")
