"""Looking back: the API and its pages, on a journal with a game that was won and one that is on."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from companion.games.registry import GAMES
from companion.island.setups import first_game
from companion.journal import EntryDraft, Journal
from companion.table.evenings import Evenings
from companion.table.table import Table
from tests.beginnings import FOUNDING, Seconds
from tests.images import picture_at, picture_of
from tests.patience import PATIENCE_S
from tests.shown import view
from tests.web.conftest import FakeTable, Serve
from tests.web.paired import pair_browser
from tests.web.waiting import wait_until
from web import WebServer

SIZES = {"tablet": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "<b>Ben</b>", "colour": "blue"},
    {"name": "Clémentine", "colour": "white"},
]


def begin(table: Table, players: Sequence[Mapping[str, Any]] = PLAYERS, **options: Any) -> None:
    table.start_game({"game": "base", "players": players, "options": options, "abandon": True})
    table.submit({"kind": "correct", "layout": first_game().to_json()})
    for piece, at in FOUNDING:
        table.submit({"kind": "place", "piece": piece, "at": at})


@pytest.fixture
def evenings(tmp_path: Path) -> Iterator[Evenings]:
    """Two games: Ana won the first with three points, the second is on."""
    clock = iter(range(10_000))
    path = tmp_path / "journal.db"
    journal = Journal.open(path)
    table = Table(journal, lambda: float(next(clock)), games=GAMES)
    begin(table, points_to_win=3)
    for a, b in ((3, 3), (4, 4), (5, 6), (2, 2)):
        table.submit({"kind": "roll", "dice": [a, b]})
    table.submit({"kind": "show_hand", "player": "red", "resources": {"ore": 3, "grain": 2}})
    table.submit({"kind": "place", "piece": "city", "at": "i4,1"})
    assert view(table)["winner"] == "red"
    begin(table)
    table.stop()
    yield Evenings(path)
    journal.close()


@pytest.fixture
def server(empty_table: FakeTable, evenings: Evenings, serve: Serve) -> WebServer:
    empty_table.evenings = evenings
    return serve(empty_table)


def get(server: WebServer, path: str) -> tuple[http.client.HTTPResponse, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        return response, response.read()


class TestApi:
    def test_lists_the_games_the_newest_first_and_the_players(self, server: WebServer) -> None:
        _, body = get(server, "/api/history")
        told = json.loads(body)
        assert [(game["game"], game["winner"]) for game in told["games"]] == [(2, None), (1, "red")]
        (book,) = told["books"]
        assert (book["kind"], book["games"]) == ("base", 1)
        assert book["players"][0] | {"last": ""} == {
            "name": "Ana", "games": 1, "won": 1, "points": 3.0, "best": 3, "last": "",
        }  # fmt: skip

    def test_tells_one_game_whole(self, server: WebServer) -> None:
        _, body = get(server, "/api/history/1")
        summary = json.loads(body)["summary"]
        assert summary["players"][0]["name"] == "Ana"
        assert summary["dice"]["rolls"] == 4

    def test_gives_a_game_that_is_over_as_a_file(self, server: WebServer, tmp_path: Path) -> None:
        response, body = get(server, "/api/history/1/export")
        assert response.headers["Content-Disposition"] == 'attachment; filename="companion-game-1.json"'
        with Journal.open(tmp_path / "elsewhere.db") as elsewhere:
            assert elsewhere.take_in(json.loads(body)).kind == "base"

    def test_keeps_a_game_that_is_on_to_itself(self, server: WebServer) -> None:
        response, body = get(server, "/api/history/2/export")
        assert response.status == 409
        assert b"isn't over" in body

    def test_gives_the_rolls_of_any_game_to_a_spreadsheet(self, server: WebServer) -> None:
        response, body = get(server, "/api/history/1/rolls.csv")
        assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert response.headers["Content-Disposition"] == 'attachment; filename="companion-game-1-rolls.csv"'
        first, *rows = body.decode("utf-8-sig").splitlines()
        assert first.startswith("roll,turn,seconds,player,colour,die_1,die_2,sum,robber_kept,red_lumber,")
        assert [row.split(",")[5:8] for row in rows] == [
            ["3", "3", "6"], ["4", "4", "8"], ["5", "6", "11"], ["2", "2", "4"],
        ]  # fmt: skip
        _, body = get(server, "/api/history/2/rolls.csv?separator=semicolon")
        assert body.decode("utf-8-sig").startswith("roll;turn;")

    def test_gives_a_game_that_is_over_to_bg_stats(self, server: WebServer) -> None:
        _, body = get(server, "/api/history/1/play")
        told = json.loads(body)
        assert told["play"]["game"]["bggId"] == 13
        assert [player["winner"] for player in told["play"]["players"]] == [True, False, False]
        assert told["link"].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
        response, drawn = get(server, told["qr"])
        assert response.headers["Content-Type"].startswith("image/svg+xml")
        assert drawn.startswith(b"<svg")

    @pytest.mark.parametrize("what", ["play", "play.svg"])
    def test_gives_no_play_of_a_game_that_is_on(self, server: WebServer, what: str) -> None:
        response, body = get(server, f"/api/history/2/{what}")
        assert response.status == 409
        assert b"isn't over" in body

    def test_separates_values_by_nothing_else(self, server: WebServer) -> None:
        assert get(server, "/api/history/1/rolls.csv?separator=x")[0].status == 400

    @pytest.mark.parametrize("path", ["99", "99/export", "99/rolls.csv", "99/play", "99/play.svg", "x"])
    def test_knows_no_other_game(self, server: WebServer, path: str) -> None:
        assert get(server, f"/api/history/{path}")[0].status == 404

    def test_says_so_where_the_journal_cannot_be_read(
        self, server: WebServer, evenings: Evenings, tmp_path: Path
    ) -> None:
        (tmp_path / "journal.db").rename(tmp_path / "gone.db")
        response, body = get(server, "/api/history")
        assert response.status == 503
        assert b"there is no journal" in body


@pytest.fixture
def open_at(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page that looks back: open_at(server, path, **options of the browser's context)."""
    contexts = []
    complaints = []

    def open_page(server: WebServer, path: str, role: str = "viewer", **options: Any) -> Page:
        context = browser.new_context(
            # What a service worker keeps is its own tests' matter (test_pwa.py).
            service_workers="block",
            **{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options},
        )
        contexts.append(context)
        pair_browser(context, server, role)
        page = context.new_page()
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type == "error" else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server.url + path)
        if path.startswith("history"):
            page.wait_for_selector("[aria-busy=false]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in complaints if "Failed to load resource" not in text] == []


def read_at(code: Locator, width: int) -> str:
    """What a QR code on a page says, seen at so many pixels; empty where it can't be read."""
    code.evaluate("(image, width) => { image.style.width = `${width}px`; }", width)
    read, *_ = cv2.QRCodeDetector().detectAndDecode(picture_of(code.screenshot()))
    return read


class TestPages:
    def test_a_tap_on_a_game_looks_back_on_it(self, open_at: Callable[..., Page], server: WebServer) -> None:
        page = open_at(server, "history")
        page.get_by_role("link", name="Ana won").click()
        expect(page.get_by_text("Ana won with 3 points")).to_be_visible()
        expect(page.get_by_role("img", name="Points over the turns: Ana 3")).to_be_visible()
        expect(page.get_by_role("img", name="The dice against what was to be expected")).to_be_visible()
        expect(page.get_by_role("img", name="Cards by hex")).to_be_visible()

    def test_ways_that_lead_on_stand_apart(self, open_at: Callable[..., Page], server: WebServer) -> None:
        ways = open_at(server, "history").locator("#ways > *")
        expect(ways).to_have_count(2)
        language, back = (box_of(way) for way in ways.all())
        assert back["x"] - (language["x"] + language["width"]) >= 6

    def test_on_the_tablet_a_game_is_put_out_of_sight_and_brought_back(
        self, open_at: Callable[..., Page], serve: Serve, tmp_path: Path
    ) -> None:
        with Journal.open(tmp_path / "here.db") as journal:
            table = Table(journal, Seconds())
            begin(table)
            table.submit({"kind": "roll", "dice": [3, 3]})
            begin(table)
            table.submit({"kind": "roll", "dice": [4, 4]})
            server = serve(table)
            page = open_at(server, "history", role="tablet")
            games = page.locator(".game")
            expect(games).to_have_count(2)
            games.nth(0).get_by_role("button", name="Archive").click()
            expect(page.get_by_role("alert")).to_contain_text("This game is on")
            page.reload()
            games.nth(1).get_by_role("button", name="Archive").click()
            expect(games).to_have_count(1)
            page.get_by_role("link", name="Archived games").click()
            expect(games).to_have_count(1)
            page.get_by_role("button", name="Bring back").click()
            expect(page.get_by_text("No game is archived.")).to_be_visible()
            expect(open_at(server, "history").get_by_role("button", name="Archive")).to_have_count(0)

    def test_a_game_that_can_t_be_shown_is_a_line_that_says_so(
        self, open_at: Callable[..., Page], serve: Serve, tmp_path: Path
    ) -> None:
        with Journal.open(tmp_path / "here.db") as journal:
            nonsense = {"kind": "roll", "player": "red", "dice": [7, 7]}
            journal.begin("base", [EntryDraft(0.0, "tablet", 1.0, {"v": 1, "event": nonsense})])
            table = Table(journal, Seconds())
            begin(table)
            table.submit({"kind": "roll", "dice": [3, 3]})
            page = open_at(serve(table), "history")
            expect(page.locator(".game")).to_have_count(2)
            expect(page.get_by_text("This game can't be shown")).to_be_visible()
            expect(page.get_by_text("dice are given as two numbers")).to_be_visible()

    def test_the_rolls_are_offered_as_the_spreadsheets_of_the_language_read_them(
        self, open_at: Callable[..., Page], server: WebServer
    ) -> None:
        rolls = open_at(server, "history/2").get_by_role("link", name="Rolls for a spreadsheet")
        expect(rolls).to_have_attribute("href", "/api/history/2/rolls.csv")
        rolls = open_at(server, "history/2", locale="fr-FR").get_by_role("link", name="tableur")
        expect(rolls).to_have_attribute("href", "/api/history/2/rolls.csv?separator=semicolon")

    def test_a_play_goes_into_bg_stats_by_a_code_that_a_phone_reads(
        self, open_at: Callable[..., Page], server: WebServer
    ) -> None:
        page = open_at(server, "history/1")
        page.get_by_text("Into BG Stats").click()
        link = page.get_by_role("link", name="Open in BG Stats").get_attribute("href")
        code = page.get_by_role("img", name="QR code: this play for BG Stats")
        expect(code).to_have_js_property("complete", True)
        # As a phone does, this looks more than once, from nearer and from farther away.
        assert any(read_at(code, width) == link for width in (321, 428, 535, 642, 749, 856))

    def test_who_comes_for_bg_stats_finds_it_open(
        self, open_at: Callable[..., Page], server: WebServer
    ) -> None:
        page = open_at(server, "history/1#play")
        expect(page.get_by_role("link", name="Open in BG Stats")).to_be_visible()
        expect(open_at(server, "history/2").get_by_text("Into BG Stats")).to_have_count(0)

    def test_a_name_is_never_markup(self, open_at: Callable[..., Page], server: WebServer) -> None:
        page = open_at(server, "history/1")
        expect(page.get_by_text("<b>Ben</b>").first).to_be_visible()

    def test_a_game_that_is_on_is_told_so_far_and_not_given_as_a_file(
        self, open_at: Callable[..., Page], server: WebServer
    ) -> None:
        page = open_at(server, "history/2")
        expect(page.get_by_text("This game isn't over: so far")).to_be_visible()
        expect(page.get_by_role("link", name="Save as a file")).to_have_count(0)

    def test_a_table_that_is_gone_is_said_in_words(
        self, open_at: Callable[..., Page], server: WebServer
    ) -> None:
        page = open_at(server, "history")
        page.route("**/api/history*", lambda route: route.abort())
        page.reload()
        expect(page.locator("[role=alert]")).to_have_text("The table doesn't answer.")

    def test_a_game_that_is_not_there_is_said_in_words(
        self, open_at: Callable[..., Page], server: WebServer
    ) -> None:
        page = open_at(server, "history/99")
        expect(page.get_by_role("alert")).to_have_text("There is no such game.")


ANA, BEN, CYR = "Ana", "Ben", "Cyr"
SEATED = [{"name": ANA, "colour": "red"}, {"name": BEN, "colour": "blue"}, {"name": CYR, "colour": "white"}]

# What the founded settlements take, by the sum that is rolled:
#
#     sum (ways of 36)   red         blue           white
#      3 (2)             lumber      ore            ore
#      4 (3)                         wool, grain    grain
#      5 (4)             wool                       wool, brick
#      6 (5)             brick       grain
#      8 (5)             ore                        lumber
#      9 (4)                         lumber
#     10 (3)                         brick
#     11 (2)             lumber                     wool
#     12 (1)             grain
#     by even dice       19 / 36     20 / 36        20 / 36
#
# Where the robber stands on the pasture with the five, red and white lose a wool of its sum: 15 and 16 / 36.
KNOWN = (
    (100, {"kind": "roll", "dice": [3, 3]}),
    (110, {"kind": "domestic_trade", "with": "blue", "give": {"lumber": 1}, "take": {"grain": 1}}),
    (130, {"kind": "end_turn"}),
    (140, {"kind": "roll", "dice": [2, 3]}),
    (150, {"kind": "end_turn"}),
    (160, {"kind": "roll", "dice": [3, 4]}),
    (165, {"kind": "move_robber", "to": "h1,1"}),
    (166, {"kind": "steal", "from": "red", "resource": "wool"}),
    (170, {"kind": "show_hand", "player": "white", "resources": {"brick": 4, "ore": 1}}),
    (175, {"kind": "maritime_trade", "give": {"brick": 4}, "take": {"ore": 1}}),
    (180, {"kind": "end_turn"}),
    # The robber keeps a wool from red and one from white: only the hills give their brick.
    (200, {"kind": "roll", "dice": [1, 4]}),
    (210, {"kind": "show_hand", "player": "red", "resources": {"ore": 5, "grain": 4}}),
    (245, {"kind": "end_turn"}),
    (250, {"kind": "roll", "dice": [1, 6]}),
    (255, {"kind": "discard", "player": "red", "resources": {"ore": 2, "grain": 2}}),
    # Back to the desert, where nobody can be robbed.
    (258, {"kind": "move_robber", "to": "h0,0"}),
    (262, {"kind": "end_turn"}),
    (270, {"kind": "roll", "dice": [4, 4]}),
    (275, {"kind": "end_turn"}),
    (300, {"kind": "roll", "dice": [5, 6]}),
    (310, {"kind": "domestic_trade", "with": "white", "give": {"lumber": 1}, "take": {"wool": 1}}),
    (361, {"kind": "place", "piece": "city", "at": "i4,1"}),
)
"""A game of seven turns, by the seconds of the clock; red wins it."""
BEFORE = (
    {"kind": "roll", "dice": [1, 1]},
    {"kind": "end_turn"},
    {"kind": "roll", "dice": [1, 1]},
    {"kind": "show_hand", "player": "blue", "resources": {"ore": 3, "grain": 2}},
    {"kind": "place", "piece": "city", "at": "i5,-4"},
)
"""The game before it, which blue won."""


@pytest.fixture
def evening(tmp_path: Path, serve: Serve) -> Iterator[WebServer]:
    """Two games over, the known one last; the real table still shows it."""
    now = [0.0]
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, lambda: now[0], games=GAMES)
        begin(table, SEATED, points_to_win=3)
        for told in BEFORE:
            table.submit(told)
        now[0] = 1000.0
        begin(table, SEATED, points_to_win=3)
        for seconds, told in KNOWN:
            now[0] = 1000.0 + seconds
            table.submit(told)
        assert view(table)["winner"] == "red"
        yield serve(table)
        table.stop()


