"""The dice game by touch in a browser: start, play, sheet and layout.

What a tap records, corrects and announces is tested without a browser (dice_game*.test.js in tests/web/node).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.table_setup import Seconds
from tests.table_views import view
from tests.web.accessible import CROSSWISE, axe_violations
from tests.web.fingers import SCREENS, check_option, open_new_game_form
from web import WebServer

pytestmark = pytest.mark.browser

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


@pytest.fixture
def page(visit: Visit, server: WebServer) -> Page:
    """The tablet's page at a table where nobody plays yet."""
    return visit(server, **SCREENS["tablet"])


@pytest.fixture
def playing(visit: Visit, server: WebServer, table: Table) -> Page:
    """A small screen's page of a game of two that has just begun."""
    start(table)
    return visit(server, **SCREENS["phone"])


def start(table: Table, players: int = 2, **options: Any) -> None:
    options = {"sheet": "advanced", **options}
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


def expect_built(page: Page, piece: str, *ids: str) -> None:
    """Wait until just these are built of a piece on the large sheet."""
    expect(page.locator(f"#large .place-{piece}.built")).to_have_count(len(ids))
    for at in ids:
        expect(page.locator(f"#large .place-{piece}.built[data-key='{piece}-{at}']")).to_be_visible()


def action(page: Page, name: str) -> Locator:
    return page.locator("#actions").get_by_role("button", name=name)


def price(page: Page, piece: str) -> Locator:
    return page.locator(f"[data-key='build-{piece}']")


def to_nine(table: Table) -> None:
    """Ana has nine points, and it's her turn."""
    build(table, "road", "2", "3", "5", "7", "8", "10", "12")
    build(table, "city", "4", "9")
    build(table, "settlement", "1", "6", "11")
    table.submit(END)
    table.submit(END)


@pytest.mark.slow
@pytest.mark.smoke
def test_a_table_chooses_the_dice_game_and_plays_it_to_ten_points(page: Page, table: Table) -> None:
    open_new_game_form(page)
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
    # Two roads lead on from the printed one: the player taps which.
    place(page, "road", "R2").tap()
    expect_built(page, "road", "R0", "R2")
    turn(page, "Ana builds")
    expect(page.locator(".die-spent")).to_have_text(["brick", "lumber"])
    action(page, "End turn").tap()
    turn(page, "Ben rolls 4 dice")
    points(page, 0, 0)

    table.submit(END)
    build(table, "road", "R1", "R3", "R4", "R5", "R6")
    build(table, "city", "7", "12")
    build(table, "settlement", "3", "4", "5")
    table.submit(END)
    table.submit(END)
    turn(page, "Ana rolls 6 dice")
    points(page, 7, 0)
    tap_signs(page, "brick lumber gold gold wool wool")
    page.get_by_role("button", name="Enter roll 1 of 3").tap()
    expect(page.locator(".price:has(.price-tick)")).to_contain_text(["road"])
    build(table, "road", "R7")
    expect(page.locator(".card-stat.badge")).to_have_text("6longest road+2")
    points(page, 9, 0)
    table.submit(END)
    table.submit(END)
    turn(page, "Ana rolls 6 dice")
    tap_signs(page, "brick lumber wool grain gold gold")
    page.get_by_role("button", name="Enter roll 1 of 3").tap()
    price(page, "settlement").tap()
    expect(page.locator(".winner")).to_have_text("Ana wins!")
    points(page, 10, 0)
    assert all(not line["violations"] for line in view(table)["log"])


@pytest.mark.slow
@pytest.mark.smoke
def test_a_winning_knight_is_tapped_on_a_small_screen_and_the_history_is_shown(
    playing: Page, table: Table
) -> None:
    to_nine(table)
    throw(table, "ore wool grain gold gold gold")
    build(table, "knight", "1")
    table.submit(END)
    table.submit(END)
    build(table, "knight", "2")
    points(playing, 9, 0)
    expect_built(playing, "knight", "1", "2")
    place(playing, "knight", "3").tap()
    expect(playing.locator(".winner")).to_have_text("Ana wins!")
    points(playing, 11, 0)
    expect(action(playing, "End turn")).to_have_count(0)
    playing.get_by_role("link", name="Game summary").tap()
    expect(playing.locator(".winner")).to_have_text("Ana won with 11 points")
    expect(playing.get_by_role("heading", name="Construction")).to_be_visible()
    expect(playing.locator("tbody tr").first).to_contain_text("Ana")
    points_of = playing.locator("section", has=playing.get_by_role("heading", name="Points by source"))
    expect(points_of.locator("th[scope=col]")).to_have_text(
        ["Player", "settlement", "city", "Longest Road", "Largest Army", "Points"]
    )
    expect(points_of.locator("tbody tr").first.locator("td")).to_have_text(["3", "4", "2", "2", "11"])


