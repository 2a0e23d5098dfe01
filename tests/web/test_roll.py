"""The roll's part of the page in a browser: sizes, positions and pixels.

What it shows: `tests/web/node/roll.test.js`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.images import picture_of
from tests.web.fingers import SCREENS

Look = Callable[..., Page]

pytestmark = pytest.mark.browser

RIM = """key => {
  const rim = document.querySelector(`.hex[data-key="${key}"] .rim`);
  const place = rim.getScreenCTM();
  return Array.from({ length: 60 }, (_, n) => {
    const point = rim.getPointAtLength((rim.getTotalLength() * n) / 60).matrixTransform(place);
    return [point.x, point.y];
  });
}"""
"""Points along what marks a hex, on the screen."""


def log_line(number: int, **event: Any) -> dict[str, Any]:
    """A line of the story."""
    return {"number": number, "source": "tablet", "certainty": 1.0, "event": event, "violations": []}


def seven(table: Any, owing: list[str], *since: dict[str, Any]) -> None:
    """A seven of which some have still to discard; `since` are the lines after the roll."""
    roll = log_line(50, kind="roll", player="red", dice=[3, 4])
    table.change_view(
        roll={"dice": [3, 4], "sum": 7, "player": "red", "takes": [], "shortage": []},
        log=[roll, *since],
        to_do=[
            *({"kind": "discard", "colour": colour, "count": 4} for colour in owing),
            {"kind": "move_robber", "colour": "red"},
        ],
    )


class TestKeypad:
    """Nothing at work sees the dice, and a roll is due: one tap on its sum enters it."""

    @pytest.mark.slow
    @pytest.mark.parametrize("screen", ["tablet", pytest.param("phone", marks=pytest.mark.smoke)])
    def test_the_keys_are_large_and_a_tap_enters_a_roll_that_can_be_undone(
        self, look: Look, table: Any, screen: str
    ) -> None:
        table.change(lambda snapshot: snapshot.update(sources=[]))
        past = table.snapshot()["game"]["view"]["roll"]
        due = [{"kind": "roll", "colour": "blue"}]
        table.change_view(roll=None, last_roll=past, rolled=False, on_turn="blue", turn=13, to_do=due)
        page = look(table, **SCREENS[screen])
        keys = page.get_by_role("group", name="What was rolled?").get_by_role("button")
        expect(keys).to_have_text([*map(str, range(2, 13)), "Both dice"])
        for box in (key.bounding_box() for key in keys.all()):
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        with page.expect_response("**/api/inputs"):
            keys.nth(6).tap()
        assert table.inputs == [{"kind": "roll", "dice": {"sum": 8}}]
        with page.expect_response("**/api/inputs"):
            page.get_by_role("alert").get_by_role("button", name="Undo").tap()
        assert table.inputs[1] == {"kind": "undo"}


class TestSeven:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        "size", [pytest.param((1280, 800), marks=pytest.mark.smoke), (800, 480), (390, 844)]
    )
    def test_a_tick_does_not_move_the_other_rows(self, look: Look, table: Any, size: tuple[int, int]) -> None:
        seven(table, ["blue", "orange", "white"])
        page = look(table, viewport={"width": size[0], "height": size[1]}, has_touch=True)
        places = "rows => rows.map((row) => row.getBoundingClientRect().top)"
        rows = page.locator("#roll .take")
        expect(rows).to_have_count(4)
        before = rows.evaluate_all(places)
        with page.expect_response("**/api/inputs"):
            page.locator(".take[data-colour=blue] button").tap()
        assert table.inputs == [{"kind": "discard", "player": "blue", "resources": None}]
        seven(table, ["orange", "white"], log_line(51, kind="discard", player="blue", resources={"ore": 4}))
        expect(page.get_by_role("listitem", name="Ben has discarded")).to_be_visible()
        expect(page.locator(".take[data-colour=blue] button")).to_have_count(0)
        assert rows.evaluate_all(places) == pytest.approx(before, abs=1)


class TestMarkedHexes:
    @pytest.mark.parametrize("key", ["h2,0", "h-1,1"])
    def test_no_neighbour_covers_the_mark_of_a_hex(self, page: Page, table: Any, key: str) -> None:
        hexes = table.snapshot()["game"]["view"]["layout"]["hexes"]
        number = hexes[key]["number"]
        roll = {"dice": [1, 1], "sum": number, "player": "red", "takes": [], "shortage": []}
        log = [log_line(50, kind="roll", player="red", dice=[1, 1])]
        table.change_view(roll=roll, log=log, pieces=[], robber=None, to_do=[])
        page.wait_for_selector(f".hex-rolled[data-key='{key}']")
        seen = picture_of(page.screenshot())
        points = page.evaluate(RIM, key)
        marked = [seen[round(y), round(x)] for x, y in points]
        assert all(green > 200 and blue < 110 for blue, green, _ in marked)
