"""The lists of layout states and known faults agree."""

from __future__ import annotations

from tests.web.layout.known_faults import COLUMNS, TABLE
from tests.web.layout.states import STATES

NAMES = [state.name for state in STATES]


def test_state_names_are_unique() -> None:
    assert len(NAMES) == len(set(NAMES))


def test_each_known_fault_has_a_reason_and_names_a_state() -> None:
    first, *lines = TABLE.read_text("utf-8").splitlines()
    assert first.split("\t") == COLUMNS
    for line in lines:
        reason, state, *_ = line.split("\t")
        assert reason
        assert state in NAMES
