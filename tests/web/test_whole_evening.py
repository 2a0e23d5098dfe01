"""An evening entered by touch at a real table: its log has the tapped events, one by one.

Once wholly on a tablet and once wholly on a phone's screen; the other looks on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.effects import fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    ShowHand,
    Steal,
)
from companion.games.base.rules.options import Options
from companion.island.geometry import HexId, IntersectionId, PathId
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.table.table import Table
from tests.games.base.histories import FOUNDING, SEATS
from tests.patience import PATIENCE_S
from tests.web.fingers import SCREENS, check_option, open_new_game_form, place_piece

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = {seat.colour: seat.name for seat in SEATS}


def cards(**counts: int) -> Any:
    return cards_from_json(counts)


class Fingers:
    """Taps on a page; each waits until the table shows its result."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page = page
        self._table = table

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def tap(self, name: str) -> None:
        """An action of the bar."""
        self.page.locator("#actions").get_by_role("button", name=name, exact=True).tap()

    def choose(self, name: str) -> None:
        """A button of the dialog that leads on."""
        self.dialog.get_by_role("button", name=name).tap()

    def check_option(self, group: str, name: str) -> None:
        """One of a group of choices."""
        check_option(self.dialog.get_by_role("group", name=group).get_by_role("radio", name=name, exact=True))

    def count(self, group: str, kind: str, taps: int = 1) -> None:
        """More cards of a kind."""
        counters = self.dialog.get_by_role("group", name=group, exact=True)
        for _ in range(taps):
            counters.get_by_role("button", name=f"More: {kind}").tap()

    def confirm(self, name: str) -> None:
        """The dialog's last button, and until the table has taken it."""
        self.dialog.get_by_role("button", name=name, exact=True).tap()
        expect(self.dialog).to_be_hidden()
        self._is_shown()

    def _is_rolled(self) -> bool:
        """Check that a roll would be the next player's."""
        session = self._table.session
        return session is not None and session.state.dice is not None

    def _is_shown(self) -> None:
        """Wait until the page shows the newest line, so that the next dialog shows the current state."""
        session = self._table.session
        if session is not None and session.steps:
            newest = self.page.locator(f"#log [data-key=entry-{session.steps[-1].number}]")
            expect(newest).to_have_count(1)

    def roll(self, a: int, b: int) -> None:
        self.tap("Enter a roll")
        self.check_option("Die 1", f"{a}")
        if self._is_rolled():
            self.check_option("Die 2", f"{b}")
            self.confirm("Save")
            return
        # A roll that is due is entered as soon as both dice are chosen.
        self.dialog.get_by_role("group", name="Die 2").get_by_role("radio", name=f"{b}", exact=True).tap()
        expect(self.dialog).to_be_hidden()
        self._is_shown()

    def site(self, at: str) -> None:
        """Return the place of a piece or of a possible one."""
        self.page.locator(f".site[data-key='{at}']").tap()

    def put_piece(self, at: str) -> None:
        place_piece(self.page, at)
        self._is_shown()

    def robber(self, to: str) -> None:
        with self.page.expect_response("**/api/inputs"):
            self.page.locator(f".hex-due[data-key='{to}']").tap()
        self._is_shown()

    def end_turn(self) -> None:
        with self.page.expect_response("**/api/inputs"):
            self.tap("End turn")
        self._is_shown()

    def trade(self, partner: str, give: dict[str, int], take: dict[str, int]) -> None:
        self.tap("Trade")
        self.check_option("With whom?", partner)
        for side, kinds in (("Gives", give), ("Takes", take)):
            for kind, taps in kinds.items():
                self.count(side, kind, taps)
        if partner == "The bank":
            # The purchase is complete.
            expect(self.dialog).to_be_hidden()
            self._is_shown()
        else:
            self.confirm("Enter trade")

    def shows(self, name: str, **hand: int) -> None:
        """Enter the contents of a hand."""
        self.tap("More")
        self.choose("Enter a hand")
        self.check_option("Whose hand is it?", name)
        for kind, taps in hand.items():
            self.count("Everybody at this screen sees what is entered here.", kind, taps)
        self.confirm("All of its cards")

    def line(self, text: str) -> None:
        """Open the newest line of the game log with this text."""
        self.tap("More")
        self.choose("Game log")
        self.dialog.locator(".entry", has_text=text).first.tap()

    def wait_for_history(self, *events: Event) -> None:
        """Wait until the game log is exactly this."""
        until = time.monotonic() + PATIENCE_S
        while self.history() != list(events) and time.monotonic() < until:
            self.page.wait_for_timeout(50)
        assert self.history() == list(events)

    def history(self) -> list[Event]:
        session = self._table.session
        return [] if session is None else [line.event for line in session.steps]


