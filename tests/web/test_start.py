"""A game is chosen: players, seats, colours, options by edition; one that was left is gone on with.

By touch, on a tablet and on a small screen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.fingers import more_choices, new_game, pick

LEFT = {
    "game": 3,
    "kind": "base",
    "started": "2026-11-20T19:30:00+00:00",
    "players": [{"name": name} for name in ("Ana", "Ben", "Cyr")],
    "turns": 12,
}

Look = Callable[..., Page]
Touch = Callable[[Any], Page]


@pytest.fixture
def page(finger: Page) -> Page:
    return finger


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def start(page: Page) -> None:
    # What may be chosen is asked for at the same address.
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Start").tap()


class TestPlayers:
    def test_they_sit_down(self, touch: Touch, empty_table: Any) -> None:
        page = new_game(touch(empty_table))
        page.get_by_role("combobox", name="Players", exact=True).select_option("3")
        page.get_by_label("Name of player 1").fill("  Zoé ")
        page.get_by_label("Name of player 2").fill("Bo")
        page.get_by_label("Colour of player 1").select_option("Blue")
        start(page)
        (game,) = empty_table.games
        assert game["players"] == [
            {"name": "Zoé", "colour": "blue"},
            {"name": "Bo", "colour": "red"},
            {"name": "Orange", "colour": "orange"},
        ]

    def test_two_change_seats(self, touch: Touch, empty_table: Any) -> None:
        page = new_game(touch(empty_table))
        page.get_by_role("combobox", name="Players", exact=True).select_option("3")
        for n, name in enumerate(("Ana", "Ben", "Cyr"), 1):
            page.get_by_label(f"Name of player {n}").fill(name)
        page.get_by_role("button", name="Player 1 sits one seat later").tap()
        expect(page.get_by_role("button", name="Player 3 sits one seat later")).to_be_disabled()
        page.get_by_label("Colour of player 1").select_option("Green")
        start(page)
        assert empty_table.games[0]["players"] == [
            {"name": "Ben", "colour": "green"},
            {"name": "Ana", "colour": "red"},
            {"name": "Cyr", "colour": "orange"},
        ]

    def test_names_of_past_evenings_are_offered(self, touch: Touch, empty_table: Any) -> None:
        empty_table.names = ["Zoé", "Max"]
        page = new_game(touch(empty_table))
        known = page.get_by_label("Name of player 2").evaluate(
            "input => [...input.list.options].map((option) => option.value)"
        )
        assert known == ["Zoé", "Max"]

    def test_a_form_half_filled_outlives_what_happens_meanwhile(self, touch: Touch, empty_table: Any) -> None:
        page = new_game(touch(empty_table))
        page.get_by_label("Name of player 1").fill("Zoé")
        empty_table.change(lambda snapshot: snapshot.update(notices=["Something else."]))
        expect(page.locator("#notices")).to_contain_text("Something else.")
        assert page.get_by_label("Name of player 1").input_value() == "Zoé"

    def test_who_only_looks_starts_none(self, look: Look, empty_table: Any) -> None:
        page = look(empty_table, role="viewer")
        expect(page.locator("#start")).to_contain_text("No game is on.")
        expect(page.locator("#start").get_by_role("button", name="New game")).to_have_count(0)


class TestWhoBegins:
    """By the dice, a tap each; the server puts the first player first."""

    def rolled(self, page: Page, name: str, total: int, again: bool = False) -> None:
        row = page.locator(".begins-round").nth(int(again)).get_by_role("group", name=name, exact=True)
        row.locator(f"input[value='{total}']").tap()

    @pytest.fixture
    def page(self, touch: Touch, empty_table: Any) -> Page:
        page = new_game(touch(empty_table))
        page.get_by_role("combobox", name="Players", exact=True).select_option("3")
        for n, name in enumerate(("Ana", "Ben", "Cyr"), 1):
            page.get_by_label(f"Name of player {n}").fill(name)
        page.get_by_text("Roll for who begins").tap()
        return page

    def test_the_highest_sum_begins_and_what_was_rolled_is_kept(self, page: Page, empty_table: Any) -> None:
        for name, total in (("Ana", 5), ("Ben", 11), ("Cyr", 7)):
            self.rolled(page, name, total)
        expect(page.locator(".who-begins")).to_contain_text("Ben begins.")
        start(page)
        assert empty_table.games[0]["who_begins"] == [{"red": 5, "blue": 11, "orange": 7}]

    def test_who_tied_rolls_again(self, page: Page, empty_table: Any) -> None:
        for name, total in (("Ana", 9), ("Ben", 4), ("Cyr", 9)):
            self.rolled(page, name, total)
        again = page.get_by_role("group", name="They rolled the same, and roll again")
        expect(again.get_by_role("group")).to_have_count(2)
        self.rolled(page, "Ana", 3, again=True)
        self.rolled(page, "Cyr", 6, again=True)
        expect(page.locator(".who-begins")).to_contain_text("Cyr begins.")
        start(page)
        assert empty_table.games[0]["who_begins"] == [
            {"red": 9, "blue": 4, "orange": 9},
            {"red": 3, "orange": 6},
        ]

    def test_a_roll_put_right_undoes_the_tie(self, page: Page) -> None:
        for name, total in (("Ana", 9), ("Ben", 4), ("Cyr", 9), ("Cyr", 8)):
            self.rolled(page, name, total)
        expect(page.locator(".begins-round")).to_have_count(1)
        expect(page.locator(".who-begins")).to_contain_text("Ana begins.")

    def test_a_roll_goes_with_who_rolled_it_to_another_seat(self, page: Page, empty_table: Any) -> None:
        self.rolled(page, "Ana", 12)
        page.get_by_role("button", name="Player 1 sits one seat later").tap()
        for name, total in (("Ben", 4), ("Cyr", 5)):
            self.rolled(page, name, total)
        expect(page.locator(".who-begins")).to_contain_text("Ana begins.")

    def test_of_a_game_that_is_on_already_it_is_not_asked(self, page: Page) -> None:
        more_choices(page)
        pick(page.get_by_label("The game is on already"))
        expect(page.locator(".who-begins")).to_be_hidden()


class TestARefusal:
    @pytest.mark.parametrize("size", [(1024, 768), (390, 844)], ids=["tablet", "phone"])
    def test_of_what_a_dialog_says_is_in_sight_above_its_buttons(
        self, look: Look, table: Any, size: tuple[int, int]
    ) -> None:
        page = look(table, viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=True)
        table.change_view(phase="over", winner="red", may={})
        expect(page.locator("#title")).to_have_text("Game over")
        page.locator("#actions").get_by_role("button", name="More").tap()
        dialog(page).get_by_role("button", name="New game").tap()
        more_choices(page)
        dialog(page).get_by_text("Edition and house rules").tap()
        table.refusal = "two players have the same name"
        page.locator("#dialog").evaluate("dialog => dialog.scrollTo(0, 0)")
        dialog(page).get_by_role("button", name="Start").tap()
        refused = dialog(page).get_by_role("alert")
        expect(refused).to_have_text("two players have the same name")
        expect(refused).to_be_in_viewport(ratio=1)
        page.locator("#dialog").evaluate("dialog => dialog.scrollTo(0, 0)")
        expect(refused).to_be_in_viewport(ratio=1)
        scrolls = page.locator("#dialog").evaluate("dialog => dialog.scrollHeight > dialog.clientHeight")
        assert scrolls, "else it would have been in sight anyway"


class TestOptions:
    def test_the_usual_ones_are_those_of_the_newest_rules(self, touch: Touch, empty_table: Any) -> None:
        page = new_game(touch(empty_table), more=True)
        page.get_by_label("Name of player 1").fill("Zoé")
        start(page)
        options = empty_table.games[0]["options"]
        assert options["edition"] == "2025"
        assert (options["setup"], options["points_to_win"], options["all_told"]) == ("variable", 10, True)

    def test_whether_all_is_entered_is_asked_in_a_sentence_and_no_matter_of_the_edition(
        self, touch: Touch, empty_table: Any
    ) -> None:
        page = new_game(touch(empty_table), more=True)
        entered = page.get_by_label(
            "We enter everything that no camera sees, each trade and each card, so that all counts are exact"
        )
        expect(entered).to_be_checked()
        entered.tap()
        page.get_by_text("Edition and house rules").tap()
        page.get_by_label("Edition").select_option("Kosmos, short rules")
        expect(entered).not_to_be_checked()
        start(page)
        assert empty_table.games[0]["options"]["all_told"] is False

    def test_more_of_them_are_folded_away_behind_a_sign(self, touch: Touch, empty_table: Any) -> None:
        page = new_game(touch(empty_table), more=True)
        sign = "node => getComputedStyle(node, '::before').content"
        folded = page.locator(".options summary")
        assert "▸" in folded.evaluate(sign)
        folded.tap()
        expect(page.locator(".options details")).to_have_attribute("open", "")
        assert "▾" in folded.evaluate(sign)

    def test_an_edition_sets_what_it_says_and_each_can_be_changed(
        self, touch: Touch, empty_table: Any
    ) -> None:
        page = new_game(touch(empty_table), more=True)
        page.get_by_text("Edition and house rules").tap()
        page.get_by_label("Edition").select_option("Kosmos, short rules")
        expect(page.get_by_label("Own roads in a row")).to_have_value("2")
        expect(page.get_by_label("Trade first, then build")).to_be_checked()
        page.get_by_label("Points to win").fill("8")
        page.get_by_label("Development cards played in a turn").select_option("any number")
        start(page)
        chosen = empty_table.games[0]["options"]
        assert chosen["edition"] == "kosmos"
        assert (chosen["settlement_needs_roads"], chosen["trade_before_building"]) == (2, True)
        assert (chosen["points_to_win"], chosen["cards_a_turn"]) == (8, None)

    def test_a_number_out_of_its_bounds_is_not_sent(self, touch: Touch, empty_table: Any) -> None:
        page = new_game(touch(empty_table), more=True)
        page.get_by_label("Points to win").fill("99")
        page.get_by_role("button", name="Start").tap()
        assert page.get_by_label("Points to win").evaluate("field => field.validity.rangeOverflow")
        assert empty_table.games == []

    def test_who_was_seated_when_the_table_was_calibrated_sits_there(
        self, touch: Touch, empty_table: Any
    ) -> None:
        seated = [{"name": n, "colour": c} for n, c in (("Ana", "white"), ("Ben", "red"), ("Cyr", "blue"))]
        offered = {**empty_table.choices(), "seated": seated}
        empty_table.choices = lambda: offered
        start(new_game(touch(empty_table)))
        assert empty_table.games[0]["players"] == seated

    def test_another_game_brings_its_own_form(self, touch: Touch, empty_table: Any) -> None:
        offered = empty_table.choices()
        tally = {
            "kind": "tally",
            "name": "Tally",
            "players": [1, 2],
            "colours": ["red", "blue"],
            "options": [
                {"name": "long", "label": "A long game", "about": None, "kind": "tick", "house_rule": False}
            ],
            "editions": [],
        }
        empty_table.choices = lambda: {**offered, "games": [*offered["games"], tally]}
        page = new_game(touch(empty_table), more=True)
        page.locator("select[name=game]").select_option("Tally")
        expect(page.get_by_label("The game is on already")).to_have_count(0)
        more_choices(page)
        pick(page.get_by_label("A long game"))
        page.get_by_role("combobox", name="Players", exact=True).select_option("1")
        start(page)
        assert empty_table.games == [
            {"game": "tally", "players": [{"name": "Red", "colour": "red"}], "options": {"long": True}}
        ]


class TestAGameThatIsOnAlready:
    def test_it_is_taken_up(self, touch: Touch, empty_table: Any) -> None:
        page = new_game(touch(empty_table), more=True)
        page.get_by_role("combobox", name="Players", exact=True).select_option("3")
        expect(page.get_by_label("Resource cards of player 2")).to_be_hidden()
        pick(page.get_by_label("The game is on already"))
        page.get_by_label("On turn, before the roll").select_option(index=1)
        page.get_by_label("Resource cards of player 2").fill("5")
        page.get_by_label("Development cards of player 3").fill("1")
        page.get_by_label("Knights played by player 3").fill("2")
        start(page)
        assert empty_table.games[0]["taken_up"] == {
            "on_turn": "blue",
            "hands": {"blue": {"unidentified": 5}},
            "development_cards": {"orange": 1},
            "played": {"orange": {"knight": 2}},
        }


class TestOneAtATime:
    def another(self, page: Page) -> None:
        page.locator("#actions").get_by_role("button", name="More").tap()
        dialog(page).get_by_role("button", name="New game").tap()

    def test_the_game_that_is_on_is_given_up_only_when_that_is_said(self, page: Page, table: Any) -> None:
        self.another(page)
        dialog(page).get_by_role("button", name="Start").tap()
        expect(dialog(page)).to_contain_text("Ana, Ben, Clémentine, Dora are in the middle of a game.")
        assert table.games == []
        dialog(page).get_by_role("button", name="Give it up").tap()
        expect(dialog(page)).to_be_hidden()
        assert table.games[0]["abandon"] is True

    def test_second_thoughts_lead_back_to_the_form_as_it_was_filled_in(self, page: Page, table: Any) -> None:
        self.another(page)
        dialog(page).get_by_label("Name of player 1").fill("Zoé")
        dialog(page).get_by_role("button", name="Start").tap()
        expect(dialog(page)).to_contain_text("Give up the game that is on?")
        dialog(page).get_by_role("button", name="Cancel").tap()
        expect(dialog(page).get_by_label("Name of player 1")).to_have_value("Zoé")
        dialog(page).get_by_role("button", name="Start").tap()
        dialog(page).get_by_role("button", name="Give it up").tap()
        expect(dialog(page)).to_be_hidden()
        assert table.games[0]["players"][0]["name"] == "Zoé"

    def test_it_is_given_up_as_such_too(self, page: Page, table: Any) -> None:
        page.locator("#actions").get_by_role("button", name="More").tap()
        dialog(page).get_by_role("button", name="Give up this game").tap()
        expect(dialog(page)).to_contain_text("Give up the game that is on?")
        dialog(page).get_by_role("button", name="Cancel").tap()
        dialog(page).get_by_role("button", name="Give up this game").tap()
        expect(dialog(page)).to_contain_text("It is kept")
        dialog(page).get_by_role("button", name="Give it up").tap()
        expect(dialog(page)).to_be_hidden()
        assert table.left == [{"game": 1}]

    def test_second_thoughts_are_heard_before_the_table_has_answered(self, page: Page, table: Any) -> None:
        page.locator("#actions").get_by_role("button", name="More").tap()
        held: list[Route] = []
        page.route("**/api/games", lambda route: held.append(route))
        dialog(page).get_by_role("button", name="Give up this game").tap()
        expect(dialog(page).get_by_role("button", name="Give it up")).to_be_disabled()
        dialog(page).get_by_role("button", name="Cancel").tap()
        dialog(page).get_by_role("button", name="Cancel").tap()
        expect(dialog(page)).to_be_hidden()
        with page.expect_response("**/api/games"):
            held[0].continue_()
        page.unroute("**/api/games")
        page.evaluate("() => new Promise((done) => setTimeout(done))")
        expect(dialog(page)).to_be_hidden()

    @pytest.mark.parametrize("way", ["New game", "Give up this game"])
    def test_one_in_which_nothing_happened_is_not_promised_for_later(
        self, page: Page, table: Any, way: str
    ) -> None:
        table.begun = False
        page.locator("#actions").get_by_role("button", name="More").tap()
        dialog(page).get_by_role("button", name=way).tap()
        if way == "New game":
            dialog(page).get_by_role("button", name="Start").tap()
        expect(dialog(page)).to_contain_text("Nothing has happened yet in the game of Ana, Ben")
        expect(dialog(page)).not_to_contain_text("It is kept")

    def test_nothing_of_it_is_left_once_it_is_given_up(self, page: Page, table: Any) -> None:
        bar = page.locator("#actions")
        bar.get_by_role("button", name="Undo").tap()
        message = page.locator("#message")
        expect(message).to_contain_text("Recorded.")
        game = table.snapshot()["game"]
        table.change(lambda snapshot: snapshot.update(game=None))
        expect(page.locator("#start").get_by_role("button", name="New game")).to_be_visible()
        for part in (message, bar, page.locator("#game")):
            expect(part).to_be_hidden()
        table.change(lambda snapshot: snapshot.update(game=game))
        expect(bar.get_by_role("button", name="Undo")).to_be_visible()
        expect(message).to_be_hidden()

    def test_what_another_device_asks_of_it_is_closed(self, page: Page, table: Any) -> None:
        page.locator("#actions").get_by_role("button", name="More").tap()
        expect(dialog(page)).to_be_visible()
        table.change(lambda snapshot: snapshot.update(game=None))
        expect(page.locator("#start").get_by_role("button", name="New game")).to_be_visible()
        expect(dialog(page)).to_be_hidden()

    def test_one_that_is_over_need_not_be(self, page: Page, table: Any) -> None:
        table.change_view(phase="over", winner="red", may={})
        expect(page.locator("#title")).to_have_text("Game over")
        self.another(page)
        dialog(page).get_by_role("button", name="Start").tap()
        expect(dialog(page)).to_be_hidden()
        assert "abandon" not in table.games[0]

    def test_one_that_was_left_is_gone_on_with(self, page: Page, table: Any) -> None:
        table.unfinished = [LEFT]
        self.another(page)
        dialog(page).get_by_role("button", name="Ana, Ben, Cyr").tap()
        dialog(page).get_by_role("button", name="Give it up").tap()
        expect(dialog(page)).to_be_hidden()
        assert table.gone_on == [{"game": 3, "abandon": True}]

    @pytest.mark.parametrize("kinds", [1, 2])
    def test_which_game_it_was_is_said_where_several_are_played(
        self, touch: Touch, empty_table: Any, kinds: int
    ) -> None:
        offered = empty_table.choices()
        games = [*offered["games"], {**offered["games"][0], "kind": "tally", "name": "Tally"}]
        left = {**LEFT, "name": "CATAN, the base game"}
        empty_table.choices = lambda: {**offered, "games": games[:kinds], "unfinished": [left]}
        kept = touch(empty_table).get_by_role("button", name="12 turns")
        expect(kept).to_contain_text("Ana, Ben, Cyr")
        assert ("CATAN, the base game" in kept.inner_text()) == (kinds > 1)

    def test_where_none_is_on_it_is_a_tap(self, touch: Touch, empty_table: Any) -> None:
        empty_table.unfinished = [LEFT]
        page = touch(empty_table)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        with page.expect_response("**/api/games/resume"):
            page.get_by_role("button", name="12 turns").tap()
        assert empty_table.gone_on == [{"game": 3}]
