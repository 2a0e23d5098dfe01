"""The machine loses its power in the middle of a game, a page open: all is there again once it is back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.island.setups import first_game

from .conftest import Served

LIVE = "body[data-connection=live]"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield context.new_page()
    context.close()


def test_the_page_heals_by_itself_and_is_the_tablet_it_was(
    serve: Callable[..., Served], journal: Path, page: Page
) -> None:
    served = serve("--players", "Ana:red,Ben:blue,Cyr:white", "--journal", str(journal))
    code = served.request("/api/pairing/tablets", {})["code"]
    page.goto(f"http://127.0.0.1:{served.port}/pair?code={code}")
    page.wait_for_selector(LIVE)
    served.enter(kind="correct", layout=first_game().to_json())
    served.enter(kind="place", piece="settlement", at="i4,1")
    expect(page.locator(".piece")).to_have_count(1)

    served.kill()
    page.wait_for_selector("body[data-connection=lost]")
    expect(page.locator("#connection")).to_contain_text("Not connected")
    serve("--journal", str(journal), port=served.port)
    page.wait_for_selector(LIVE)
    expect(page.locator("#connection")).to_be_empty()
    expect(page.locator(".piece")).to_have_count(1)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".piece")).to_have_count(0)