@pytest.fixture(params=SIZES)
def touched(
    request: pytest.FixtureRequest, evening: WebServer, open_at: Callable[..., Page]
) -> Callable[..., Page]:
    """A page of the evening under fingers, on a tablet and on a phone."""

    def open_page(path: str, **options: Any) -> Page:
        return open_at(evening, path, "tablet", viewport=SIZES[request.param], has_touch=True, **options)

    return open_page


def box_of(shown: Locator) -> FloatRect:
    """Where something that is shown lies on the page, in CSS pixels."""
    box = shown.bounding_box()
    assert box is not None, "it isn't shown"
    return box


def width_of(page: Page) -> int:
    """How wide a page's window is, in CSS pixels."""
    assert page.viewport_size is not None
    return page.viewport_size["width"]


def section(page: Page, title: str) -> Locator:
    """The part of the page below a heading."""
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.locator("section").filter(has=heading)


def cells(table: Locator) -> dict[str, dict[str, str]]:
    """What a table says: its columns' names, and its rows by their heads."""
    said = table.evaluate(
        """table => [...table.rows].map(row => [...row.cells].map(cell => {
          const sign = cell.querySelector("svg[aria-label]");
          return sign?.getAttribute("aria-label") ?? cell.textContent.trim().replace(/\\s+/g, " ");
        }))"""
    )
    (_, *columns), *rows = said
    return {head: dict(zip(columns, row, strict=True)) for head, *row in rows}


