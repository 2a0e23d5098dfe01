"""The players' phones in a browser: by thumb, two at once, a narrow bar, and lost connections."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.island.geometry import CORNERS, HEXES
from companion.table.table import Table
from tests.table_views import view
from tests.web.fingers import SCREENS, check_option
from tests.web.known_hands import PLAYERS, game_with_hands
from tests.web.luck import Cable
from web import WebServer

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
NAMES = {player["colour"]: player["name"] for player in PLAYERS}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Table]:
    with game_with_hands(tmp_path) as table:
        yield table


Pick = Callable[[str], Page]


@pytest.fixture
def server(evening: Table, serve: Callable[..., WebServer]) -> WebServer:
    return serve(evening)


@pytest.fixture
def pick_up(visit: Callable[..., Page], server: WebServer) -> Pick:
    """Take a player's phone out: pick_up("red")."""

    def open_phone(colour: str) -> Page:
        seat = {"role": "phone", "seat": colour, "player": NAMES[colour]}
        return visit(server, path="phone", **seat, **SCREENS["phone"])

    return open_phone


def card(page: Page, kind: str) -> Any:
    return page.locator(f".hand-card[data-resource={kind}] b")


def key(page: Page, name: str) -> Any:
    return page.locator(f"[data-key={name}]")


def add(page: Page, side: str, kind: str, count: int = 1) -> None:
    for _ in range(count):
        page.get_by_role("group", name=side).locator(f"[data-kind={kind}] .count-more").tap()


@pytest.mark.slow
@pytest.mark.smoke
def test_an_accepted_offer_changes_both_hands_and_the_tablet_s_log(
    pick_up: Pick, visit: Callable[..., Page], server: WebServer
) -> None:
    red, blue, tablet = pick_up("red"), pick_up("blue"), visit(server)
    expect(card(red, "ore")).to_have_text("3")
    expect(card(blue, "wool")).to_have_text("2")
    expect(red.locator(".sure")).to_be_visible()

    key(red, "trade").tap()
    add(red, "You give", "ore")
    add(red, "You receive", "brick")
    red.get_by_role("button", name="Offer", exact=True).last.tap()
    expect(key(red, "withdraw-1")).to_be_visible()

    expect(blue.locator(".offer")).to_contain_text("Ana offers")
    key(blue, "accept-1").tap()
    key(red, "close-1-blue").tap()

    expect(card(red, "ore")).to_have_text("2")
    expect(card(red, "brick")).to_have_text("1")
    expect(card(blue, "ore")).to_have_text("1")
    expect(card(blue, "brick")).to_have_text("0")
    for page in (red, blue):
        expect(page.locator(".offer")).to_have_count(0)
    expect(tablet.locator("#log .entry").first).to_contain_text("Ben")
    assert "ore" not in json.dumps(tablet.locator("#players").inner_text())


@pytest.mark.slow
@pytest.mark.smoke
def test_a_turn_is_played_by_thumb(evening: Table, pick_up: Pick) -> None:
    """Cards for the bank, the dice passed around, a card played for two of the bank's, the end."""
    evening.seats.submit("red", {"kind": "buy_development_card", "card": "year_of_plenty"})
    evening.seats.submit("red", {"kind": "show_hand", "resources": {"wool": 4}})
    red = pick_up("red")
    key(red, "bank").tap()
    add(red, "You give", "wool")
    add(red, "You receive", "ore")
    red.get_by_role("button", name="Enter trade").tap()
    expect(card(red, "ore")).to_have_text("1")
    expect(red).to_have_title("● Your turn")
    key(red, "end").tap()
    expect(red.locator("#turn")).to_contain_text("Ben's turn")
    expect(red).to_have_title("Companion")
    for _ in ("blue", "white"):
        evening.submit({"kind": "roll", "dice": [1, 1]})
        evening.submit({"kind": "end_turn"})
    key(red, "play").tap()
    red.locator("[data-choice=year_of_plenty]").tap()
    add(red, "Which two cards from the bank?", "grain", 2)
    red.get_by_role("button", name="Take").tap()
    expect(card(red, "grain")).to_have_text("2")
    expect(red.locator("#cards")).to_be_empty()


