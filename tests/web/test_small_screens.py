"""The base game's page on small tablets: what has to be seen is whole in sight, however busy the table is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import rich_game

SIZES = [(1024, 600), (800, 480)]
FULL = [(1280, 800), *SIZES]
NAMES = ["Maximiliane", "Bartholomäus", "Clémentine", "Friederike"]

Look = Callable[..., Page]

CUT = """selectors => [...document.querySelectorAll(selectors)]
  .filter((part) => part.checkVisibility())
  .filter((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.id || part.className)"""
"""Which of some parts have more in them than they show."""

HIDDEN = """selectors => [...document.querySelectorAll(selectors)]
  .filter((part) => part.checkVisibility())
  .filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const outside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    const onIsland = part.closest(".map") && shown?.closest(".map");
    return outside || !(onIsland || part.contains(shown));
  })
  .map((part) => part.textContent || part.className)"""
"""Which of some parts aren't whole on the screen, or have something else in front of their middle.

On the island pieces and places stand in front of the land.
"""

DRAWN = "turn => document.querySelector(`.winner[data-colour='${turn}'], [data-began='${turn}']`)"
"""Whether who has won, or when the turn began, is what is shown."""

OFFER = {
    "number": 1,
    "by": "red",
    "to": ["blue", "orange", "white"],
    "give": {"wool": 2},
    "take": {"ore": 1},
    "accepted": ["blue"],
    "refused": [],
}
HIT_AS_IT_COMES = """selector => { window.hitAsItCame = new Promise((hit) => {
  const look = (_, observer) => {
    const button = document.querySelector(selector);
    if (!button) return;
    observer.disconnect();
    const { left, top, width, height } = button.getBoundingClientRect();
    hit(button.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
  };
  new MutationObserver(look).observe(document.getElementById("questions"), { childList: true });
}); }"""
"""Begins to find out whether a tap on a part would reach it as soon as it is there."""

QUESTIONS = [
    {
        "number": 8,
        "word": "how_was_it_paid",
        "fields": {"name": NAMES[0], "event": "place_road"},
        "answers": [
            {"word": "bank_trade", "fields": {"give": {"lumber": 4}, "take": {"brick": 1}}},
            {"word": "rolled_instead", "fields": {"name": NAMES[0], "dice": [2, 4], "told": [2, 3]}},
            {"word": "leave_as_told", "fields": {}},
        ],
    },
    {
        "number": 7,
        "word": "which_dice",
        "fields": {},
        "answers": [
            {"word": "dice_of", "fields": {"dice": [3, 5], "source": "tower"}},
            {"word": "dice_of", "fields": {"dice": [3, 4], "source": "camera"}},
        ],
    },
]


def crowd(table: Any, waiting: bool = True) -> None:
    """Four long names, a seven on which all discard, hands in doubt, and whatever may wait."""

    def edit(snapshot: dict[str, Any]) -> None:
        view = snapshot["game"]["view"]
        for each, name in zip(view["players"], NAMES, strict=True):
            each.update(name=name, cards=10, cards_between=[8, 12], cards_certain=False, certain=False)
        colours = [each["colour"] for each in view["players"]]
        view["log"].pop()
        view["log"][-1]["event"]["dice"] = [3, 4]
        view.update(
            roll={"dice": [3, 4], "sum": 7, "player": "red", "takes": [], "shortage": []},
            departures=[],
            bank_unidentified=4,
            may_have_won=0.4,
            to_do=[
                *({"kind": "discard", "colour": colour, "count": 5} for colour in colours),
                {"kind": "move_robber", "colour": "red"},
            ],
        )
        view["may"].update(discard=dict.fromkeys(colours, 5), end_turn=False, reveal=[2, 3])
        snapshot["sources"] = [
            {"name": name, "health": "ok", "text": ""} for name in ("camera", "tower", "panel")
        ]
        if waiting:
            snapshot.update(offers=[OFFER], questions=QUESTIONS)

    table.change(edit)


def screen(size: tuple[int, int]) -> dict[str, Any]:
    return {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True}


sizes = pytest.mark.parametrize("size", FULL, ids=lambda size: f"{size[0]}x{size[1]}")
low = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
locales = pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])


class TestTheBusiestTable:
    @sizes
    @locales
    def test_board_bank_and_bar_are_whole_in_sight(
        self, look: Look, table: Any, size: tuple[int, int], locale: str
    ) -> None:
        crowd(table)
        page = look(table, **screen(size), locale=locale)
        assert page.evaluate(HIDDEN, ".hex, .harbor circle, #bank li, .action, .turn-line, #roll .take") == []
        assert page.evaluate(CUT, "html, main, #bank, #roll, .action, .actions") == []

    @sizes
    @locales
    def test_so_is_what_waits_one_matter_at_a_time(
        self, look: Look, table: Any, size: tuple[int, int], locale: str
    ) -> None:
        crowd(table)
        page = look(table, **screen(size), locale=locale)
        expect(page.locator(".settling")).to_have_count(0)
        for matter in ("offer-1", "question-8", "question-7"):
            shown = page.locator(".question:visible")
            expect(shown).to_have_attribute("data-matter", matter)
            assert page.evaluate(HIDDEN, f"[data-matter={matter}] :is(p, button)") == []
            assert page.evaluate(CUT, ".waiting") == []
            page.locator(".waiting-next").tap()
        expect(page.locator(".question:visible")).to_have_attribute("data-matter", "offer-1")

    @sizes
    def test_an_offer_leaves_the_island_as_large_as_it_is(
        self, look: Look, table: Any, size: tuple[int, int]
    ) -> None:
        crowd(table, waiting=False)
        page = look(table, **screen(size))
        before = page.locator(".map").bounding_box()
        table.change(lambda snapshot: snapshot.update(offers=[OFFER], questions=QUESTIONS))
        expect(page.locator(".question").first).to_be_visible()
        assert page.locator(".map").bounding_box() == before

    @low
    @locales
    def test_players_and_what_they_have_are_in_sight_while_nothing_waits(
        self, look: Look, table: Any, size: tuple[int, int], locale: str
    ) -> None:
        crowd(table, waiting=False)
        page = look(table, **screen(size), locale=locale)
        seen = ".player-name b, .player-points b, .stat-value, [data-stat=cards] .stat-name, .player .badge"
        assert page.evaluate(HIDDEN, seen) == []
        assert page.evaluate(CUT, ".player-name b, .player-more, #players") == []

    def test_at_the_lowest_what_waits_is_put_aside_until_something_else_waits(
        self, look: Look, table: Any
    ) -> None:
        crowd(table)
        page = look(table, **screen((800, 480)))
        page.get_by_role("button", name="3 wait for an answer").tap()
        expect(page.locator(".question:visible")).to_have_count(0)
        assert page.evaluate(HIDDEN, ".player-name b, .hex, .harbor circle, .waiting-fold") == []
        table.change(lambda snapshot: snapshot.update(offers=[]))
        expect(page.locator(".waiting-fold")).to_contain_text("2")
        expect(page.locator(".question:visible")).to_have_count(0)
        table.change(lambda snapshot: snapshot.update(offers=[{**OFFER, "number": 2}]))
        expect(page.locator(".question:visible")).to_have_count(1)

    @sizes
    def test_an_answer_that_has_just_come_takes_no_tap_that_was_meant_for_another(
        self, look: Look, table: Any, size: tuple[int, int]
    ) -> None:
        table.change(lambda snapshot: snapshot.update(questions=QUESTIONS[:1]))
        page = look(table, **screen(size))
        # Another question comes while the page is looked at: what would a finger hit there that very moment?
        page.evaluate(HIT_AS_IT_COMES, "[data-matter=question-7] button")
        table.change(lambda told: told.update(questions=QUESTIONS[1:]))
        assert page.evaluate("() => window.hitAsItCame") is False
        with page.expect_response("**/api/inputs"):
            page.locator(".question button").first.tap()
        assert table.inputs == [{"kind": "answer", "question": 7, "answer": 0}]


TAKES = [
    {"colour": colour, "cards": {"lumber": 2, "brick": 1, "ore": 1}}
    for colour in ("red", "blue", "orange", "white")
]
FOUND = {"kind": "found", "colour": "red", "piece": "settlement", "or": ["blue", "orange", "white"]}
ROLLED = {"dice": [3, 5], "sum": 8, "player": "red", "takes": TAKES, "shortage": ["wool", "ore"]}
TIMES: list[dict[str, Any]] = [
    {"to_do": [], "roll": ROLLED, "last_roll": ROLLED},
    {"to_do": [{"kind": "steal", "colour": "red", "from": ["blue", "orange", "white"]}]},
    {"to_do": [{"kind": "roll", "colour": "blue"}], "rolled": False, "roll": None},
    {"phase": "over", "winner": "red", "to_do": []},
    {
        "phase": "founding",
        "winner": None,
        "pieces": [],
        "to_do": [FOUND],
        "log": [],
        "roll": None,
        "last_roll": None,
    },
    {"to_do": [], "dealt": [{"colour": "red", "cards": TAKES[0]["cards"]}]},
]
"""What is otherwise in the view, one time after the other."""
PLAYING = "#bank li, #to-do button, .take"
ENDED = ".finisher, .victory .award, .victory button, .victory a"


class TestOtherTimes:
    @low
    @locales
    def test_board_bank_and_bar_are_whole_in_sight(
        self, look: Look, table: Any, size: tuple[int, int], locale: str
    ) -> None:
        crowd(table, waiting=False)
        page = look(table, **screen(size), locale=locale)
        for turn, time in enumerate(TIMES, 13):
            table.change_view(turn=turn, turn_began=1000.0 + turn, **time)
            page.wait_for_function(DRAWN, arg=time.get("winner") or 1000 + turn)
            expect(page.locator(".settling")).to_have_count(0)
            # Once somebody has won, what stands is how it ended; the bank and the roll are looked at no more.
            parts = ENDED if time.get("winner") else PLAYING
            assert page.evaluate(HIDDEN, f".hex, .harbor circle, .action, {parts}") == []
            assert page.evaluate(CUT, "html, main, #bank, #roll, #to-do, .actions") == []

    @pytest.mark.parametrize("seat", [90, 180])
    def test_turned_to_another_seat_too(self, look: Look, table: Any, seat: int) -> None:
        crowd(table)
        size = (600, 1024) if seat in (90, 270) else (1024, 600)
        page = look(table, **screen(size))
        page.evaluate("(seat) => localStorage.setItem('companion.page', seat)", f"{seat}")
        page.reload()
        page.wait_for_selector("body[data-connection=live]")
        expect(page.locator(".settling")).to_have_count(0)
        assert (
            page.evaluate(HIDDEN, ".hex, .harbor circle, #bank li, .action, #roll .take, .question p") == []
        )

    @pytest.mark.parametrize("size", [*FULL, (390, 844)])
    def test_a_short_name_is_whole_beside_what_a_roll_gives(
        self, look: Look, table: Any, size: tuple[int, int]
    ) -> None:
        view = table.snapshot()["game"]["view"]
        takes = [{"colour": each["colour"], "cards": {"lumber": 2, "ore": 1}} for each in view["players"]]
        table.change(lambda snapshot: snapshot["game"]["view"]["players"][2].update(name="Cleo"))
        roll = {**view["roll"], "takes": takes}
        table.change_view(roll=roll, last_roll=roll, log=view["log"][:-1])
        names = look(table, **screen(size)).locator(".take-name > span")
        expect(names).to_have_count(4)
        assert names.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")

    @pytest.mark.parametrize("size", [*FULL, (390, 844)])
    def test_a_short_name_stays_in_one_line_beside_its_starting_resources(
        self, look: Look, table: Any, size: tuple[int, int]
    ) -> None:
        dealt = [{"colour": "red", "cards": {"lumber": 1, "grain": 1, "ore": 1}}]
        table.change_view(phase="founding", roll=None, log=rich_game()["view"]["log"][4:5], dealt=dealt)
        called = look(table, **screen(size)).locator(".take-name > span")
        expect(called).to_have_text("Ana")
        lines = "node => { const all = document.createRange(); all.selectNodeContents(node);"
        assert called.evaluate(lines + " return all.getClientRects().length; }") == 1
        assert called.evaluate("node => node.scrollWidth <= node.clientWidth")


class TestTheTrade:
    @sizes
    @locales
    def test_nothing_of_it_is_scrolled_for(
        self, look: Look, table: Any, size: tuple[int, int], locale: str
    ) -> None:
        crowd(table)
        page = look(table, **screen(size), locale=locale)
        page.locator("#actions [data-key=trade]").tap()
        for partner in ("bank", "blue", "all"):
            page.locator(f"[name=partner][value={partner}]").tap()
            assert page.evaluate(HIDDEN, "dialog :is(h2, .face, .counter button, .buttons button)") == []
            assert page.evaluate(CUT, "dialog, dialog .counter, dialog .face") == []

    @low
    def test_nor_while_another_trader_is_chosen(self, look: Look, table: Any, size: tuple[int, int]) -> None:
        crowd(table)
        page = look(table, **screen(size))
        page.locator("#actions [data-key=trade]").tap()
        page.locator("dialog summary").tap()
        assert page.evaluate(HIDDEN, "dialog :is(h2, .face, .counter button, .buttons button)") == []
        assert page.evaluate(CUT, "dialog") == []