def told_of(page: Page, title: str, nth: int = 0) -> dict[str, dict[str, str]]:
    return cells(section(page, title).locator("table").nth(nth))


class TestFigures:
    """Every figure of the known game, by its row and its column, reckoned by hand."""

    @pytest.fixture
    def page(self, evening: WebServer, open_at: Callable[..., Page]) -> Page:
        return open_at(evening, "history/2")

    def test_which_game_it_was_who_won_when_and_in_how_many_turns(self, page: Page) -> None:
        expect(page.locator(".winner")).to_have_text("Ana won with 3 points")
        expect(page.locator(".head")).to_contain_text("CATAN, the base game · ")
        expect(page.locator(".head")).to_contain_text("· 7 turns · 6 minutes")

    def test_what_the_points_are_made_of(self, page: Page) -> None:
        rows = page.locator(".standing").evaluate_all(
            """rows => rows.map(row => [
              row.querySelector("b").textContent,
              row.querySelector(".standing-points").textContent,
              [...row.querySelectorAll(".count")].map(one => [one.querySelector("b").textContent, one.title]),
            ])"""
        )
        two = [["2", "2 points from settlements"]]
        of_red = [["1", "1 point from settlements"], ["2", "2 points from cities"]]
        assert rows == [[ANA, "3", of_red], [BEN, "2", two], [CYR, "2", two]]

    def test_special_cards_and_victory_points_each_by_their_name(
        self, evening: WebServer, open_at: Callable[..., Page]
    ) -> None:
        page = open_at(evening, "history")
        answer = page.evaluate("async () => (await fetch('/api/history/2')).json()")
        of = {"settlement": 1, "city": 6, "longest_road": 2, "largest_army": 2, "victory_point": 3}
        answer["summary"]["players"][0]["of"] = of
        page.route("**/api/history/2", lambda route: route.fulfill(json=answer))
        page.goto(f"{evening.url}history/2")
        counts = page.locator(".standing").first.locator(".count")
        expect(counts).to_have_count(5)
        said = counts.evaluate_all("all => all.map(one => [one.querySelector('b').textContent, one.title])")
        assert said == [
            ["1", "1 point from settlements"],
            ["6", "6 points from cities"],
            ["2", "Longest road"],
            ["2", "Largest army"],
            ["3", "3 victory point cards"],
        ]

    def test_cards_taken_by_player_and_resource(self, page: Page) -> None:
        kinds = ("lumber", "brick", "wool", "grain", "ore", "All")
        taken = {ANA: (1, 1, 1, 0, 1, 4), BEN: (0, 0, 0, 1, 0, 1), CYR: (1, 2, 2, 0, 0, 5)}
        assert told_of(page, "Production") == {
            name: dict(zip(kinds, map(str, row), strict=True)) for name, row in taken.items()
        }

    def test_what_even_dice_would_have_brought_and_the_luck(self, page: Page) -> None:
        # Two of seven rolls meet the robber on the pasture: 5 * 19 + 2 * 15, 7 * 20, 5 * 20 + 2 * 16, of 36.
        columns = ("At the start", "By even dice", "Luck")
        fortunes = {ANA: ("3", "3.5", "+0.5"), BEN: ("3", "3.9", "−2.9"), CYR: ("3", "3.7", "+1.3")}
        assert told_of(page, "Production", 1) == {
            name: dict(zip(columns, row, strict=True)) for name, row in fortunes.items()
        }

    def test_what_each_hex_gave_and_what_the_robber_kept_there(self, page: Page) -> None:
        gave = section(page, "What each hex gave").locator("svg title").all_text_contents()
        assert sorted(text for text in gave if not re.search(r": 0 taken$", text)) == [
            "Fields 6: 1 taken",
            "Forest 11: 1 taken",
            "Forest 8: 1 taken",
            "Hills 5: 2 taken",
            "Hills 6: 1 taken",
            "Mountains 8: 1 taken",
            "Pasture 11: 1 taken",
            "Pasture 5: 2 taken, 2 kept back by the robber",
        ]

    def test_what_the_robber_cost(self, page: Page) -> None:
        columns = ("Kept back by the robber", "Discarded", "Stolen by others", "Stolen from others")
        cost = {ANA: "1410", BEN: "0000", CYR: "1001"}
        assert told_of(page, "What the robber cost") == {
            name: dict(zip(columns, row, strict=True)) for name, row in cost.items()
        }

    def test_trades(self, page: Page) -> None:
        columns = ("With players", "With whom", "Maritime")
        traded = {ANA: ("2", "Ben 1 Cyr 1", "0"), BEN: ("1", "Ana 1", "0"), CYR: ("1", "Ana 1", "1")}
        assert told_of(page, "Trades") == {
            name: dict(zip(columns, row, strict=True)) for name, row in traded.items()
        }

    def test_turns_on_average_and_the_longest(self, page: Page) -> None:
        # Red: 30, 45 and 61 seconds from the roll; blue: 10 and 12; white: 20 and 5.
        assert told_of(page, "Turns") == {
            ANA: {"On average": "0:45"}, BEN: {"On average": "0:11"}, CYR: {"On average": "0:13"},
        }  # fmt: skip
        longest = section(page, "Turns").get_by_role("listitem")
        expect(longest).to_have_text(["Ana, turn 7: 1:01", "Ana, turn 4: 0:45", "Ana, turn 1: 0:30"])

    def test_the_dice_as_bars_against_marks(self, page: Page) -> None:
        chart = section(page, "The dice against what was to be expected")
        assert chart.locator(".rolled").all_text_contents() == list("00021210010")
        expect(chart).to_contain_text("7 rolls.")
        expect(chart).to_contain_text("Sevens: Ben 1, Cyr 1.")
        tall = chart.locator("rect").evaluate_all("bars => bars.map(bar => bar.height.baseVal.value)")
        foot = chart.locator("rect").first.evaluate("bar => bar.y.baseVal.value + bar.height.baseVal.value")
        marks = chart.locator(".expected").evaluate_all("lines => lines.map(line => line.y1.baseVal.value)")
        one = tall[4]
        assert [round(height / one, 3) for height in tall] == [0, 0, 0, 2, 1, 2, 1, 0, 0, 1, 0]
        # Of seven rolls seven is to be expected 7 * 6 / 36 times.
        assert [round((foot - mark) / one, 2) for mark in marks[4:7]] == [0.97, 1.17, 0.97]

    def test_points_over_the_turns_a_line_each_with_dashes_of_its_own(self, page: Page) -> None:
        chart = section(page, "Points over the turns")
        lines = chart.locator(".line")
        dashes = lines.evaluate_all("all => all.map(line => line.getAttribute('stroke-dasharray'))")
        assert len(set(dashes)) == 3
        heights = lines.evaluate_all("all => all.map(line => [...line.points].map(point => point.y))")
        grid = chart.locator(".grid").evaluate_all("all => all.map(line => line.y1.baseVal.value)")
        a_point = (grid[0] - grid[1]) / 2
        for height, points in zip(heights, ([2] * 7 + [3], [2] * 8, [2] * 8), strict=True):
            # Lines of as many points lie side by side, less than half a point aside.
            assert [round((grid[0] - y) / a_point) for y in height] == points
        assert len({line[0] for line in heights}) == 3
        assert chart.locator(".line-name").all_text_contents() == [ANA, BEN, CYR]


