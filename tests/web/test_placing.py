"""Pieces by tap: put down, made a city, taken back; the robber, the end of a turn, broken rules."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.island.geometry import INTERSECTIONS, PATHS, PATHS_AT, IntersectionId, position
from companion.island.setups import first_game
from companion.journal import Journal
from companion.table.table import Table
from tests.shown import view
from tests.web.fingers import new_game, put_down
from tests.web.waiting import answers_held, note_rest, wait_for

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

Look = Callable[..., Page]

BUSY_WHILE_HELD = """() => addEventListener("pointerdown", () => setTimeout(() => {
    const ends = performance.now() + 1500;
    while (performance.now() < ends);
}, 100), { once: true })"""
"""Keeps a page busy from soon after a finger comes down until long after it is gone."""
DRAWN_ANEW = """hex => {
    window.before = hex;
    addEventListener("pointerdown", () => {
        // The panels draw again what is said otherwise.
        document.documentElement.lang = "en-US";
        document.dispatchEvent(new Event("close"));
    }, { once: true });
}"""
"""Has the page drawn anew once a finger has come down."""
LET_GO_UNHEARD = """hex => {
    const { x, y, width, height } = hex.getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
    const [down, up] = ["pointerdown", "pointerup"].map((kind) => new PointerEvent(kind, at));
    hex.dispatchEvent(down);
    const ends = performance.now() + 1000;
    while (performance.now() < ends);
    setTimeout(() => {
        hex.dispatchEvent(up);
        hex.dispatchEvent(new MouseEvent("click", { ...at, detail: 1 }));
    }, 50);
}"""
"""A tap while the page is busy: what says that a finger rests is due before the page hears that it left."""


def site(page: Page, at: str) -> Locator:
    return page.locator(f".site[data-key='{at}']")


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def confirm(page: Page, name: str) -> None:
    """Tap a button of the sheet, and wait until what it says was taken."""
    sheet(page).get_by_role("button", name=name).click()
    expect(sheet(page)).to_be_hidden()


def clear_of(one: Locator, other: Locator) -> bool:
    """Whether two parts of the page lie apart."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
    return beside or a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the island's plane lies on the screen, in px."""
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


def test_places_that_look_as_they_did_stay_and_others_are_named_anew(look: Look, table: Any) -> None:
    page = look(table)
    page.evaluate("document.querySelectorAll('.site').forEach((site) => site.kept = true)")
    kept = "(at) => Boolean(document.querySelector(`.site[data-key='${at}']`).kept)"
    pieces = table.snapshot()["game"]["view"]["pieces"]
    table.change_view(pieces=[*pieces, {"at": "p0,1", "kind": "road", "colour": "red"}])
    expect(page.locator(".piece[data-at='p0,1']")).to_have_count(1)
    expect(site(page, "p0,1")).to_have_attribute("aria-label", re.compile("road", re.I))
    assert not page.evaluate(kept, "p0,1")
    assert page.evaluate(kept, "i-2,4")


