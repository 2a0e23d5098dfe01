"""The language switch in a browser: effective at once and after a reload."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.third_language import write_polish

pytestmark = pytest.mark.browser


@pytest.mark.slow
@pytest.mark.smoke
def test_a_language_is_offered_used_as_far_as_translated_and_remembered(
    serve: Any, visit: Callable[..., Page], table: Any, tmp_path: Path
) -> None:
    page = visit(serve(table, translations=(write_polish(tmp_path),)))
    switch = page.get_by_label("Language")
    expect(switch.locator("option")).to_have_text(["English", "Français", "Polski"])
    switch.select_option(label="Polski")
    expect(page.locator("#title")).to_have_text("Tura 12")
    # Texts that the file lacks are shown in English.
    expect(page.locator("#log")).to_contain_text("Ben builds a city")
    forms = page.evaluate(
        """async () => {
            const { listCards } = await import("/static/language/i18n.js");
            return [1, 3, 5, 22, 112].map((wool) => listCards({ wool }));
        }"""
    )
    assert forms == ["1 wełna", "3 wełny", "5 wełen", "22 wełny", "112 wełen"]
    page.reload()
    expect(page.locator("#title")).to_have_text("Tura 12")


def test_a_page_is_in_the_browser_s_language(look: Callable[..., Page], table: Any) -> None:
    expect(look(table, locale="fr-CA").locator("#title")).to_have_text("Tour 12")