@pytest.mark.slow
@pytest.mark.smoke
def test_dice_places_knights_and_log_lines_can_be_tapped(
    visit: Visit, server: WebServer, table: Table
) -> None:
    start(table)
    build(table, "road", "2")
    build(table, "knight", "1", "6")
    table.submit(END)
    table.submit(END)
    throw(table, "gold wool wool brick brick")
    page = visit(server, **SCREENS["tablet"])
    dice(page, "gold wool wool brick brick")
    page.locator("[data-key='die-0']").tap()
    dice(page, "? wool wool brick brick")
    page.locator("[data-key='die-0']").tap()
    dice(page, "gold wool wool brick brick")
    place(page, "knight", "6").tap()
    check_option(dialog(page).get_by_role("group", name="Which die?").get_by_label("wool"))
    check_option(dialog(page).get_by_role("group", name="Into what?").get_by_label("grain"))
    dialog(page).get_by_role("button", name="Turn the die").tap()
    dice(page, "gold grain wool brick brick")
    price(page, "road").tap()
    expect(page.get_by_text("Tap where on the sheet.")).to_be_visible()
    place(page, "road", "5").tap()
    expect_built(page, "road", "0", "2", "5")
    page.get_by_role("button", name="View Ben's sheet").tap()
    expect(page.locator(".sheet-whose")).to_have_text("Ben's sheet")
    expect_built(page, "road", "0")
    page.locator("#log .entry").filter(has_text="Ana builds a road (5)").tap()
    dialog(page).locator("[data-key='road-7']").tap()
    dialog(page).get_by_role("button", name="Save").tap()
    page.get_by_role("button", name="View Ana's sheet").tap()
    expect_built(page, "road", "0", "2", "7")


def test_a_tap_between_a_paid_road_and_an_unpaid_site_means_the_road(playing: Page, table: Table) -> None:
    throw(table, "brick lumber ore")
    road, site = place(playing, "road", "2"), place(playing, "settlement", "1")
    expect(road).to_have_class("sheet-place place-road possible")
    road.scroll_into_view_if_needed()
    line, circle = road.locator(".reach").bounding_box(), site.locator(".reach").bounding_box()
    assert line is not None
    assert circle is not None
    ends = (line["x"] + line["width"] / 2, line["y"] + line["height"] / 2)
    middle = (circle["x"] + circle["width"] / 2, circle["y"] + circle["height"] / 2)
    # Low on the road, within the circle of the site.
    x, y = (at + 0.5 * (to - at) for at, to in zip(middle, ends, strict=True))
    playing.touchscreen.tap(x, y)
    expect_built(playing, "road", "0", "2")
    points(playing, 0, 0)


def after_a_throw(table: Table) -> None:
    start(table, 4)
    build(table, "road", "2", "5", "7", "10", "12")
    build(table, "knight", "1", "6")
    for _ in range(4):
        table.submit(END)
    throw(table, "brick lumber wool grain gold gold")


def finish_game(table: Table) -> None:
    start(table, 3)
    build(table, "city", "4", "9", "14", "20")
    build(table, "settlement", "1", "6")


STATES: dict[str, Callable[[Table], Any]] = {
    "the beginning": start,
    "four players": after_a_throw,
    "the base sheet": lambda table: start(table, 3, sheet="base"),
    "the end": finish_game,
}


SCROLLS_NOT = "main => main.scrollHeight <= main.clientHeight + 1"


def wait_until_shown(page: Page) -> None:
    """Wait until the page shows a game."""
    expect(page.locator(".sheet-card, .finisher").locator("visible=true").first).to_be_visible()


def check_fits_fingers(page: Page) -> None:
    """Check that nothing is wider than the screen and that everything to tap is as large as a finger."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in page.locator("#game button:visible, #actions button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    for reach in page.locator("#large circle.reach").all():
        box = reach.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43


class TestEveryState:
    @pytest.mark.parametrize("state", STATES)
    @pytest.mark.slow
    def test_a_tablet_shows_all_but_the_log_without_scrolling_and_axe_finds_nothing(
        self, visit: Visit, server: WebServer, table: Table, state: str
    ) -> None:
        STATES[state](table)
        page = visit(server, **SCREENS["tablet"])
        wait_until_shown(page)
        check_fits_fingers(page)
        assert page.locator("main").evaluate(SCROLLS_NOT)
        page.set_viewport_size({"width": 800, "height": 1280})
        page.reload()
        wait_until_shown(page)
        assert page.locator("main").evaluate(SCROLLS_NOT)
        page.set_viewport_size(SCREENS["tablet"]["viewport"])
        assert axe_violations(page) == []

    @pytest.mark.parametrize("state", STATES)
    def test_a_small_screen_has_no_overflow_and_large_buttons(
        self, visit: Visit, server: WebServer, table: Table, state: str
    ) -> None:
        STATES[state](table)
        page = visit(server, **SCREENS["phone"])
        wait_until_shown(page)
        check_fits_fingers(page)

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
        # The small sheet doesn't cover the points of the special card.
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

    @pytest.mark.slow
    def test_axe_finds_nothing_in_dialogs(self, visit: Visit, server: WebServer, table: Table) -> None:
        after_a_throw(table)
        page = visit(server, **SCREENS["tablet"])
        for tapped, text in (
            ("[data-key=use-6]", "Into what?"),
            ("#log .entry >> nth=0", "Die 1"),
            ("#log .entry >> text=Ana builds a knight", "What was built?"),
        ):
            page.locator(tapped).first.tap()
            expect(dialog(page).get_by_text(text)).to_be_visible()
            assert axe_violations(page, CROSSWISE) == []
            page.set_viewport_size(SCREENS["tablet"]["viewport"])
            dialog(page).get_by_role("button", name="Cancel").tap()

    @pytest.mark.slow
    def test_axe_finds_nothing_in_the_history(self, visit: Visit, server: WebServer, table: Table) -> None:
        finish_game(table)
        page = visit(server, path="history/1", live=False)
        expect(page.locator(".winner")).to_have_text("Ana won with 10 points")
        assert axe_violations(page) == []
