"""The history API, on a journal with a finished game and one in progress.

The pages are tested in node (history, history_figures); test_history_in_browser.py has their layout.
"""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.journal import Journal
from companion.journal.history import game_from_json
from companion.table.game_archive import GameArchive
from companion.table.table import Table
from tests.patience import PATIENCE_S
from tests.table_views import view
from tests.web.conftest import FakeTable, Serve
from tests.web.known_evening import begin
from web import WebServer

PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "<b>Ben</b>", "colour": "blue"},
    {"name": "Clémentine", "colour": "white"},
]


@pytest.fixture
def evenings(tmp_path: Path) -> Iterator[GameArchive]:
    """Two games: Ana won the first with three points, the second is on."""
    clock = iter(range(10_000))
    path = tmp_path / "journal.db"
    journal = Journal.open(path)
    table = Table(journal, lambda: float(next(clock)), games=GAMES)
    begin(table, PLAYERS, points_to_win=3)
    for a, b in ((3, 3), (4, 4), (5, 6), (2, 2)):
        table.submit({"kind": "roll", "dice": [a, b]})
    table.submit({"kind": "show_hand", "player": "red", "resources": {"ore": 3, "grain": 2}})
    table.submit({"kind": "place", "piece": "city", "at": "i4,1"})
    assert view(table)["winner"] == "red"
    begin(table, PLAYERS)
    table.stop()
    yield GameArchive(path)
    journal.close()


@pytest.fixture
def server(empty_table: FakeTable, evenings: GameArchive, serve: Serve) -> WebServer:
    empty_table.game_archive = evenings
    return serve(empty_table)


def get(server: WebServer, path: str) -> tuple[http.client.HTTPResponse, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        return response, response.read()


class TestApi:
    def test_games_are_listed_newest_first_with_the_players(self, server: WebServer) -> None:
        _, body = get(server, "/api/history")
        answer = json.loads(body)
        assert [(game["game"], game["winner"]) for game in answer["games"]] == [(2, None), (1, "red")]
        (book,) = answer["books"]
        assert (book["kind"], book["games"]) == ("base", 1)
        assert book["players"][0] | {"last": ""} == {
            "name": "Ana", "games": 1, "won": 1, "points": 3.0, "best": 3, "last": "",
        }  # fmt: skip

    def test_one_game_is_returned_in_full(self, server: WebServer) -> None:
        _, body = get(server, "/api/history/1")
        summary = json.loads(body)["summary"]
        assert summary["players"][0]["name"] == "Ana"
        assert summary["dice"]["rolls"] == 4

    def test_a_finished_game_is_downloaded_as_a_file(self, server: WebServer, tmp_path: Path) -> None:
        response, body = get(server, "/api/history/1/export")
        assert response.headers["Content-Disposition"] == 'attachment; filename="companion-game-1.json"'
        with Journal.open(tmp_path / "elsewhere.db") as elsewhere:
            assert elsewhere.record_game(game_from_json(json.loads(body))).kind == "base"

    def test_a_game_in_progress_cannot_be_downloaded(self, server: WebServer) -> None:
        response, body = get(server, "/api/history/2/export")
        assert response.status == 409
        assert b"isn't over" in body

    def test_the_rolls_of_any_game_are_downloaded_as_csv(self, server: WebServer) -> None:
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

    def test_a_finished_game_has_a_bg_stats_play(self, server: WebServer) -> None:
        _, body = get(server, "/api/history/1/play")
        answer = json.loads(body)
        assert answer["play"]["game"]["bggId"] == 13
        assert [player["winner"] for player in answer["play"]["players"]] == [True, False, False]
        assert answer["link"].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
        response, drawn = get(server, answer["qr"])
        assert response.headers["Content-Type"].startswith("image/svg+xml")
        assert drawn.startswith(b"<svg")

    @pytest.mark.parametrize("what", ["play", "play.svg"])
    def test_a_game_in_progress_has_no_bg_stats_play(self, server: WebServer, what: str) -> None:
        response, body = get(server, f"/api/history/2/{what}")
        assert response.status == 409
        assert b"isn't over" in body

    def test_only_known_csv_separators_are_accepted(self, server: WebServer) -> None:
        assert get(server, "/api/history/1/rolls.csv?separator=x")[0].status == 400

    @pytest.mark.parametrize("path", ["99", "99/export", "99/rolls.csv", "99/play", "99/play.svg", "x"])
    def test_an_unknown_game_is_not_found(self, server: WebServer, path: str) -> None:
        assert get(server, f"/api/history/{path}")[0].status == 404

    def test_an_unreadable_journal_is_reported(
        self, server: WebServer, evenings: GameArchive, tmp_path: Path
    ) -> None:
        (tmp_path / "journal.db").rename(tmp_path / "gone.db")
        response, body = get(server, "/api/history")
        assert response.status == 503
        assert b"there is no journal" in body

    def test_a_game_file_contains_the_whole_game_as_documented(
        self, server: WebServer, evenings: GameArchive, tmp_path: Path
    ) -> None:
        document = json.loads(get(server, "/api/history/1/export")[1])
        described = (Path(__file__).parents[2] / "docs" / "evening.md").read_text("utf-8")
        documented_names = re.findall(r"^- `(\w+)`", described, re.M)
        assert list(document) == documented_names == ["format", "version", "game", "entries"]
        assert all(f"`{field}`" in described for entry in document["entries"] for field in entry)
        assert (document["format"], document["version"]) == ("companion-game", 1)
        assert document["game"]["kind"] == "base"
        with Journal.open(tmp_path / "elsewhere.db") as elsewhere:
            taken_in = elsewhere.record_game(game_from_json(document)).id
            answer = GameArchive(tmp_path / "elsewhere.db").game_details(taken_in)
        here = json.loads(get(server, "/api/history/1")[1])
        assert answer["summary"] == here["summary"]
