"""Taps on the island in a browser: their targets, their duration, and the visible parts.

What such a tap asks and enters is proved in node (tests/web/node/placing.test.js).
"""

from __future__ import annotations

import itertools
import math
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.island.geometry import INTERSECTIONS, PATHS, PATHS_AT, IntersectionId, position
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.table.table import Table
from tests.table_views import view
from tests.web.fingers import open_new_game_form, place_piece
from tests.web.waiting import note_rest

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

pytestmark = pytest.mark.browser

Look = Callable[..., Page]

BUSY_WHILE_HELD = """() => addEventListener("pointerdown", () => setTimeout(() => {
    const ends = performance.now() + 1500;
    while (performance.now() < ends);
}, 100), { once: true })"""
"""Keeps a page busy from soon after a finger comes down until long after it is gone."""
REDRAW_HEX = """hex => {
    window.before = hex;
    addEventListener("pointerdown", () => {
        // The panels draw again what is said otherwise.
        document.documentElement.lang = "en-US";
        document.dispatchEvent(new Event("close"));
    }, { once: true });
}"""
"""Redraw the page as soon as a finger has come down."""


def site(page: Page, at: str) -> Locator:
    return page.locator(f".site[data-key='{at}']")


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def confirm(page: Page, name: str) -> None:
    """Tap a button of the dialog, and wait until its input is accepted."""
    sheet(page).get_by_role("button", name=name).click()
    expect(sheet(page)).to_be_hidden()


def is_clear_of(one: Locator, other: Locator) -> bool:
    """Check that two parts of the page don't overlap."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
    return beside or a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """Return the screen position of a point of the island's plane, in px."""
    found = page.evaluate(
        """([x, y]) => {
            const map = document.querySelector(".map");
            const at = new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
            return [at.x, at.y];
        }""",
        [x, y],
    )
    return found[0], found[1]


def tap_near(page: Page, at: str, off: float, towards: float) -> None:
    """Tap some px off a site, in a direction (degrees clockwise from the east)."""
    x, y = on_screen(page, *position(at))
    angle = math.radians(towards)
    page.mouse.click(x + off * math.cos(angle), y + off * math.sin(angle))


class TestFingers:
    def test_a_tap_selects_the_nearest_place_and_prefers_a_due_one(self, page: Page, table: Any) -> None:
        for at, off, towards in (
            ("i-2,-2", 20, 90),  # into the hex below it
            ("i-2,-2", 13, -90),  # along a path, short of its middle
            ("p1,-2", 20, -150),  # across, into the adjacent hex
            ("p1,-2", 13, -60),  # along, short of its end
        ):
            tap_near(page, at, off, towards)
            expect(page.locator(".site-chosen")).to_have_attribute("data-key", at)
            sheet(page).get_by_role("button", name="Cancel").click()
            expect(page.locator(".site-chosen")).to_have_count(0)
        table.change_view(phase="founding", to_do=[{"kind": "found", "colour": "red", "piece": "settlement"}])
        expect(page.locator(".site-due").first).to_be_visible()
        expect(page.locator(".map.tap-guard")).to_have_count(0)
        with page.expect_response("**/api/inputs"):
            tap_near(page, "i-2,-2", 18, -90)
        assert table.inputs[0]["at"] == "i-2,-2"

    def test_a_second_tap_places_nothing_on_the_next_target(self, page: Page, table: Any) -> None:
        settlement = {"kind": "found", "colour": "white", "piece": "settlement"}
        table.change_view(phase="founding", to_do=[settlement])
        expect(page.locator(".site-due").first).to_be_visible()
        expect(page.locator(".map.tap-guard")).to_have_count(0)
        seen = "at => document.elementFromPoint(at.x, at.y).closest('.site, .map').getAttribute('class')"
        box = site(page, "i-2,-2").bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        assert "site-due" in page.evaluate(seen, at)
        note_rest(page, ".map")
        table.change_view(to_do=[{**settlement, "piece": "road"}])
        expect(page.locator(".site-due")).to_have_count(len(PATHS) - 12)
        expect(page.locator(".map.tap-guard")).to_have_count(0)
        assert page.evaluate("rested")

    def test_targets_are_as_wide_as_a_finger(self, page: Page) -> None:
        for at in ("i-2,-2", "p1,-2"):
            box = site(page, at).locator(".reach").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 40

    def test_the_middle_of_a_hex_selects_the_hex(self, page: Page) -> None:
        hexes = ("h0,-2", "h0,0", "h-2,2")
        for h, (off, towards) in itertools.product(hexes, ((0, 0), (24, 0), (24, 120))):
            tap_near(page, h, off, towards)
            expect(sheet(page)).to_contain_text("What is on this hex?")
            sheet(page).get_by_role("button", name="Cancel").click()
            expect(page.locator(".hex-chosen")).to_have_count(0)

    def test_the_bottom_sheet_does_not_hide_the_place_on_a_phone(self, look: Look, table: Any) -> None:
        page = look(table, viewport=PHONE, has_touch=True, is_mobile=True)
        for at, above in itertools.product((INTERSECTIONS[0], INTERSECTIONS[-1]), (0, 400)):
            page.evaluate("y => window.scrollTo(0, y)", above)
            site(page, at).tap()
            over, under = sheet(page).bounding_box(), site(page, at).bounding_box()
            assert over is not None
            assert under is not None
            assert over["y"] >= under["y"] + under["height"] or over["y"] + over["height"] <= under["y"]
            sheet(page).get_by_role("button", name="Cancel").tap()
            expect(sheet(page)).to_be_hidden()

    @pytest.mark.slow
    @pytest.mark.smoke
    def test_a_road_is_placed_by_touch_on_a_phone_in_french(self, look: Look, table: Any) -> None:
        page = look(table, viewport=PHONE, has_touch=True, is_mobile=True, locale="fr-FR")
        site(page, "p1,-2").tap()
        expect(sheet(page).get_by_role("heading")).to_have_text("Une route a été construite ici")
        box = sheet(page).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        sheet(page).get_by_label("Dora").tap()
        sheet(page).get_by_role("button", name="Poser").tap()
        expect(sheet(page)).to_be_hidden()
        assert table.inputs == [{"kind": "place", "piece": "road", "at": "p1,-2", "player": "white"}]


