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
FRAMES = 20
# Shows so many frames, each as soon as possible.
SHOW_FRAMES = """async (frames) => {
  for (let n = 0; n < frames; n += 1) await new Promise(requestAnimationFrame);
}"""


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


def roll(page: Page, table: FakeTable) -> None:
    """Roll, and wait until the tokens of the hexes move."""
    log = table.snapshot()["game"]["view"]["log"]
    table.change_view(log=[*log, {**log[-2], "number": log[-1]["number"] + 1}], turn=13)
    expect(page.locator(".pulse")).to_have_count(2)


def test_the_page_is_not_laid_out_while_dice_tokens_and_cards_move(look: Look, table: FakeTable) -> None:
    page = look(table)
    # Animations that start are slow, so that all of them run in each of the frames.
    page.evaluate("""() => {
      const { animate } = Element.prototype;
      Element.prototype.animate = function (frames, timing) {
        return animate.call(this, frames, { ...timing, delay: 0, duration: 1e6 });
      };
    }""")
    roll(page, table)
    expect(page.locator(".flying-card")).to_have_count(5)
    assert page.locator(".die").evaluate_all("all => all.every((die) => die.getAnimations().length)")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def layouts() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "LayoutCount"))

    before = layouts()
    page.evaluate(SHOW_FRAMES, FRAMES)
    # The clocks change each second.
    assert layouts() - before < FRAMES / 2
    session.detach()


def test_a_pulsing_token_covers_the_token_of_its_hex(look: Look, table: FakeTable) -> None:
    page = look(table)
    # Without motion each stays where it begins.
    page.evaluate("() => { Element.prototype.animate = () => ({}) }")
    roll(page, table)
    centres = """all => all.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [x + width / 2, y + height / 2, width].map(Math.round);
    })"""
    tokens = page.locator(".hex-rolled .token-disc")
    island = page.locator("#island .hex-rolled .token-disc").evaluate_all(centres)
    assert len(island) == 2
    assert page.locator(".pulse .token-disc").evaluate_all(centres) == island
    expect(tokens).to_have_count(4)


@pytest.mark.slow
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
