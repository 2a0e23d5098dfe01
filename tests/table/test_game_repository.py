"""The games of a table: the offered kinds, and resuming an unfinished game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.journal.entries import JournalGrownError, draft_entry
from companion.observations import InputRefused
from companion.table.session import IMPORT_SOURCE
from companion.table.table import GAME_IN_PROGRESS, Table
from tests.table_views import view


@pytest.fixture
def journal(journal_path: Path) -> Iterator[Journal]:
    """A journal without a game."""
    with Journal.open(journal_path) as opened:
        yield opened


def new_game(*names: str, **more: Any) -> dict[str, Any]:
    seats = zip(names or ("Ana", "Ben", "Cyr"), ("red", "blue", "white"), strict=True)
    return {"game": "base", "players": [{"name": name, "colour": colour} for name, colour in seats], **more}


def names_at(table: Table) -> list[str]:
    return [player["name"] for player in view(table)["players"]]


class TestChoosing:
    def test_every_kind_of_game_is_offered(self, journal: Journal) -> None:
        offered = Table(journal, lambda: 0.0).choices()["games"]
        assert [game["kind"] for game in offered] == list(GAMES)
        assert offered[0]["players"] == [3, 4]

    def test_names_are_offered_latest_first_without_duplicates(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        table.start_game(new_game("Ana", "Ben", "Cyr"))
        table.start_game(new_game("Dora", "Ben", "Eva", abandon=True))
        assert set(table.choices()["names"][:3]) == {"Dora", "Ben", "Eva"}
        assert sorted(table.choices()["names"]) == ["Ana", "Ben", "Cyr", "Dora", "Eva"]

    def test_the_last_setup_is_offered_in_seat_order_with_corrections(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        assert table.choices()["last"] is None
        table.start_game(new_game("Ana", "Ben", "Cyr", options={"points_to_win": 8}))
        seats = [
            {"name": name, "colour": colour}
            for name, colour in (("Dora", "green"), ("Ben", "red"), ("Cyr", "white"))
        ]
        seats[0]["at_first"], seats[1]["at_first"] = "red", "blue"
        table.submit({"kind": "correct", "entry": 1, "change": {"players": seats}})
        last = table.choices()["last"]
        assert last is not None
        assert (last["kind"], last["options"]["points_to_win"]) == ("base", 8)
        assert last["players"] == [{"name": each["name"], "colour": each["colour"]} for each in seats]

    def test_an_abandoned_game_can_be_resumed_but_not_the_current_one(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        first = table.start_game(new_game())["game"]
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        table.submit({"kind": "place", "piece": "settlement", "at": "i4,1"})
        assert table.choices()["unfinished"] == []
        table.start_game(new_game("Dora", "Ben", "Eva", abandon=True))
        assert [game["game"] for game in table.choices()["unfinished"]] == [first]
        # Of the second there is nothing to go on with.
        table.start_game(new_game("Fay", "Ben", "Eva", abandon=True))
        assert [game["game"] for game in table.choices()["unfinished"]] == [first]

    def test_the_choices_say_whether_the_current_game_can_be_resumed_later(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        assert table.choices()["begun"] is False
        table.start_game(new_game())
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        assert table.choices()["begun"] is False
        table.submit({"kind": "place", "piece": "settlement", "at": "i4,1"})
        assert table.choices()["begun"] is True

    def test_imported_games_cannot_be_resumed(self, journal: Journal) -> None:
        opening = GAMES["base"].event_to_json(GAMES["base"].opening(new_game())[0])
        journal.begin("base", [draft_entry(0.0, IMPORT_SOURCE, 1.0, {"v": 1, "event": opening})])
        table = Table(journal, lambda: 0.0)
        assert table.choices()["unfinished"] == []
        with pytest.raises(InputRefused, match="read-only"):
            table.resume_game({"game": 1})


class TestResuming:
    def test_a_resumed_game_is_unchanged(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        first = table.start_game(new_game())["game"]
        table.submit({"kind": "first_player", "player": "white"})
        before = table.snapshot()["game"]
        table.start_game(new_game("Dora", "Ben", "Eva", abandon=True))
        table.resume_game({"game": first, "abandon": True})
        assert table.snapshot()["game"] == before

    def test_resuming_is_refused_while_another_game_is_in_progress(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        first = table.start_game(new_game())["game"]
        table.start_game(new_game("Dora", "Ben", "Eva", abandon=True))
        with pytest.raises(InputRefused) as refused:
            table.resume_game({"game": first})
        assert str(refused.value) == GAME_IN_PROGRESS
        assert names_at(table) == ["Dora", "Ben", "Eva"]

    @pytest.mark.parametrize("number", [7, 0, -1, "1", None, True, 1.0])
    def test_only_an_existing_game_can_be_resumed(self, journal: Journal, number: object) -> None:
        table = Table(journal, lambda: 0.0)
        table.start_game(new_game())
        with pytest.raises(InputRefused, match="there is no game"):
            table.resume_game({"game": number, "abandon": True})

    def test_a_resumed_game_is_current_after_a_restart(self, tmp_path: Path) -> None:
        with Journal.open(tmp_path / "journal.db") as journal:
            table = Table(journal, lambda: 0.0)
            first = table.start_game(new_game())["game"]
            table.start_game(new_game("Dora", "Ben", "Eva", abandon=True))
            table.resume_game({"game": first, "abandon": True})
        with Journal.open(tmp_path / "journal.db") as journal:
            table = Table(journal, lambda: 0.0)
            assert names_at(table) == ["Ana", "Ben", "Cyr"]
            table.start_game(new_game("Fay", "Ben", "Eva", abandon=True))
        with Journal.open(tmp_path / "journal.db") as journal:
            assert names_at(Table(journal, lambda: 0.0)) == ["Fay", "Ben", "Eva"]

    def test_a_damaged_note_of_the_current_game_selects_the_newest(self, tmp_path: Path) -> None:
        path = tmp_path / "journal.db"
        with Journal.open(path) as journal:
            table = Table(journal, lambda: 0.0)
            first = table.start_game(new_game())["game"]
            table.start_game(new_game("Dora", "Ben", "Eva", abandon=True))
            table.resume_game({"game": first, "abandon": True})
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE notes SET value = '77' WHERE name = 'current'")
        connection.close()
        with Journal.open(path) as journal:
            assert names_at(Table(journal, lambda: 0.0)) == ["Dora", "Ben", "Eva"]


class TestEarlierLogLines:
    def test_lines_before_an_entry_are_returned(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        table.start_game(new_game())
        for colour in ("white", "blue") * 40:
            table.submit({"kind": "first_player", "player": colour})
        log = view(table)["log"]
        earlier = table.lines_before(log[0]["number"])
        assert len(log) == 50
        assert [line["number"] for line in [*earlier, *log]] == list(range(1, 82))
        assert table.lines_before(earlier[0]["number"]) == []

    def test_there_are_no_lines_before_an_unknown_entry_or_without_a_game(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        assert table.lines_before(1) == []
        table.start_game(new_game())
        assert table.lines_before(99) == []


class TestQuitting:
    def test_a_quit_game_stays_quit_after_a_restart_and_can_be_resumed(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        number = table.start_game(new_game())["game"]
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        table.submit({"kind": "place", "piece": "settlement", "at": "i4,1"})
        before = table.snapshot()["game"]
        assert table.leave({"game": number})["game"] == number
        assert table.snapshot()["game"] is None
        with pytest.raises(InputRefused):
            table.submit({"kind": "undo"})
        again = Table(journal, lambda: 0.0)
        assert again.snapshot()["game"] is None
        assert [game["game"] for game in again.choices()["unfinished"]] == [number]
        again.resume_game({"game": number})
        assert again.snapshot()["game"] == before
        assert Table(journal, lambda: 0.0).snapshot()["game"] == before

    def test_only_the_current_game_can_be_quit(self, journal: Journal) -> None:
        table = Table(journal, lambda: 0.0)
        with pytest.raises(InputRefused):
            table.leave({"game": 1})
        number = table.start_game(new_game())["game"]
        with pytest.raises(InputRefused, match="isn't in progress"):
            table.leave({"game": number + 1})
        assert table.snapshot()["game"] is not None


class TestWithoutARealTimeClock:
    """A Raspberry Pi has no real-time clock: after a power cut its time may be wrong."""

    def start_game_on(self, journal: Journal, day: str, name: str) -> int:
        players = new_game(name, "Ben", "Cyr")["players"]
        event = {"kind": "game_started", "players": players, "options": {}}
        began = datetime.fromisoformat(f"{day}T20:00:00+00:00")
        drafts = [draft_entry(0.0, "tablet", 1.0, {"v": 1, "event": event})]
        return journal.begin("base", drafts, started=began).id

    def test_the_game_started_last_is_current_with_any_date(self, journal: Journal) -> None:
        self.start_game_on(journal, "2026-06-01", "Ana")
        self.start_game_on(journal, "2026-01-01", "Zoe")
        assert names_at(Table(journal, lambda: 0.0))[0] == "Zoe"

    def test_games_are_listed_in_the_order_of_their_start(self, journal: Journal) -> None:
        numbers = [
            self.start_game_on(journal, day, "Ana") for day in ("2026-06-01", "2026-01-01", "2026-03-01")
        ]
        listed = Table(journal, lambda: 0.0).game_archive.list_games(unbegun=True)
        assert [game["game"] for game in listed] == list(reversed(numbers))


def test_two_programs_at_one_journal_do_not_mix_their_entries(journal: Journal) -> None:
    first = Table(journal, lambda: 0.0)
    first.start_game(new_game())
    journal.path.with_name("journal.db.lock").unlink()
    with Journal.open(journal.path) as other:
        second = Table(other, lambda: 0.0)
        first.submit({"kind": "first_player", "player": "blue"})
        with pytest.raises(JournalGrownError, match="nothing was saved"):
            second.submit({"kind": "first_player", "player": "white"})
    assert [entry.body["event"]["kind"] for entry in journal.entries(1)] == ["game_started", "first_player"]
