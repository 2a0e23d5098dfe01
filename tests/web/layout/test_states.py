"""The list of layout states is consistent."""

from __future__ import annotations

from tests.web.layout.states import STATES

NAMES = [state.name for state in STATES]


def test_state_names_are_unique() -> None:
    assert len(NAMES) == len(set(NAMES))
