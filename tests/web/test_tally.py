"""A fourth game is one folder and one line: the tests' tally is served like every game.

Its pages are tested in node (tests/web/node/tally.test.js).
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.hardware.panel import SoundDetector, next_input, panel_colour
from companion.journal import Journal
from companion.observations import DiceDetection
from companion.table.table import Table
from tests.games.tally import Tally
from tests.table_views import view
from tests.web.paired import paired_client
from web import create_app
from web.game_pages import GamePages
from web.i18n import CATALOG_FILE

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "tools"))

import catalogues

WITH_TALLY = {**GAMES, "tally": Tally()}
"""The one line."""

FOLDER = Path(__file__).parents[1] / "games" / "tally"
SOURCE_SUFFIXES = {".py", ".js", ".html", ".css", ".po"}
PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]


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


def test_the_dice_that_a_tower_reports_count_once(playing: Table) -> None:
    playing.observe(DiceDetection(1.0, "tower", (3, 5), token="first"))
    playing.observe(DiceDetection(1.0, "tower", (3, 5), token="first"))
    assert view(playing)["totals"] == {"Ana": 8, "Ben": 0}


def test_a_tally_continues_after_a_restart(playing: Table, open_table: Callable[[], Table]) -> None:
    playing.submit({"kind": "throw", "total": 7})
    before = view(playing)
    table = open_table()
    assert before["totals"] == {"Ana": 7, "Ben": 0}
    assert view(table) == before
    page = paired_client(create_app(table)).get("/").get_data(as_text=True)
    assert "/games/tally/tally.js" in page


def test_a_tally_is_exported(playing: Table) -> None:
    for total in (12, 3, 9):
        playing.submit({"kind": "throw", "total": total})
    exported = paired_client(create_app(playing)).get("/api/history/1/export")
    assert exported.get_json()["game"]["kind"] == "tally"


def test_a_panel_follows_a_tally(playing: Table) -> None:
    sounds = SoundDetector(playing.playable)
    assert not sounds.detect_sound(playing.snapshot())
    assert panel_colour(playing.playable, playing.snapshot()) == "red"
    entered = next_input(playing.playable, playing.snapshot())
    assert entered is not None
    playing.submit(entered)
    assert view(playing)["totals"] == {"Ana": 2, "Ben": 0}
    assert panel_colour(playing.playable, playing.snapshot()) == "blue"
    assert not sounds.detect_sound(playing.snapshot())
    playing.submit({"kind": "throw", "total": 12})
    assert sounds.detect_sound(playing.snapshot())


def test_a_phone_learns_that_nothing_is_secret(playing: Table) -> None:
    client = paired_client(create_app(playing), "phone", "red", "Ana")
    assert client.get("/api/seat/state").get_json()["seat"] is None
    refused = client.post("/api/seat/inputs", json={"kind": "throw", "total": 4})
    assert refused.status_code == 400
    assert refused.get_json()["error"] == "This game has nothing secret: use the tablet to enter it."


def test_a_device_caches_the_tally_s_files(playing: Table) -> None:
    client = paired_client(create_app(playing))
    script = client.get("/worker.js").get_data(as_text=True)
    kept = re.findall(r'"([^"]+)"', script.partition("const FILES=[")[2].partition("]")[0])
    own = [path for path in kept if "/games/tally/" in path]
    assert own == [
        "/static/games/tally/tally.css",
        "/scripts/games/tally/tally.js",
        "/scripts/games/tally/history.js",
        "/scripts/games/tally/tally.js?part=start/start.js",
        "/scripts/games/tally/tally.js?part=history/share.js",
    ]
    for path in own:
        response = client.get(path)
        assert response.status_code == 200
        response.close()


@pytest.mark.parametrize(
    "path",
    ["games/tally/../game.py", "games/tally/..%2fgame.py", "games/tally/game.py", "games/none/page.css"],
)
def test_other_files_of_the_tally_s_folder_are_not_served(playing: Table, path: str) -> None:
    client = paired_client(create_app(playing))
    assert client.get(f"/static/{path}").status_code == 404
    assert client.get(f"/scripts/{path}").status_code == 404


@pytest.mark.slow
def test_every_text_of_the_tally_is_translated_into_french() -> None:
    (file,) = GamePages.from_games(WITH_TALLY).translations
    assert file == FOLDER / "translations"
    french = catalogues.read_catalogue(file / "fr" / CATALOG_FILE)
    messages = catalogues.collect_game_texts(FOLDER)
    assert {message.id for message in french if message.id} == {
        message.id for message in messages if message.id
    }
    assert [each.id for each in french if each.id and not (each.string and all(each.string))] == []


def test_no_other_file_mentions_the_tally() -> None:
    root = Path(__file__).parents[2]
    files = [path for top in ("companion", "web", "vision") for path in (root / top).rglob("*")]
    texts = {path: path.read_text("utf-8") for path in files if path.suffix in SOURCE_SUFFIXES}
    assert [path for path, text in texts.items() if re.search(r"(?<![a-z])tally|Tally|TALLY", text)] == []
