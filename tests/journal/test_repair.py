"""A damaged journal loses only what can't be read, and reports it."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.journal import Entry, Journal, JournalError
from companion.journal.entries import draft_entry
from companion.journal.files import create_database, move_aside, sibling_path
from companion.journal.repair import repair_journal

MakeDraft = Callable[..., Entry]
Games = tuple[tuple[Entry, ...], ...]

PAGE = 4096


@dataclass(frozen=True)
class Image:
    """A journal's files after a power cut: two games, partly in the log."""

    database: bytes
    log: bytes
    games: Games

    def write_to(self, path: Path) -> None:
        path.write_bytes(self.database)
        if self.log:
            sibling_path(path, "-wal").write_bytes(self.log)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    return take_image(tmp_path_factory.mktemp("image") / "journal.db", closed=False)


@pytest.fixture(scope="module")
def closed_image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    return take_image(tmp_path_factory.mktemp("image") / "journal.db", closed=True)


def take_image(path: Path, *, closed: bool) -> Image:
    def draft(n: int) -> Entry:
        return draft_entry(n, "tower", 1.0, {"v": 1, "event": {"n": n, "pad": "." * 60}})

    with Journal.open(path) as journal:
        journal.begin("base", [draft(n) for n in range(120)])
    with Journal.open(path) as journal:
        journal.begin("base", [draft(n) for n in range(50)])
        for n in range(15):
            journal.append(2, [draft(n), draft(n + 1)], token=f"tower:{n}")
        games = tuple(journal.entries(game.id) for game in journal.games())
        if not closed:
            return Image(path.read_bytes(), sibling_path(path, "-wal").read_bytes(), games)
    return Image(path.read_bytes(), b"", games)


def damaged_copies(path: Path) -> set[bytes]:
    return {file.read_bytes() for file in path.parent.glob("*.damaged-*")}


def open_games_and_notice(path: Path) -> tuple[Games, str | None]:
    with Journal.open(path) as journal:
        games = tuple(journal.entries(game.id) for game in journal.games())
        # It continues from there, and nothing is left to repair.
        journal.begin("base", [draft_entry(0.0, "tablet", 1.0, {"v": 1, "event": {}})])
        notice = journal.notice
    with Journal.open(path) as journal:
        assert journal.notice is None
    return games, notice


def assert_prefixes(games: Games, whole: Games) -> None:
    assert len(games) <= len(whole)
    for found, all_of_it in zip(games, whole, strict=False):
        assert found == all_of_it[: len(found)]


def test_a_journal_left_by_a_power_cut_needs_no_repair(path: Path, image: Image) -> None:
    image.write_to(path)
    assert open_games_and_notice(path) == (image.games, None)
    assert not damaged_copies(path)


def test_a_torn_page_loses_its_game_the_entries_from_there_on(path: Path, closed_image: Image) -> None:
    # The page that holds entry 50 of the first game.
    torn = closed_image.database.index(b'"n":49,') // PAGE * PAGE
    damaged = closed_image.database[:torn] + bytes(PAGE) + closed_image.database[torn + PAGE :]
    path.write_bytes(damaged)
    games, notice = open_games_and_notice(path)
    assert_prefixes(games, closed_image.games)
    assert 0 < len(games[0]) < 50
    assert games[1] == closed_image.games[1]
    assert notice is not None
    assert f"2 games with {len(games[0]) + len(games[1])} entries were recovered" in notice
    assert str(path.with_name("journal.db.damaged-1")) in notice
    assert damaged in damaged_copies(path)


def test_a_changed_letter_inside_an_entry_is_noticed(path: Path, closed_image: Image) -> None:
    path.write_bytes(closed_image.database.replace(b'"n":99,', b'"n":98,', 1))
    games, notice = open_games_and_notice(path)
    assert games == (closed_image.games[0][:99], closed_image.games[1])
    assert notice is not None
    assert "entry 100 of game 1" in notice


