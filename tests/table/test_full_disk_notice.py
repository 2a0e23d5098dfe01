"""A full disk: everyone at the table sees a notice with a remedy until there is room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.i18n import message_from_json
from companion.island.setups import first_game_layout
from companion.journal import Journal, JournalUnusableError
from companion.table.table import Table
from tests.disks import fill


def notices(table: Table) -> list[str]:
    return [message_from_json(notice) for notice in table.snapshot()["notices"]]


def test_a_full_disk_shows_one_notice_until_there_is_room(
    small_disk: Path, base_game: dict[str, Any]
) -> None:
    with Journal.open_or_read_only(small_disk / "journal.db") as journal:
        table = Table(journal, lambda: 0.0)
        table.start_game(base_game)
        assert notices(table) == []
        filler = fill(small_disk)
        seen = table.snapshot()
        island = {"kind": "correct", "layout": first_game_layout().to_json()}
        with pytest.raises(JournalUnusableError, match="full"):
            table.submit(island)
        (notice,) = notices(table)
        assert notice.startswith("Nothing can be saved at the moment")
        assert "free some space" in notice
        assert table.wait_for_change(seen["epoch"], seen["version"], 0.0) is not None
        version = table.snapshot()["version"]
        with pytest.raises(JournalUnusableError, match="full"):
            table.submit(island)
        assert table.snapshot()["version"] == version, "it is known already"
        filler.unlink()
        table.submit(island)
        assert notices(table) == []
