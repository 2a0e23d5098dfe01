"""A beginner without a camera: the set-up and ten turns by the texts of the page alone.

On a low tablet, in a browser: places on the island are tapped where they are drawn. Both languages, and any
island, are tested without a browser (tests/web/node/beginner.test.js).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Locator, Page, expect

import web
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import road_sites
from companion.island.geometry import PATHS
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.table.table import Table
from tests.patience import PATIENCE_S
from tests.table_views import view
from tests.web.fingers import check_option, open_new_game_form, place_piece

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOW_TABLET = {"viewport": {"width": 1024, "height": 600}, "has_touch": True}
NAMES = ("Ana", "Ben", "Cyr")
PLACEMENTS = (
    ("Ana", "i4,1", "p3,0"),
    ("Ben", "i5,-4", "p3,-3"),
    ("Cyr", "i1,4", "p1,2"),
    ("Cyr", "i-5,4", "p-3,3"),
    ("Ben", "i-2,4", "p-1,3"),
    ("Ana", "i-2,-2", "p-2,-1"),
)


@cache
def french() -> dict[str, str]:
    """Return the French texts of the page by their English ones."""
    file = Path(web.__file__).parent / "translations/fr/LC_MESSAGES/messages.po"
    with file.open("rb") as texts:
        messages: list[tuple[Any, Any]] = [
            (each.id, each.string) for each in read_po(texts) if each.id and not each.context
        ]
    return {(key if isinstance(key, str) else key[1]): (text if isinstance(text, str) else text[-1])
            for key, text in messages}  # fmt: skip


class Newcomer:
    """A new player who reads the page in one language and taps what it names."""

    def __init__(self, page: Page, table: Table, language: str) -> None:
        self.page = page
        self._table = table
        self._language = language

    def translate(self, text: str, **fields: Any) -> str:
        """Return a text in the page's language."""
        words = text if self._language == "en" else french()[text]
        for name, value in fields.items():
            words = words.replace(f"{{{name}}}", f"{value}")
        return words

    @property
    def view(self) -> Mapping[str, Any]:
        return view(self._table)

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def tap(self, text: str, where: Locator | None = None, **fields: Any) -> None:
        """A button with a text, once it is in sight."""
        name = self.translate(text, **fields)
        (where or self.page.locator("body")).get_by_role("button", name=name, exact=True).tap()

    def confirm(self, text: str, **fields: Any) -> None:
        """Tap the confirming button of a dialog, and wait until the table has accepted the input."""
        before = self._table.snapshot()["version"]
        self.tap(text, self.dialog, **fields)
        expect(self.dialog).to_be_hidden()
        self.wait_until(lambda: self._table.snapshot()["version"] > before)

    def wait_until(self, so: Callable[[], bool]) -> None:
        """Wait until the table is so, and the page shows it."""
        end = time.monotonic() + PATIENCE_S
        while not so():
            assert time.monotonic() < end, "waited in vain"
            self.page.wait_for_timeout(50)
        self._shows_newest()

    def _shows_newest(self) -> None:
        # The log shows no hex that is laid one by one: that is no news.
        shown = [line["number"] for line in self.view["log"] if line["event"]["kind"] != "layout_entered"]
        if shown:
            expect(self.page.locator(f"#log [data-key=entry-{shown[-1]}]")).to_have_count(1)

    def expect_request(self, text: str, **fields: Any) -> None:
        """Expect a task to be shown above all else."""
        expect(self.page.locator("#to-do")).to_contain_text(self.translate(text, **fields))

    def choose(self, group: str, value: str) -> None:
        """One of a group of choices in the dialog, by the words of both."""
        check_option(
            self.dialog.get_by_role("group", name=group).get_by_role("radio", name=value, exact=True)
        )

    # Actions at the table

    def take_seat(self) -> None:
        open_new_game_form(self.page)
        self.page.get_by_label(self.translate("Players")).first.select_option("3")
        for n, name in enumerate(NAMES, 1):
            self.page.get_by_label(self.translate("Name of player {number}", number=n)).fill(name)

    def start_game(self) -> None:
        self.tap("Start")
        expect(self.page.locator("#title")).to_have_text(self.translate("Setting up the island"))

    def hex(self, at: str) -> Locator:
        return self.page.locator(f"#island .hex[data-key='{at}']")

    def lay_hex(self, at: str, terrain: str, number: int | None) -> None:
        """Lay a terrain with its number on a hex by a long press."""
        self.hex(at).click(delay=700)
        self.dialog.get_by_label(self.translate("Terrain")).select_option(self.translate(terrain))
        self.dialog.get_by_label(self.translate("Number")).select_option(
            self.translate("none") if number is None else f"{number}"
        )
        self.confirm("Save")

    def put_piece(self, at: str) -> None:
        newest = self.view["log"][-1]["number"]
        place_piece(self.page, at, self.translate("Place it"))
        self.wait_until(lambda: self.view["log"][-1]["number"] > newest)

    def roll_dice(self, one: int, other: int) -> None:
        """Enter a roll by its sum."""
        newest = self.view["log"][-1]["number"]
        keys = self.page.get_by_role("group", name=self.translate("What was rolled?"))
        keys.get_by_role("button", name=f"{one + other}", exact=True).tap()
        self.wait_until(lambda: self.view["log"][-1]["number"] > newest)

    def end_turn(self) -> None:
        turn = self.view["turn"]
        self.tap("End turn", self.page.locator("#actions"))
        self.wait_until(lambda: self.view["turn"] == turn + 1)
        expect(self.page.locator("#title")).to_have_text(self.translate("Turn {turn}", turn=turn + 1))

    def trade_cards(self, partner: str, give: str, take: str) -> None:
        self.tap("Trade", self.page.locator("#actions"))
        self.choose(self.translate("With whom?"), partner)
        for side, kind in (("Gives", give), ("Takes", take)):
            counters = self.dialog.get_by_role("group", name=self.translate(side), exact=True)
            more = self.translate("More: {kind}", kind=self.translate(kind))
            counters.get_by_role("button", name=more).tap()
        if partner == self.translate("The bank"):
            # The purchase is complete.
            expect(self.dialog).to_be_hidden()
        else:
            self.confirm("Enter trade")

    def build_road(self, colour: str) -> None:
        """Build a road at the first place that is connected to the player's pieces."""
        session = self._table.session
        assert session is not None
        state = session.state
        self.put_piece(PATHS[next(iter(indices(road_sites(state, state.seat(colour)))))])


