"""A power cut during a game with an open page: everything is restored."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.island.setups import first_game_layout
from tests.measure.healing import LOST_PAGE, PROMISE_MS, Healed, measure_healing, note
from tests.table_setup import FOUNDING
from tests.web.fingers import SCREENS

from .conftest import Served

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIVE_PAGE = "body[data-connection=live]"
STATIC_PORTS = range(20_000, 32_000)
"""Ports that a machine gives nobody who doesn't ask for them by number."""
ROUNDS = 4
"""So often a machine that was busy with other things is asked again how soon a page heals."""


@pytest.fixture
def port() -> int:
    """A port at which a server can be started twice, one after the other."""
    while True:
        tried = random.choice(STATIC_PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", tried)):
            return tried


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield context.new_page()
    context.close()


@contextmanager
def first_answer(port: int) -> Iterator[list[float]]:
    """Start a server in the context, and record the moment at which it first accepted a connection."""
    answered: list[float] = []

    def knock() -> None:
        while not answered:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=10):
                answered.append(time.time())
            time.sleep(0.005)

    knocking = threading.Thread(target=knock, daemon=True)
    knocking.start()
    yield answered
    knocking.join()


def test_the_page_recovers_after_a_power_cut_and_stays_the_tablet(
    serve: Callable[..., Served], journal: Path, page: Page, port: int
) -> None:
    served = serve("--players", "Ana:red,Ben:blue,Cyr:white", "--journal", str(journal), port=port)
    code = served.request("/api/pairing/tablets", {})["code"]
    page.goto(f"http://127.0.0.1:{served.port}/pair?code={code}")
    page.wait_for_selector(LIVE_PAGE)
    served.enter(kind="correct", layout=first_game_layout().to_json())
    served.enter(kind="place", piece="settlement", at="i4,1")
    expect(page.locator(".piece")).to_have_count(1)
    title = page.locator("#title").text_content()
    assert title

    def power_cut() -> Healed:
        nonlocal served
        note(page)
        served.kill()
        page.wait_for_selector(LOST_PAGE)
        expect(page.locator("#connection")).to_contain_text("Not connected")
        with first_answer(port) as answered:
            served = serve("--journal", str(journal), port=port)
        return measure_healing(page, answered[0], title)

    for _ in range(ROUNDS):
        found = [power_cut() for _ in range(3)]
        # The middle one of three: one may have met a busy moment of the machine.
        if median(each.ms for each in found) < PROMISE_MS:
            break
    assert median(each.ms for each in found) < PROMISE_MS, found
    expect(page.locator("#connection")).to_be_empty()
    expect(page.locator(".piece")).to_have_count(1)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".piece")).to_have_count(0)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", **SCREENS["phone"])
    yield context.new_page()
    context.close()


def test_a_phone_recovers_after_a_power_cut_with_its_seat_and_private_view(
    serve: Callable[..., Served], journal: Path, phone: Page, port: int
) -> None:
    served = serve("--players", "Ana:red,Ben:blue,Cyr:white", "--journal", str(journal), port=port)
    served.enter(kind="correct", layout=first_game_layout().to_json())
    for piece, at in FOUNDING:
        served.enter(kind="place", piece=piece, at=at)
    served.enter(kind="roll", dice=[1, 1])
    phone.goto(served.request("/api/pairing/phones", {"seat": "red"})["link"])
    phone.wait_for_url("**/phone")
    ore = phone.locator(".hand-card[data-resource=ore]")
    phone.locator("[data-key=hand-say]").tap()
    expected = int(ore.locator("b").inner_text()) + 2
    for _ in range(2):
        phone.locator("#dialog [data-kind=ore] .count-more").tap()
    phone.get_by_role("button", name="That's my hand").tap()
    expect(ore.locator("b")).to_have_text(f"{expected}")

    served.kill()
    expect(phone.locator("#connection")).to_contain_text("Not connected")
    # Everything known before is still there.
    expect(ore.locator("b")).to_have_text(f"{expected}")
    serve("--journal", str(journal), port=port)
    phone.wait_for_selector(LIVE_PAGE)
    expect(phone.locator("#connection")).to_be_empty()
    expect(phone.locator("#who h1")).to_have_text("Ana")
    expect(ore.locator("b")).to_have_text(f"{expected}")
    phone.locator("[data-key=end]").tap()
    expect(phone.locator("#turn")).to_contain_text("Ben's turn")
