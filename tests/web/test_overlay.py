"""The overlay for who streams a game: public facts on nothing, late."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Page, expect

from companion.games.registry import GAMES
from companion.journal import Journal
from companion.table.table import Table
from tests.beginnings import FOUNDING
from tests.images import picture_of
from tests.web.test_pages import PLAYERS, script_of
from web import WebServer, create_app

OWN = {"base": "base_game/overlay.js", "dice_game": "dice_game/overlay.js"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, itertools.count(0.0, 0.5).__next__)
        yield table
        table.stop()


@pytest.fixture
def played(evening: Table) -> Table:
    """A base game with open hands, in which red has rolled an 8."""
    seats = [*PLAYERS[:2], {"name": "Cyr", "colour": "white"}]
    evening.start_game({"game": "base", "players": seats, "options": {"open_hands": True}})
    evening.submit({"kind": "lay_island", "as": "first_game"})
    evening.submit({"kind": "lay_island"})
    for piece, at in FOUNDING:
        evening.submit({"kind": "place", "piece": piece, "at": at})
    evening.submit({"kind": "roll", "dice": [5, 3]})
    return evening


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_s_overlay_is_its_own_or_that_of_any_game(evening: Table, kind: str) -> None:
    client = create_app(evening).test_client()
    assert script_of(client.get("/overlay").text) == "overlay/any_game.js", "where none is on"
    evening.start_game({"game": kind, "players": PLAYERS})
    assert script_of(client.get("/overlay").text) == OWN.get(kind, "overlay/any_game.js")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_shows_the_public_facts_on_nothing(
    played: Table, visit: Callable[..., Page], serve: Callable[..., WebServer], theme: str
) -> None:
    path = "overlay?delay=0&show=points,turn,roll,robber"
    page = visit(serve(played), "viewer", live=False, path=path, color_scheme=theme)
    overlay = page.locator("#overlay")
    expect(overlay.locator(".overlay-points li")).to_have_count(3)
    expect(overlay.locator(".overlay-points li[aria-current]")).to_contain_text("Ana")
    expect(overlay.locator(".overlay-roll")).to_contain_text("8")
    expect(overlay.locator(".overlay-robber")).to_contain_text("Desert")
    assert "cards" not in overlay.inner_html(), "what hands hold is nobody's business who looks on"
    seen = picture_of(page.screenshot(omit_background=True), cv2.IMREAD_UNCHANGED)
    assert seen.shape[2] == 4
    assert seen[-1, -1, 3] == 0, "the picture below is to be seen"
    assert seen[..., 3].max() > 200


def test_nothing_is_shown_before_its_time(
    played: Table, visit: Callable[..., Page], serve: Callable[..., WebServer]
) -> None:
    page = visit(serve(played), "viewer", live=False, path="overlay?delay=3&show=roll")
    page.wait_for_timeout(1000)
    expect(page.locator("#overlay")).to_be_hidden()
    expect(page.locator(".overlay-roll")).to_contain_text("8")
    played.submit({"kind": "end_turn"})
    played.submit({"kind": "roll", "dice": [6, 6]})
    page.wait_for_timeout(1000)
    expect(page.locator(".overlay-roll")).to_contain_text("8")
    expect(page.locator(".overlay-roll")).to_contain_text("12")


def test_the_board_is_looked_at_and_nothing_on_it_tapped(
    played: Table, visit: Callable[..., Page], serve: Callable[..., WebServer]
) -> None:
    page = visit(serve(played), "viewer", live=False, path="overlay?delay=0&show=board")
    expect(page.locator(".overlay-board svg.map")).to_be_visible()
    assert page.locator(".overlay-board").evaluate("board => board.inert")
