"""`companion serve` without write access: it starts, shows the game, and says what to do."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.cli.command import main
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.table.table import Table
from tests.disks import fill, make_read_only
from tests.patience import PATIENCE_S
from tests.table_setup import Seconds

Ask = Callable[..., Any]


def create_journal(path: Path) -> None:
    """Create a journal with a game in progress."""
    with Journal.open(path) as journal:
        players = [{"name": n, "colour": c} for n, c in (("Ana", "red"), ("Ben", "blue"), ("Cyr", "orange"))]
        Table(journal, Seconds()).start_game({"game": "base", "players": players, "options": {}})


@contextmanager
def serve_journal(path: Path) -> Iterator[Ask]:
    """Run `companion serve`; yields a function that makes requests as its paired tablet."""
    command = [sys.executable, "-m", "companion", "serve", "--port", "0", "--tower", ""]
    tablet = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    process = subprocess.Popen([*command, "--journal", str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        links = (re.search(r"(http://\S+/)pair\?key=([\w-]+)", line) for line in process.stdout)
        url, key = next(link for link in links if link).groups()

        def ask(what: str, data: dict[str, Any] | None = None) -> Any:
            body = None if data is None else json.dumps(data).encode()
            asked = urllib.request.Request(url + what, body, {"Content-Type": "application/json"})
            with tablet.open(asked, timeout=PATIENCE_S) as answer:
                return json.load(answer)

        # A list of paired devices that can't be written takes nobody in.
        with suppress(urllib.error.HTTPError):
            ask("api/pairing", {"key": key})
        yield ask
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0


def notices(ask: Ask) -> list[str]:
    return [each["text"] for each in ask("api/state")["notices"]]


@pytest.mark.slow
@pytest.mark.parametrize("kept", ["with rights", "without rights"])
def test_on_a_full_disk_the_game_is_shown_and_continues_when_there_is_room(
    small_disk: Path, kept: str
) -> None:
    path = small_disk / "journal.db"
    create_journal(path)
    if kept == "with rights":
        with serve_journal(path) as ask:
            assert notices(ask) == []
    filler = fill(small_disk)
    with serve_journal(path) as ask:
        state = ask("api/state")
        assert [player["name"] for player in state["game"]["view"]["players"]] == ["Ana", "Ben", "Cyr"]
        assert any(
            "Nothing can be saved at the moment" in notice and "free some space" in notice
            for notice in notices(ask)
        )
        filler.unlink()
        if kept == "without rights":
            ask("api/inputs", {"kind": "correct", "layout": first_game_layout().to_json()})
            assert not any("Nothing can be saved" in notice for notice in notices(ask))


@pytest.mark.slow
def test_in_a_read_only_folder_the_game_is_shown(small_disk: Path) -> None:
    path = small_disk / "journal.db"
    create_journal(path)
    make_read_only(small_disk)
    before = {file.name: file.read_bytes() for file in small_disk.iterdir()}
    with serve_journal(path) as ask:
        assert len(ask("api/state")["game"]["view"]["players"]) == 3
        assert any("Nothing can be saved at the moment" in notice for notice in notices(ask))
    assert {file.name: file.read_bytes() for file in small_disk.iterdir()} == before


def test_games_are_listed_and_exported_from_a_read_only_folder(
    small_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = small_disk / "journal.db"
    create_journal(path)
    make_read_only(small_disk)
    assert main(["games", "--journal", str(path)]) == 0
    assert "Ana" in capsys.readouterr().out
    assert main(["export", "--journal", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "companion-game"