class TestPuttingDown:
    def test_a_road_of_the_player_on_turn_is_two_taps(self, page: Page, table: Any) -> None:
        site(page, "p1,-2").click()
        expect(sheet(page).get_by_role("heading")).to_have_text("A road was built here")
        expect(sheet(page).get_by_label("Ana")).to_be_checked()
        confirm(page, "Put it down")
        assert table.inputs == [{"kind": "place", "piece": "road", "at": "p1,-2", "player": "red"}]

    def test_a_settlement_of_another_colour_is_one_tap_more(self, page: Page, table: Any) -> None:
        site(page, "i-2,-2").click()
        expect(sheet(page).get_by_role("heading")).to_have_text("A settlement was built here")
        sheet(page).get_by_label("Clémentine").click()
        confirm(page, "Put it down")
        assert table.inputs == [{"kind": "place", "piece": "settlement", "at": "i-2,-2", "player": "orange"}]

    def test_a_finger_that_taps_twice_means_once(self, page: Page, table: Any) -> None:
        site(page, "p1,-2").click()
        sheet(page).get_by_role("button", name="Put it down").dblclick()
        expect(sheet(page)).to_be_hidden()
        assert len(table.inputs) == 1

    def test_second_thoughts_change_nothing(self, page: Page, table: Any) -> None:
        site(page, "p1,-2").click()
        expect(page.locator(".site-chosen")).to_have_attribute("data-key", "p1,-2")
        sheet(page).get_by_role("button", name="Cancel").click()
        expect(sheet(page)).to_be_hidden()
        expect(page.locator(".site-chosen")).to_have_count(0)
        assert table.inputs == []

    def test_what_the_table_refuses_is_said_in_the_sheet(self, page: Page, table: Any) -> None:
        table.refusal = "The island has to be read or entered first."
        site(page, "p1,-2").click()
        sheet(page).get_by_role("button", name="Put it down").click()
        expect(sheet(page).get_by_role("alert")).to_have_text(table.refusal)

    def test_nothing_can_be_put_on_an_island_that_nobody_knows(self, page: Page, table: Any) -> None:
        expect(page.locator(".site")).to_have_count(len(INTERSECTIONS) + len(PATHS))
        table.change_view(phase="layout", layout=None, pieces=[], robber=None, to_do=[{"kind": "lay_island"}])
        expect(page.locator(".site")).to_have_count(0)
        page.locator(".hex[data-key='h0,0']").click(delay=700)
        expect(sheet(page)).to_contain_text("What lies here?")


