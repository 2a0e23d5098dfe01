"""Who was seated when the table was calibrated is offered where a game is started."""

from __future__ import annotations

import time
from pathlib import Path

from companion.journal import Journal
from companion.table.table import Table

ANA = {"name": "Ana", "colour": "red"}


def test_nobody_is_expected_until_somebody_is_seated(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, time.monotonic)
        assert table.choices()["seated"] == []
        table.expect_players([ANA])
        assert table.choices()["seated"] == [ANA]
