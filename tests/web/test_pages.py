"""Each game has its page, and the table's address leads to the current one."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.game_api import Game
from companion.games.registry import GAMES
from companion.journal import Journal
from companion.table.table import Table
from tests.web.paired import paired_client
from web.app import create_app
from web.bundler import STATIC

SEATS = {"Ana": "red", "Ben": "blue", "Cyr": "orange"}
PLAYERS = [{"name": name, "colour": colour} for name, colour in SEATS.items()]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, itertools.count(0.0, 0.5).__next__)
        yield table
        table.stop()


def kind_of(page: str) -> str:
    """The game whose script a page runs."""
    (kind,) = re.findall(r'^  kind: "(\w+)",$', (STATIC / script_of(page)).read_text("utf-8"), re.M)
    return str(kind)


def script_of(page: str) -> str:
    (script,) = re.findall(r'<script type="module" src="/scripts/([^"]+)"', page)
    return str(script)


@pytest.mark.parametrize("kind", GAMES)
def test_every_game_s_history_uses_its_own_script(evening: Table, kind: str) -> None:
    client = paired_client(create_app(evening))
    number = evening.start_game({"game": kind, "players": PLAYERS})["game"]
    assert script_of(client.get(f"/history/{number}").text) == GAMES[kind].page.history
    assert script_of(client.get("/history").text) == "history/history.js"
    assert script_of(client.get("/history/99").text) == "history/history.js", "it says that there is none"


@pytest.mark.parametrize("kind", GAMES)
def test_a_phone_shows_the_game_s_phone_page(evening: Table, kind: str) -> None:
    client = paired_client(create_app(evening), "phone", "red", "Ana")
    assert script_of(client.get("/phone").text) == "phone/no_seat.js", "where none is on"
    evening.start_game({"game": kind, "players": PLAYERS})
    own = GAMES[kind].page.phone
    assert script_of(client.get("/phone").text) == ("phone/no_seat.js" if own is None else own.script)


def test_a_game_with_secrets_has_a_phone_page() -> None:
    keeping = {kind for kind, game in GAMES.items() if type(game).seat_view is not Game.seat_view}
    assert {kind for kind, game in GAMES.items() if game.page.phone is not None} == keeping == {"base"}


@pytest.mark.parametrize("kind", GAMES)
def test_the_table_s_address_leads_to_the_current_game(evening: Table, kind: str) -> None:
    client = paired_client(create_app(evening))
    assert kind_of(client.get("/").text) == "base", "where none is on, any of them can be started there"
    evening.start_game({"game": kind, "players": PLAYERS})
    assert kind_of(client.get("/").text) == kind
