"""Layout, theme and sounds of the table's page in a browser.

What a device chooses and keeps is tested in node: device_settings, table_signs, announcements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.waiting import wait_until

LIVE_PAGE = "body[data-connection=live]"
NOT_FILLED = "rgba(0, 0, 0, 0)"
"""The colour of a ground that isn't filled."""
TURN = "Turn the island to the {side}"

POINTS = """[...document.querySelectorAll(".hex polygon, .harbor circle")].flatMap((node) => {
  const points = node.points ? [...node.points] : [{ x: node.cx.baseVal.value, y: node.cy.baseVal.value }];
  const seen = points.map(({ x, y }) => new DOMPoint(x, y).matrixTransform(node.getScreenCTM()));
  return seen.map(({ x, y }) => [x, y]);
})"""
"""Where the corners of the hexes and the middles of the harbors are on the screen."""

COVERED_HARBORS = """[...document.querySelectorAll(".harbor")].filter((harbor) => {
  harbor.scrollIntoView({ block: "center" });
  const { x, y, width, height } = harbor.querySelector("circle").getBoundingClientRect();
  const reached = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].map(([right, down]) =>
    document.elementFromPoint(x + right * width, y + down * height));
  return !reached.every((node) => node?.closest(".map"));
}).map((harbor) => harbor.dataset.key)"""
"""The harbors on which something lies that is no part of the island."""

pytestmark = pytest.mark.browser

Look = Callable[..., Page]


def settings(page: Page) -> Any:
    """The settings' dialog, opened."""
    page.get_by_role("button", name="View and sound").click()
    return page.get_by_role("dialog")


def centre_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector(LIVE_PAGE)


@pytest.fixture
def page(look: Look, table: Any) -> Page:
    """A separate page, whose stored settings no other test sees."""
    return look(table)


TURN_ON_SCREEN = "node => Math.atan2(node.getScreenCTM().b, node.getScreenCTM().a)"


class TestIsland:
    def test_a_turned_island_accepts_taps_and_arrows_keeps_numbers_upright_and_stays_turned(
        self, page: Page
    ) -> None:
        turn = page.get_by_role("button", name=TURN.format(side="right"))
        turn.click()
        page.mouse.click(*centre_of(page, ".site[data-key='i-1,-1']"))
        expect(page.get_by_role("dialog")).to_contain_text("Ana: settlement")
        page.keyboard.press("Escape")
        number = page.locator(".hex[data-key='h1,0'] .token-number")
        assert number.evaluate(TURN_ON_SCREEN) == pytest.approx(0.0, abs=0.01)
        turn.click()
        turn.click()
        page.locator(".site[tabindex='0']").focus()
        place = "(([x, y]) => [x, y])(Object.values(document.activeElement.getBoundingClientRect().toJSON()))"
        before = page.evaluate(place)
        page.keyboard.press("ArrowDown")
        after = page.evaluate(place)
        assert after[1] > before[1]
        reload(page)
        north, east = centre_of(page, ".hex[data-key='h0,-2']"), centre_of(page, ".hex[data-key='h2,-2']")
        # Neighbours from west to east become neighbours from top to bottom.
        assert north[0] == pytest.approx(east[0], abs=2)
        assert north[1] < east[1]

    @pytest.mark.slow
    @pytest.mark.parametrize("size", [(1280, 800), (1024, 600), (390, 844)])
    def test_nothing_covers_a_harbor_in_any_rotation(
        self, look: Look, table: Any, size: tuple[int, int]
    ) -> None:
        width, height = size
        page = look(table, viewport={"width": width, "height": height}, has_touch=True)
        for turned in range(12):
            assert page.evaluate(COVERED_HARBORS) == [], f"turned {turned} times"
            page.get_by_role("button", name=TURN.format(side="right")).click()

    def test_the_whole_island_is_visible(self, page: Page) -> None:
        for degrees in (90, 150, 300):
            page.evaluate("degrees => localStorage.setItem('companion.island', degrees)", degrees)
            reload(page)
            frame = page.locator("#island").bounding_box()
            assert frame is not None
            for x, y in page.evaluate(POINTS):
                assert frame["x"] < x < frame["x"] + frame["width"], f"turned by {degrees} degrees"
                assert frame["y"] < y < frame["y"] + frame["height"], f"turned by {degrees} degrees"

    def test_the_island_can_be_turned_as_the_camera_sees_it(self, look: Look, table: Any) -> None:
        table.change(lambda snapshot: snapshot.update(camera_turn=-14.0))
        page = look(table)
        settings(page).get_by_role("button", name="as the camera sees it").click()
        turn = page.locator(".turned").evaluate(TURN_ON_SCREEN)
        assert turn == pytest.approx(-0.2443, abs=0.01)


