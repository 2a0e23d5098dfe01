"""The base game's page in a browser: sizes, touch, and lost connections.

What it shows, and what a tap enters: `tests/web/node/` (players, table_page, island_page, roll).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from web import Settings, WebServer

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LIVE_PAGE = "body[data-connection=live]"
LOST_PAGE = "body[data-connection=lost]"

OUT_OF_SIGHT = """[...document.querySelectorAll(
    "#to-do, #roll, .hex, .harbor, .player, #bank, #log li:first-child, .action")]
  .filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const bar = document.getElementById("actions");
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const outside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    return outside || (bar.contains(middle) && !bar.contains(part));
  })
  .map((part) => part.dataset.key ?? part.id ?? part.className)"""
"""Parts of the page that aren't whole on the screen, or whose middle the bar hides."""

FONT_SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"
"""The size of an element's font in CSS pixels."""

Look = Callable[..., Page]

pytestmark = pytest.mark.browser


def box_of(shown: Locator) -> FloatRect:
    """Return the position of a visible element in CSS pixels."""
    box = shown.bounding_box()
    assert box is not None
    return box


def take(page: Page, colour: str) -> Any:
    return page.locator(f".take[data-colour={colour}]")


def show_new_roll(page: Page, table: Any) -> None:
    """The roll is the last thing that happened, on the page too."""
    table.change(lambda snapshot: snapshot["game"]["view"]["log"].pop())
    expect(page.locator("#roll .newest")).to_have_count(0)


class TestTable:
    @pytest.mark.slow
    @pytest.mark.smoke
    def test_a_game_in_progress_is_legible_at_a_distance_and_its_last_entry_can_be_undone(
        self, page: Page, table: Any
    ) -> None:
        rules = page.locator("#log li").evaluate_all(
            "lines => lines.map((line) => [line.textContent.includes(' rolls '),"
            " parseFloat(getComputedStyle(line).borderBottomWidth)])"
        )
        assert [width > 2 for _, width in rules[:-1]] == [rolled for rolled, _ in rules[:-1]]
        assert sum(rolled for rolled, _ in rules) == 2
        robber = box_of(page.locator(".robber"))
        its_hex = box_of(page.locator(".hex[data-key='h1,0']"))
        assert its_hex["x"] < robber["x"] + robber["width"] / 2 < its_hex["x"] + its_hex["width"]
        assert its_hex["y"] < robber["y"] + robber["height"] / 2 < its_hex["y"] + its_hex["height"]
        show_new_roll(page, table)
        expect(take(page, "red")).to_be_visible()
        assert box_of(page.locator("#roll .sum"))["height"] > 70
        count = take(page, "red").locator("b").first
        assert count.evaluate(FONT_SIZE) >= 40
        grounds = {
            take(page, colour).evaluate("node => getComputedStyle(node).backgroundColor")
            for colour in ("red", "blue")
        }
        assert len(grounds) == 2
        with page.expect_response("**/api/inputs"):
            page.get_by_role("button", name="Undo").click()
        assert table.inputs == [{"kind": "undo"}]

    @pytest.mark.parametrize("size", [TABLET, {"width": 1024, "height": 600}, PHONE])
    def test_uncertain_numbers_have_room_and_the_previous_roll_is_smaller(
        self, look: Look, table: Any, size: Any
    ) -> None:
        def doubt(snapshot: dict[str, Any]) -> None:
            for each in snapshot["game"]["view"]["players"]:
                each.update(cards=10, cards_between=[8, 12], cards_certain=False)

        table.change(doubt)
        table.change_view(bank_unidentified=4)
        page = look(table, viewport=size)
        apart = page.locator(".player").evaluate_all(
            """players => players.map((player) => {
                const [cards, next] = player.querySelectorAll(".stat-value");
                return next.getBoundingClientRect().left - cards.getBoundingClientRect().right;
            })"""
        )
        assert min(apart) >= 4
        unknown = page.locator("#bank .unknown")
        expect(unknown).to_have_text("4unknown")
        expect(unknown.locator(".card-unidentified")).to_be_visible()
        box = box_of(unknown)
        assert box["x"] + box["width"] <= size["width"]
        height = "node => node.getBoundingClientRect().height"
        fresh = page.locator("#roll .sum").evaluate(height)
        due = {"kind": "roll", "colour": "red"}
        table.change_view(rolled=False, roll=None, to_do=[due])
        expect(page.locator(".dice-past")).to_be_visible()
        past = page.locator("#roll .sum")
        assert past.evaluate(height) < fresh
        # Still to be read, and whose it was.
        expect(page.locator("#roll .roller")).to_be_visible()
        assert past.evaluate(FONT_SIZE) >= 40
        banner = page.locator(".turn-due .to-do-text").evaluate(FONT_SIZE)
        assert banner > page.locator(".entry").first.evaluate(FONT_SIZE)