class TestWhoseTurnItIs:
    @pytest.mark.parametrize(
        ("piece", "at", "title"),
        [
            ("settlement", "i-2,-2", "A settlement was built here"),
            ("road", "p-1,-2", "A road was built here"),
        ],
    )
    def test_in_the_founding_a_ringed_place_is_one_tap_and_asks_where_it_is_held(
        self, page: Page, table: Any, piece: str, at: str, title: str
    ) -> None:
        table.change_view(phase="founding", to_do=[{"kind": "found", "colour": "white", "piece": piece}])
        expect(page.locator("#to-do")).to_contain_text("Tap the place on the island")
        put = {"kind": "place", "piece": piece, "at": at, "player": "white"}
        with page.expect_response("**/api/inputs"):
            site(page, at).click()
        assert table.inputs == [put]
        expect(page.get_by_role("alert").get_by_role("button", name="Undo")).to_be_visible()
        site(page, at).click(delay=700)
        expect(sheet(page).get_by_role("heading")).to_have_text(title)
        expect(sheet(page).get_by_label("Dora")).to_be_checked()
        confirm(page, "Put it down")
        assert table.inputs == [put, put]

    def test_in_play_what_may_be_built_is_one_tap_unless_a_camera_sees_it(
        self, page: Page, table: Any
    ) -> None:
        build = {"road": ["p1,-2"], "settlement": ["i-2,-2"], "city": ["i-1,-1"]}
        table.change(lambda snapshot: snapshot["game"]["view"]["may"].update(build=build))
        expect(page.locator(".site-due")).to_have_count(3)
        for piece, (at,) in build.items():
            with page.expect_response("**/api/inputs"):
                site(page, at).click()
            assert table.inputs[-1] == {"kind": "place", "piece": piece, "at": at, "player": "red"}
        sources = [{"name": "camera", "health": "ok", "text": ""}]
        table.change(lambda snapshot: snapshot.update(sources=sources))
        expect(page.locator(".site-due")).to_have_count(0)
        site(page, "p1,-2").click()
        expect(sheet(page)).to_be_visible()
        assert len(table.inputs) == 3

    def test_what_is_ringed_next_is_tapped_though_the_last_tap_has_no_answer_yet(
        self, page: Page, table: Any
    ) -> None:
        settlement = {"kind": "found", "colour": "white", "piece": "settlement"}
        table.change_view(phase="founding", to_do=[settlement])
        expect(page.locator(".site-due").first).to_be_visible()
        expect(page.locator(".map.settling")).to_have_count(0)
        with answers_held(page) as held:
            site(page, "i-2,-2").click()
            wait_for(page, lambda: len(held) == 1)
            # Another place for the settlement is none any more once it stands; the place for the road is one.
            site(page, INTERSECTIONS[-1]).click()
            table.change_view(to_do=[{**settlement, "piece": "road"}])
            expect(page.locator(".site-due")).to_have_count(len(PATHS) - 12)
            expect(page.locator(".map.settling")).to_have_count(0)
            for _ in range(2):
                site(page, "p-1,-2").click()
        wait_for(page, lambda: len(table.inputs) == 2)
        assert [entered["at"] for entered in table.inputs] == ["i-2,-2", "p-1,-2"]

    def test_a_second_tap_puts_nothing_on_what_is_ringed_next(self, page: Page, table: Any) -> None:
        settlement = {"kind": "found", "colour": "white", "piece": "settlement"}
        table.change_view(phase="founding", to_do=[settlement])
        expect(page.locator(".site-due").first).to_be_visible()
        expect(page.locator(".map.settling")).to_have_count(0)
        seen = "at => document.elementFromPoint(at.x, at.y).closest('.site, .map').getAttribute('class')"
        box = site(page, "i-2,-2").bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        assert "site-due" in page.evaluate(seen, at)
        note_rest(page, ".map")
        table.change_view(to_do=[{**settlement, "piece": "road"}])
        expect(page.locator(".site-due")).to_have_count(len(PATHS) - 12)
        expect(page.locator(".map.settling")).to_have_count(0)
        assert page.evaluate("rested")

    def test_the_places_for_the_piece_that_is_due_are_marked(self, page: Page, table: Any) -> None:
        expect(page.locator(".site-due")).to_have_count(0)
        table.change_view(phase="founding", to_do=[{"kind": "found", "colour": "white", "piece": "road"}])
        expect(page.locator(".site-due")).to_have_count(len(PATHS) - 12)
        table.change_view(to_do=[{"kind": "found", "colour": "blue", "piece": "settlement"}])
        expect(page.locator(".site-due")).to_have_count(len(INTERSECTIONS) - 8)

    def test_only_those_where_the_rules_let_it_stand_are_but_others_can_be_tapped(
        self, page: Page, table: Any
    ) -> None:
        beside = sorted(PATHS_AT[IntersectionId("i-2,-2")])
        found = {"kind": "found", "colour": "white", "piece": "road", "sites": beside}
        table.change_view(phase="founding", to_do=[found])
        expect(page.locator(".site-due")).to_have_count(len(beside))
        marked = page.locator(".site-due").evaluate_all("sites => sites.map((site) => site.dataset.key)")
        assert sorted(marked) == beside
        site(page, "p1,-2").click()
        confirm(page, "Put it down")
        assert table.inputs == [{"kind": "place", "piece": "road", "at": "p1,-2", "player": "white"}]

    def test_free_roads_are_of_the_player_on_turn(self, page: Page, table: Any) -> None:
        table.change_view(to_do=[{"kind": "free_roads", "colour": "red", "count": 2}])
        expect(page.locator(".site-due")).to_have_count(len(PATHS) - 12)
        with page.expect_response("**/api/inputs"):
            site(page, "p1,-2").click()
        assert table.inputs == [{"kind": "place", "piece": "road", "at": "p1,-2", "player": "red"}]


