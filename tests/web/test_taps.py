"""The number of taps of a game without a camera: an independent engine's game, tapped into the page."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from companion.games.base.rules.cards import RESOURCES
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.oracle import Oracle
from companion.island.geometry import CORNER_HEXES, HEXES
from companion.island.setups import frame_harbors, lay_tokens
from companion.journal import Journal
from companion.table.table import Table
from tests.patience import PATIENCE_S
from tests.shared_files import GAMES, require
from tests.web.beginning import players

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TAPS_BEFORE: Final[Mapping[str, int]] = {
    "roll": 4,
    "end_turn": 0,
    "place_road": 2,
    "place_settlement": 2,
    "place_city": 2,
    "move_robber": 2,
    "steal": 1,
    "discard": 1,
    "maritime_trade": 4,
    "buy_development_card": 1,
    "play_development_card": 2,
}
"""Taps that each took at least when everything was asked first; the next roll ended the turn."""
ISLAND_BEFORE: Final = 18 * 6 + 4 + 9 * 6 + 1
"""Taps for the island: six for the hexes, four for the desert, six for the harbors, one to confirm."""
PLENTY: Final = 3
"""Taps more for a year of plenty: its two cards, and that they are taken."""
A_HARBOR: Final = 4
"""Taps for a harbor that is drawn as another kind: itself, the list of kinds, the kind, *Save*."""

_PRIMARY_BUTTON: Final = "#dialog[open] button.primary"

TAP: Final = """async (selectors) => {
  const found = async (selector) => {
    for (let tries = 0; tries < 20000; tries++) {
      const part = document.querySelector(selector);
      if (part && !part.disabled) return part;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`there is nothing to tap: ${selector}`);
  };
  for (const selector of selectors) {
    const part = await found(selector);
    const box = part.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
    part.dispatchEvent(new PointerEvent("pointerdown", at));
    part.dispatchEvent(new PointerEvent("pointerup", at));
    part.dispatchEvent(new MouseEvent("click", { ...at, cancelable: true, detail: 1 }));
  }
}"""
"""Taps each part of the page, once it is there and can be tapped."""


class Hand:
    """Taps the buttons for each event of a game, and counts the taps."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page = page
        self._table = table
        self.taps: Counter[str] = Counter()

    def tap(self, what: str, *selectors: str) -> None:
        """Tap some parts of the page, until the story has grown and the page shows it."""
        before = len(self._steps())
        self.page.evaluate(TAP, list(selectors))
        self.taps[what] += len(selectors)
        end = time.monotonic() + PATIENCE_S
        while len(self._steps()) == before:
            assert time.monotonic() < end, f"nothing came of {what}: {selectors}"
            self.page.wait_for_timeout(10)
        self.sees_newest()

    def sees_newest(self) -> None:
        """Until the page shows the story's newest line."""
        # The log shows no hex that is laid one by one: that is no news.
        shown = [step.number for step in self._steps() if step.event.kind != "layout_entered"]
        if shown:
            self.page.wait_for_selector(f"#log [data-key=entry-{shown[-1]}]", state="attached")

    def _steps(self) -> Any:
        assert self._table.session is not None
        return self._table.session.steps

    def enters(self, event: Event) -> None:
        """Enter an event as the page requires it."""
        self.tap(event.kind, *self._way(event))

    def _way(self, event: Event) -> list[str]:
        match event:
            case Roll(dice=dice):
                return [f"#roll [data-key=sum-{sum(dice)}]"]
            case EndTurn():
                return ["#actions [data-key=end]"]
            case PlaceRoad(at=at) | PlaceSettlement(at=at) | PlaceCity(at=at):
                ringed = self.page.locator(f".site-due[data-key='{at}']").count()
                return [f".site[data-key='{at}']", *([] if ringed else [_PRIMARY_BUTTON])]
            case MoveRobber(to=to):
                return [f".hex-due[data-key='{to}']"]
            case Steal(victim=victim):
                whom = f"[data-colour={victim}]" if victim else ":not([data-colour])"
                return [f"#roll [data-row=steal] button{whom}"]
            case Discard(player=colour):
                return [f"#roll [data-row=discard][data-colour={colour}] button"]
            case MaritimeTrade():
                return self._bank(event)
            case BuyDevelopmentCard():
                return ["#actions [data-key=buy]"]
            case PlayDevelopmentCard(card="knight" | "road_building" as card):
                return ["#actions [data-key=play]", f"#dialog[open] [data-card={card}]"]
            case PlayDevelopmentCard(card="year_of_plenty", resources=resources):
                counts = zip(RESOURCES, resources, strict=False)
                taken = [kind for kind, count in counts for _ in range(count)]
                more = [f"#dialog[open] [data-kind={kind}] .count-more" for kind in taken]
                return [
                    "#actions [data-key=play]",
                    "#dialog[open] [data-card=year_of_plenty]",
                    *more,
                    _PRIMARY_BUTTON,
                ]
        raise AssertionError(f"nobody taps this: {event}")

    def _bank(self, trade: MaritimeTrade) -> list[str]:
        gives = next(kind for kind, count in zip(RESOURCES, trade.give, strict=False) if count)
        takes = next(kind for kind, count in zip(RESOURCES, trade.take, strict=False) if count)
        more = [
            f"#dialog[open] .trade > :nth-child({side}) [data-kind={kind}] .count-more"
            for side, kind in ((1, gives), (2, takes))
        ]
        return ["#actions [data-key=trade]", *more]


