"""The dice game on the page: chosen, played to ten points, corrected and undone, by touch at both sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.dice_game import changes as changes_module
from companion.games.dice_game.legality import RuleViolation
from companion.journal import Journal
from companion.table.table import Table
from tests.beginnings import Seconds
from tests.shown import view
from tests.web.fingers import SCREENS, new_game, pick
from tests.web.test_accessibility import CROSSWISE, found_by_axe
from tests.web.waiting import answers_held, note_rest, wait_until
from web import WebServer

Visit = Callable[..., Page]

PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Clémentine", "colour": "white"},
    {"name": "Dora", "colour": "orange"},
]
END = {"kind": "end_turn"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A real table at which nobody plays yet."""
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, Seconds())
        yield table
        table.stop()


@pytest.fixture
def server(table: Table, serve: Callable[[Table], WebServer]) -> WebServer:
    return serve(table)


@pytest.fixture(params=SCREENS)
def page(request: pytest.FixtureRequest, visit: Visit, server: WebServer) -> Page:
    """The page at a table where nobody plays yet."""
    return visit(server, **SCREENS[request.param])


@pytest.fixture(params=SCREENS)
def playing(request: pytest.FixtureRequest, visit: Visit, server: WebServer, table: Table) -> Page:
    """The page of a game of two that has just begun."""
    start(table)
    return visit(server, **SCREENS[request.param])


def start(table: Table, players: int = 2, **options: Any) -> None:
    table.start_game({"game": "dice_game", "players": PLAYERS[:players], "options": options})


def throw(table: Table, faces: str) -> None:
    table.submit({"kind": "throw", "dice": faces.split()})


def build(table: Table, piece: str, *ids: str) -> None:
    for at in ids:
        table.submit({"kind": "build", "piece": piece, "at": at})


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def points(page: Page, *expected: int) -> None:
    expect(page.locator(".card-points b")).to_have_text([str(each) for each in expected])


def turn(page: Page, text: str) -> None:
    expect(page.locator("#turn .to-do-text")).to_have_text(text)


def dice(page: Page, faces: str) -> None:
    """Wait until the dice show faces, `?` where they aren't known."""
    expect(page.locator(".resource-die")).to_have_text(faces.split())


def tap_signs(page: Page, faces: str) -> None:
    for face in faces.split():
        page.locator(f"[data-key='face-{face}']").tap()


def place(page: Page, piece: str, at: str) -> Locator:
    return page.locator(f"#large [data-key='{piece}-{at}']")


def built(page: Page, piece: str, *ids: str) -> None:
    """Wait until just these are built of a piece on the large sheet."""
    expect(page.locator(f"#large .place-{piece}.built")).to_have_count(len(ids))
    for at in ids:
        expect(page.locator(f"#large .place-{piece}.built[data-key='{piece}-{at}']")).to_be_visible()


def action(page: Page, name: str) -> Locator:
    return page.locator("#actions").get_by_role("button", name=name)


def price(page: Page, piece: str) -> Locator:
    return page.locator(f"[data-key='build-{piece}']")


def to_nine(table: Table, has: str | None = None) -> None:
    """Ana has nine points, and it's her turn; one road she `has` already."""
    build(table, "road", *(at for at in ("2", "3", "5", "7", "8", "10", "12") if at != has))
    build(table, "city", "4", "9")
    build(table, "settlement", "1", "6", "11")
    table.submit(END)
    table.submit(END)


