"""The page of the design system: every component in every state, accessible in both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.accessible import DESIGN_LOOKS, axe_violations
from tests.web.conftest import FakeTable

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_every_component_is_shown_and_axe_finds_nothing_in_either_theme(
    look: Callable[..., Page], empty_table: FakeTable
) -> None:
    """Each player on turn, too, light and dark: white on white, and blue in the dark.

    That nothing is wider than the screen is tested with all other layout: tests/web/layout.
    """
    page = look(empty_table, path="design", live=False)
    expect(page.locator("#design")).to_have_attribute("aria-busy", "false")
    kinds = page.locator(".all-cards .card").count()
    assert kinds == page.evaluate("document.querySelectorAll('#cards-art symbol').length")
    assert page.locator(".players .on-turn").count() == 6
    assert axe_violations(page, DESIGN_LOOKS) == []