class TestPage:
    @pytest.mark.slow
    @pytest.mark.smoke
    def test_a_page_facing_another_seat_accepts_taps_and_stays_so(self, page: Page) -> None:
        def face(side: str) -> None:
            settings(page).get_by_role("button", name=side, exact=True).click()
            page.get_by_role("dialog").get_by_role("button", name="Done").click()

        face("the far side")
        assert centre_of(page, "#actions")[1] < 100
        reload(page)
        assert centre_of(page, "#actions")[1] < 100
        assert centre_of(page, "#roll")[0] < 640
        # The sides are called as they are seen from the side that the page faces: this is the left one.
        face("right")
        expect(page.locator(":root")).to_have_attribute("data-page", "90")
        # The island stays as it is turned on the table.
        north, south = centre_of(page, ".hex[data-key='h0,-2']"), centre_of(page, ".hex[data-key='h0,2']")
        assert north[1] < south[1]
        face("the far side")
        expect(page.locator(":root")).to_have_attribute("data-page", "270")
        page.mouse.click(*centre_of(page, ".site[data-key='i-1,-1']"))
        expect(page.get_by_role("dialog")).to_contain_text("Ana: settlement")

    def test_the_chosen_theme_overrides_the_device_s_preference(self, look: Look, table: Any) -> None:
        page = look(table, color_scheme="light", contrast="more")
        root = page.locator("html")
        signs, painted = page.locator(".terrain-sign").first, page.locator(".scenery").first
        expect(signs).to_be_visible()
        expect(painted).to_be_hidden()
        dialog = settings(page)
        dialog.get_by_label("dark", exact=True).check()
        expect(root).to_have_attribute("data-theme", "dark")
        dialog.get_by_label("painted", exact=True).check()
        expect(painted).to_be_visible()
        expect(signs).to_be_hidden()
        reload(page)
        expect(root).to_have_attribute("data-theme", "dark")
        expect(root).to_have_attribute("data-island", "painted")
        settings(page).get_by_role("group", name="Brightness").get_by_label("automatic").check()
        expect(root).to_have_attribute("data-theme", "light")

    @pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, {"width": 390, "height": 844}])
    def test_every_control_is_at_least_as_wide_as_a_finger(self, look: Look, table: Any, size: Any) -> None:
        discard = {"kind": "discard", "colour": "orange", "count": 5}
        table.change_view(to_do=[discard, {"kind": "steal", "colour": "red", "from": ["blue", "white"]}])
        page = look(table, viewport=size, has_touch=True)
        controls = page.locator(".page").locator("button, select, a").all()
        assert len(controls) > 15
        for control in controls:
            box = control.bounding_box()
            assert box is None or min(box["width"], box["height"]) >= 43.5, control.inner_text()

    def test_nothing_moves_with_reduced_motion(self, look: Look, table: Any) -> None:
        page = look(table, reduced_motion="reduce")
        assert page.locator(".newest").evaluate("node => getComputedStyle(node).animationName") == "none"

    def test_a_source_is_highlighted_only_when_it_needs_help(self, page: Page, table: Any) -> None:
        size = "node => parseFloat(getComputedStyle(node).fontSize)"
        quiet = page.locator(".source").evaluate(size)
        sick = {"name": "tower", "health": "fault", "text": "Plug the tower in."}
        table.change(lambda snapshot: snapshot.update(sources=[sick]))
        expect(page.locator(".source")).to_have_attribute("data-health", "fault")
        assert page.locator(".source").evaluate(size) > quiet

    def test_the_action_bar_is_dimmed_without_a_connection(self, table: Any, serve: Any, visit: Look) -> None:
        table.change(lambda snapshot: snapshot["game"]["view"]["may"].update(discard={"red": 4}))
        page = visit(serve(table, heartbeat=0.3, patience=1))
        filled = "node => getComputedStyle(node).backgroundColor"
        due = page.locator("#actions .action-due")
        assert due.evaluate(filled) != NOT_FILLED
        with table.stall():
            page.wait_for_selector("body[data-connection=lost]")
            assert due.evaluate(filled) == NOT_FILLED


# A stub of the browser's speech and audio, which records texts and notes. A test's browser has no voices.
EARS = """
window.heard = [];
window.SpeechSynthesisUtterance = class {
  constructor(text) {
    this.text = text;
  }
};
window.speechSynthesis.getVoices = () => ["en-GB", "fr_FR"].map((lang) => ({ lang, localService: true }));
window.speechSynthesis.speak = (said) => window.heard.push([said.lang, said.text]);
window.notes = 0;
for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
  const { start } = prototype;
  prototype.start = function (...given) {
    window.notes += 1;
    return start.apply(this, given);
  };
}
"""


def roll(table: Any) -> None:
    """Blue's turn: a five gives cards to two."""

    def edit(snapshot: dict[str, Any]) -> None:
        view = snapshot["game"]["view"]
        takes = [{"colour": "white", "cards": {"brick": 1}}, {"colour": "red", "cards": {"wool": 2}}]
        view.update(turn=13, on_turn="blue")
        view["roll"] = {"dice": [2, 3], "sum": 5, "player": "blue", "takes": takes, "shortage": []}
        event = {"kind": "roll", "player": "blue", "dice": [2, 3]}
        view["log"].append(
            {"number": 50, "source": "tower", "certainty": 1.0, "event": event, "violations": []}
        )

    table.change(edit)


@pytest.mark.slow
@pytest.mark.smoke
def test_sounds_and_announcements_play_as_soon_as_they_are_switched_on(look: Look, table: Any) -> None:
    page = look(table)
    page.add_init_script(EARS)
    reload(page)
    dialog = settings(page)
    dialog.get_by_label("Sounds").check()
    dialog.get_by_label("Announcements").check()
    dialog.get_by_role("button", name="Done").click()
    wait_until(page, "window.notes")
    sampled = page.evaluate("window.notes")
    assert page.evaluate("window.heard") == [["en", "This is how I sound."]]
    roll(table)
    wait_until(page, "sampled => window.notes > sampled", sampled)
    announcement = "Ben rolls 5. Dora takes 1 brick. Ana takes 2 wool."
    assert page.evaluate("window.heard")[-1] == ["en", announcement]
