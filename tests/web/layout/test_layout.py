"""The layout of every screen and dialog in all sizes, languages, themes and text sizes.

`states.py` lists the states, and `oracle.js` finds layout faults. No fault is excepted.
"""

from __future__ import annotations

import pytest

from tests.web.accessible import axe_violations
from tests.web.layout.state_pages import Look, StatePages, look_at, looks_of, quick_looks_of
from tests.web.layout.states import STATES, State

pytestmark = pytest.mark.browser


def name_of(state: State) -> str:
    return state.name


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.parametrize("state", [each for each in STATES if each.screen], ids=name_of)
def test_a_screen_has_no_layout_faults_on_a_tablet_and_on_the_smallest_screen(
    state_pages: StatePages, state: State
) -> None:
    with state_pages.open_state(state) as page:
        assert list(map(str, look_at(page, state, quick_looks_of(state)))) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("state", STATES, ids=name_of)
def test_a_state_has_no_layout_faults_in_any_look_and_axe_finds_nothing(
    state_pages: StatePages,
    state: State,
    language: str,
) -> None:
    with state_pages.open_state(state, language) as page:
        findings = look_at(page, state, looks_of(state, language))
        if language == "en":
            # Once a screen: what axe finds besides is in no other size and no other language.
            page.set_viewport_size({"width": state.opened_at[0], "height": state.opened_at[1]})
            look_at(page, state, [Look(state.opened_at)])
            assert axe_violations(page) == []
    assert list(map(str, findings)) == []