class TestFingers:
    def test_look_back_from_the_table_at_the_end(self, touched: Callable[..., Page]) -> None:
        page = touched("")
        page.get_by_role("link", name="Look back on the evening").tap()
        expect(page.get_by_text("Ana won with 3 points")).to_be_visible()
        page.get_by_role("link", name="To the table").tap()
        expect(page.get_by_text("Ana wins!")).to_be_visible()

    def test_look_up_the_evenings_played_and_what_they_came_to(self, touched: Callable[..., Page]) -> None:
        page = touched("")
        page.get_by_role("button", name="More", exact=True).tap()
        page.get_by_role("button", name="Evenings played").tap()
        columns = ("Games", "Victories", "Points on average", "Best")
        came_to = {ANA: "2 1 2.5 3", BEN: "2 1 2.5 3", CYR: "2 0 2.0 2"}
        won = "CATAN, the base game · Who won · 2 games played"
        expect(page.get_by_role("heading", name=won)).to_be_visible()
        expect(page.get_by_role("heading", name="Ana, Ben have won most often")).to_be_visible()
        expect(page.get_by_role("heading", name="Ana and Ben are even")).to_be_visible()
        assert told_of(page, won) == {
            name: dict(zip(columns, row.split(), strict=True)) for name, row in came_to.items()
        }
        expect(page.locator(".game-line")).to_have_count(2)
        known, before = page.locator(".game-line").all()
        expect(known).to_contain_text("Ana won")
        expect(known.locator(".score")).to_have_text(["Ana 3", "Ben 2", "Cyr 2"])
        expect(before).to_contain_text("Ben won")
        before.tap()
        expect(page.get_by_text("Ben won with 3 points")).to_be_visible()
        page.get_by_role("link", name="All games").tap()
        expect(page.get_by_role("heading", name="Games played", exact=True)).to_be_visible()

    @pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
    def test_nothing_is_cut_and_everything_is_large_enough(
        self, touched: Callable[..., Page], language: str
    ) -> None:
        for path in ("history", "history/2"):
            page = touched(path, locale=language)
            width = width_of(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
            assert page.locator(".wide").evaluate_all(cut) == []
            heights = "all => all.map(one => one.getBoundingClientRect().height)"
            met = page.locator("main a, main button, nav a, nav select")
            assert min(met.evaluate_all(heights)) >= 43.5

    def test_the_longest_names_push_nothing_out(
        self, touched: Callable[..., Page], evening: WebServer
    ) -> None:
        page = touched("history", locale="fr-FR")
        answer = page.evaluate("async () => (await fetch('/api/history/2')).text()")
        longest = {ANA: "Anastasia Wilhelmina", BEN: "Bartholomäus Gregor", CYR: "Clémentine-Margaux B"}
        for name, long in longest.items():
            answer = answer.replace(f'"{name}"', f'"{long}"')
        assert "Wilhelmina" in answer
        page.route("**/api/history/2", lambda route: route.fulfill(json=json.loads(answer)))
        page.goto(f"{evening.url}history/2")
        page.wait_for_selector("[aria-busy=false]")
        assert page.evaluate("document.documentElement.scrollWidth") <= width_of(page)
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
        assert page.locator(".wide").evaluate_all(cut) == []
        sees = "all => all.map(one => one.getBoundingClientRect().right)"
        edge = page.locator(".chart").first.evaluate("one => one.getBoundingClientRect().right")
        assert max(page.locator(".line-name").evaluate_all(sees)) <= edge

    def test_the_rows_of_a_match_are_its_teams(
        self, open_at: Callable[..., Page], serve: Serve, tmp_path: Path
    ) -> None:
        with Journal.open(tmp_path / "match.db") as journal:
            table = Table(journal, lambda: 0.0, games=GAMES)
            table.start_game({"game": "spot_it", "players": SEATED[:2], "options": {}})
            table.submit({"kind": "game_scored", "first_out": [], "counts": {"red": 5, "blue": 4}})
            page = open_at(serve(table), "history/1")
            expect(page.locator("thead th").first).to_have_text("Team")
            table.stop()

    @pytest.mark.parametrize("longest", ["Anna & Ben", "Maximilienne", "W" * 40])
    def test_a_name_at_the_end_of_its_line_is_whole_where_there_is_room(
        self, touched: Callable[..., Page], evening: WebServer, longest: str
    ) -> None:
        page = touched("history")
        answer = page.evaluate("async () => (await fetch('/api/history/2')).text()")
        for name, other in ((ANA, longest), (BEN, "Chloé & Dirk")):
            answer = answer.replace(f'"{name}"', f'"{other}"')
        page.route("**/api/history/2", lambda route: route.fulfill(json=json.loads(answer)))
        page.goto(f"{evening.url}history/2")
        chart = page.locator(".chart").first
        names = chart.locator(".line-name")
        expect(chart.locator("[data-colour=blue] .line-name")).to_have_text("Chloé & Dirk")
        whole = longest if len(longest) < 40 else re.compile(f"^{longest[0]}{{5,38}}…$")
        expect(chart.locator("[data-colour=red] .line-name")).to_have_text(whole)
        right = "all => Math.max(...all.map(one => one.getBoundingClientRect().right))"
        assert names.evaluate_all(right) <= chart.evaluate("one => one.getBoundingClientRect().right")

    def test_where_nothing_was_played_it_says_what_will_be_here(
        self, open_at: Callable[..., Page], empty_table: FakeTable, tmp_path: Path, serve: Serve
    ) -> None:
        with Journal.open(tmp_path / "empty.db"):
            empty_table.evenings = Evenings(tmp_path / "empty.db")
            page = open_at(serve(empty_table), "history", viewport=SIZES["phone"], has_touch=True)
            expect(page.get_by_text("No game was played here yet.")).to_be_visible()
            expect(page.locator("main").get_by_role("link", name="To the table")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]


WRITTEN = """
window.written = [];
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
  window.written.push(text);
  return fillText.call(this, text, ...where);
};
"""
PAINTS_SLOWLY = """
const { toBlob } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.toBlob = function (...how) { setTimeout(() => toBlob.apply(this, how), 500); };
"""
SHARES = """
navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ files: [file] }) => {
  const picture = await createImageBitmap(file);
  window.shared = [file.name, file.type, picture.width, picture.height];
  if (window.closed) throw new DOMException("", "AbortError");
};
"""


def opened(page: Page) -> Locator:
    """The dialog with the evening's picture, once it is drawn."""
    page.get_by_role("button", name="Share as a picture").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="The evening's picture").locator("canvas")).to_be_visible()
    return dialog


