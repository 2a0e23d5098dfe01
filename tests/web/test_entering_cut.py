"""A tap during a network failure is recorded once or reported as not recorded.

What a page sends and says by itself then is proved in node (tests/web/node/inputs_once.test.js). "End turn"
is tapped, on the tablet and on the phone of the player on turn, who rolled. The server's heart beats once in
ten minutes, so that a page whose network is cut doesn't notice by itself.
"""

from __future__ import annotations

import itertools
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.table_views import view
from tests.web.beginning import begin
from tests.web.luck import Cable
from tests.web.paired import go_home
from tests.web.waiting import wait_for
from web import WebServer

pytestmark = pytest.mark.browser

LIVE_PAGE = "body[data-connection=live]"
LOST_PAGE = "body[data-connection=lost]"
SELDOM = 600.0
INPUTS = re.compile(r"/api/(seat/)?inputs$")
END = ".action[data-key=end], #actions [data-key=end]"
PHONE: Any = {"path": "phone", "viewport": {"width": 390, "height": 844}, "has_touch": True}
SCREENS: Any = {"tablet": ("tablet",), "phone": ("phone", "red", "Ana")}

Visit = Callable[..., Page]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Table]:
    """A real table of four; red has rolled, and can end the turn."""
    with Journal.open(tmp_path / "journal.db") as journal:
        table = begin(Table(journal, itertools.count(0.0, 0.5).__next__))
        table.submit({"kind": "roll", "dice": [1, 2]})
        yield table
        table.stop()


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def server(serve: Callable[..., WebServer], evening: Table) -> WebServer:
    return serve(evening, heartbeat=SELDOM, patience=1)


@pytest.fixture
def cable(server: WebServer) -> Iterator[Cable]:
    with Cable(server.port) as laid:
        yield laid


@pytest.fixture
def page(visit: Visit, server: WebServer, cable: Cable, screen: str) -> Page:
    """The tablet's page, or red's phone's, behind the cable."""
    return open_page(visit, server, cable, screen)


def open_page(visit: Visit, server: WebServer, cable: Cable, screen: str) -> Page:
    page = visit(server, *SCREENS[screen], **(PHONE if screen == "phone" else {}))
    page.goto(cable.url + ("phone" if screen == "phone" else ""))
    page.wait_for_selector(LIVE_PAGE)
    return page


@pytest.fixture
def sent_inputs(page: Page) -> list[Request]:
    """The inputs that the page sends from now on."""
    return inputs_of(page)


def inputs_of(page: Page) -> list[Request]:
    found: list[Request] = []
    page.on("request", lambda request: found.append(request) if INPUTS.search(request.url) else None)
    return found


def on_turn(evening: Table) -> str:
    return str(view(evening)["on_turn"])


def message(page: Page) -> Any:
    return page.locator("#message")


def tap(page: Page) -> None:
    page.locator(END).first.click()


def test_a_disconnected_page_enters_nothing_and_says_so_at_once(
    visit: Visit, serve: Callable[..., WebServer], evening: Table
) -> None:
    server = serve(evening, heartbeat=0.5, patience=1)
    with Cable(server.port) as cable:
        page = open_page(visit, server, cable, "tablet")
        sent_inputs = inputs_of(page)
        cable.cut()
        page.wait_for_selector(LOST_PAGE)
        tap(page)
        expect(message(page)).to_have_text("Not connected: nothing was entered.")
        cable.mend()
        page.wait_for_selector(LIVE_PAGE)
        assert sent_inputs == []
        assert on_turn(evening) == "red"
        tap(page)
        wait_for(page, lambda: on_turn(evening) == "blue")


@pytest.mark.parametrize("screen", ["tablet"])
def test_a_page_with_a_dead_connection_sends_nothing_and_says_so(
    page: Page, cable: Cable, sent_inputs: list[Request], evening: Table
) -> None:
    cable.cut()
    tap(page)
    expect(message(page)).to_have_text("The table doesn't answer: nothing was entered.")
    cable.mend()
    assert sent_inputs == []
    assert on_turn(evening) == "red"


@pytest.mark.slow
def test_an_input_that_arrives_late_is_refused(
    page: Page, cable: Cable, evening: Table, caplog: pytest.LogCaptureFixture
) -> None:
    def cut_here(route: Route) -> None:
        cable.cut()
        route.continue_()

    caplog.set_level(logging.INFO, "web.idempotency")
    page.route(INPUTS, cut_here)
    tap(page)
    expect(message(page)).to_have_text("No answer: check whether it was entered.")
    page.unroute(INPUTS)
    cable.mend()
    wait_for(page, lambda: "after its deadline" in caplog.text)
    assert on_turn(evening) == "red"
    tap(page)
    wait_for(page, lambda: on_turn(evening) == "blue")


def test_a_lost_answer_is_not_reported_as_a_failed_input(
    page: Page, cable: Cable, server: WebServer, evening: Table, monkeypatch: pytest.MonkeyPatch, screen: str
) -> None:
    taker: Any = evening if screen == "tablet" else evening.seats
    submit = taker.submit

    def cut_after(*arguments: Any) -> Any:
        cable.cut()
        return submit(*arguments)

    monkeypatch.setattr(taker, "submit", cut_after)
    tap(page)
    expect(message(page)).to_have_text("No answer: check whether it was entered.")
    assert on_turn(evening) == "blue"
    cable.mend()
    page.reload()
    page.wait_for_selector(LIVE_PAGE)
    assert on_turn(evening) == "blue"


def test_over_plain_http_each_input_has_a_unique_key(visit: Visit, server: WebServer, evening: Table) -> None:
    """Browsers offer no `crypto.randomUUID` over plain HTTP."""
    page = go_home(visit(server), server)
    names = []
    for _ in range(2):
        with page.expect_request(INPUTS) as asked:
            page.locator(".action[data-key=undo]").click()
        page.wait_for_selector(".action[data-key=undo]:enabled")
        assert re.fullmatch(r"[0-9a-f]{8}-\d+\.\d{3}", asked.value.headers["enter-by"])
        names.append(asked.value.headers["idempotency-key"])
    assert all(re.fullmatch("[0-9a-f]{32}", name) for name in names)
    assert names[0] != names[1]
