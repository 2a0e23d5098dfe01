"""Accessibility of the main screens, and legible charts on a phone.

Axe looks at every other state once, with its layout: tests/web/layout. It looks at the themes on the page of
the design: test_design_in_browser.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from tests.web.accessible import CROSSWISE, axe_violations
from tests.web.layout.state_pages import StatePages, state_pages  # noqa: F401 (fixture)
from tests.web.layout.states import PHONE, STATES

__all__ = ["CROSSWISE", "Visit", "axe_violations"]

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]
BY_NAME = {state.name: state for state in STATES}
SCREENS = [
    "first screen",
    "busiest table",
    "phone: own hand",
    "game looked back on",
    "dice game",
    "match, game 1",
]
SMALLEST_READ_PX = 12


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_on_a_main_screen(state_pages: StatePages, screen: str) -> None:  # noqa: F811 (fixture)
    with state_pages.open_state(BY_NAME[screen]) as page:
        assert axe_violations(page) == []


def test_chart_labels_are_legible_on_a_phone(state_pages: StatePages) -> None:  # noqa: F811 (fixture)
    on_a_phone = replace(BY_NAME["history"], opened_at=PHONE, shows=".bars text")
    with state_pages.open_state(on_a_phone) as page:
        size = page.locator(".bars text").first.evaluate(
            "text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"
        )
        assert size >= SMALLEST_READ_PX


def test_text_and_button_of_a_demo_are_side_by_side_on_a_phone(state_pages: StatePages) -> None:  # noqa: F811 (fixture)
    with state_pages.open_state(replace(BY_NAME["demo"], opened_at=PHONE)) as page:
        strip, button = (page.locator(at).bounding_box() for at in (".demo-strip", ".demo-strip button"))
        assert strip is not None
        assert button is not None
        assert strip["height"] <= 1.5 * button["height"]
