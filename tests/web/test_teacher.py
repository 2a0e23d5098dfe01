"""The teacher's card of building costs knows the printed prices."""

from __future__ import annotations

import re
from pathlib import Path

from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.events import COSTS
from web.bundler import STATIC


def test_the_page_knows_the_printed_prices() -> None:
    text = (Path(STATIC) / "base_game" / "event_text.js").read_text("utf-8")
    costs = dict(re.findall(r"^  (\w+): \{ (.+) \},$", text, re.M))
    prices = {
        event: {kind: int(count) for kind, count in re.findall(r"(\w+): (\d)", price)}
        for event, price in costs.items()
    }
    assert prices == {event.kind: cards_to_json(cost) for event, cost in COSTS.items()}