class TestKeyboard:
    def test_arrow_keys_move_between_places_and_the_focus_is_kept(self, page: Page, table: Any) -> None:
        # All places are one stop of the tabulator key.
        expect(page.locator(".site[tabindex='0']")).to_have_count(1)
        site(page, INTERSECTIONS[0]).focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        at = page.evaluate("document.activeElement.dataset.key")
        expect(page.locator(".site[tabindex='0']")).to_have_attribute("data-key", at)
        page.keyboard.press("Enter")
        expect(page.locator(".site-chosen")).to_have_attribute("data-key", at)
        # The button that confirms is where the keyboard is.
        page.keyboard.press("Enter")
        expect(sheet(page)).to_be_hidden()
        assert [entered["at"] for entered in table.inputs] == [at]
        table.change_view(pieces=[{"at": at, "kind": "road", "colour": "red"}])
        expect(page.locator(".piece")).to_have_count(1)
        assert page.evaluate("document.activeElement.dataset.key") == at


class TestTheRobber:
    @pytest.mark.parametrize("size", [TABLET, PHONE])
    def test_a_long_press_on_a_hex_offers_a_large_robber_button(
        self, look: Look, table: Any, size: dict[str, int]
    ) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        page = look(table, viewport=size, has_touch=True)
        expect(page.locator("#to-do")).to_contain_text("Ana moves the robber")
        page.locator(".hex[data-key='h0,-2'] .token-disc").click(force=True, delay=700)
        expect(sheet(page).get_by_role("heading")).to_have_text("Move the robber here?")
        expect(sheet(page)).to_contain_text("Mountains, 10")
        expect(sheet(page).get_by_role("combobox")).to_have_count(0)
        assert is_clear_of(sheet(page), page.locator(".hex-chosen"))
        move = sheet(page).get_by_role("button").first
        box = move.bounding_box()
        assert box is not None
        assert box["height"] >= 60
        confirm(page, "Place the robber here")
        expect(page.locator(".hex-chosen")).to_have_count(0)
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]

    @pytest.mark.slow
    def test_a_long_press_counts_while_the_page_is_busy(self, page: Page, table: Any) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        expect(page.locator(".hex-due").first).to_be_visible()
        page.evaluate(BUSY_WHILE_HELD)
        page.locator(".hex[data-key='h0,-2']").click(delay=700)
        expect(sheet(page).get_by_role("heading")).to_have_text("Move the robber here?")
        assert table.inputs == []

    @pytest.mark.parametrize("touch", [False, True])
    def test_a_redraw_under_a_finger_makes_a_tap_not_a_long_press(
        self, look: Look, table: Any, touch: bool
    ) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        page = look(table, has_touch=touch)
        at = page.locator(".hex[data-key='h0,-2']")
        expect(at).to_have_class(re.compile("hex-due"))
        expect(page.locator(".map.tap-guard")).to_have_count(0)
        box = at.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        at.evaluate(REDRAW_HEX)
        with page.expect_response("**/api/inputs"):
            (page.touchscreen.tap if touch else page.mouse.click)(*middle)
        assert page.evaluate("!before.isConnected")
        page.wait_for_timeout(700)
        expect(sheet(page)).to_be_hidden()
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]

    def test_the_keyboard_moves_the_robber_with_two_keys(self, page: Page, table: Any) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        expect(page.locator(".hex-due").first).to_be_visible()
        page.locator(".hex[data-key='h0,-2']").focus()
        page.keyboard.press("Enter")
        expect(sheet(page)).to_be_visible()
        page.keyboard.press("Enter")
        expect(sheet(page)).to_be_hidden()
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]

    def test_an_opened_hex_stays_in_view(self, page: Page) -> None:
        for h in ("h0,-2", "h0,0", "h0,2"):
            page.locator(f".hex[data-key='{h}'] polygon").click()
            expect(sheet(page).get_by_role("heading")).to_have_text("What is on this hex?")
            assert is_clear_of(sheet(page), page.locator(".hex-chosen"))
            sheet(page).get_by_role("button", name="Cancel").click()
            expect(page.locator(".hex-chosen")).to_have_count(0)

    def test_a_cancelled_placement_leaves_nothing_on_the_island(self, look: Look, table: Any) -> None:
        page = look(table, viewport=PHONE, has_touch=True)
        taps = {".hex[data-key='h0,-2']": ".token-disc", ".harbor[data-key='p5,0']": "circle"}
        for part, tapped in taps.items():
            page.locator(f"{part} {tapped}").tap(force=True)
            sheet(page).get_by_role("button", name="Cancel").tap()
            expect(sheet(page)).to_be_hidden()
            expect(page.locator(part)).to_be_focused()
            assert page.locator(part).evaluate("node => getComputedStyle(node).outlineStyle") == "none"

    def test_the_keyboard_focus_is_visible_on_the_island(self, page: Page) -> None:
        # A hex's edge covers its neighbours: it is drawn last, as its rim.
        looks = "node => getComputedStyle(node.querySelector(':scope > .rim, :scope > circle')).stroke"
        for part in (".hex", ".harbor"):
            tapped = page.locator(part).first
            before = tapped.evaluate(looks)
            tapped.focus()
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Tab")
            expect(tapped).to_be_focused()
            assert tapped.evaluate(looks) != before