class TestStandingPieces:
    def test_a_settlement_becomes_a_city(self, page: Page, table: Any) -> None:
        site(page, "i4,-2").click()
        expect(sheet(page).get_by_role("heading")).to_have_text("Ben: settlement")
        confirm(page, "Turn it into a city")
        assert table.inputs == [{"kind": "place", "piece": "city", "at": "i4,-2", "player": "blue"}]

    def test_a_piece_is_taken_back_by_the_entry_that_put_it_down(self, page: Page, table: Any) -> None:
        site(page, "i1,1").click()
        expect(sheet(page).get_by_role("heading")).to_have_text("Ben: city")
        expect(sheet(page).get_by_role("button")).to_have_text(
            ["Take it back", "Another owner or place …", "Cancel"]
        )
        confirm(page, "Take it back")
        assert table.inputs == [{"kind": "correct", "entry": 35, "event": None}]

    def test_a_piece_that_nobody_put_down_can_not(self, page: Page) -> None:
        site(page, "p1,1").click()
        expect(sheet(page)).to_contain_text("It stood there when the game was taken up.")
        expect(sheet(page).get_by_role("button")).to_have_text("Cancel")

    def test_another_players_entry_at_the_same_place_is_not_taken_back(self, page: Page, table: Any) -> None:
        def put(number: int, colour: str) -> dict[str, Any]:
            event = {"kind": "place_road", "player": colour, "at": "p1,1"}
            return {"number": number, "source": "tablet", "certainty": 1.0, "event": event, "violations": []}

        table.change_view(log=[put(7, "blue"), put(8, "blue"), put(9, "white")])
        expect(page.locator("#log .entry")).to_have_count(3)
        site(page, "p1,1").click()
        confirm(page, "Take it back")
        assert table.inputs == [{"kind": "correct", "entry": 8, "event": None}]

    def test_in_the_first_game_a_settlement_gives_the_starting_resources(
        self, page: Page, table: Any
    ) -> None:
        table.change_view(phase="founding", to_do=[{"kind": "found", "colour": "blue"}])
        expect(page.locator("#to-do")).to_contain_text("Ben puts down a settlement and a road")
        site(page, "i4,-2").click()
        expect(sheet(page).get_by_role("button", name="Turn it into a city")).to_have_count(0)
        confirm(page, "Starting resources from here")
        assert table.inputs == [{"kind": "take_starting_resources", "at": "i4,-2", "player": "blue"}]


class TestFingers:
    @pytest.mark.parametrize(
        ("at", "off", "towards"),
        [
            ("i-2,-2", 20, 90),  # into the hex below it
            ("i-2,-2", 13, -90),  # along a path, short of its middle
            ("p1,-2", 20, -150),  # across, into the hex beside it
            ("p1,-2", 13, -60),  # along, short of its end
        ],
    )
    def test_a_tap_goes_to_the_nearest_place(self, page: Page, at: str, off: float, towards: float) -> None:
        tap_near(page, at, off, towards)
        expect(page.locator(".site-chosen")).to_have_attribute("data-key", at)

    def test_what_is_due_is_meant_sooner_than_what_lies_beside_it(self, page: Page, table: Any) -> None:
        table.change_view(phase="founding", to_do=[{"kind": "found", "colour": "red", "piece": "settlement"}])
        expect(page.locator(".site-due").first).to_be_visible()
        expect(page.locator(".map.settling")).to_have_count(0)
        with page.expect_response("**/api/inputs"):
            tap_near(page, "i-2,-2", 18, -90)
        assert table.inputs[0]["at"] == "i-2,-2"

    def test_targets_are_as_wide_as_a_finger(self, page: Page) -> None:
        for at in ("i-2,-2", "p1,-2"):
            box = site(page, at).locator(".reach").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 40

    @pytest.mark.parametrize("h", ["h0,-2", "h0,0", "h-2,2"])
    def test_the_middle_of_a_hex_stays_the_hexs_own(self, page: Page, h: str) -> None:
        for off, towards in ((0, 0), (24, 0), (24, 120)):
            tap_near(page, h, off, towards)
            expect(sheet(page)).to_contain_text("What lies here?")
            sheet(page).get_by_role("button", name="Cancel").click()
            expect(page.locator(".hex-chosen")).to_have_count(0)

    @pytest.mark.parametrize("at", [INTERSECTIONS[0], INTERSECTIONS[-1]])
    @pytest.mark.parametrize("above", [0, 400])
    def test_on_a_phone_the_sheet_leaves_the_place_to_be_seen(
        self, look: Look, table: Any, at: str, above: int
    ) -> None:
        page = look(table, viewport=PHONE, has_touch=True, is_mobile=True)
        page.evaluate("y => window.scrollTo(0, y)", above)
        site(page, at).tap()
        over, under = sheet(page).bounding_box(), site(page, at).bounding_box()
        assert over is not None
        assert under is not None
        assert over["y"] >= under["y"] + under["height"] or over["y"] + over["height"] <= under["y"]

    def test_a_phone_is_tapped(self, look: Look, table: Any) -> None:
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
    def test_arrows_lead_from_place_to_place_and_the_place_is_kept(self, page: Page, table: Any) -> None:
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

    def test_arrows_reach_every_place(self, page: Page) -> None:
        reached = page.evaluate(
            """async () => {
                const { nextSite } = await import("/static/island/site_targets.js");
                const arrows = [[1, 0], [-1, 0], [0, 1], [0, -1]];
                const reached = new Set();
                const ahead = ["i-1,-1"];
                while (ahead.length) {
                    const site = ahead.pop();
                    if (reached.has(site)) continue;
                    reached.add(site);
                    ahead.push(...arrows.map((arrow) => nextSite(site, arrow)));
                }
                return [...reached];
            }"""
        )
        assert set(reached) == {*INTERSECTIONS, *PATHS}

    def test_all_places_are_one_stop_of_the_tabulator_key(self, page: Page) -> None:
        expect(page.locator(".site[tabindex='0']")).to_have_count(1)

    @pytest.mark.parametrize(
        ("locale", "free", "coast", "taken"),
        [
            (
                "en-GB",
                "Free path: Forest, 11; Mountains, 3",
                "Free intersection: Mountains, 10; sea; at 12 o’clock; Harbor: 3:1",
                "Ben: city: Desert; Forest, 3; Fields, 4",
            ),
            (
                "fr-FR",
                "Chemin libre\xa0: Forêt, 11\xa0; Montagne, 3",
                "Intersection libre\xa0: Montagne, 10\xa0; mer\xa0; à 12\xa0h\xa0; Port\xa0: 3:1",
                "Ben\xa0: ville\xa0: Désert\xa0; Forêt, 3\xa0; Champs, 4",
            ),
        ],
    )
    def test_places_are_named_by_what_lies_around_them(
        self, look: Look, table: Any, locale: str, free: str, coast: str, taken: str
    ) -> None:
        table.change_view(pieces=[{"at": "i1,1", "kind": "city", "colour": "blue"}])
        page = look(table, locale=locale)
        expect(site(page, "p-2,1")).to_have_attribute("aria-label", free)
        expect(site(page, INTERSECTIONS[0])).to_have_attribute("aria-label", coast)
        expect(site(page, "i1,1")).to_have_attribute("aria-label", taken)