def lays(hand: Hand, table: Table, oracle: Oracle) -> None:
    """The island, with the palette; harbors that lie otherwise than the frame has them are put right."""
    island = oracle.layout
    for kind in ("desert", "hills", "mountains", "forest", "pasture"):
        for at in (at for at in HEXES if island.terrain(at) == kind):
            hand.tap("island", f".hex[data-key='{at}']")
    (corner,) = (
        at for at in CORNER_HEXES if lay_tokens(island.terrains, at, clockwise=False) == island.numbers
    )
    hand.tap("island", f".hex[data-key='{corner}']")
    hand.tap("island", "#palette [data-key=frame-numerals]")
    framed, lying = dict(frame_harbors()), dict(island.harbors)
    otherwise = {at: lying.get(at) for at in {*framed, *lying} if lying.get(at) != framed.get(at)}
    table.submit({"kind": "correct", "layout": {"harbors": otherwise}})
    hand.taps["island"] += A_HARBOR * len(otherwise)
    # A tap on an island that the page no longer shows as it is would be refused.
    for harbor, resource in lying.items():
        hand.page.wait_for_selector(
            f".harbor[data-key='{harbor}'][data-resource='{resource}']", state="attached"
        )
    hand.tap("island", "#to-do button[data-key*='entered']")


def merge_discards(events: Sequence[Event]) -> list[Event]:
    """Merge the discards of a player after a seven: the engine records them card by card."""
    found: list[Event] = []
    gave: set[str] = set()
    for event in events:
        if isinstance(event, Roll):
            gave.clear()
        if not isinstance(event, Discard):
            found.append(event)
        elif event.player not in gave:
            gave.add(event.player)
            found.append(event)
    return found


@pytest.fixture
def real_table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield Table(journal, time.monotonic)


def test_a_whole_game_needs_at_most_half_the_former_taps(
    visit: Callable[..., Page], serve: Any, real_table: Table
) -> None:
    oracle = Oracle.from_json(json.loads((require(GAMES) / "g1041.json").read_text("utf-8")))
    seats = [{**seat, "colour": colour} for seat, colour in zip(players(3), oracle.colours, strict=True)]
    real_table.start_game({"game": "base", "players": seats, "options": {"all_told": True}})
    page = visit(serve(real_table), viewport={"width": 1280, "height": 800}, has_touch=True)
    hand = Hand(page, real_table)
    lays(hand, real_table, oracle)
    assert real_table.session is not None
    played = list(oracle.play())
    assert real_table.session.state.land is not None
    assert real_table.session.state.land.layout == oracle.layout
    merged_events = merge_discards([event for _, events, _ in played for event in events])
    for event in merged_events:
        hand.enters(event)
    plenties = [
        isinstance(event, PlayDevelopmentCard) and event.card == "year_of_plenty" for event in merged_events
    ]
    before = ISLAND_BEFORE + sum(TAPS_BEFORE[event.kind] for event in merged_events) + PLENTY * sum(plenties)
    shown = dict(sorted(hand.taps.items()))
    assert 2 * sum(hand.taps.values()) <= before, (shown, before)
    expect(page.locator(".entry-flagged")).to_have_count(0)
    state, theirs = real_table.session.state, played[-1][2]
    assert [(p.roads, p.settlements, p.cities) for p in state.players] == [
        (p.roads, p.settlements, p.cities) for p in theirs.players
    ]
