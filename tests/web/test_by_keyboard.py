"""A whole game by somebody who sees nothing and points at nothing: keys in, the accessibility tree out."""

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
from tests.web.by_keyboard import Listener

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TERRAINS = {
    "forest": "Forest",
    "hills": "Hills",
    "pasture": "Pasture",
    "fields": "Fields",
    "mountains": "Mountains",
    "desert": "Desert",
}
FOUNDED = (
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


def around(site: str) -> str:
    """A place by what lies around it, as whoever knows the board names it."""
    beside: Any = {**HEXES_AT, **HEXES_BESIDE}
    lies = [first_game_layout().to_json()["hexes"][at] for at in beside[site]]
    return "; ".join(f"{TERRAINS[each['terrain']]}, {each['number']}" for each in lies)


class Player(Listener):
    """Who enters for all."""

    def puts(self, where: str, what: str, said: str) -> None:
        """Goes among the ringed places to one, and says that a piece was put down there."""
        if not self.is_in("Places for pieces"):
            self.goes_to("button", lambda name: any(each in name for each in MAY_STAND))
        self.goes_on("PageDown", lambda name: what in name and where in name)
        self.press("Enter")
        self.chooses("button", said)

    def rolls(self, total: int, *heard: str) -> None:
        self.chooses("button", f"{total}")
        for words in heard:
            self.hears(words)

    def moves_robber(self, to: str) -> None:
        self.goes_to("button", lambda name: name.split(",")[0] in TERRAINS.values())
        self.goes_on("PageDown", to)
        self.press("Enter")
        self.chooses("button", "Place the robber here")

    def throws(self, *dice: int) -> None:
        """A roll of which both dice are said."""
        self.chooses("button", "Enter a roll", back=True)
        for which, face in zip(("Die 1", "Die 2"), dice, strict=True):
            self.goes_to("radio", "1", which)
            self.press("Space", *["ArrowRight"] * (face - 1))
        self.chooses("button", "Save")

    def trades(self, partner: str, *, gives: list[str], takes: list[str]) -> None:
        self.chooses("button", "Trade", back=True)
        self.goes_to("radio", "The bank")
        self.goes_on("ArrowUp", partner)
        for side, kinds in (("Gives", gives), ("Takes", takes)):
            for kind in kinds:
                self.chooses("button", f"More: {kind}", side)
        self.chooses("button", "Enter trade")

    def ends(self, following: str) -> None:
        self.chooses("button", "End turn", back=True)
        self.hears(f"{following}'s turn")


def test_a_whole_game_by_keyboard_and_screen_reader(visit: Visit, serve: Any, real_table: Table) -> None:
    page = visit(serve(real_table), viewport={"width": 1280, "height": 800})
    who = Player(page)
    who.chooses("button", "New game")
    who.goes_to("combobox", "Players")
    who.types("3")
    for number, name in enumerate(("Ana", "Ben", "Cyr"), 1):
        who.goes_to("combobox", f"Name of player {number}")
        who.types(name)
    who.chooses("DisclosureTriangle", "More options")
    who.goes_to("spinbutton", "Points to win")
    who.press("Control+a")
    who.types("4")
    who.goes_to("checkbox", "We enter everything…")
    who.press("Space")
    who.chooses("button", "Start")
    who.hears("The island has not been read yet")
    who.keeps_its_place()
    who.chooses("button", "Beginners' island (2015…")
    who.chooses("button", "Confirm")
    who.hears("The island is set up")
    already: set[str] = set()
    for name, settlement, road in FOUNDED:
        who.hears(f"{name} puts down a settlement")
        who.puts(around(settlement), "A settlement can be placed here", "Place it")
        who.hears(f"{name} builds a settlement")
        if name in already:
            who.hears(f"{name} takes")
        already.add(name)
        who.puts(around(road), "A road can be placed here", "Place it")
        who.hears(f"{name} builds a road")
        who.keeps_its_place()
    who.hears("Ana rolls the dice")
    who.throws(4, 4)
    who.hears("Ana rolls 8. Ana takes 1 ore. Ben takes 1 lumber.")
    who.ends("Ben")
    who.rolls(3, "Ana takes 1 lumber, 1 ore")
    who.ends("Cyr")
    who.rolls(7, "Cyr moves the robber")
    who.moves_robber("Forest, 8")
    who.hears("Cyr steals a card from another player")
    who.chooses("button", "Ben")
    who.hears("Cyr steals a card from Ben")
    who.ends("Ana")
    who.rolls(5, "Ana takes 1 wool")
    who.puts(around("i-2,4"), "It may become a city", "Turn it into a city")
    who.hears("Ana builds a city")
    who.ends("Ben")
    who.rolls(6, "Ana takes 2 grain")
    who.ends("Cyr")
    who.rolls(3, "Ana takes 1 lumber, 2 ore")
    who.ends("Ana")
    who.rolls(3, "Ana takes 1 lumber, 2 ore")
    who.trades("Cyr", gives=["lumber"], takes=["wool"])
    who.hears("Ana gives 1 lumber to Cyr for 1 wool")
    who.chooses("button", "Buy card", back=True)
    who.hears("Ana buys a development card")
    who.ends("Ben")
    who.rolls(6, "Ana takes 2 grain")
    who.ends("Cyr")
    who.rolls(4, "Ana takes 2 grain")
    who.ends("Ana")
    who.rolls(4, "Ana takes 2 grain")
    who.trades("The bank", gives=["grain"], takes=["brick"])
    who.hears("Ana gives the bank 4 grain for 1 brick")
    who.puts("", "A road can be placed here", "Place it")
    who.hears("Ana builds a road")
    who.chooses("button", "Play card", back=True)
    who.chooses("button", "Knight…")
    who.hears("Ana moves the robber")
    who.moves_robber("Hills, 5")
    who.chooses("button", "Ben")
    who.hears("Ana steals a card from Ben")
    who.keeps_its_place()
    who.puts(around("i4,1"), "It may become a city", "Turn it into a city")
    who.hears("Ana wins!")
    who.keeps_its_place()
    game = real_table.snapshot()["game"]
    assert game is not None
    assert game["view"]["winner"] == "red"