class TestTheTurn:
    @pytest.mark.parametrize("size", [TABLET, PHONE])
    def test_a_robber_that_is_to_move_is_a_tap_on_the_hex(
        self, look: Look, table: Any, size: dict[str, int]
    ) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        page = look(table, viewport=size, has_touch=True)
        expect(page.locator("#to-do")).to_contain_text("Ana moves the robber")
        expect(page.locator("#to-do")).to_contain_text("Tap the hex")
        with page.expect_response("**/api/inputs"):
            page.locator(".hex[data-key='h0,-2'] .token-disc").tap(force=True)
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]
        expect(page.get_by_role("alert").get_by_role("button", name="Undo")).to_be_visible()

    @pytest.mark.parametrize("size", [TABLET, PHONE])
    def test_a_hex_that_is_held_is_asked_about_with_a_large_button(
        self, look: Look, table: Any, size: dict[str, int]
    ) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        page = look(table, viewport=size, has_touch=True)
        expect(page.locator("#to-do")).to_contain_text("Ana moves the robber")
        page.locator(".hex[data-key='h0,-2'] .token-disc").click(force=True, delay=700)
        expect(sheet(page).get_by_role("heading")).to_have_text("Does the robber move here?")
        expect(sheet(page)).to_contain_text("Mountains, 10")
        expect(sheet(page).get_by_role("combobox")).to_have_count(0)
        assert clear_of(sheet(page), page.locator(".hex-chosen"))
        move = sheet(page).get_by_role("button").first
        box = move.bounding_box()
        assert box is not None
        assert box["height"] >= 60
        confirm(page, "The robber stands here")
        expect(page.locator(".hex-chosen")).to_have_count(0)
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]

    def test_what_is_held_while_the_page_is_busy_was_held(self, page: Page, table: Any) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        expect(page.locator(".hex-due").first).to_be_visible()
        page.evaluate(BUSY_WHILE_HELD)
        page.locator(".hex[data-key='h0,-2']").click(delay=700)
        expect(sheet(page).get_by_role("heading")).to_have_text("Does the robber move here?")
        assert table.inputs == []

    def test_what_is_tapped_while_the_page_is_busy_is_not_held(self, page: Page, table: Any) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        expect(page.locator(".hex-due").first).to_be_visible()
        with page.expect_response("**/api/inputs"):
            page.locator(".hex[data-key='h0,-2']").evaluate(LET_GO_UNHEARD)
        expect(sheet(page)).to_be_hidden()
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]

    @pytest.mark.parametrize("touch", [False, True])
    def test_what_is_drawn_anew_under_a_finger_is_tapped_and_not_held(
        self, look: Look, table: Any, touch: bool
    ) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        page = look(table, has_touch=touch)
        at = page.locator(".hex[data-key='h0,-2']")
        expect(at).to_have_class(re.compile("hex-due"))
        expect(page.locator(".map.settling")).to_have_count(0)
        box = at.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        at.evaluate(DRAWN_ANEW)
        with page.expect_response("**/api/inputs"):
            (page.touchscreen.tap if touch else page.mouse.click)(*middle)
        assert page.evaluate("!before.isConnected")
        page.wait_for_timeout(700)
        expect(sheet(page)).to_be_hidden()
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]

    def test_the_keyboard_moves_it_with_two_strokes(self, page: Page, table: Any) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        expect(page.locator(".hex-due").first).to_be_visible()
        page.locator(".hex[data-key='h0,-2']").focus()
        page.keyboard.press("Enter")
        expect(sheet(page)).to_be_visible()
        page.keyboard.press("Enter")
        expect(sheet(page)).to_be_hidden()
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]

    def test_a_hex_is_put_right_meanwhile_all_the_same(self, page: Page, table: Any) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        expect(page.locator(".hex-due").first).to_be_visible()
        page.locator(".hex[data-key='h0,-2']").click(delay=700)
        sheet(page).get_by_role("button", name="Correct this hex").click()
        sheet(page).get_by_label("Number").select_option("9")
        confirm(page, "Save")
        changed = {"hexes": {"h0,-2": {"terrain": "mountains", "number": 9}}}
        assert table.inputs == [{"kind": "correct", "layout": changed}]

    @pytest.mark.parametrize("h", ["h0,-2", "h0,0", "h0,2"])
    def test_a_hex_that_is_looked_at_stays_in_sight(self, page: Page, h: str) -> None:
        page.locator(f".hex[data-key='{h}'] polygon").click()
        expect(sheet(page).get_by_role("heading")).to_have_text("What lies here?")
        assert clear_of(sheet(page), page.locator(".hex-chosen"))

    @pytest.mark.parametrize("size", [TABLET, PHONE])
    def test_second_thoughts_leave_nothing_drawn_over_the_island(
        self, look: Look, table: Any, size: dict[str, int]
    ) -> None:
        page = look(table, viewport=size, has_touch=True)
        taps = {".hex[data-key='h0,-2']": ".token-disc", ".harbor[data-key='p5,0']": "circle"}
        for part, tapped in taps.items():
            page.locator(f"{part} {tapped}").tap(force=True)
            sheet(page).get_by_role("button", name="Cancel").tap()
            expect(sheet(page)).to_be_hidden()
            expect(page.locator(part)).to_be_focused()
            assert page.locator(part).evaluate("node => getComputedStyle(node).outlineStyle") == "none"

    @pytest.mark.parametrize("part", [".hex", ".harbor"])
    def test_the_keyboards_place_is_seen_on_the_island(self, page: Page, part: str) -> None:
        # A hex's edge lies over its neighbours: it is drawn last, as its rim.
        looks = "node => getComputedStyle(node.querySelector(':scope > .rim, :scope > circle')).stroke"
        tapped = page.locator(part).first
        before = tapped.evaluate(looks)
        tapped.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(tapped).to_be_focused()
        assert tapped.evaluate(looks) != before

    def test_otherwise_the_correction_does(self, page: Page) -> None:
        page.locator(".hex[data-key='h0,-2']").click()
        expect(sheet(page).get_by_role("button").first).to_have_text("Save")