@pytest.mark.slow
def test_three_players_set_up_a_real_game_and_roll_by_taps(visit: Look, serve: Any, tmp_path: Path) -> None:
    sites = [IntersectionId(at) for at in ("i-4,-1", "i4,-2", "i-1,-1", "i1,4", "i-2,4", "i2,-4")]
    seats = [("Ana", "red"), ("Ben", "blue"), ("Cyr", "white")]
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, time.monotonic)
        page = open_new_game_form(visit(serve(table)))
        page.get_by_role("combobox", name="Players", exact=True).first.select_option("3")
        for n, (name, _) in enumerate(seats, 1):
            page.get_by_label(f"Name of player {n}").fill(name)
        page.get_by_label("Colour of player 3").select_option("white")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#to-do")).to_contain_text("Which island do you play on?")
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        for n, at in enumerate(sites):
            name, colour = [*seats, *reversed(seats)][n]
            for piece, where in (("settlement", at), ("road", PATHS_AT[at][0])):
                expect(page.locator("#to-do")).to_contain_text(f"{name} puts down a {piece}")
                place_piece(page, where)
                expect(page.locator(f".{piece}[data-colour={colour}]")).to_have_count(1 + n // 3)
        expect(page.locator("#title")).to_have_text("Turn 1")
        expect(page.locator("#to-do")).to_contain_text("Ana rolls the dice")
        for name, faces, following in (("Ana", (3, 5), "Ben"), ("Ben", (6, 4), "Cyr")):
            page.get_by_role("button", name="Enter a roll").click()
            for die, face in enumerate(faces, 1):
                sheet(page).get_by_role("group", name=f"Die {die}").get_by_label(f"{face}").click()
            expect(sheet(page)).to_be_hidden()
            expect(page.locator("#roll")).to_contain_text(f"{name} rolled")
            page.get_by_role("button", name="End turn").click()
            # A roll entered before would end the turn too, and the tap then Ben's.
            expect(page.locator("#to-do")).to_contain_text(f"{following} rolls the dice")
        assert page.locator(".entry-flagged").count() == 0

        # A piece too many, and back again.
        before = view(table)["pieces"]
        place_piece(page, "i2,-1")
        expect(page.locator(".piece")).to_have_count(13)
        page.get_by_role("alert").get_by_role("button", name="Undo").click()
        expect(page.locator(".piece")).to_have_count(12)
        place_piece(page, sites[0], "Turn it into a city")
        expect(page.locator(".city[data-colour=red]")).to_have_count(1)
        site(page, sites[0]).click()
        confirm(page, "Remove")
        expect(page.locator(".city[data-colour=red]")).to_have_count(0)
        assert view(table)["pieces"] == before
