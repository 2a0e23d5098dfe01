"""Somebody who has never seen it starts the demo: plays three turns, corrects a piece, pairs a phone.

In a real browser, by touch and by what stands on the page alone.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.beginnings import FOUNDING

from .conftest import until

PATIENCE_MS = 90_000
NAMES = ("Zoé", "Yann", "Xia")


@pytest.fixture
def demo() -> Iterator[str]:
    """The demo as `make demo` starts it, and the link that it prints."""
    command = [sys.executable, "-m", "companion", "demo", "--port", "0", "--no-browser", "--speed", "0"]
    process = subprocess.Popen(
        [*command, "--seed", "6", "--players", "3"], stdout=subprocess.PIPE, text=True, env={**os.environ}
    )
    assert process.stdout is not None
    said: list[str] = []
    reader = threading.Thread(target=said.extend, args=(process.stdout,))
    reader.start()
    try:
        yield until(
            lambda: (link := re.search(r"open (http\S+/pair\S+)", "".join(said))) and link[1], "a link"
        )
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        reader.join()
        process.stdout.close()


Screen = Callable[..., Page]


@pytest.fixture
def screen(browser: Browser) -> Iterator[Screen]:
    """Switch a device on: screen(width, height, **context options)."""
    expect.set_options(timeout=PATIENCE_MS)
    contexts: list[BrowserContext] = []

    def switch_on(width: int, height: int, **options: Any) -> Page:
        size = {"width": width, "height": height}
        contexts.append(browser.new_context(viewport=size, has_touch=True, locale="en-GB", **options))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE_MS)
        return page

    yield switch_on
    for context in contexts:
        context.close()


class Newcomer:
    """Taps what stands on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dialog = page.locator("dialog[open]")

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).tap()

    def begin(self) -> None:
        self.tap("More")
        self.tap("New game")
        self.dialog.get_by_label("Players").select_option(str(len(NAMES)))
        for n, name in enumerate(NAMES, 1):
            self.dialog.get_by_label(f"Name of player {n}").fill(name)
        self.tap("Start")
        self.tap("Give it up")
        self.tap("It is right")

    def put_down(self, site: str) -> None:
        self.page.locator(f'.site[data-key="{site}"]').tap()
        self.tap("Put it down")
        expect(self.dialog).to_have_count(0)

    def roll(self, one: int, other: int) -> None:
        self.tap("Enter a roll")
        for n, face in enumerate((one, other)):
            self.dialog.locator(".faces").nth(n).locator("label").nth(face - 1).tap()
        self.tap("Save")
        expect(self.page.locator(".sum")).to_have_text(str(one + other))


@pytest.mark.timeout(420)
def test_a_newcomer_plays_three_turns_corrects_a_piece_and_pairs_a_phone(demo: str, screen: Screen) -> None:
    page = screen(1280, 800)
    page.goto(demo)
    newcomer = Newcomer(page)
    newcomer.begin()
    for _, site in FOUNDING:
        newcomer.put_down(site)

    newcomer.roll(2, 3)
    expect(page.locator(".roller")).to_have_text("Zoé rolled")
    expect(page.locator("#to-do")).to_contain_text("Zoé")
    newcomer.tap("End turn")
    newcomer.roll(4, 4)
    newcomer.tap("End turn")
    newcomer.roll(5, 6)
    expect(page.locator("#title")).to_have_text("Turn 3")

    # The road stands on the other path, it turns out.
    page.locator('.site[data-key="p-2,-1"]').tap()
    newcomer.tap("Take it back")
    newcomer.put_down("p-3,-2")
    expect(page.locator(".piece.road")).to_have_count(6)

    newcomer.tap("Phones")
    newcomer.dialog.get_by_role("button", name=re.compile("Zoé")).tap()
    link = newcomer.dialog.get_by_role("link").get_attribute("href")
    phone = screen(390, 844, is_mobile=True)
    phone.goto(str(link))
    expect(phone.get_by_text("Zoé").first).to_be_visible()
    expect(phone.locator("#hand")).to_be_visible()