class TestBrokenRules:
    @pytest.fixture(autouse=True)
    def _against_the_rules(self, table: Any) -> None:
        """The table takes what is entered, tells it in its log, and says what is wrong with it."""

        def submit(data: Any) -> dict[str, Any]:
            table.inputs.append({field: value for field, value in data.items() if field != "about"})
            if data["kind"] != "place":
                return {"told": [], "violations": [], "version": table.snapshot()["version"]}
            event = {"kind": f"place_{data['piece']}", "player": data["player"], "at": data["at"]}
            violations = ["cannot_pay", "not_connected"]
            entry = {
                "number": 40,
                "source": "tablet",
                "certainty": 1.0,
                "event": event,
                "violations": violations,
            }
            log = view(table)["log"]
            return {
                "told": [event],
                "violations": violations,
                "version": table.change_view(log=[*log, entry]),
            }

        table.submit = submit

    def broken(self, page: Page) -> Locator:
        site(page, "p1,-2").click()
        confirm(page, "Put it down")
        message = page.get_by_role("alert")
        expect(message).to_contain_text(
            "Recorded, though the rules say: not enough cards to pay: 1 lumber, 1 brick; not connected."
        )
        return message

    def test_they_are_said_with_an_undo(self, page: Page, table: Any) -> None:
        message = self.broken(page)
        with page.expect_response("**/api/inputs"):
            message.get_by_role("button", name="Undo").click()
        expect(message).to_be_hidden()
        assert table.inputs[1:] == [{"kind": "undo"}]

    def test_the_undo_is_withdrawn_once_it_would_take_back_something_else(
        self, page: Page, table: Any
    ) -> None:
        message = self.broken(page)
        table.change(lambda snapshot: snapshot.update(notices=["The tower is looked for."]))
        expect(page.locator("#notices")).to_contain_text("The tower is looked for.")
        expect(message.get_by_role("button")).to_have_count(1)
        roll = {"kind": "roll", "player": "blue", "dice": [1, 2]}
        entry = {"number": 41, "source": "tower", "certainty": 1.0, "event": roll, "violations": []}
        table.change_view(log=[*view(table)["log"], entry])
        expect(message.get_by_role("button")).to_have_count(0)
        expect(message).to_be_visible()

    def test_in_french(self, look: Look, table: Any) -> None:
        page = look(table, locale="fr-FR")
        site(page, "p1,-2").click()
        confirm(page, "Poser")
        expect(page.get_by_role("alert")).to_contain_text("Enregistré, mais la règle dit :")


