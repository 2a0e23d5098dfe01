"""Animations in a browser.

What moves once something happened: `tests/web/node/table_motion.test.js`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import FakeTable

Look = Callable[..., Page]

pytestmark = pytest.mark.browser

RECORD_MOTION = """() => {
  window.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    window.moved.push([this.getAttribute("class"), timing.duration + (timing.delay ?? 0)]);
    return animate.call(this, frames, timing);
  };
}"""


LONGEST_MS = 900


def roll_and_pass_on(page: Page, table: FakeTable) -> list[Any]:
    """Let cards of a roll, the robber and the longest road's card move.

    Returns what moves, and until when in milliseconds.
    """
    page.evaluate(RECORD_MOTION)
    view = table.snapshot()["game"]["view"]
    roll = {**view["log"][-2], "number": view["log"][-1]["number"] + 1}
    table.change_view(log=[*view["log"], roll], turn=13)
    expect(page.locator("#title")).to_have_text("Turn 13")
    expect(page.locator(".flying-card")).to_have_count(0)
    players = [{**player, "longest_road": player["colour"] == "red"} for player in view["players"]]
    table.change_view(players=players, robber="h0,0")
    expect(page.locator(".robber[data-at='h0,0']")).to_have_count(1)
    # Cards start in the frame that shows the change.
    page.evaluate("() => new Promise(requestAnimationFrame)")
    moved: list[Any] = page.evaluate("window.moved")
    return moved


def test_all_animations_end_within_a_second(look: Look, table: FakeTable) -> None:
    page = look(table)
    moved = roll_and_pass_on(page, table)
    names = [name for name, _ in moved]
    assert names.count("flying-card") == 6
    assert {"robber", "die", "road-drawn"} < set(names)
    assert all(0 < ends_ms <= LONGEST_MS for _, ends_ms in moved)
    expect(page.locator(".road-drawn, .flying-card")).to_have_count(0)
    # Whose card it is now is shown at once, and nothing moves as the page is drawn again.
    expect(page.locator(".player[data-colour=red] [data-stat=road_length]")).to_contain_text("Longest road")


def test_nothing_moves_with_reduced_motion(look: Look, table: FakeTable) -> None:
    assert roll_and_pass_on(look(table, reduced_motion="reduce"), table) == []
