"""A whole game by a blind player: keys in, the accessibility tree out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.island.geometry import HEXES_AT, HEXES_BESIDE
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.table.table import Table
from tests.web.by_keyboard import KeyboardUser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TERRAINS = {
    "forest": "Forest",
    "hills": "Hills",
    "pasture": "Pasture",
    "fields": "Fields",
    "mountains": "Mountains",
    "desert": "Desert",
}
PLACEMENTS = (
    ("Ana", "i4,1", "p3,0"),
    ("Ben", "i5,-4", "p3,-3"),
    ("Cyr", "i1,4", "p1,2"),
    ("Cyr", "i-2,-2", "p-2,-1"),
    ("Ben", "i-5,4", "p-3,3"),
    ("Ana", "i-2,4", "p-1,3"),
)
MAY_STAND = ("A settlement can be placed here", "A road can be placed here", "It may become a city")
Visit = Callable[..., Page]


@pytest.fixture
def real_table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield Table(journal, time.monotonic)


def name_site(site: str) -> str:
    """Name a site by its surroundings, as a player who knows the board does."""
    beside: Any = {**HEXES_AT, **HEXES_BESIDE}
    lies = [first_game_layout().to_json()["hexes"][at] for at in beside[site]]
    return "; ".join(f"{TERRAINS[each['terrain']]}, {each['number']}" for each in lies)


class Player(KeyboardUser):
    """A player who enters for everybody."""

    def put_piece(self, where: str, what: str, button: str) -> None:
        """Move to one of the ringed places, and confirm that a piece was put down there."""
        if not self.is_in("Places for pieces"):
            self.tab_to("button", lambda name: any(each in name for each in MAY_STAND))
        self.press_until("PageDown", lambda name: what in name and where in name)
        self.press("Enter")
        self.activate("button", button)

    def roll_dice(self, total: int, *heard: str) -> None:
        self.activate("button", f"{total}")
        for words in heard:
            self.wait_for_announcement(words)

    def move_robber(self, to: str) -> None:
        self.tab_to("button", lambda name: name.split(",")[0] in TERRAINS.values())
        self.press_until("PageDown", to)
        self.press("Enter")
        self.activate("button", "Place the robber here")

    def throws(self, *dice: int) -> None:
        """Enter a roll with both dice."""
        self.activate("button", "Enter a roll", back=True)
        for which, face in zip(("Die 1", "Die 2"), dice, strict=True):
            self.tab_to("radio", "1", which)
            self.press("Space", *["ArrowRight"] * (face - 1))
        self.activate("button", "Save")

    def trade_cards(self, partner: str, *, gives: list[str], takes: list[str]) -> None:
        self.activate("button", "Trade", back=True)
        self.tab_to("radio", "The bank")
        self.press_until("ArrowUp", partner)
        for side, kinds in (("Gives", gives), ("Takes", takes)):
            for kind in kinds:
                self.activate("button", f"More: {kind}", side)
        self.activate("button", "Enter trade")

    def end_turn(self, following: str) -> None:
        self.activate("button", "End turn", back=True)
        self.wait_for_announcement(f"{following}'s turn")


def test_a_whole_game_by_keyboard_and_screen_reader(visit: Visit, serve: Any, real_table: Table) -> None:
    page = visit(serve(real_table), viewport={"width": 1280, "height": 800})
    who = Player(page)
    who.activate("button", "New game")
    who.tab_to("combobox", "Players")
    who.type_text("3")
    for number, name in enumerate(("Ana", "Ben", "Cyr"), 1):
        who.tab_to("combobox", f"Name of player {number}")
        who.type_text(name)
    who.activate("DisclosureTriangle", "More options")
    who.tab_to("spinbutton", "Points to win")
    who.press("Control+a")
    who.type_text("4")
    who.tab_to("checkbox", "We enter everything…")
    who.press("Space")
    who.activate("button", "Start")
    who.wait_for_announcement("Which island do you play on?")
    who.wait_for_focus()
    who.activate("button", "Beginners' island (2015…")
    who.activate("button", "Confirm")
    who.wait_for_announcement("The island is set up")
    already: set[str] = set()
    for name, settlement, road in PLACEMENTS:
        who.wait_for_announcement(f"{name} puts down a settlement")
        who.put_piece(name_site(settlement), "A settlement can be placed here", "Place it")
        who.wait_for_announcement(f"{name} builds a settlement")
        if name in already:
            who.wait_for_announcement(f"{name} takes")
        already.add(name)
        who.put_piece(name_site(road), "A road can be placed here", "Place it")
        who.wait_for_announcement(f"{name} builds a road")
        who.wait_for_focus()
    who.wait_for_announcement("Ana rolls the dice")
    who.throws(4, 4)
    who.wait_for_announcement("Ana rolls 8. Ana takes 1 ore. Ben takes 1 lumber.")
    who.end_turn("Ben")
    who.roll_dice(3, "Ana takes 1 lumber, 1 ore")
    who.end_turn("Cyr")
    who.roll_dice(7, "Cyr moves the robber")
    who.move_robber("Forest, 8")
    who.wait_for_announcement("Cyr steals a card from another player")
    who.activate("button", "Ben")
    who.wait_for_announcement("Cyr steals a card from Ben")
    who.end_turn("Ana")
    who.roll_dice(5, "Ana takes 1 wool")
    who.put_piece(name_site("i-2,4"), "It may become a city", "Turn it into a city")
    who.wait_for_announcement("Ana builds a city")
    who.end_turn("Ben")
    who.roll_dice(6, "Ana takes 2 grain")
    who.end_turn("Cyr")
    who.roll_dice(3, "Ana takes 1 lumber, 2 ore")
    who.end_turn("Ana")
    who.roll_dice(3, "Ana takes 1 lumber, 2 ore")
    who.trade_cards("Cyr", gives=["lumber"], takes=["wool"])
    who.wait_for_announcement("Ana gives 1 lumber to Cyr for 1 wool")
    who.activate("button", "Buy card", back=True)
    who.wait_for_announcement("Ana buys a development card")
    who.end_turn("Ben")
    who.roll_dice(6, "Ana takes 2 grain")
    who.end_turn("Cyr")
    who.roll_dice(4, "Ana takes 2 grain")
    who.end_turn("Ana")
    who.roll_dice(4, "Ana takes 2 grain")
    who.trade_cards("The bank", gives=["grain"], takes=["brick"])
    who.wait_for_announcement("Ana gives the bank 4 grain for 1 brick")
    who.put_piece("", "A road can be placed here", "Place it")
    who.wait_for_announcement("Ana builds a road")
    who.activate("button", "Play card", back=True)
    who.activate("button", "Knight…")
    who.wait_for_announcement("Ana moves the robber")
    who.move_robber("Hills, 5")
    who.activate("button", "Ben")
    who.wait_for_announcement("Ana steals a card from Ben")
    who.wait_for_focus()
    who.put_piece(name_site("i4,1"), "It may become a city", "Turn it into a city")
    who.wait_for_announcement("Ana wins!")
    who.wait_for_focus()
    game = real_table.snapshot()["game"]
    assert game is not None
    assert game["view"]["winner"] == "red"
