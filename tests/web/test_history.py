"""Looking back: the API and its pages, on a journal with a game that was won and one that is on."""

from __future__ import annotations

import http.client
import json
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.games.registry import GAMES
from companion.island.setups import first_game
from companion.journal import Journal
from companion.table.evenings import Evenings
from companion.table.table import Table
from tests.beginnings import FOUNDING

PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "<b>Ben</b>", "colour": "blue"},
    {"name": "Clémentine", "colour": "white"},
]


def begin(table, **options):
    table.start_game({"game": "base", "players": PLAYERS, "options": options, "abandon": True})
    table.submit({"kind": "correct", "layout": first_game().to_json()})
    for piece, at in FOUNDING:
        table.submit({"kind": "place", "piece": piece, "at": at})


@pytest.fixture
def evenings(tmp_path: Path):
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
    assert table.snapshot()["game"]["view"]["winner"] == "red"
    begin(table)
    table.stop()
    yield Evenings(path)
    journal.close()


@pytest.fixture
def server(empty_table, evenings, serve):
    empty_table.evenings = evenings
    return serve(empty_table)


def get(server, path):
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        return response, response.read()


class TestApi:
    def test_lists_the_games_the_newest_first_and_the_players(self, server):
        _, body = get(server, "/api/history")
        told = json.loads(body)
        assert [(game["game"], game["winner"]) for game in told["games"]] == [(2, None), (1, "red")]
        assert told["players"][0] | {"last": ""} == {
            "name": "Ana", "games": 1, "won": 1, "points": 3.0, "best": 3, "last": "",
        }  # fmt: skip

    def test_tells_one_game_whole(self, server):
        _, body = get(server, "/api/history/1")
        summary = json.loads(body)["summary"]
        assert summary["players"][0]["name"] == "Ana"
        assert summary["dice"]["rolls"] == 4

    def test_gives_a_game_that_is_over_as_a_file(self, server, tmp_path):
        response, body = get(server, "/api/history/1/export")
        assert response.headers["Content-Disposition"] == 'attachment; filename="companion-game-1.json"'
        with Journal.open(tmp_path / "elsewhere.db") as elsewhere:
            assert elsewhere.take_in(json.loads(body)).kind == "base"

    def test_keeps_a_game_that_is_on_to_itself(self, server):
        response, body = get(server, "/api/history/2/export")
        assert response.status == 409
        assert b"isn't over" in body

    @pytest.mark.parametrize("path", ["/api/history/99", "/api/history/99/export", "/api/history/x"])
    def test_knows_no_other_game(self, server, path):
        assert get(server, path)[0].status == 404

    def test_says_so_where_the_journal_cannot_be_read(self, server, evenings, tmp_path):
        (tmp_path / "journal.db").rename(tmp_path / "gone.db")
        response, body = get(server, "/api/history")
        assert response.status == 503
        assert b"there is no journal" in body


class TestPages:
    @pytest.fixture
    def open_at(self, browser, server):
        contexts = []
        complaints = []

        def open_page(path, **options):
            context = browser.new_context(
                **{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options}
            )
            contexts.append(context)
            page = context.new_page()
            page.on(
                "console",
                lambda message: complaints.append(message.text) if message.type == "error" else None,
            )
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(server.url + path)
            page.wait_for_selector("[aria-busy=false]")
            return page

        yield open_page
        for context in contexts:
            context.close()
        assert [text for text in complaints if "Failed to load resource" not in text] == []

    def test_a_tap_on_a_game_looks_back_on_it(self, open_at):
        page = open_at("history")
        page.get_by_role("link", name="Ana won").click()
        expect(page.get_by_text("Ana won with 3 points")).to_be_visible()
        expect(page.get_by_role("img", name="Points over the turns: Ana 3")).to_be_visible()
        expect(page.get_by_role("img", name="The dice against what was to be expected")).to_be_visible()
        expect(page.get_by_role("img", name="Cards by hex")).to_be_visible()

    def test_a_name_is_never_markup(self, open_at):
        page = open_at("history/1")
        expect(page.get_by_text("<b>Ben</b>").first).to_be_visible()

    def test_a_phone_needs_no_scrolling_sideways(self, open_at):
        page = open_at("history/1", viewport={"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    def test_the_evening_is_shared_as_a_picture(self, open_at, tmp_path):
        page = open_at("history/1")
        with page.expect_download() as download:
            page.get_by_role("button", name="Share as a picture").click()
        download.value.save_as(tmp_path / "picture.png")
        import cv2

        picture = cv2.imread(str(tmp_path / "picture.png"))
        assert picture.shape == (900, 1200, 3)
        assert len({tuple(pixel) for pixel in picture[::20, ::20].reshape(-1, 3).tolist()}) > 5

    def test_the_evening_is_saved_as_a_file(self, open_at):
        page = open_at("history/1")
        with page.expect_download() as download:
            page.get_by_role("link", name="Save as a file").click()
        assert download.value.suggested_filename == "companion-game-1.json"

    def test_a_game_that_is_on_is_told_so_far_and_not_given_as_a_file(self, open_at):
        page = open_at("history/2")
        expect(page.get_by_text("This game isn't over: so far")).to_be_visible()
        expect(page.get_by_role("link", name="Save as a file")).to_have_count(0)

    def test_a_game_that_is_not_there_is_said_in_words(self, open_at):
        page = open_at("history/99")
        expect(page.get_by_role("alert")).to_have_text("There is no such game.")