@pytest.fixture
def real_table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield Table(journal, time.monotonic)


@pytest.mark.parametrize(("held", "lying"), [("tablet", "phone"), ("phone", "tablet")])
def test_an_evening_is_entered_by_touch(
    visit: Callable[..., Page], serve: Any, real_table: Table, held: str, lying: str
) -> None:
    server = serve(real_table)
    page = visit(server, **SCREENS[held])
    hand = Fingers(page, real_table)

    # They sit down, and found.
    open_new_game_form(page, more=True)
    page.get_by_label("Explain each step: someone is playing for the first time").uncheck()
    page.get_by_role("combobox", name="Players", exact=True).first.select_option("3")
    for n, seat in enumerate(SEATS, 1):
        page.get_by_label(f"Name of player {n}").fill(seat.name)
    page.get_by_label("Colour of player 3").select_option("White")
    expect(page.get_by_label("We enter everything that the camera can't see")).to_be_checked()
    page.get_by_text("Edition and house rules").tap()
    page.get_by_label("Most cards that you can keep").fill("3")
    page.get_by_role("button", name="Start").tap()
    expect(page.locator("#island .hex").first).to_be_visible()
    real_table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    history: list[Event] = [
        GameStarted(SEATS, Options(all_told=True, hand_limit=3)),
        LayoutSet(first_game_layout()),
    ]
    for placed in FOUNDING:
        piece = "settlement" if isinstance(placed, PlaceSettlement) else "road"
        expect(page.locator("#to-do")).to_contain_text(f"{NAMES[placed.player]} puts down a {piece}")
        hand.put_piece(placed.at)
    history += FOUNDING
    hand.wait_for_history(*history)

    # Ana trades with Ben, and buys a card.
    hand.roll(2, 3)
    expect(page.locator("#title")).to_have_text("Turn 1")
    expect(page.locator("#actions .action-usual[data-key=trade]")).to_have_count(1)
    hand.trade("Ben", {"lumber": 1}, {"ore": 1})
    with page.expect_response("**/api/inputs"):
        hand.tap("Buy card")
    expect(page.get_by_role("alert")).to_contain_text("Ana buys a development card")
    expect(page.locator("#actions [data-key=end]")).to_be_enabled()
    hand.end_turn()
    history += [
        Roll("red", (2, 3)),
        DomesticTrade("red", "blue", cards(lumber=1), cards(ore=1)),
        BuyDevelopmentCard("red"),
        EndTurn("red"),
    ]
    hand.wait_for_history(*history)

    # Ben only rolls; Cyr's roll ends that turn. Cyr trades, buys a card and builds.
    hand.roll(3, 3)
    expect(page.locator("#title")).to_have_text("Turn 2")
    hand.roll(2, 4)
    expect(page.locator("#title")).to_have_text("Turn 3")
    hand.trade("Ben", {"brick": 1}, {"grain": 1})
    expect(page.locator("#actions .action-usual[data-key=buy]")).to_have_count(1)
    with page.expect_response("**/api/inputs"):
        hand.tap("Buy card")
    hand.put_piece("p0,3")
    expect(page.locator(".road[data-colour=white]")).to_have_count(3)
    hand.end_turn()
    history += [
        Roll("blue", (3, 3)),
        EndTurn("blue"),
        Roll("white", (2, 4)),
        DomesticTrade("white", "blue", cards(brick=1), cards(grain=1)),
        BuyDevelopmentCard("white"),
        PlaceRoad("white", PathId("p0,3")),
        EndTurn("white"),
    ]
    hand.wait_for_history(*history)

    # Before the roll Ana plays a knight and robs Ben; then a seven, with discards and another robbery.
    hand.tap("Play card")
    hand.confirm("Knight")
    hand.robber("h1,-1")
    hand.tap("Rob")
    hand.confirm("Steal")
    hand.roll(3, 4)
    hand.tap("Discard")
    hand.check_option("Who discards?", "Ana")
    hand.count("2 cards to discard", "brick", 2)
    hand.confirm("Confirm cards")
    hand.tap("Discard")
    hand.check_option("Who discards?", "Ben")
    hand.confirm("Leave unknown")
    hand.robber("h2,-2")
    hand.tap("Rob")
    hand.check_option("Which card?", "grain")
    hand.confirm("Steal")
    expect(page.locator("#actions [data-key=end]")).to_be_enabled()
    hand.end_turn()
    history += [
        PlayDevelopmentCard("red", "knight"),
        MoveRobber("red", HexId("h1,-1")),
        Steal("red", "blue"),
        Roll("red", (3, 4)),
        Discard("red", cards(brick=2)),
        Discard("blue", cards(unidentified=2)),
        MoveRobber("red", HexId("h2,-2")),
        Steal("red", "blue", "grain"),
        EndTurn("red"),
    ]
    hand.wait_for_history(*history)

    # A slip of the finger is undone.
    hand.roll(1, 1)
    expect(page.locator("#title")).to_have_text("Turn 5")
    with page.expect_response("**/api/inputs"):
        hand.tap("Undo")
    hand.wait_for_history(*history)
    hand.roll(4, 6)
    history += [Roll("blue", (4, 6))]
    hand.wait_for_history(*history)

    # Cyr plays monopoly, shows four cards and trades them with the bank.
    hand.roll(2, 6)
    hand.tap("Play card")
    hand.choose("Monopoly")
    hand.choose("ore")
    hand.count("How many does each give?", "Ana")
    hand.confirm("Confirm")
    hand.shows("Cyr", wool=4)
    hand.trade("The bank", {"wool": 1}, {"ore": 1})
    hand.end_turn()
    history += [
        EndTurn("blue"),
        Roll("white", (2, 6)),
        PlayDevelopmentCard("white", "monopoly", resource="ore", given=(("red", 1), ("blue", 0))),
        ShowHand("white", cards(wool=4)),
        MaritimeTrade("white", cards(wool=4), cards(ore=1)),
        EndTurn("white"),
    ]
    hand.wait_for_history(*history)

    # Ana builds a city: a tap on her settlement.
    hand.roll(1, 1)
    hand.shows("Ana", grain=2, ore=3)
    hand.put_piece("i4,1")
    city = PlaceCity("red", IntersectionId("i4,1"))
    history += [Roll("red", (1, 1)), ShowHand("red", cards(grain=2, ore=3)), city]
    hand.wait_for_history(*history)
    expect(page.locator("#log .entry-flagged")).to_have_count(0)

    # Turns later: Ben's roll and Cyr's road were others, one trade was never entered, one never happened.
    hand.line("Ben rolls 4 + 6")
    hand.check_option("Die 2", "5")
    hand.confirm("Save")
    history[history.index(Roll("blue", (4, 6)))] = Roll("blue", (4, 5))
    hand.wait_for_history(*history)

    hand.site("p0,3")
    hand.choose("Change owner or place")
    hand.dialog.locator(".sitemap [data-place='p-2,3']").tap()
    hand.confirm("Save")
    history[history.index(PlaceRoad("white", PathId("p0,3")))] = PlaceRoad("white", PathId("p-2,3"))
    hand.wait_for_history(*history)

    hand.line("Cyr gives the bank")
    hand.confirm("Delete")
    history.remove(MaritimeTrade("white", cards(wool=4), cards(ore=1)))
    hand.wait_for_history(*history)

    hand.line("Ben passes the dice")
    hand.choose("Insert before")
    hand.choose("Players traded")
    hand.dialog.get_by_text("someone else?").tap()
    hand.check_option("Who?", "Ben")
    hand.check_option("With whom?", "Cyr")
    hand.count("Gives", "grain")
    hand.count("Takes", "unknown")
    hand.confirm("Add")
    passed = history.index(Roll("white", (2, 6))) - 1
    history.insert(passed, DomesticTrade("blue", "white", cards(grain=1), cards(unidentified=1)))
    hand.wait_for_history(*history)

    # The table's record equals the state after these events, and so does a screen that only views.
    session = real_table.session
    assert session is not None
    assert session.state == fold(history)
    for shown in (page, visit(server, role="viewer", **SCREENS[lying])):
        expect(shown.locator(".player-points b")).to_have_text(["3", "2", "2"])
        expect(shown.locator(".city[data-colour=red]")).to_have_count(1)
