"""Players seated during calibration are offered for the next game."""

from __future__ import annotations

import time
from pathlib import Path

from companion.journal import Journal
from companion.table.table import Table

ANA = {"name": "Ana", "colour": "red"}


def test_no_players_are_offered_until_some_are_seated(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, time.monotonic)
        assert table.choices()["seated"] == []
        table.expect_players([ANA])
        assert table.choices()["seated"] == [ANA]
