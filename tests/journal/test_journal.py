from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from companion.journal import Entry, Journal, JournalUnusableError, UnknownGameError
from companion.journal.entries import (
    EntryError,
    HistoryError,
    JournalGrownError,
    NewerFormatError,
    TokenTakenError,
    draft_entry,
    number_entries,
)
from companion.journal.history import resolve

MakeDraft = Callable[..., Entry]


def test_a_new_journal_is_empty_and_has_no_notice(journal: Journal) -> None:
    assert journal.games() == ()
    assert journal.latest_game() is None
    assert journal.notice is None


def test_recorded_entries_are_there_after_reopening(path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("base", [draft(1), draft(2)])
        recorded = journal.append(game.id, [draft(3)], token="tower:1")
    with Journal.open(path) as journal:
        assert journal.games() == (game,)
        assert journal.latest_game() == game
        entries = journal.entries(game.id)
        assert journal.notice is None
    assert [(entry.number, entry.group) for entry in entries] == [(1, 1), (2, 1), (3, 3)]
    assert entries[2:] == recorded
    assert recorded[0].t == 3.0
    assert recorded[0].source == "tablet"
    assert recorded[0].certainty == 0.9
    assert recorded[0].body == {"v": 1, "event": {"kind": "roll", "n": 3}}
    assert recorded[0].token == "tower:1"


def test_games_are_numbered_as_they_begin_and_keep_their_entries_apart(
    journal: Journal, draft: MakeDraft
) -> None:
    first, second = journal.begin("base"), journal.begin("dice", [draft(1)])
    journal.append(first.id, [draft(2)])
    assert [game.id for game in journal.games()] == [1, 2]
    assert journal.latest_game() == second
    assert [entry.t for entry in journal.entries(first.id)] == [2.0]
    assert [entry.number for entry in journal.entries(second.id)] == [1]


def test_a_game_remembers_when_it_began_in_utc(journal: Journal) -> None:
    before = datetime.now(UTC)
    assert before <= journal.begin("base").started <= datetime.now(UTC)
    there = datetime(2026, 1, 31, 20, 30, tzinfo=timezone(timedelta(hours=1)))
    game = journal.begin("base", started=there)
    assert game.started == there
    assert journal.game(game.id).started.tzinfo is UTC


def test_one_observation_is_one_group(journal: Journal, draft: MakeDraft) -> None:
    game = journal.begin("base", [draft()])
    together = journal.append(game.id, [draft(1), draft(2)], token="tower:7")
    assert [(entry.number, entry.group, entry.token) for entry in together] == [
        (2, 2, "tower:7"),
        (3, 2, None),
    ]


def test_an_empty_group_records_nothing(journal: Journal) -> None:
    game = journal.begin("base")
    assert journal.append(game.id, []) == ()
    assert journal.entries(game.id) == ()


def test_a_token_is_unique_across_games(journal: Journal, draft: MakeDraft) -> None:
    first, second = journal.begin("base"), journal.begin("base")
    assert not journal.has_token("tower:7")
    journal.append(first.id, [draft(1)], token="tower:7")
    assert journal.has_token("tower:7")
    for game in (first, second):
        with pytest.raises(TokenTakenError, match="recorded already") as taken:
            journal.append(game.id, [draft(2)], token="tower:7")
        assert (taken.value.token, taken.value.game_id, taken.value.number) == ("tower:7", 1, 1)
    assert len(journal.entries(first.id)) == 1
    assert journal.entries(second.id) == ()


def test_the_token_of_an_undone_entry_stays_used(journal: Journal, draft: MakeDraft) -> None:
    game = journal.begin("base")
    journal.append(game.id, [draft(1)], token="tower:7")
    journal.append(game.id, [draft(undo=1)])
    assert resolve(journal.entries(game.id)) == ()
    assert journal.has_token("tower:7")


def test_a_token_must_be_printable_text(journal: Journal, draft: MakeDraft) -> None:
    game = journal.begin("base")
    for token in ("", "\ud800", "a\0"):
        with pytest.raises(EntryError, match="token"):
            journal.append(game.id, [draft()], token=token)


def test_recorded_entries_equal_the_ones_read(journal: Journal) -> None:
    game = journal.begin("base")
    body = {"v": 1, "event": {"dice": (3, 4), "name": "Žofie \ud800", "huge": 10**30, "none": None}}
    recorded = journal.append(game.id, [draft_entry(-0.0, "tower", 1, body)])
    assert recorded == journal.entries(game.id)
    assert recorded[0].body["event"]["dice"] == [3, 4]


def test_numbered_drafts_are_what_append_records(journal: Journal, draft: MakeDraft) -> None:
    game = journal.begin("base", [draft()])
    drafts = [draft(1), draft(replace=1, event=None)]
    assert journal.append(game.id, drafts) == number_entries(2, drafts)


def test_a_correction_is_checked_before_it_is_recorded(journal: Journal, draft: MakeDraft) -> None:
    game = journal.begin("base", [draft(1)])
    with pytest.raises(HistoryError):
        journal.append(game.id, [draft(2), draft(undo=2)])
    with pytest.raises(HistoryError):
        journal.begin("base", [draft(undo=1)])
    assert len(journal.entries(game.id)) == 1
    assert len(journal.games()) == 1


def test_a_group_is_recorded_whole_or_not_at_all(journal: Journal, draft: MakeDraft) -> None:
    game = journal.begin("base", [draft(1)])
    for wrong, error in (
        (draft(event={"odd": {1}}), EntryError),
        (draft(nothing=1), EntryError),
        (draft_entry(0.0, "tablet", 1.0, {"v": 2, "event": {}}), NewerFormatError),
    ):
        with pytest.raises(error):
            journal.append(game.id, [draft(2), wrong])
    assert len(journal.entries(game.id)) == 1
    assert [entry.number for entry in journal.append(game.id, [draft(3)])] == [2]


@pytest.mark.parametrize("game_id", [0, -1, 2, 10**30])
def test_an_unknown_game_is_an_error(journal: Journal, draft: MakeDraft, game_id: int) -> None:
    journal.begin("base")
    for ask in (journal.entries, journal.game, journal.export, lambda g: journal.append(g, [draft()])):
        with pytest.raises(UnknownGameError, match="no game"):
            ask(game_id)


def test_a_game_has_a_kind(journal: Journal) -> None:
    with pytest.raises(EntryError, match="kind"):
        journal.begin("")


def test_it_may_be_opened_in_one_thread_and_used_in_another(journal: Journal, draft: MakeDraft) -> None:
    game = journal.begin("base")
    thread = threading.Thread(target=lambda: journal.append(game.id, [draft()]))
    thread.start()
    thread.join()
    assert len(journal.entries(game.id)) == 1


def test_nothing_is_written_to_a_moved_file(journal: Journal, path: Path, draft: MakeDraft) -> None:
    game = journal.begin("base")
    path.rename(path.with_name("elsewhere.db"))
    with pytest.raises(JournalUnusableError, match="moved or deleted"):
        journal.append(game.id, [draft()])


def test_a_commit_waits_for_the_disk(journal: Journal) -> None:
    # What SQLite documents to outlast a power cut: write-ahead log, FULL (2) rather than NORMAL.
    assert journal._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_closed_journal_leaves_only_its_file_and_lock(path: Path) -> None:
    Journal.open(path).close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.db", "journal.db.lock"]


def test_two_writers_whose_lock_was_deleted_do_not_interleave(path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as one:
        game = one.begin("base", [draft(1)])
        path.with_name("journal.db.lock").unlink()
        with Journal.open(path) as other:
            assert [entry.number for entry in one.append(game.id, [draft(2)], after=1)] == [2]
            with pytest.raises(JournalGrownError, match="stop one of the two"):
                other.append(game.id, [draft(3)], after=1)
            assert [entry.number for entry in other.append(game.id, [draft(3)], after=2)] == [3]
            with pytest.raises(JournalGrownError):
                one.append(game.id, [draft(4)], after=2)
        assert [entry.t for entry in one.entries(game.id)] == [1.0, 2.0, 3.0]