class TestConnection:
    @pytest.mark.slow
    @pytest.mark.smoke
    def test_the_page_recovers_when_the_server_is_back(
        self, visit: Look, table: Any, free_port: int, make_table: Any
    ) -> None:
        settings = Settings(port=free_port, heartbeat=0.5)
        server = WebServer(table, settings)
        server.start()
        page = visit(server)
        server.stop()
        page.wait_for_selector(LOST_PAGE)
        expect(page.locator("#connection")).to_contain_text("Not connected")
        # Away for longer than one try takes, and another run of the table when it is back.
        page.wait_for_timeout(1500)
        after = make_table(epoch="new1")
        after.change_view(turn=14)
        with WebServer(after, settings):
            page.wait_for_selector(LIVE_PAGE)
            expect(page.locator("#title")).to_have_text("Turn 14")
            expect(page.locator("#connection")).to_be_empty()

    def test_a_silent_stream_is_noticed_and_reopened(self, visit: Look, serve: Any, table: Any) -> None:
        page = visit(serve(table, heartbeat=0.3, patience=1))
        with table.stall():
            page.wait_for_selector(LOST_PAGE)
        page.wait_for_selector(LIVE_PAGE)
        table.change_view(turn=15)
        expect(page.locator("#title")).to_have_text("Turn 15")

    def test_a_slow_network_is_given_the_server_s_patience(self, visit: Look, serve: Any, table: Any) -> None:
        page = visit(serve(table, heartbeat=0.3, patience=1000))
        with table.stall():
            # Four times as long as a page waits elsewhere.
            page.wait_for_timeout(4 * 2.5 * 300)
            assert page.locator(LIVE_PAGE).count() == 1

    def test_a_full_server_is_retried_until_there_is_room(self, visit: Look, serve: Any, table: Any) -> None:
        server = serve(table, max_streams=1, heartbeat=0.2)
        page = visit(server)
        # Pages of one browser share a stream.
        browser = page.context.browser
        assert browser
        with closing(browser.new_context()) as another_browser:
            second = another_browser.new_page()
            second.goto(server.url)
            expect(second.locator("#connection")).to_contain_text("Connecting")
            page.close()
            second.wait_for_selector(LIVE_PAGE)


class TestScreens:
    @pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_nothing_overflows_sideways(self, look: Look, table: Any, size: Any, locale: str) -> None:
        page = look(table, viewport=size, locale=locale)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]

    def test_a_tablet_shows_everything_at_once(self, page: Page) -> None:
        assert page.evaluate("document.documentElement.scrollHeight") <= TABLET["height"]

    @pytest.mark.slow
    @pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (768, 1024), (1024, 768)])
    def test_a_tablet_turned_to_any_seat_or_upright_shows_everything_at_once(
        self, look: Look, table: Any, size: tuple[int, int]
    ) -> None:
        width, height = size
        page = look(table, viewport={"width": width, "height": height}, has_touch=True)
        for seat in (0, 90, 180, 270):
            page.evaluate("(seat) => localStorage.setItem('companion.page', seat)", f"{seat}")
            page.reload()
            page.wait_for_selector("body[data-connection=live]")
            assert page.evaluate(OUT_OF_SIGHT) == [], f"turned to {seat}"

    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_a_tablet_shows_everything_when_every_hand_is_uncertain(
        self, look: Look, table: Any, locale: str
    ) -> None:
        def doubt(snapshot: dict[str, Any]) -> None:
            snapshot["game"]["view"]["may_have_won"] = 0.23
            for each in snapshot["game"]["view"]["players"]:
                each.update(cards_between=[2, 9], cards_certain=False, certain=False)

        table.change(doubt)
        page = look(table, locale=locale)
        expect(page.locator("[data-stat=cards]").last).to_contain_text("2–9")
        assert page.evaluate("document.documentElement.scrollHeight") <= TABLET["height"]

    @pytest.mark.slow
    @pytest.mark.smoke
    def test_a_hex_is_corrected_by_touch_on_a_phone(self, look: Look, table: Any) -> None:
        page = look(table, viewport=PHONE, has_touch=True, is_mobile=True)
        page.locator(".hex[data-key='h0,-2']").tap()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Terrain").select_option("desert")
        dialog.get_by_label("Number").select_option("none")
        dialog.get_by_role("button", name="Save").tap()
        expect(dialog).to_be_hidden()
        desert = {"terrain": "desert", "number": None}
        assert table.inputs == [{"kind": "correct", "layout": {"hexes": {"h0,-2": desert}}}]

    def test_the_page_follows_the_device_s_dark_mode(self, look: Look, table: Any) -> None:
        grounds = [
            look(table, color_scheme=scheme).evaluate(
                "getComputedStyle(document.body.parentNode).backgroundColor"
            )
            for scheme in ("light", "dark")
        ]
        light, dark = (sum(map(int, re.findall(r"\d+", ground)[:3])) for ground in grounds)
        assert light > 600
        assert dark < 150