def test_a_table_chooses_it_and_plays_it_to_ten_points(page: Page, table: Table) -> None:
    new_game(page)
    page.locator("select[name=game]").select_option("Catan Dice Game, advanced variant")
    page.get_by_role("combobox", name="Players", exact=True).select_option("2")
    for number, player in enumerate(PLAYERS[:2], 1):
        page.get_by_label(f"Name of player {number}").fill(player["name"])
    page.get_by_role("button", name="Start").tap()

    turn(page, "Ana rolls 3 dice")
    dice(page, "? ? ?")
    tap_signs(page, "brick lumber wool")
    page.get_by_role("button", name="Enter roll 1 of 3").tap()
    turn(page, "Ana builds or rolls again")
    price(page, "road").tap()
    built(page, "road", "0", "2")
    turn(page, "Ana builds")
    expect(page.locator(".die-spent")).to_have_text(["brick", "lumber"])
    action(page, "End turn").tap()
    turn(page, "Ben rolls 4 dice")
    points(page, 0, 0)

    table.submit(END)
    to_nine(table, has="2")
    turn(page, "Ana rolls 6 dice")
    points(page, 9, 0)
    expect(page.locator(".card-stat.badge")).to_have_text("5longest road+2")
    tap_signs(page, "brick lumber gold gold wool wool")
    page.get_by_role("button", name="Enter roll 1 of 3").tap()
    expect(page.locator(".price:has(.price-tick)")).to_contain_text(["road"])
    build(table, "road", "13")
    table.submit(END)
    table.submit(END)
    turn(page, "Ana rolls 6 dice")
    tap_signs(page, "ore ore ore grain grain gold")
    page.get_by_role("button", name="Enter roll 1 of 3").tap()
    price(page, "city").tap()
    expect(page.locator(".winner")).to_have_text("Ana wins!")
    points(page, 11, 0)
    assert all(not line["violations"] for line in view(table)["log"])


def test_what_wins_is_announced_and_looked_back_on(playing: Page, table: Table) -> None:
    to_nine(table)
    throw(table, "ore wool grain gold gold gold")
    build(table, "knight", "1")
    table.submit(END)
    table.submit(END)
    build(table, "knight", "2")
    points(playing, 9, 0)
    built(playing, "knight", "1", "2")
    place(playing, "knight", "3").tap()
    expect(playing.locator(".winner")).to_have_text("Ana wins!")
    points(playing, 11, 0)
    expect(action(playing, "End turn")).to_have_count(0)
    playing.get_by_role("link", name="Look back on the evening").tap()
    expect(playing.locator(".winner")).to_have_text("Ana won with 11 points")
    expect(playing.get_by_role("heading", name="What was built")).to_be_visible()
    expect(playing.locator("tbody tr").first).to_contain_text("Ana")
    points_of = playing.locator("section", has=playing.get_by_role("heading", name="What the points are for"))
    expect(points_of.locator("th[scope=col]")).to_have_text(
        ["Player", "settlement", "city", "Longest Road", "Largest Army", "Points"]
    )
    expect(points_of.locator("tbody tr").first.locator("td")).to_have_text(["3", "4", "2", "2", "11"])


class TestTheDice:
    def test_those_that_are_thrown_again_are_tapped_then_what_they_show(
        self, playing: Page, table: Table
    ) -> None:
        throw(table, "ore ore gold")
        dice(playing, "ore ore gold")
        again = playing.get_by_role("button", name="Enter roll 2 of 3")
        expect(again).to_be_disabled()
        for at in (0, 2):
            playing.locator(f"[data-key='die-{at}']").tap()
        dice(playing, "? ore ?")
        expect(again).to_be_disabled()
        tap_signs(playing, "brick lumber")
        again.tap()
        expect(playing.get_by_role("button", name="Enter roll 3 of 3")).to_be_visible()
        assert view(table)["dice"]["lie"] == ["brick", "ore", "lumber"]

    def test_a_die_that_was_tapped_by_mistake_lies_there_again(self, playing: Page, table: Table) -> None:
        throw(table, "ore ore gold")
        die = playing.locator("[data-key='die-2']")
        expect(die).to_have_text("gold")
        die.tap()
        expect(die).to_have_text("?")
        die.tap()
        expect(die).to_have_text("gold")
        expect(playing.get_by_role("button", name="Enter roll 2 of 3")).to_be_disabled()

    def test_a_die_that_falls_as_before_was_thrown_again_all_the_same(
        self, playing: Page, table: Table
    ) -> None:
        throw(table, "ore ore gold")
        dice(playing, "ore ore gold")
        again = playing.get_by_role("button", name="Enter roll 2 of 3")
        playing.locator("[data-key='die-2']").tap()
        dice(playing, "ore ore ?")
        tap_signs(playing, "gold")
        dice(playing, "ore ore gold")
        again.tap()
        expect(playing.get_by_role("button", name="Enter roll 3 of 3")).to_be_disabled()
        assert view(table)["dice"]["throws"] == 2

    def test_after_three_throws_no_more_is_asked(self, playing: Page, table: Table) -> None:
        for _ in range(3):
            throw(table, "ore ore gold")
        turn(playing, "Ana builds")
        expect(playing.locator(".sign-key")).to_have_count(0)

    def test_what_the_dice_pay_is_marked_on_the_prices_and_on_the_sheet(
        self, playing: Page, table: Table
    ) -> None:
        throw(table, "gold gold brick")
        expect(price(playing, "road")).to_contain_text("✓")
        expect(price(playing, "settlement")).not_to_contain_text("✓")
        expect(place(playing, "road", "2")).to_have_class("place-of place-road possible")
        expect(place(playing, "settlement", "1")).to_have_class("place-of place-settlement reached")

    def test_dice_can_be_left_out_and_entered_later(self, playing: Page, table: Table) -> None:
        price(playing, "road").tap()
        built(playing, "road", "0", "2")
        tap_signs(playing, "brick lumber gold")
        playing.get_by_role("button", name="Enter roll 1 of 3").tap()
        expect(playing.locator(".die-spent")).to_have_count(2)
        assert [line["event"]["kind"] for line in view(table)["log"]] == ["game_started", "throw", "build"]