def test_a_corrupt_log_loses_what_followed_and_is_kept(path: Path, image: Image) -> None:
    rotten = bytearray(image.log)
    rotten[len(rotten) // 2] ^= 1
    Image(image.database, bytes(rotten), image.games).write_to(path)
    games, notice = open_games_and_notice(path)
    assert_prefixes(games, image.games)
    assert games[0] == image.games[0]
    assert notice is not None
    assert "incomplete" in notice
    assert {image.database, bytes(rotten)} <= damaged_copies(path)


def test_a_log_without_its_database_is_kept(path: Path, image: Image) -> None:
    sibling_path(path, "-wal").write_bytes(image.log)
    games, notice = open_games_and_notice(path)
    assert games == ()
    assert notice is not None
    assert image.log in damaged_copies(path)


def test_earlier_damaged_copies_are_never_overwritten(path: Path, closed_image: Image) -> None:
    damaged = closed_image.database[:-PAGE]
    for n in range(1, 4):
        path.write_bytes(damaged + bytes([n]) * PAGE)
        with Journal.open(path) as journal:
            assert journal.notice is not None
            assert f"journal.db.damaged-{n};" in journal.notice
        path.unlink()
    for n in range(1, 4):
        aside = path.with_name(f"journal.db.damaged-{n}")
        assert aside.read_bytes() == damaged + bytes([n]) * PAGE


@pytest.mark.parametrize("moved", ["", "-wal", "all"])
def test_an_interrupted_repair_is_completed(path: Path, image: Image, moved: str) -> None:
    image.write_to(path)
    salvaged = path.with_name("journal.db.salvaged")
    create_database(salvaged).close()
    if moved == "all":
        move_aside(path)
    elif moved:
        sibling_path(path, moved).rename(path.with_name("journal.db.damaged-1" + moved))
    games, notice = open_games_and_notice(path)
    assert games == ()  # those of the new journal that stood ready
    assert notice is not None
    assert "set aside" in notice
    aside = path.with_name("journal.db.damaged-1")
    assert (aside.read_bytes(), sibling_path(aside, "-wal").read_bytes()) == (image.database, image.log)
    assert not salvaged.exists()


def test_without_room_for_a_repair_everything_stays_as_it_is(
    path: Path, image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = image.database.replace(b'"n":9,', b'"n":8,')
    Image(damaged, image.log, image.games).write_to(path)

    def create_small_database(new: Path) -> sqlite3.Connection:
        connection = create_database(new)
        connection.execute("PRAGMA max_page_count = 4")
        return connection

    monkeypatch.setattr("companion.journal.files.create_database", create_small_database)
    with pytest.raises(JournalError, match="full"):
        repair_journal(path)
    assert path.read_bytes() == damaged
    assert sibling_path(path, "-wal").read_bytes() == image.log
    monkeypatch.undo()
    games, notice = open_games_and_notice(path)
    assert notice is not None
    assert_prefixes(games, image.games)


def damages(image: Image, seed: int) -> Iterator[tuple[str, bytes, bytes]]:
    """Damage the files in a hundred ways: bits, blocks and ends of the database and of the log."""
    chance = random.Random(seed)
    for n in range(100):
        database, log = bytearray(image.database), bytearray(image.log)
        target = log if log and n % 2 else database
        kind = chance.choice(["bit", "bit", "header", "block", "swap", "end"])
        place = chance.randrange(len(target))
        if kind == "bit":
            target[place] ^= 1 << chance.randrange(8)
        elif kind == "header":
            target[place % 100] = chance.randrange(256)
        elif kind == "block":
            start = place // 512 * 512
            target[start : start + 512] = chance.randbytes(len(target[start : start + 512]))
        elif kind == "swap":
            other = chance.randrange(len(target)) // PAGE * PAGE
            page = target[other : other + PAGE]
            start = place // PAGE * PAGE
            target[start : start + len(page)] = page
        else:
            del target[place:]
        yield f"{kind} at {place} ({n})", bytes(database), bytes(log)


@pytest.mark.slow
@pytest.mark.parametrize("which", ["image", "closed_image"])
def test_no_damage_loses_entries_silently(tmp_path: Path, which: str, request: pytest.FixtureRequest) -> None:
    image: Image = request.getfixturevalue(which)
    seen = {"refused": 0, "mended": 0, "unharmed": 0}
    for name, database, log in damages(image, seed=13):
        folder = tmp_path / "table"
        folder.mkdir()
        path = folder / "journal.db"
        Image(database, log, image.games).write_to(path)
        try:
            games, notice = open_games_and_notice(path)
        except JournalError:
            seen["refused"] += 1
            assert path.read_bytes() == database, name
            assert not log or sibling_path(path, "-wal").read_bytes() == log, name
        else:
            assert_prefixes(games, image.games)
            if notice is not None:
                seen["mended"] += 1
                assert database in damaged_copies(path) or not database, name
                assert log in damaged_copies(path) or not log, name
            elif "end" not in name:
                # Whole frames missing at the log's end look as if they were never written.
                seen["unharmed"] += 1
                assert games == image.games, name
        shutil.rmtree(folder)
    assert min(seen.values()) > 0
    assert seen["mended"] > 50
