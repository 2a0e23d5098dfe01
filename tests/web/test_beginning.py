"""The prepared game of the page tests follows the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Journal
from companion.table.table import Table
from tests.table_setup import Seconds
from tests.web.beginning import begin


@pytest.mark.parametrize("count", [3, 4])
def test_the_prepared_placements_follow_the_rules(tmp_path: Path, count: int) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = begin(Table(journal, Seconds()), count)
        assert table.session is not None
        assert [step.violations for step in table.session.steps if step.violations] == []
        table.stop()
