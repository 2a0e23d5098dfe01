"""A fourth game is one folder and one line: the tally of the tests is served as every other game is."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.games.registry import GAMES
from companion.hardware.snapshots import Sounds, light, next_input
from companion.journal import Journal
from companion.observations import RollSeen
from companion.table.table import Table
from tests.games.tally import Tally
from tests.games.whispered import Whispered
from tests.shown import view
from tests.web.paired import paired_client
from web import WebServer, create_app
from web.game_pages import GamePages
from web.i18n import FILE

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "tools"))

import catalogues

from tests.web.fingers import more_choices, new_game

WITH_TALLY = {**GAMES, "tally": Tally()}
"""The one line."""
WITH_SECRETS = {**WITH_TALLY, "whispered": Whispered()}

FOLDER = Path(__file__).parents[1] / "games" / "tally"
WRITTEN = {".py", ".js", ".html", ".css", ".po"}
PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
Visit = Callable[..., Page]
Serve = Callable[..., WebServer]


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Callable[[], Table]]:
    """The table, opened on its journal: again, it is as after a restart."""
    opened: list[tuple[Table, Journal]] = []

    def close() -> None:
        table, journal = opened.pop()
        table.stop()
        journal.close()

    def open_it() -> Table:
        if opened:
            close()
        journal = Journal.open(tmp_path / "journal.db")
        opened.append((Table(journal, itertools.count(0.0, 0.5).__next__, games=WITH_TALLY), journal))
        return opened[-1][0]

    yield open_it
    close()


@pytest.fixture
def table(open_table: Callable[[], Table]) -> Table:
    return open_table()


@pytest.fixture
def playing(table: Table) -> Table:
    table.start_game({"game": "tally", "players": PLAYERS})
    return table


def totals(page: Page) -> list[str]:
    return page.locator("#totals li").all_inner_texts()


def throw(page: Page, total: int) -> None:
    page.locator("#throws").get_by_role("button", name=f"{total}", exact=True).click()


def test_it_is_chosen_in_the_form_of_a_new_game(table: Table, visit: Visit, serve: Serve) -> None:
    page = new_game(visit(serve(table)))
    page.locator("select[name=game]").select_option("Tally")
    page.locator("select[name=count]").select_option("2")
    page.get_by_label("Name of player 1").fill("Ana")
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#title")).to_have_text("A tally")
    expect(page.locator("#totals")).to_contain_text("Ana 0 in all")


def test_one_that_is_on_already_is_taken_up(table: Table, visit: Visit, serve: Serve) -> None:
    page = new_game(visit(serve(table)))
    page.locator("select[name=game]").select_option("Tally")
    page.locator("select[name=count]").select_option("2")
    page.get_by_label("Name of player 1").fill("Ana")
    page.get_by_label("Name of player 2").fill("Ben")
    more_choices(page)
    page.get_by_label("The game is on already").check()
    page.get_by_label("Who throws next").select_option("Ben")
    page.get_by_label("Thrown by player 1").fill("8")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#totals")).to_contain_text("Ana 8 in all")
    seen = view(table)
    assert seen["on_turn"] == seen["players"][1]["colour"]


def test_it_is_played_by_tap_undone_and_corrected(playing: Table, visit: Visit, serve: Serve) -> None:
    page = visit(serve(playing))
    throw(page, 7)
    expect(page.locator("#log")).to_contain_text("7 was thrown")
    expect(page.locator("#totals")).to_contain_text("Ana 7 in all")
    throw(page, 4)
    expect(page.locator("#totals")).to_contain_text("Ben 4 in all")
    page.get_by_role("navigation").get_by_role("button", name="Undo").click()
    expect(page.locator("#totals")).to_contain_text("Ben 0 in all")
    page.locator("#log").get_by_text("7 was thrown").click()
    page.locator("#dialog").get_by_label("9", exact=True).check()
    expect(page.locator("#dialog")).to_contain_text("Ana: 7 → 9 in all")
    page.get_by_role("button", name="Change it").click()
    expect(page.locator("#totals")).to_contain_text("Ana 9 in all")


def test_the_dice_that_a_tower_tells_count_and_rules_are_flagged_in_its_words(
    playing: Table, visit: Visit, serve: Serve
) -> None:
    page = visit(serve(playing))
    playing.observe(RollSeen(1.0, "tower", (3, 5), token="first"))
    playing.observe(RollSeen(1.0, "tower", (3, 5), token="first"))
    expect(page.locator("#totals")).to_contain_text("Ana 8 in all")
    playing.submit({"kind": "throw", "total": 1})
    expect(page.locator("#log")).to_contain_text("no pair of dice shows so little")


def test_it_goes_on_where_it_was(
    playing: Table, open_table: Callable[[], Table], visit: Visit, serve: Serve
) -> None:
    playing.submit({"kind": "throw", "total": 7})
    page = visit(serve(open_table()))
    expect(page.locator("#title")).to_have_text("A tally")
    expect(page.locator("#totals")).to_contain_text("Ana 7 in all")


def test_it_is_listed_looked_back_on_and_exported(playing: Table, visit: Visit, serve: Serve) -> None:
    for total in (12, 3, 9):
        playing.submit({"kind": "throw", "total": total})
    server = serve(playing)
    page = visit(server)
    expect(page.locator("#title")).to_have_text("Ana came to twenty!")
    page.goto(f"{server.url}history")
    expect(page.locator(".game-line")).to_contain_text("Ana won")
    expect(page.locator(".game-line")).to_contain_text("3 throws")
    page.locator(".game-line").click()
    expect(page.locator(".winner")).to_have_text("Ana won with 21 points")
    expect(page.get_by_role("heading", name="Throws")).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("21")
    exported = page.request.get(f"{server.url}api/history/1/export")
    assert exported.json()["game"]["kind"] == "tally"


def test_it_speaks_french(playing: Table, visit: Visit, serve: Serve) -> None:
    server = serve(playing)
    page = visit(server, locale="fr-FR")
    expect(page.locator("#title")).to_have_text("Un décompte")
    expect(page.get_by_role("region", name="Lancers")).to_be_visible()
    throw(page, 7)
    expect(page.locator("#log")).to_contain_text("7 a été lancé")
    page.goto(f"{server.url}history")
    expect(page.locator(".game-line")).to_contain_text("1 lancer")


def test_a_panel_follows_it(playing: Table) -> None:
    sounds = Sounds(playing.playable)
    assert not sounds.falls(playing.snapshot())
    assert light(playing.playable, playing.snapshot()) == "red"
    entered = next_input(playing.playable, playing.snapshot())
    assert entered is not None
    playing.submit(entered)
    assert view(playing)["totals"] == {"Ana": 2, "Ben": 0}
    assert light(playing.playable, playing.snapshot()) == "blue"
    assert not sounds.falls(playing.snapshot())
    playing.submit({"kind": "throw", "total": 12})
    assert sounds.falls(playing.snapshot())


def test_a_phone_is_told_that_nothing_is_secret(playing: Table) -> None:
    client = paired_client(create_app(playing), "phone", "red", "Ana")
    assert client.get("/api/seat/state").get_json()["seat"] is None
    refused = client.post("/api/seat/inputs", json={"kind": "throw", "total": 4})
    assert refused.status_code == 400
    assert refused.get_json()["error"] == "This game has no secrets: enter it on the tablet."


def test_a_device_keeps_its_files_as_those_of_the_others(playing: Table) -> None:
    client = paired_client(create_app(playing))
    script = client.get("/worker.js").get_data(as_text=True)
    kept = re.findall(r'"([^"]+)"', script.partition("const FILES = [")[2].partition("]")[0])
    own = [path for path in kept if "/games/tally/" in path]
    assert own == [
        "/static/games/tally/tally.css",
        "/scripts/games/tally/tally.js",
        "/scripts/games/tally/history.js",
    ]
    for path in own:
        response = client.get(path)
        assert response.status_code == 200
        response.close()


@pytest.mark.parametrize(
    "path",
    ["games/tally/../game.py", "games/tally/..%2fgame.py", "games/tally/game.py", "games/none/page.css"],
)
def test_nothing_else_of_its_folder_is_served(playing: Table, path: str) -> None:
    client = paired_client(create_app(playing))
    assert client.get(f"/static/{path}").status_code == 404
    assert client.get(f"/scripts/{path}").status_code == 404


def test_its_texts_are_all_there_in_french() -> None:
    (file,) = GamePages.of(WITH_TALLY).translations
    assert file == FOLDER / "translations"
    french = catalogues.read(file / "fr" / FILE)
    said = catalogues.collected_of(FOLDER)
    assert {message.id for message in french if message.id} == {message.id for message in said if message.id}
    assert [each.id for each in french if each.id and not (each.string and all(each.string))] == []


def test_no_other_file_knows_of_it() -> None:
    root = Path(__file__).parents[2]
    files = [path for top in ("companion", "web", "vision") for path in (root / top).rglob("*")]
    texts = {path: path.read_text("utf-8") for path in files if path.suffix in WRITTEN}
    assert [path for path, text in texts.items() if "tally" in text.lower()] == []


class TestOnItsOwnPhonePage:
    @pytest.fixture
    def whispered(self, tmp_path: Path) -> Iterator[Table]:
        with Journal.open(tmp_path / "whispered.db") as journal:
            table = Table(journal, itertools.count(0.0, 0.5).__next__, games=WITH_SECRETS)
            table.start_game({"game": "whispered", "players": PLAYERS})
            yield table
            table.stop()

    def phone(self, visit: Visit, server: WebServer) -> Page:
        return visit(server, path="phone", role="phone", seat="red", player="Ana")

    def test_a_player_sees_and_enters_what_the_game_keeps_secret(
        self, whispered: Table, visit: Visit, serve: Serve
    ) -> None:
        phone = self.phone(visit, serve(whispered))
        expect(phone.locator("#who")).to_contain_text("Ana")
        expect(phone.locator("#who")).to_contain_text("You throw")
        expect(phone).to_have_title("● Your turn")
        phone.get_by_role("button", name="I threw a seven").click()
        expect(phone.locator("#left")).to_contain_text("13 are left")
        expect(phone.locator("#who")).to_contain_text("You wait")
        phone.get_by_role("button", name="Hide cards").click()
        expect(phone.locator("#left")).to_contain_text("Covered")
        phone.get_by_role("button", name="I threw a seven").click()
        expect(phone.get_by_role("alert")).to_have_text("Another player throws now.")

    def test_a_rule_is_flagged_by_what_its_player_knew(
        self, whispered: Table, visit: Visit, serve: Serve
    ) -> None:
        phone = self.phone(visit, serve(whispered))
        phone.get_by_role("button", name="I threw a one").click()
        expect(phone.get_by_role("alert")).to_contain_text("1 of 20 is too little")
        phone.get_by_role("button", name="Undo").click()
        expect(phone.locator("#left")).to_contain_text("20 are left")

    def test_it_goes_along_with_the_game_that_is_on(
        self, whispered: Table, visit: Visit, serve: Serve
    ) -> None:
        phone = self.phone(visit, serve(whispered))
        expect(phone.locator("#left")).to_be_visible()
        whispered.start_game({"game": "tally", "players": PLAYERS, "abandon": True})
        expect(phone.get_by_text("Nothing is secret in this game: the tablet shows it all.")).to_be_visible()
        expect(phone.locator("#left")).to_have_count(0)
        whispered.start_game({"game": "whispered", "players": PLAYERS, "abandon": True})
        expect(phone.locator("#left")).to_contain_text("20 are left")