class TestBuilding:
    def test_of_several_places_one_is_tapped_on_the_sheet(self, playing: Page, table: Table) -> None:
        build(table, "road", "2")
        expect(place(playing, "road", "5")).to_have_attribute("role", "button")
        price(playing, "road").tap()
        expect(playing.get_by_text("Tap where on the sheet.")).to_be_visible()
        expect(place(playing, "settlement", "1")).not_to_have_attribute("role", "button")
        place(playing, "road", "5").tap()
        built(playing, "road", "0", "2", "5")
        expect(playing.get_by_text("Tap where on the sheet.")).to_have_count(0)

    def test_what_the_dice_do_not_pay_is_recorded_and_said_with_a_way_back(
        self, playing: Page, table: Table
    ) -> None:
        throw(table, "ore ore ore")
        dice(playing, "ore ore ore")
        expect(place(playing, "road", "2")).to_have_class("place-of place-road reached")
        place(playing, "road", "2").tap()
        expect(playing.locator("#message")).to_contain_text("the dice do not pay for it")
        built(playing, "road", "0", "2")
        playing.locator("#message").get_by_role("button", name="Undo").tap()
        built(playing, "road", "0")

    def test_between_a_road_that_is_paid_and_a_site_that_is_not_a_finger_means_the_road(
        self, playing: Page, table: Table
    ) -> None:
        throw(table, "brick lumber ore")
        road, site = place(playing, "road", "2"), place(playing, "settlement", "1")
        expect(road).to_have_class("place-of place-road possible")
        road.scroll_into_view_if_needed()
        line, circle = road.locator(".reach").bounding_box(), site.locator(".reach").bounding_box()
        assert line is not None
        assert circle is not None
        ends = (line["x"] + line["width"] / 2, line["y"] + line["height"] / 2)
        middle = (circle["x"] + circle["width"] / 2, circle["y"] + circle["height"] / 2)
        # Low on the road, within the circle of the site.
        x, y = (at + 0.5 * (to - at) for at, to in zip(middle, ends, strict=True))
        playing.touchscreen.tap(x, y)
        built(playing, "road", "0", "2")
        points(playing, 0, 0)

    def test_a_finger_that_taps_twice_builds_once(self, playing: Page, table: Table) -> None:
        twice = (
            "place => [1, 2].forEach(() => place.dispatchEvent(new MouseEvent('click', { bubbles: true })))"
        )
        place(playing, "settlement", "1").evaluate(twice)
        points(playing, 1, 0)
        place(playing, "road", "2").evaluate(twice)
        built(playing, "road", "0", "2")
        assert [line["event"]["kind"] for line in view(table)["log"]] == ["game_started", "build", "build"]

    def test_what_is_drawn_in_next_is_tapped_though_the_last_tap_has_no_answer_yet(
        self, playing: Page, table: Table
    ) -> None:
        with answers_held(playing):
            place(playing, "settlement", "1").tap()
            points(playing, 1, 0)
            place(playing, "road", "2").tap()
        built(playing, "road", "0", "2")

    def test_a_second_tap_on_a_price_builds_no_second_piece(self, playing: Page, table: Table) -> None:
        throw(table, "brick lumber brick lumber ore ore")
        road = price(playing, "road")
        expect(road).to_have_class("price price-paid")
        note_rest(playing, "#builds")
        road.tap()
        built(playing, "road", "0", "2")
        wait_until(playing, "rested")

    def test_undo_takes_back_the_last_tap(self, playing: Page, table: Table) -> None:
        place(playing, "settlement", "1").tap()
        points(playing, 1, 0)
        action(playing, "Undo").tap()
        points(playing, 0, 0)

    def test_the_special_cards_go_to_who_earned_them(self, playing: Page, table: Table) -> None:
        build(table, "road", "2", "5", "7", "10", "12")
        build(table, "knight", "1", "2", "3")
        points(playing, 4, 0)
        expect(playing.locator("[data-colour=red] .card-stat.badge")).to_have_count(2)
        table.submit(END)
        build(table, "knight", "1", "2", "3", "4")
        points(playing, 2, 2)
        expect(playing.locator("[data-colour=blue] .card-stat.badge")).to_have_text("4knights+2")

    def test_another_players_sheet_is_looked_at_until_the_turn_ends(
        self, playing: Page, table: Table
    ) -> None:
        build(table, "road", "2")
        built(playing, "road", "0", "2")
        playing.get_by_role("button", name="Look at Ben's sheet").tap()
        expect(playing.locator(".sheet-whose")).to_have_text("Ben's sheet")
        built(playing, "road", "0")
        expect(playing.locator("#large [role=button]")).to_have_count(0)
        table.submit(END)
        turn(playing, "Ben rolls 4 dice")
        table.submit(END)
        turn(playing, "Ana rolls 5 dice")
        expect(playing.locator(".sheet-whose")).to_have_count(0)
        built(playing, "road", "0", "2")