@pytest.fixture
def real_table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield Table(journal, time.monotonic)


@pytest.fixture
def arrive(visit: Callable[..., Page], serve: Any, real_table: Table) -> Callable[[str], Newcomer]:
    """A newcomer who opens the page in a language."""

    def open_page(language: str) -> Newcomer:
        locale = {"en": "en-GB", "fr": "fr-FR"}[language]
        return Newcomer(visit(serve(real_table), locale=locale, **LOW_TABLET), real_table, language)

    return open_page


def test_a_beginner_without_a_camera_sets_up_and_plays_ten_turns(arrive: Callable[[str], Newcomer]) -> None:
    player = arrive("en")
    player.take_seat()
    player.start_game()

    # The island: first a hex by hand, then by the diagram.
    player.expect_request("Which island do you play on?")
    expect(player.page.locator("#island .hex").get_by_text("?")).to_have_count(19)
    player.lay_hex("h0,0", "Forest", 11)
    player.expect_request("{count} hexes are still missing: tap each.", count=18)
    expect(player.page.locator("#island .hex").get_by_text("?")).to_have_count(18)
    player.tap("Another island …")
    player.tap("Beginners' island ({edition})", player.dialog, edition="2015-2020")
    player.expect_request("Is this the island? Tap what is wrong.")
    expect(player.page.locator("#island .hex").get_by_text("?")).to_have_count(0)
    player.tap("Confirm")
    expect(player.page.locator("#title")).to_have_text(player.translate("Set-up phase"))
    assert player.view["layout"] == first_game_layout().to_json()

    # Everybody founds.
    for name, settlement, road in PLACEMENTS:
        player.expect_request("{name} puts down a settlement", name=name)
        player.put_piece(settlement)
        player.expect_request("{name} puts down a road", name=name)
        player.put_piece(road)
    player.expect_request("{name} rolls the dice", name="Ana")

    # Ana builds a road; Ben trades with the bank, and then with Cyr.
    player.roll_dice(3, 3)
    player.build_road("red")
    player.end_turn()
    player.roll_dice(2, 2)
    player.trade_cards(player.translate("The bank"), "grain", "brick")
    player.trade_cards("Cyr", "ore", "lumber")
    player.build_road("blue")
    player.end_turn()

    # A seven: Cyr moves the robber next to Ana and robs her.
    player.roll_dice(3, 4)
    player.hex("h-1,0").tap()
    player.wait_until(lambda: player.view["robber"] == "h-1,0")
    player.tap("Rob", player.page.locator("#actions"))
    player.confirm("Steal")
    player.end_turn()

    for turn, (one, other) in enumerate([(6, 5), (4, 4), (1, 2), (5, 5), (4, 1), (6, 6), (2, 4)], 4):
        player.expect_request("{name} rolls the dice", name=NAMES[(turn - 1) % 3])
        player.roll_dice(one, other)
        player.end_turn()

    view = player.view
    assert view["turn"] == 11
    assert [line["violations"] for line in view["log"] if line["violations"]] == []
    assert (view["robber"], view["on_turn"]) == ("h-1,0", "blue")
    assert [p["road_length"] for p in view["players"]] == [2, 2, 1]
    shown = player.page.locator("#players").inner_text()
    assert all(name in shown for name in NAMES)


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.smoke), "fr"])
def test_the_first_game_begins_with_two_taps(arrive: Callable[[str], Newcomer], language: str) -> None:
    player = arrive(language)
    player.take_seat()
    player.start_game()
    player.tap("Beginners' island and pieces ({edition})", edition="2015-2020")
    player.expect_request("Is this the island? Tap what is wrong. The pieces and starting resources follow.")
    expect(player.page.locator("#island .hex").get_by_text("?")).to_have_count(0)
    player.tap("Confirm")
    player.expect_request("{name} rolls the dice", name="Ana")
    expect(player.page.locator("#island .settlement")).to_have_count(6)
    expect(player.page.locator("#island .road")).to_have_count(6)
    # The starting resources are shown until the dice are thrown.
    rows = player.page.locator("#roll .dealt .take")
    expect(rows).to_contain_text(list(NAMES))
    expect(rows.last).to_be_in_viewport(ratio=0.9)
    player.roll_dice(3, 3)
    assert [p["cards"] for p in player.view["players"]] == [4, 3, 4]
