"""`companion backup` and `companion restore` in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.command import main
from companion.cli.common.config import BackupSettings
from companion.cli.journal.backup import backup_sources, generations_of
from companion.journal import Entry, Journal, JournalReader
from companion.journal.entries import draft_entry
from companion.table.table import Table


def entry(n: int) -> Entry:
    return draft_entry(float(n), "tablet", 1.0, {"v": 1, "event": {"n": n}})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        journal.begin("base", [entry(1), entry(2)])
    return path


def length(path: Path) -> int:
    with JournalReader.open(path) as journal:
        return sum(journal.entry_count(game.id) for game in journal.games())


def test_a_backup_can_be_restored(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy, at = str(tmp_path / "copy.db"), ["--journal", str(path)]
    assert main(["backup", copy, *at]) == 0
    assert capsys.readouterr().out == f"{copy} contains 1 game with 2 entries, and was verified.\n"
    with Journal.open(path) as journal:
        journal.append(1, [entry(3)])
        assert main(["backup", copy, *at]) == 0, "also while it is played at"
        assert "with 3 entries" in capsys.readouterr().out
        journal.append(1, [entry(4)])
        assert main(["restore", copy, *at]) == 1
        assert "stop it first" in capsys.readouterr().err
    assert main(["restore", copy, *at]) == 0
    output = capsys.readouterr().out
    assert "now contains 1 game with 3 entries" in output
    assert f"kept as {path}.replaced-1" in output
    assert (length(path), length(tmp_path / "journal.db.replaced-1")) == (3, 4)


@pytest.mark.parametrize(
    "command",
    [["backup", "copy.db", "--journal", "nowhere.db"], ["restore", "nowhere.db"], ["backup", "/x/y.db"]],
)
def test_impossible_requests_are_refused_with_a_message(
    path: Path, command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    journal = [] if "--journal" in command else ["--journal", str(path)]
    assert main([*command, *journal]) == 1
    assert capsys.readouterr().err.startswith("companion: ")


def test_automatic_backups_are_listed(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[table]\njournal = "{path}"\n[backup]\nfolder = "{tmp_path / "stick"}"\nkeep = 2\n')
    assert main(["restore", "--config", str(config)]) == 0
    assert "no backup yet" in capsys.readouterr().out
    made = generations_of(path, BackupSettings(folder=str(tmp_path / "stick"), keep=2))
    made.add()
    with Journal.open(path) as journal:
        journal.append(1, [entry(3)])
    made.add()
    (tmp_path / "stick" / "journal-000001.db").write_text("spoilt")
    assert main(["restore", "--config", str(config)]) == 0
    newest, oldest = capsys.readouterr().out.splitlines()
    assert newest == f"{tmp_path / 'stick' / 'journal-000002.db'}  1 game, 3 entries"
    assert "journal-000001.db is not a journal" in oldest


def test_backups_are_kept_next_to_the_journal_elsewhere_or_not_at_all(path: Path) -> None:
    generations_of(path, BackupSettings()).add()
    assert (path.parent / "journal-backups" / "journal-000001.db").exists()
    with Journal.open(path) as journal:
        table = Table(journal, lambda: 0.0, games={})
        assert backup_sources(table, path, BackupSettings(keep=0)) == []
        assert len(backup_sources(table, path, BackupSettings())) == 1