class TestKnights:
    def own(self, table: Table) -> None:
        build(table, "knight", "1", "6")
        table.submit(END)
        table.submit(END)
        throw(table, "gold wool wool brick brick")

    def test_one_turns_a_die_into_its_resource(self, playing: Page, table: Table) -> None:
        self.own(table)
        playing.locator("[data-key='use-1']").tap()
        turned = dialog(playing).get_by_role("button", name="Turn the die")
        expect(turned).to_be_disabled()
        pick(dialog(playing).get_by_label("gold"))
        turned.tap()
        dice(playing, "ore wool wool brick brick")
        expect(place(playing, "knight", "1")).to_have_class("place-of place-knight built spent")
        expect(playing.locator("[data-key='use-1']")).to_have_count(0)

    def test_a_joker_on_the_sheet_is_asked_into_what(self, playing: Page, table: Table) -> None:
        self.own(table)
        ready = place(playing, "knight", "6")
        expect(ready).to_have_attribute("aria-label", "Use: knight (joker)")
        ready.tap()
        pick(dialog(playing).get_by_role("group", name="Which die?").get_by_label("wool"))
        pick(dialog(playing).get_by_role("group", name="Into what?").get_by_label("grain"))
        dialog(playing).get_by_role("button", name="Turn the die").tap()
        dice(playing, "gold grain wool brick brick")

    def test_before_dice_lie_none_is_offered_and_a_finger_that_slips_spends_none(
        self, playing: Page, table: Table
    ) -> None:
        build(table, "knight", "1")
        table.submit(END)
        table.submit(END)
        turn(playing, "Ana rolls 5 dice")
        expect(playing.locator(".knights-ready")).to_have_count(0)
        expect(place(playing, "knight", "1")).not_to_have_attribute("role", "button")
        throw(table, "gold wool wool brick brick")
        expect(playing.locator("[data-key='use-1']")).to_be_visible()
        expect(place(playing, "knight", "1")).to_have_attribute("role", "button")


