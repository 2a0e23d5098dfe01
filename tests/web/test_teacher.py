"""The card of building costs, one tap behind More."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.costs import COSTS
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
