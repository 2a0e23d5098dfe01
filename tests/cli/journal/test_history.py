"""`companion games`, `export` and `import` in a terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.command import main
from companion.journal import Journal
from companion.journal.entries import draft_entry
from companion.table.table import Table
from tests.shared_files import GAMES, skip_without

GAME = GAMES / "g1041.json"

needs_games = skip_without(GAME)


def expected_state(event: dict[str, Any], fields: list[str]) -> dict[str, Any]:
    row = {name: event[name] for name in ("n", "bank", "dev_left", "robber", "la")}
    row["lr"] = event.get("lr_official", event["lr"])
    engine = fields.index("lr_engine")
    row["players"] = [[None if n == engine else v for n, v in enumerate(p)] for p in event["players"]]
    return row


@needs_games
def test_import_keeps_a_game_and_prints_every_state_in_the_file_s_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = str(tmp_path / "journal.db")
    assert main(["import", str(GAME), "--journal", journal]) == 0
    data = json.loads(GAME.read_text("utf-8"))
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows == [expected_state(event, data["player_fields"]) for event in data["events"]]

    assert main(["games", "--journal", journal, "--json"]) == 0
    (line,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    winner = data["seating"][data["winner"]]["color"].lower()
    assert (line["game"], line["kind"], line["phase"], line["winner"]) == (1, "base", "over", winner)

    assert main(["games", "--journal", journal]) == 0
    # The file names nobody: its players are called by their colours.
    assert f"won by {winner.capitalize()}" in capsys.readouterr().out

    out = tmp_path / "game.json"
    assert main(["export", "1", "--journal", journal, "--output", str(out)]) == 0
    exported = json.loads(out.read_text("utf-8"))
    assert exported["entries"][0]["body"]["event"]["kind"] == "game_started"
    assert len(exported["entries"]) > len(data["events"]) / 2


@needs_games
def test_an_exported_game_can_be_imported_into_another_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there, out = (str(tmp_path / name) for name in ("here.db", "there.db", "game.json"))
    main(["import", str(GAME), "--journal", here])
    assert main(["export", "--journal", here, "--output", out]) == 0
    capsys.readouterr()
    assert main(["import", out, "--journal", there]) == 0
    assert capsys.readouterr().out == "Saved as game 1.\n"
    states = []
    for journal in (here, there):
        main(["games", "--json", "--journal", journal])
        states.append(capsys.readouterr().out)
    assert states[0] == states[1]


def test_a_game_imported_twice_is_noticed_and_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, file = str(tmp_path / "journal.db"), write_game(tmp_path / "game.json")
    command = ["import", str(file), "--journal", journal]
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(command) == 0
    assert main(command) == 1
    error = capsys.readouterr().err
    assert "in the journal already, as game 1" in error
    assert "import --again" in error

    terminal = io.StringIO("n\ny\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    assert main(command) == 1
    assert main(command) == 0
    assert main([*command, "--again"]) == 0
    assert capsys.readouterr().out.endswith("Saved as game 3.\n")


def test_a_file_with_a_byte_order_mark_is_the_same_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    journal, file = str(tmp_path / "journal.db"), write_game(tmp_path / "game.json")
    marked = tmp_path / "marked.json"
    marked.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert main(["import", str(marked), "--journal", journal]) == 0
    assert main(["import", str(file), "--journal", journal]) == 1
    assert "as game 1" in capsys.readouterr().err


def test_a_game_is_archived_while_another_program_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.db"
    main(["import", str(write_game(tmp_path / "game.json")), "--journal", str(path)])
    with Journal.open(path) as journal:
        assert main(["archive", "1", "--journal", str(path)]) == 0
        assert journal.archived_games() == {1}
    assert main(["archive", "1", "--undo", "--journal", str(path)]) == 0
    capsys.readouterr()
    assert main(["games", "--journal", str(path)]) == 0
    assert "Ana" in capsys.readouterr().out


@needs_games
def test_export_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "journal.db")
    main(["import", str(GAME), "--journal", journal])
    out = tmp_path / "mine.txt"
    out.write_text("mine", "utf-8")
    assert main(["export", "--journal", journal, "--output", str(out)]) == 1
    assert "choose another" in capsys.readouterr().err
    assert out.read_text("utf-8") == "mine"


@pytest.mark.parametrize("content", [b"", b"\x89PNG", b"{}", b"[" * 100_000, b'{"format": "catan-oracle/1"}'])
def test_an_invalid_game_file_is_refused_with_a_message(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    journal = tmp_path / "journal.db"
    assert main(["import", str(file), "--journal", str(journal)]) == 1
    output = capsys.readouterr().err
    assert output.startswith("companion: ")
    assert "Expecting" not in output
    assert not journal.exists()


def test_a_missing_game_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nosuch.json"
    assert main(["import", str(file), "--journal", str(tmp_path / "journal.db")]) == 1
    assert capsys.readouterr().err == f"companion: {file} can't be read: No such file or directory\n"


def test_a_missing_journal_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--journal", str(tmp_path / "none.db")]) == 1
    assert "none.db" in capsys.readouterr().err


def test_the_default_journal_is_in_the_user_s_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert main(["games"]) == 1
    assert str(tmp_path / "data" / "companion" / "journal.db") in capsys.readouterr().err


def test_games_of_every_kind_are_listed_with_their_progress(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    teams = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, lambda: 0.0)
        table.start_game({"game": "dice_game", "players": teams})
        table.start_game({"game": "spot_it", "players": teams, "abandon": True})
        table.start_game({"game": "spot_it", "players": teams, "abandon": True})
        tied = {"kind": "game_scored", "first_out": ["red", "blue"], "counts": {"red": 9, "blue": 9}}
        for _ in range(4):
            table.submit(tied)
        table.stop()
    assert main(["games", "--journal", str(tmp_path / "journal.db")]) == 0
    dice, on, over = capsys.readouterr().out.splitlines()
    assert dice.endswith("dice_game  turn 1  Ana 0, Ben 0")
    assert on.endswith("spot_it  in progress  Ana 0, Ben 0")
    assert over.endswith("spot_it  won by Ana and Ben  Ana 12, Ben 12")


def write_game(path: Path, **changed: Any) -> Path:
    started: dict[str, Any] = {"kind": "game_started", "players": [], "options": {}}
    seats = (("Ana", "red"), ("Ben", "blue"), ("Cyr", "white"))
    started["players"] = [{"name": name, "colour": colour} for name, colour in seats]
    entry = {"number": 1, "group": 1, "t": 0.0, "source": "tablet", "certainty": 1.0, "token": None}
    document = {
        "format": "companion-game",
        "version": 1,
        "game": {"kind": "base", "started": "2026-01-31T19:30:00+00:00", **changed},
        "entries": [{**entry, "body": {"v": 1, "event": started}}],
    }
    path.write_text(json.dumps(document), "utf-8")
    return path


def test_a_game_that_cannot_be_replayed_is_not_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = str(tmp_path / "journal.db")
    file = write_game(tmp_path / "game.json")
    document = json.loads(file.read_text("utf-8"))
    document["entries"][0]["body"]["event"]["players"] = "nobody"
    file.write_text(json.dumps(document), "utf-8")
    assert main(["import", str(file), "--journal", journal]) == 1
    assert "can't be replayed, and wasn't saved" in capsys.readouterr().err
    assert main(["games", "--journal", journal]) == 0
    assert capsys.readouterr().out == ""


@needs_games
def test_an_interrupted_import_from_another_engine_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(GAME.read_text("utf-8"))
    data["events"][len(data["events"]) // 2]["type"] = "NONSENSE"
    file, journal = tmp_path / "game.json", tmp_path / "journal.db"
    file.write_text(json.dumps(data), "utf-8")
    assert main(["import", str(file), "--journal", str(journal)]) == 1
    assert capsys.readouterr().out == ""
    assert not journal.exists()


def test_an_unreadable_game_is_listed_without_ending_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.db"
    main(["import", str(write_game(tmp_path / "game.json")), "--journal", str(path)])
    with Journal.open(path) as journal:
        nonsense = {"kind": "roll", "player": "red", "dice": [7, 7]}
        journal.begin("base", [draft_entry(0.0, "tablet", 1.0, {"v": 1, "event": nonsense})])
    old = write_game(tmp_path / "old.json", started="0001-01-01T00:00:00+00:00")
    main(["import", str(old), "--journal", str(path)])
    capsys.readouterr()
    assert main(["games", "--journal", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "can't be shown: " in lines[1]
    assert main(["games", "--json", "--journal", str(path)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [("unreadable" in row) for row in rows] == [False, True, False]


def test_a_game_is_archived_and_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = ["--journal", str(tmp_path / "journal.db")]
    main(["import", str(write_game(tmp_path / "game.json")), *journal])
    capsys.readouterr()

    def count_listed_games(*arguments: str) -> int:
        assert main(["games", *arguments, *journal]) == 0
        return len(capsys.readouterr().out.splitlines())

    assert main(["archive", "1", *journal]) == 0
    assert (count_listed_games(), count_listed_games("--archived")) == (0, 1)
    assert main(["archive", "1", "--undo", *journal]) == 0
    assert (count_listed_games(), count_listed_games("--archived")) == (1, 0)
    assert main(["archive", "7", *journal]) == 1
    assert "no game 7" in capsys.readouterr().err
