from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.journal import EntryDraft, Journal

MakeDraft = Callable[..., EntryDraft]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path) as journal:
        yield journal


@pytest.fixture
def draft() -> MakeDraft:
    """Make a draft of event number `n`, or with the body given by keywords."""

    def make(n: int = 0, **body: Any) -> EntryDraft:
        return EntryDraft(float(n), "tablet", 0.9, {"v": 1, **(body or {"event": {"kind": "roll", "n": n}})})

    return make