class TestTheStory:
    def line(self, page: Page, text: str) -> Locator:
        return page.locator("#log .entry").filter(has_text=text)

    def test_it_says_what_happened_and_where(self, playing: Page, table: Table) -> None:
        throw(table, "brick lumber gold")
        build(table, "road", "2")
        build(table, "knight", "3")
        entries = playing.locator("#log .entry")
        expect(entries.nth(0)).to_contain_text("Ana builds a knight (wool)")
        expect(entries.nth(0)).to_contain_text("the dice do not pay for it")
        expect(entries.nth(1)).to_have_text("Ana builds a road (2)")
        expect(entries.nth(2)).to_have_text("Ana rolls 1 lumber, 1 brick, 1 gold")

    def test_something_else_was_built_elsewhere(self, playing: Page, table: Table) -> None:
        build(table, "road", "2")
        table.submit(END)
        turn(playing, "Ben rolls 4 dice")
        self.line(playing, "Ana builds a road").tap()
        pick(dialog(playing).get_by_label("settlement"))
        dialog(playing).locator("[data-key='settlement-1']").tap()
        expect(dialog(playing)).to_contain_text("Ana: 0 → 1 point")
        dialog(playing).get_by_role("button", name="Change it").tap()
        points(playing, 1, 0)

    def test_where_else_it_was_built_is_tapped_on_that_players_own_sheet(
        self, playing: Page, table: Table
    ) -> None:
        build(table, "road", "2", "5")
        build(table, "knight", "1")
        built(playing, "knight", "1")
        self.line(playing, "Ana builds a road (5)").tap()
        sheet = dialog(playing).locator(".place-said")
        expect(sheet.locator(".place-road.built")).to_have_count(3)
        expect(sheet.locator(".place-knight.built")).to_have_count(1)
        expect(sheet.locator("[data-key='road-2']")).not_to_have_attribute("role", "button")
        sheet.locator("[data-key='road-7']").tap()
        expect(sheet.locator(".place-road.built[data-key='road-7']")).to_be_visible()
        expect(sheet.locator(".place-road.built")).to_have_count(3)

    def test_a_die_was_another(self, playing: Page, table: Table) -> None:
        throw(table, "brick lumber gold")
        build(table, "road", "2")
        built(playing, "road", "0", "2")
        self.line(playing, "Ana rolls").tap()
        dialog(playing).get_by_label("Die 1").select_option("wool")
        expect(dialog(playing)).to_contain_text("the dice do not pay for it")
        dialog(playing).get_by_role("button", name="Change it").tap()
        expect(self.line(playing, "Ana builds a road")).to_contain_text("the dice do not pay for it")

    def test_a_knight_turned_another_die(self, playing: Page, table: Table) -> None:
        TestKnights().own(table)
        table.submit({"kind": "use_knight", "knight": "1", "resource": "ore", "die": "gold"})
        self.line(playing, "by a knight").tap()
        dialog(playing).get_by_label("Which die?").select_option("wool")
        dialog(playing).get_by_role("button", name="Change it").tap()
        dice(playing, "gold ore wool brick brick")

    def test_a_build_that_was_forgotten_is_put_before_a_line(self, playing: Page, table: Table) -> None:
        build(table, "road", "5")
        self.line(playing, "Ana builds a road").tap()
        dialog(playing).get_by_role("button", name="Before it …").tap()
        dialog(playing).get_by_role("button", name="Something was built").tap()
        pick(dialog(playing).get_by_label("road"))
        dialog(playing).locator("[data-key='road-2']").tap()
        dialog(playing).get_by_role("button", name="It happened").tap()
        built(playing, "road", "0", "2", "5")
        assert [line["violations"] for line in view(table)["log"]] == [[], [], []]

    def test_a_line_is_struck_out(self, playing: Page, table: Table) -> None:
        build(table, "settlement", "1")
        points(playing, 1, 0)
        self.line(playing, "Ana builds a settlement").tap()
        dialog(playing).get_by_role("button", name="Strike this out").tap()
        points(playing, 0, 0)

    def test_a_name_can_be_changed_while_it_is_typed(
        self, visit: Visit, server: WebServer, table: Table
    ) -> None:
        start(table, start_road_counts=False)
        playing = visit(server, has_touch=True)
        self.line(playing, "The game starts").tap()
        change = dialog(playing).get_by_role("button", name="Change it")
        expect(change).to_be_disabled()
        name = dialog(playing).get_by_label("Name of player 1")
        name.press("End")
        name.press_sequentially("bel")
        expect(change).to_be_enabled()
        expect(name).to_be_focused()
        change.tap()
        expect(playing.locator(".card-name").first).to_have_text("Anabel")

    def test_a_player_has_another_colour_with_all_that_was_told(self, playing: Page, table: Table) -> None:
        build(table, "settlement", "1")
        points(playing, 1, 0)
        self.line(playing, "The game starts").tap()
        dialog(playing).get_by_label("Colour of player 1").select_option("Green")
        dialog(playing).get_by_role("button", name="Change it").tap()
        expect(playing.locator(".sheet-card[data-colour=green]")).to_contain_text("Ana")
        points(playing, 1, 0)


