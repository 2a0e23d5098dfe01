"""The roll's part of the page, and the hexes that it is of: what stays in sight, and what keeps its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.images import picture_of
from tests.web.fingers import pick

Look = Callable[..., Page]

RIM = """key => {
  const rim = document.querySelector(`.hex[data-key="${key}"] .rim`);
  const place = rim.getScreenCTM();
  return Array.from({ length: 60 }, (_, n) => {
    const point = rim.getPointAtLength((rim.getTotalLength() * n) / 60).matrixTransform(place);
    return [point.x, point.y];
  });
}"""
"""Points along what marks a hex, on the screen."""


def told(number: int, **event: Any) -> dict[str, Any]:
    """A line of the story."""
    return {"number": number, "source": "tablet", "certainty": 1.0, "event": event, "violations": []}


def seven(table: Any, owing: list[str], *since: dict[str, Any]) -> None:
    """A seven of which some have still to discard; `since` are the lines after the roll."""
    roll = told(50, kind="roll", player="red", dice=[3, 4])
    table.change_view(
        roll={"dice": [3, 4], "sum": 7, "player": "red", "takes": [], "shortage": []},
        log=[roll, *since],
        to_do=[
            *({"kind": "discard", "colour": colour, "count": 4} for colour in owing),
            {"kind": "move_robber", "colour": "red"},
        ],
    )


class TestWhatARollGives:
    def test_stays_in_sight_until_the_next_roll(self, page: Page, table: Any) -> None:
        expect(page.locator("#roll .take")).to_have_count(3)
        expect(page.locator("#roll .newest")).to_have_text("Ana builds a road")
        roll = table.snapshot()["game"]["view"]["roll"]
        passed = told(60, kind="end_turn", player="red")
        log = [*table.snapshot()["game"]["view"]["log"], passed]
        due = [{"kind": "roll", "colour": "blue"}]
        table.change_view(roll=None, last_roll=roll, rolled=False, on_turn="blue", log=log, to_do=due)
        expect(page.locator("#roll .newest")).to_have_text("Ana passes the dice")
        expect(page.locator("#roll .take")).to_have_count(3)
        expect(page.locator("#roll .roller")).to_have_text("Ana rolled")
        nothing = {"dice": [1, 1], "sum": 2, "player": "blue", "takes": [], "shortage": []}
        line = told(61, kind="roll", player="blue", dice=[1, 1])
        table.change_view(roll=nothing, last_roll=nothing, rolled=True, log=[*log, line], to_do=[])
        expect(page.locator("#roll .take")).to_have_count(0)
        expect(page.locator("#roll")).to_contain_text("Nobody takes cards.")


class TestTheKeypad:
    """Nothing at work sees the dice, and a roll is due: one tap on its sum enters it."""

    @pytest.fixture
    def due(self, touch: Callable[..., Page], table: Any) -> Page:
        table.change(lambda snapshot: snapshot.update(sources=[]))
        past = table.snapshot()["game"]["view"]["roll"]
        due = [{"kind": "roll", "colour": "blue"}]
        table.change_view(roll=None, last_roll=past, rolled=False, on_turn="blue", turn=13, to_do=due)
        return touch(table)

    def test_a_tap_is_a_roll_and_can_be_undone(self, due: Page, table: Any) -> None:
        keys = due.get_by_role("group", name="What was rolled?").get_by_role("button")
        expect(keys).to_have_text([*map(str, range(2, 13)), "Both dice"])
        for box in (key.bounding_box() for key in keys.all()):
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        with due.expect_response("**/api/inputs"):
            keys.nth(6).tap()
        assert table.inputs == [{"kind": "roll", "dice": {"sum": 8}}]
        assert table.abouts[0]["turn"] == 13
        with due.expect_response("**/api/inputs"):
            due.get_by_role("alert").get_by_role("button", name="Undo").tap()
        assert table.inputs[1] == {"kind": "undo"}

    def test_what_comes_in_its_place_takes_no_tap_at_once(self, due: Page, table: Any) -> None:
        expect(due.locator("#roll.settling")).to_have_count(0)
        due.evaluate("""() => {
            const roll = document.querySelector("#roll");
            window.rested = [];
            const rows = () => roll.querySelectorAll(".take").length;
            const note = () => rested.push([roll.matches(".settling"), rows()]);
            new MutationObserver(note).observe(roll, { attributes: true, childList: true });
        }""")
        seven(table, ["blue"])
        expect(due.locator("#roll .take")).to_have_count(2)
        expect(due.locator("#roll.settling")).to_have_count(0)
        assert due.evaluate("rested.some(([settling, rows]) => settling && rows === 2)")

    def test_two_faces_enter_themselves(self, due: Page, table: Any) -> None:
        due.get_by_role("button", name="Both dice").tap()
        asked = due.get_by_role("dialog")
        pick(asked.get_by_role("group", name="Die 1").get_by_label("6"))
        with due.expect_response("**/api/inputs"):
            asked.get_by_role("group", name="Die 2").get_by_label("4").tap()
        expect(asked).to_be_hidden()
        assert table.inputs == [{"kind": "roll", "dice": [6, 4]}]


class TestASeven:
    @pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 844)])
    def test_a_tick_leaves_every_other_row_where_it_is(
        self, look: Look, table: Any, size: tuple[int, int]
    ) -> None:
        seven(table, ["blue", "orange", "white"])
        page = look(table, viewport={"width": size[0], "height": size[1]}, has_touch=True)
        places = "rows => rows.map((row) => row.getBoundingClientRect().top)"
        rows = page.locator("#roll .take")
        expect(rows).to_have_count(4)
        before = rows.evaluate_all(places)
        with page.expect_response("**/api/inputs"):
            page.locator(".take[data-colour=blue] button").tap()
        assert table.inputs == [{"kind": "discard", "player": "blue", "resources": None}]
        seven(table, ["orange", "white"], told(51, kind="discard", player="blue", resources={"ore": 4}))
        expect(page.get_by_role("listitem", name="Ben has discarded")).to_be_visible()
        expect(page.locator(".take[data-colour=blue] button")).to_have_count(0)
        assert rows.evaluate_all(places) == pytest.approx(before, abs=1)

    def test_the_rows_go_once_the_robber_has_moved(self, page: Page, table: Any) -> None:
        seven(table, [], told(51, kind="discard", player="blue", resources={"ore": 4}))
        expect(page.locator("#roll .take")).to_have_count(2)
        table.change_view(to_do=[{"kind": "steal", "colour": "red", "from": ["blue"]}])
        expect(page.locator("#roll .take")).to_have_count(1)
        expect(page.locator("#roll .take")).to_have_attribute("data-row", "steal")


class TestMarkedHexes:
    @pytest.mark.parametrize("key", ["h2,0", "h-1,1"])
    def test_no_neighbour_lies_over_what_marks_a_hex(self, page: Page, table: Any, key: str) -> None:
        hexes = table.snapshot()["game"]["view"]["layout"]["hexes"]
        number = hexes[key]["number"]
        roll = {"dice": [1, 1], "sum": number, "player": "red", "takes": [], "shortage": []}
        log = [told(50, kind="roll", player="red", dice=[1, 1])]
        table.change_view(roll=roll, log=log, pieces=[], robber=None, to_do=[])
        page.wait_for_selector(f".hex-rolled[data-key='{key}']")
        seen = picture_of(page.screenshot())
        points = page.evaluate(RIM, key)
        marked = [seen[round(y), round(x)] for x, y in points]
        assert all(green > 200 and blue < 110 for blue, green, _ in marked)

    def test_hexes_that_may_be_read_wrongly_are_ringed_and_asked_about_first(
        self, look: Look, table: Any
    ) -> None:
        doubtful = ["h1,0", "h0,1"]
        figures: list[dict[str, Any]] = [
            {"text": text, "template": text, "fields": {}}
            for text in ("Number token 3: 4 on the table, 2 in the box", "Number token 5: 1 on the table")
        ]
        table.change_view(
            phase="founding",
            pieces=[],
            departures=figures,
            doubtful=doubtful,
            to_do=[{"kind": "confirm_island", "entry": 2, "doubtful": doubtful}],
        )
        page = look(table)
        ringed = page.locator(".hex-doubtful").evaluate_all("all => all.map((one) => one.dataset.key)")
        assert sorted(ringed) == sorted(doubtful)
        expect(page.locator("#to-do")).to_contain_text("the ringed hexes may be read wrongly")
        expect(page.get_by_text("4 on the table")).to_be_hidden()
        page.get_by_text("No box has such a set.").click()
        expect(page.get_by_text("4 on the table")).to_be_visible()