def test_a_seven_is_played_by_thumb(evening: Table, pick_up: Pick) -> None:
    """Cards that go back, a theft, a hand that is covered, and the way to the table and back."""
    evening.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 5, "brick": 4}})
    evening.submit({"kind": "end_turn"})
    evening.submit({"kind": "roll", "dice": [3, 4]})
    blue = pick_up("blue")
    key(blue, "discard").tap()
    add(blue, "4 cards to discard", "wool", 4)
    blue.get_by_role("button", name="Discarded").tap()
    expect(card(blue, "wool")).to_have_text("1")
    expect(key(blue, "discard")).to_have_count(0)

    evening.submit({"kind": "move_robber", "to": next(h for h in HEXES if "i-2,-2" in CORNERS[h])})
    key(blue, "rob").tap()
    check_option(blue.locator("input[name=resource][value=ore]"))
    blue.get_by_role("button", name="Steal", exact=True).tap()
    expect(card(blue, "ore")).to_have_text("1")
    assert view(evening)["log"][-1]["event"]["resource"] is None

    key(blue, "cover").tap()
    expect(blue.locator(".card-back")).to_have_count(5)
    expect(blue.locator(".hand-card[data-resource]")).to_have_count(0)
    blue.reload()
    expect(blue.locator(".card-back")).to_have_count(5)
    key(blue, "cover").tap()
    expect(card(blue, "ore")).to_have_text("1")

    blue.get_by_role("link", name="View the table").tap()
    expect(blue.locator("#island .hex")).to_have_count(19)
    expect(blue.locator("#actions button")).to_have_count(0)
    expect(blue.locator(".hand, .hand-card")).to_have_count(0)
    blue.locator(".view-only a").tap()
    expect(card(blue, "ore")).to_have_text("1")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_narrow_bar_shows_the_whole_name(
    evening: Table, server: WebServer, visit: Callable[..., Page], locale: str
) -> None:
    for _ in range(2):
        evening.seats.submit("red", {"kind": "show_hand", "resources": {"wool": 1, "grain": 1, "ore": 1}})
        evening.seats.submit("red", {"kind": "buy_development_card", "card": "victory_point"})
    red = visit(
        server, path="phone", role="phone", seat="red", player="Ana",
        viewport={"width": 390, "height": 640}, has_touch=True, is_mobile=True, locale=locale,
    )  # fmt: skip
    name = red.locator("#who h1")
    expect(name).to_have_text("Ana")
    for width in (390, 360, 320):
        red.set_viewport_size({"width": width, "height": 640})
        assert red.evaluate("innerWidth") == width
        assert name.evaluate(
            "h1 => h1.scrollWidth <= h1.clientWidth && h1.scrollHeight <= h1.clientHeight + 1"
        )
        assert red.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_a_lost_network_is_shown_and_recovers(evening: Table, server: WebServer, pick_up: Pick) -> None:
    red = pick_up("red")
    with Cable(server.port) as cable:
        red.goto(f"{cable.url}phone")
        expect(card(red, "ore")).to_have_text("3")
        cable.cut()
        expect(red.locator("#connection")).to_contain_text("Not connected")
        expect(card(red, "ore")).to_have_text("3")
        evening.seats.submit("red", {"kind": "show_hand", "resources": {"ore": 1}})
        cable.mend()
        expect(card(red, "ore")).to_have_text("1")
        expect(red.locator("#connection")).to_be_empty()


def test_no_old_hand_stays_visible_after_a_restart_with_other_rights(
    evening: Table, serve: Callable[..., WebServer], visit: Callable[..., Page], free_port: int
) -> None:
    before = serve(evening, port=free_port)
    red = visit(before, path="phone", role="phone", seat="red", player="Ana", viewport=PHONE)
    expect(card(red, "ore")).to_have_text("3")
    before.stop()
    # It asks once while nobody answers: that must not have been all.
    expect(red.locator("#connection")).to_contain_text("Not connected")
    red.wait_for_timeout(1500)
    serve(evening, port=free_port)
    expect(red.locator("#pairing")).to_contain_text("tap your seat")
    expect(red.locator("#hand")).to_be_hidden()