def after_a_throw(table: Table) -> None:
    start(table, 4)
    build(table, "road", "2", "5", "7", "10", "12")
    build(table, "knight", "1", "6")
    for _ in range(4):
        table.submit(END)
    throw(table, "brick lumber wool grain gold gold")


def over(table: Table) -> None:
    start(table, 3)
    build(table, "city", "4", "9", "14", "20")
    build(table, "settlement", "1", "6")


STATES: dict[str, Callable[[Table], Any]] = {
    "the beginning": start,
    "four players": after_a_throw,
    "the base sheet": lambda table: start(table, 3, sheet="base"),
    "the end": over,
}


class TestEveryState:
    @pytest.mark.parametrize("state", STATES)
    @pytest.mark.parametrize("size", SCREENS)
    def test_nothing_is_wider_than_the_screen_and_fingers_find_their_buttons(
        self, visit: Visit, server: WebServer, table: Table, state: str, size: str
    ) -> None:
        STATES[state](table)
        page = visit(server, **SCREENS[size])
        expect(page.locator(".sheet-card, .finisher").locator("visible=true").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for button in page.locator("#game button:visible, #actions button:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        for reach in page.locator("#large circle.reach").all():
            box = reach.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 43

    @pytest.mark.parametrize("state", STATES)
    @pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["across", "upright"])
    def test_a_tablet_shows_all_but_the_story_at_once(
        self, visit: Visit, server: WebServer, table: Table, state: str, size: tuple[int, int]
    ) -> None:
        STATES[state](table)
        page = visit(server, viewport={"width": size[0], "height": size[1]}, has_touch=True)
        expect(page.locator(".sheet-card, .finisher").locator("visible=true").first).to_be_visible()
        assert page.locator("main").evaluate("main => main.scrollHeight <= main.clientHeight + 1")

    @pytest.mark.parametrize("size", [(1024, 768), (1024, 600), (768, 1024)], ids=["768", "600", "upright"])
    def test_a_small_tablet_shows_dice_building_and_scores_without_scrolling(
        self, visit: Visit, server: WebServer, table: Table, size: tuple[int, int]
    ) -> None:
        after_a_throw(table)
        page = visit(server, viewport={"width": size[0], "height": size[1]}, has_touch=True)
        expect(page.locator(".card-stat strong")).to_have_count(1)
        bottom = page.locator("#actions").evaluate("bar => bar.getBoundingClientRect().top")
        for part in (".tray", ".knights-ready", ".prices", "#large", "#sheets"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= bottom
        # What the special card is worth isn't covered by the small sheet.
        assert page.locator(".card-stat strong").evaluate(
            """worth => {
                const sheet = worth.closest(".sheet-card").querySelector("button");
                return worth.getBoundingClientRect().right <= sheet.getBoundingClientRect().left;
            }"""
        )
        for reach in page.locator("#large circle.reach").all():
            box = reach.bounding_box()
            assert box is not None
            assert box["width"] >= 43

    @pytest.mark.parametrize("state", STATES)
    def test_axe_finds_nothing(self, visit: Visit, server: WebServer, table: Table, state: str) -> None:
        STATES[state](table)
        page = visit(server, has_touch=True)
        expect(page.locator(".sheet-card, .finisher").locator("visible=true").first).to_be_visible()
        assert found_by_axe(page) == []

    @pytest.mark.parametrize(
        ("tapped", "shows"),
        [
            ("[data-key=use-6]", "Into what?"),
            ("#log .entry >> nth=0", "Die 1"),
            ("#log .entry >> text=Ana builds a knight", "What?"),
        ],
    )
    def test_axe_finds_nothing_in_what_is_opened(
        self, visit: Visit, server: WebServer, table: Table, tapped: str, shows: str
    ) -> None:
        after_a_throw(table)
        page = visit(server, has_touch=True)
        page.locator(tapped).first.tap()
        expect(dialog(page).get_by_text(shows)).to_be_visible()
        assert found_by_axe(page, CROSSWISE) == []

    def test_axe_finds_nothing_in_the_evening(self, visit: Visit, server: WebServer, table: Table) -> None:
        over(table)
        page = visit(server, path="history/1", live=False)
        expect(page.locator(".winner")).to_have_text("Ana won with 10 points")
        assert found_by_axe(page) == []


def test_it_is_told_in_french_with_the_rules_own_terms(visit: Visit, server: WebServer, table: Table) -> None:
    start(table)
    page = visit(server, locale="fr-FR")
    turn(page, "À Ana de lancer 3 dés")
    throw(table, "brick lumber gold")
    dice(page, "argile bois or")
    expect(page.locator("#log .entry").first).to_have_text("Ana lance : 1 bois, 1 argile, 1 or")
    expect(price(page, "settlement")).to_contain_text("colonie")
    expect(page.locator(".card-stats").first).to_contain_text("plus longue route")


def test_two_tablets_that_end_a_turn_at_once_end_one(visit: Visit, server: WebServer, table: Table) -> None:
    start(table, 3)
    tablets = [visit(server, has_touch=True) for _ in range(2)]
    # Both send at once: neither has heard of the other's.
    sent: list[Any] = []
    for tablet in tablets:
        turn(tablet, "Ana rolls 3 dice")
        tablet.route("**/api/inputs", lambda route: sent.append(route))
        with tablet.expect_request("**/api/inputs"):
            action(tablet, "End turn").tap()
    for tablet, route in zip(tablets, sent, strict=True):
        # One after the other, so that it is the second that comes too late.
        route.continue_()
        turn(tablet, "Ben rolls 4 dice")
    expect(tablets[1].locator("#message")).to_contain_text("That turn is over already.")


def test_who_only_looks_on_enters_nothing(visit: Visit, server: WebServer, table: Table) -> None:
    after_a_throw(table)
    page = visit(server, role="viewer")
    dice(page, "brick lumber wool grain gold gold")
    for entered in (
        "#large [role=button]",
        ".sign-key",
        ".price:enabled",
        ".knights-ready",
        "#actions button",
    ):
        expect(page.locator(entered)).to_have_count(0)
    page.get_by_role("button", name="Look at Ben's sheet").click()
    expect(page.locator(".sheet-whose")).to_have_text("Ben's sheet")


def test_what_happens_is_news_for_the_ear(visit: Visit, server: WebServer, table: Table) -> None:
    start(table)
    page = visit(server)
    turn(page, "Ana rolls 3 dice")
    told = page.evaluate(
        """async () => {
            const { news } = await import("/static/dice_game/dice_game_text.js");
            const players = [{ name: "Ana", colour: "red" }, { name: "Ben", colour: "blue" }];
            const none = { winner: null, longest_route: null, most_knights: null };
            const before = { ...none, players, turn: 3, on_turn: "red", log: [{ number: 1, event: {} }] };
            const event = { kind: "throw", player: "red", dice: ["wool", "gold", "wool"] };
            return [
                news(before, { ...before, log: [...before.log, { number: 2, event }] }),
                news(before, { ...before, longest_route: "blue" }),
                news({ ...before, most_knights: "blue" }, { ...before, most_knights: "red" }),
                news(before, { ...before, turn: 4, on_turn: "blue" }),
                news(before, { ...before, winner: "red", turn: 4 }),
                news(before, before),
            ];
        }"""
    )
    assert told == [
        [{"sound": "roll", "text": "Ana rolls 2 wool, 1 gold."}],
        [{"sound": "card", "text": "Longest Road: Ben."}],
        [{"sound": "card", "text": "Largest Army: Ana."}],
        [{"sound": "turn", "text": "Ben is on turn."}],
        [{"sound": "winner", "text": "Ana wins!"}],
        [],
    ]


def test_every_rule_that_can_be_broken_and_every_change_has_its_words(
    visit: Visit, server: WebServer, table: Table
) -> None:
    start(table)
    page = visit(server)
    violations, changes = page.evaluate(
        """async () => {
            const { TERMS } = await import("/static/language/terms.js");
            const { CHANGES, WORDS } = await import("/static/dice_game/dice_game_text.js");
            return [Object.keys({ ...TERMS.violation, ...WORDS.violation }), Object.keys(CHANGES)];
        }"""
    )
    assert {name.lower() for name in RuleViolation.__members__} <= set(violations)
    # What the table tells of a correction stands in the first column of a list.
    column = "\n".join(line[:17] for line in (changes_module.__doc__ or "").splitlines()[2:])
    told = set(re.findall(r"`(\w+)`", column))
    assert len(told) == 10
    assert told <= set(changes)