def test_three_players_found_a_real_game_and_roll_by_taps(visit: Look, serve: Any, tmp_path: Path) -> None:
    sites = [IntersectionId(at) for at in ("i-4,-1", "i4,-2", "i-1,-1", "i1,4", "i-2,4", "i2,-4")]
    seats = [("Ana", "red"), ("Ben", "blue"), ("Cyr", "white")]
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, time.monotonic)
        page = new_game(visit(serve(table)))
        page.get_by_role("combobox", name="Players", exact=True).first.select_option("3")
        for n, (name, _) in enumerate(seats, 1):
            page.get_by_label(f"Name of player {n}").fill(name)
        page.get_by_label("Colour of player 3").select_option("white")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#to-do")).to_contain_text("The island has not been read yet")
        table.submit({"kind": "correct", "layout": first_game().to_json()})
        for n, at in enumerate(sites):
            name, colour = [*seats, *reversed(seats)][n]
            for piece, where in (("settlement", at), ("road", PATHS_AT[at][0])):
                expect(page.locator("#to-do")).to_contain_text(f"{name} puts down a {piece}")
                put_down(page, where)
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
        put_down(page, "i2,-1")
        expect(page.locator(".piece")).to_have_count(13)
        page.get_by_role("alert").get_by_role("button", name="Undo").click()
        expect(page.locator(".piece")).to_have_count(12)
        put_down(page, sites[0], "Turn it into a city")
        expect(page.locator(".city[data-colour=red]")).to_have_count(1)
        site(page, sites[0]).click()
        confirm(page, "Take it back")
        expect(page.locator(".city[data-colour=red]")).to_have_count(0)
        assert view(table)["pieces"] == before
