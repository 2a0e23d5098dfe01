"""The page where no game is on: what is begun by a tap, how other devices come here, seats around a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games.base.rules.options import Options
from tests.patience import PAGES
from tests.web.fingers import new_game

LAST = {
    "kind": "base",
    "players": [
        {"name": name, "colour": colour}
        for name, colour in (("Zoé", "white"), ("Max", "red"), ("Ana", "blue"))
    ],
    "options": Options(points_to_win=8).to_json(),
}

Look = Callable[..., Page]
Touch = Callable[[Any], Page]


class OneDemo:
    """A demo that is played already."""

    def port(self) -> int:
        return 4711


def offering(table: Any, **more: Any) -> Any:
    """The table, which says more of what can be begun."""
    offered = {**table.choices(), **more}
    table.choices = lambda: offered
    return table


def way(page: Page, name: str) -> Locator:
    return page.locator("#start").get_by_role("button", name=name)


def start(page: Page) -> None:
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Start").tap()


class TestTheWaysToBegin:
    def test_the_island_lies_there_at_rest_and_nobody_taps_it(self, touch: Touch, empty_table: Any) -> None:
        page = touch(empty_table)
        expect(page.locator(".at-rest .hex")).to_have_count(19)
        assert page.locator(".at-rest").evaluate("picture => picture.inert")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def test_last_times_group_plays_again_by_two_taps(self, touch: Touch, empty_table: Any) -> None:
        page = touch(offering(empty_table, last=LAST))
        again = way(page, "A game as last time")
        expect(again).to_contain_text("Zoé, Max, Ana")
        again.tap()
        start(page)
        (game,) = empty_table.games
        assert game["players"] == LAST["players"]
        assert game["options"]["points_to_win"] == 8

    def test_who_has_never_played_here_is_offered_a_new_game_alone(
        self, touch: Touch, empty_table: Any
    ) -> None:
        page = touch(offering(empty_table, last=None))
        expect(page.locator("#start .way")).to_have_text(["New game"])

    def test_there_is_a_way_back(self, touch: Touch, empty_table: Any) -> None:
        page = new_game(touch(empty_table))
        way(page, "Back").tap()
        expect(page.locator("#start form")).to_have_count(0)
        expect(way(page, "New game")).to_be_visible()

    def test_start_is_in_sight_however_long_the_form_is(self, touch: Touch, empty_table: Any) -> None:
        page = new_game(touch(empty_table), more=True)
        expect(way(page, "Start")).to_be_in_viewport(ratio=1)

    def test_no_form_is_open_after_a_game(self, touch: Touch, empty_table: Any, table: Any) -> None:
        page = new_game(touch(empty_table))
        game = table.snapshot()["game"]
        empty_table.change(lambda snapshot: snapshot.update(game=game))
        expect(page.locator("#start")).to_be_hidden()
        empty_table.change(lambda snapshot: snapshot.update(game=None))
        expect(way(page, "New game")).to_be_visible()


class TestOtherDevices:
    def test_a_picture_says_where_the_page_is_once_they_can_reach_it(
        self, visit: Any, serve: Any, empty_table: Any
    ) -> None:
        page = visit(serve(empty_table, proxy="http://table.example.net/"))
        expect(page.locator("#start img.qr")).to_be_visible()
        expect(page.locator(".first-address")).to_contain_text("http://table.example.net/")

    def test_where_they_can_not_the_table_is_opened_to_them_by_a_tap(
        self, visit: Any, serve: Any, empty_table: Any
    ) -> None:
        page = visit(serve(empty_table))
        expect(page.locator("#start img.qr")).to_have_count(0)
        expect(page.locator(".first-address")).to_contain_text("it is open to this computer only")
        expect(way(page, "Open the table to this network until it stops")).to_be_visible()

    def test_a_device_is_paired_in_place_by_the_code(
        self, browser: Browser, serve: Any, empty_table: Any
    ) -> None:
        server = serve(empty_table)
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(server.url)
        code = page.locator("#start").get_by_label("The code that the terminal shows")
        code.fill("000 000")
        way(page, "Pair").click()
        expect(page.locator("#start").get_by_role("alert")).to_contain_text("This is not the code.")
        code.fill(server.rights.code.now)
        way(page, "Pair").click()
        expect(way(page, "New game")).to_be_visible()
        context.close()


class TestADemo:
    def test_it_is_offered_where_the_server_has_one_and_shown_elsewhere(
        self, browser: Browser, empty_table: Any
    ) -> None:
        from tests.web.paired import pair_browser
        from web import Settings, WebServer

        with WebServer(empty_table, Settings(port=0, patience=PAGES), demos=OneDemo()) as server:
            context = browser.new_context(locale="en-GB")
            pair_browser(context, server)
            context.route("http://127.0.0.1:4711/", lambda route: route.fulfill(body="the demo"))
            page = context.new_page()
            page.goto(server.url)
            way(page, "See a demo game").click()
            expect(page.get_by_text("the demo")).to_be_visible()
            context.close()

    def test_it_is_not_offered_where_there_is_none(self, touch: Touch, empty_table: Any) -> None:
        page = touch(empty_table)
        expect(way(page, "New game")).to_be_visible()
        expect(way(page, "See a demo game")).to_have_count(0)


class TestSeatsAroundTheTable:
    @pytest.fixture
    def page(self, touch: Touch, empty_table: Any) -> Page:
        empty_table.names = ["Zoé", "Max", "Ana", "Bo", "Eva"]
        return new_game(touch(empty_table))

    def on_table(self, page: Page, name: str) -> Locator:
        return page.locator(".table-top").get_by_role("button", name=name, exact=True)

    def names(self, page: Page) -> list[str]:
        return [page.locator(f"[name=name{seat}]").input_value() for seat in range(4)]

    def test_names_that_are_known_sit_down_by_a_tap_each(self, page: Page, empty_table: Any) -> None:
        for name in ("Max", "Zoé", "Eva", "Bo"):
            self.on_table(page, name).tap()
        assert self.names(page) == ["Max", "Zoé", "Eva", "Bo"]
        expect(page.locator(".names button")).to_have_text(["Ana"])
        start(page)
        assert [player["name"] for player in empty_table.games[0]["players"]] == ["Max", "Zoé", "Eva", "Bo"]

    def test_a_seat_is_tapped_then_its_pawn_and_who_had_that_takes_the_other(
        self, page: Page, empty_table: Any
    ) -> None:
        page.get_by_role("button", name="Seat of player 3").tap()
        self.on_table(page, "Red").tap()
        self.on_table(page, "Ana").tap()
        start(page)
        colours = [player["colour"] for player in empty_table.games[0]["players"]]
        assert colours == ["orange", "blue", "red", "white"]
        assert empty_table.games[0]["players"][2]["name"] == "Ana"

    def test_who_is_named_by_another_gives_the_seat_up(self, page: Page) -> None:
        self.on_table(page, "Max").tap()
        page.get_by_role("button", name="Seat of player 1").tap()
        self.on_table(page, "Bo").tap()
        assert self.names(page) == ["Bo", "", "", ""]
        expect(self.on_table(page, "Max")).to_be_visible()

    def test_a_name_that_is_typed_is_tapped_away_without_losing_the_tap(self, page: Page) -> None:
        page.get_by_label("Name of player 1").fill("Ana")
        self.on_table(page, "Zoé").tap()
        assert "Zoé" in self.names(page)

    def test_they_sit_clockwise(self, page: Page) -> None:
        places = [page.locator(f".seat[data-seat='{seat}']").bounding_box() for seat in range(4)]
        first, second, third, fourth = (place for place in places if place)
        assert first["x"] < second["x"]
        assert second["y"] < third["y"]
        assert third["x"] > fourth["x"]
        assert fourth["y"] > first["y"]

    def test_the_seat_that_is_chosen_is_told_by_more_than_its_colour(self, page: Page) -> None:
        expect(page.get_by_role("button", name="Seat of player 1")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Seat of player 2").tap()
        expect(page.get_by_role("button", name="Seat of player 1")).to_have_attribute("aria-pressed", "false")
        expect(page.locator(".table-top [role=group]").first).to_have_attribute(
            "aria-label", re.compile("seat 2")
        )
