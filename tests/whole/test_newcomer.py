"""A newcomer starts the demo, plays three turns, corrects a piece and pairs a phone.

In a real browser, by touch and by what stands on the page alone. On a tablet and on a small screen, with a
demo as fast as it can be drawn; and with the one that `make demo` starts, at the pace people watch, by four.
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

from tests.table_setup import FOUNDING
from tests.web.fingers import SCREENS, place_piece

from .conftest import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ("Zoé", "Yann", "Xia", "Wim")
FOURTH = (("settlement", "i2,-7"), ("road", "p1,-4"), ("settlement", "i-7,-1"), ("road", "p-4,-1"))
"""How a fourth founds where three others do: both times between their first and their second settlements."""


QUICK_OPTIONS = ("--speed", "0", "--seed", "6", "--players", "3")
AS_IT_COMES = ("--seed", "6")
"""The options of `make demo`, with a fixed seed: the same game each time."""


@pytest.fixture
def demo(request: pytest.FixtureRequest) -> Iterator[str]:
    """A demo, started as its parameter says, and the link that it prints."""
    command = [sys.executable, "-m", "companion", "demo", "--port", "0", "--no-browser", *request.param]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ})
    assert process.stdout is not None
    output: list[str] = []
    reader = threading.Thread(target=output.extend, args=(process.stdout,))
    reader.start()
    try:
        yield wait_until(
            lambda: (link := re.search(r"open (http\S+/pair\S+)", "".join(output))) and link[1], "a link"
        )
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        reader.join()
        process.stdout.close()


Screen = Callable[..., Page]


@pytest.fixture
def screen(browser: Browser) -> Iterator[Screen]:
    """Switch a device on: screen(**context options)."""
    contexts: list[BrowserContext] = []

    def switch_on(**options: Any) -> Page:
        contexts.append(browser.new_context(locale="en-GB", **options))
        return contexts[-1].new_page()

    yield switch_on
    for context in contexts:
        context.close()


class Newcomer:
    """A new player who taps only texts that are on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dialog = page.locator("dialog[open]")

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).tap()

    def begin(self, players: int) -> None:
        self.tap("More")
        self.tap("New game")
        self.dialog.get_by_role("combobox", name="Players", exact=True).select_option(str(players))
        for n, name in enumerate(NAMES[:players], 1):
            self.dialog.get_by_label(f"Name of player {n}").fill(name)
        self.tap("Start")
        self.tap("Quit game")
        self.tap("Confirm")

    def place_piece(self, site: str) -> None:
        place_piece(self.page, site)

    def roll(self, one: int, other: int) -> None:
        self.tap("Enter a roll")
        for n, face in enumerate((one, other)):
            self.dialog.locator(".faces").nth(n).locator("label").nth(face - 1).tap()
        expect(self.page.locator(".sum")).to_have_text(str(one + other))


@pytest.mark.parametrize(
    ("demo", "size", "players"),
    [(QUICK_OPTIONS, "tablet", 3), (QUICK_OPTIONS, "phone", 3), (AS_IT_COMES, "tablet", 4)],
    indirect=["demo"],
    ids=["tablet", "phone", "as it comes"],
)
def test_a_newcomer_plays_three_turns_corrects_a_piece_and_pairs_a_phone(
    demo: str, screen: Screen, size: str, players: int
) -> None:
    page = screen(**SCREENS[size])
    page.goto(demo)
    newcomer = Newcomer(page)
    newcomer.begin(players)
    once_around = len(FOUNDING) // 2
    for _, site in (*FOUNDING[:once_around], *(FOURTH if players == 4 else ()), *FOUNDING[once_around:]):
        newcomer.place_piece(site)

    newcomer.roll(2, 3)
    expect(page.locator(".roller")).to_have_text("Zoé rolled")
    expect(page.locator("#to-do")).to_contain_text("Zoé")
    newcomer.tap("End turn")
    newcomer.roll(4, 4)
    newcomer.tap("End turn")
    newcomer.roll(5, 6)
    expect(page.locator("#title")).to_have_text("Turn 3")

    # The road turns out to be on the other path.
    page.locator('.site[data-key="p-2,-1"]').tap()
    newcomer.tap("Remove")
    newcomer.place_piece("p-3,-2")
    expect(page.locator(".piece.road")).to_have_count(2 * players)

    newcomer.tap("Phones")
    newcomer.dialog.get_by_role("button", name=re.compile("Zoé")).tap()
    link = newcomer.dialog.get_by_role("link").get_attribute("href")
    phone = screen(**SCREENS["phone"])
    phone.goto(str(link))
    expect(phone.get_by_text("Zoé").first).to_be_visible()
    expect(phone.locator("#hand")).to_be_visible()