class TestSharing:
    @pytest.fixture
    def page(self, touched: Callable[..., Page]) -> Page:
        page = touched("history")
        page.add_init_script(WRITTEN)
        return page

    @pytest.mark.parametrize(("shape", "size"), [("Wide", (900, 1600, 3)), ("Tall", (1350, 1080, 3))])
    def test_the_picture_is_the_final_board_with_who_won_and_the_groups_name(
        self, page: Page, evening: WebServer, shape: str, size: tuple[int, ...]
    ) -> None:
        page.goto(f"{evening.url}history/2")
        dialog = opened(page)
        dialog.get_by_label("What your group is called").fill("Thursday's round")
        dialog.get_by_label(shape).check(force=True)
        page.evaluate("window.written = []")
        dialog.get_by_label("What your group is called").fill("Friday's round")
        dialog.get_by_label("What your group is called").blur()
        wait_until(page, "() => window.written.filter((text) => text === '2:1').length >= 5")
        with page.expect_download() as download:
            dialog.get_by_role("button", name="Save as a file").tap()
        assert re.fullmatch(r"companion-\d{4}-\d\d-\d\d-2\.png", download.value.suggested_filename)
        picture = picture_at(download.value.path())
        assert picture.shape == size
        # Ana's red fills the band; the sea is blue.
        blue, green, red = picture[10, size[1] - 10]
        assert red > 150 > max(blue, green)
        title, group, game, long, *written = page.evaluate("window.written")
        assert (title, group) == ("Ana won", "Friday's round")
        assert game.startswith("CATAN, the base game · ")
        assert long == "7 turns · 6 minutes"
        assert written[:6] == [ANA, "3", BEN, "2", CYR, "2"]
        assert {"Points over the turns", "3:1", "12"} <= set(written)

    def test_a_name_that_was_typed_just_before_is_on_what_is_saved(
        self, page: Page, evening: WebServer
    ) -> None:
        page.add_init_script(PAINTS_SLOWLY)
        page.goto(f"{evening.url}history/2")
        dialog = opened(page)
        dialog.get_by_label("What your group is called").fill("Friday's round")
        with page.expect_download() as download:
            dialog.get_by_role("button", name="Save as a file").tap()
        assert picture_at(download.value.path()).shape[2] == 3
        assert "Friday's round" in page.evaluate("window.written")

    def test_what_the_group_is_called_is_known_the_next_time(self, page: Page, evening: WebServer) -> None:
        page.goto(f"{evening.url}history/2")
        name = opened(page).get_by_label("What your group is called")
        name.fill("Thursday's round")
        name.blur()
        page.reload()
        expect(opened(page).get_by_label("What your group is called")).to_have_value("Thursday's round")

    def test_a_device_that_shares_is_handed_the_picture(self, page: Page, evening: WebServer) -> None:
        page.add_init_script(SHARES)
        page.goto(f"{evening.url}history/2")
        opened(page).get_by_role("button", name="Share", exact=True).tap()
        wait_until(page, "() => window.shared")
        name, *picture = page.evaluate("window.shared")
        assert name.endswith("-2.png")
        upright = width_of(page) == SIZES["phone"]["width"]
        assert picture == ["image/png", *((1080, 1350) if upright else (1600, 900))]

    def test_who_closes_the_sheet_is_told_of_no_error(self, page: Page, evening: WebServer) -> None:
        page.add_init_script(f"window.closed = true;{SHARES}")
        page.goto(f"{evening.url}history/2")
        for _ in range(2):
            opened(page).get_by_role("button", name="Share", exact=True).tap()
            wait_until(page, "() => window.shared")
            page.evaluate("window.shared = null")

    def test_the_file_is_the_whole_game_as_its_documentation_says(
        self, page: Page, evening: WebServer, tmp_path: Path
    ) -> None:
        page.goto(f"{evening.url}history/2")
        with page.expect_download() as download:
            page.get_by_role("link", name="Save as a file").tap()
        assert download.value.suggested_filename == "companion-game-2.json"
        document = json.loads(download.value.path().read_text("utf-8"))
        described = (Path(__file__).parents[2] / "docs" / "evening.md").read_text("utf-8")
        told_there = re.findall(r"^- `(\w+)`", described, re.M)
        assert list(document) == told_there == ["format", "version", "game", "entries"]
        assert all(f"`{field}`" in described for entry in document["entries"] for field in entry)
        assert (document["format"], document["version"]) == ("companion-game", 1)
        assert document["game"]["kind"] == "base"
        with Journal.open(tmp_path / "elsewhere.db") as elsewhere:
            taken_in = elsewhere.take_in(document).id
            told = Evenings(tmp_path / "elsewhere.db").told(taken_in)
        here = json.loads(get(evening, "/api/history/2")[1])
        assert told["summary"] == here["summary"]
