"""Where the disk takes nothing more, everybody at the table sees it, and what to do, until it does again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.i18n import message_from_json
from companion.island.setups import first_game_layout
from companion.journal import Journal, JournalUnusableError
from companion.table.table import Table
from tests.disks import fill


def told(table: Table) -> list[str]:
    return [message_from_json(notice) for notice in table.snapshot()["notices"]]


def test_a_disk_that_fills_in_a_game_is_told_once_to_everybody_and_no_more_when_there_is_room(
    small_disk: Path, base_game: dict[str, Any]
) -> None:
    with Journal.open_or_read_only(small_disk / "journal.db") as journal:
        table = Table(journal, lambda: 0.0)
        table.start_game(base_game)
        assert told(table) == []
        filler = fill(small_disk)
        seen = table.snapshot()
        island = {"kind": "correct", "layout": first_game_layout().to_json()}
        with pytest.raises(JournalUnusableError, match="full"):
            table.submit(island)
        (notice,) = told(table)
        assert notice.startswith("Nothing can be saved at the moment")
        assert "free some space" in notice
        assert table.wait_for_change(seen["epoch"], seen["version"], 0.0) is not None
        version = table.snapshot()["version"]
        with pytest.raises(JournalUnusableError, match="full"):
            table.submit(island)
        assert table.snapshot()["version"] == version, "it is known already"
        filler.unlink()
        table.submit(island)
        assert told(table) == []
