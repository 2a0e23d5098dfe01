"""The calibration's page with a lost connection: it shows stale data, blocks answers, and recovers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import FakeTable, as_table
from tests.web.luck import Cable, suspend_page
from tests.web.test_calibration import FakeCalibration, as_calibration
from web import Settings, WebServer

pytestmark = pytest.mark.browser

LIVE_PAGE = "body[data-connection=live]"
LOST_PAGE = "body[data-connection=lost]"
PICTURE = "/api/calibration/picture"
# One white dot.
GIF = bytes.fromhex("47494638396101000100800000ffffff0000002c00000000010001000002024401003b")

Visit = Callable[..., Page]


class OneStep(FakeCalibration):
    """A calibration at its camera step, with the state that the test sets."""

    def __init__(self, text: str = "It is dark.") -> None:
        super().__init__()
        self.jpeg = GIF
        self.text = text

    def say(self, text: str) -> None:
        self.text = text
        self.version += 1
        self.changed.set()

    def view(self) -> Mapping[str, Any]:
        # The version first: changes made meanwhile belong to a later one, and are fetched again.
        view = super().view()
        choices = [{"word": "again", "text": "Check again", "usual": True}]
        step = {"name": "camera", "title": "Camera", "state": "wrong", "text": self.text, "more": []}
        steps = [{**step, "choices": choices, "about": {}}]
        return {**view, "steps": steps, "leads": True, "repeats": None, "last": None}

    def wait_for_change(self, version: int, timeout: float) -> bool:
        self.changed.clear()
        return version != self.version or self.changed.wait(timeout)


@pytest.fixture
def calibration() -> OneStep:
    return OneStep()


@pytest.fixture
def server(calibration: OneStep, free_port: int) -> Iterator[WebServer]:
    with WebServer(
        as_table(FakeTable()), Settings(port=free_port), calibration_api=as_calibration(calibration)
    ) as served:
        yield served


@pytest.fixture
def cable(server: WebServer) -> Iterator[Cable]:
    with Cable(server.port) as laid:
        yield laid


@pytest.fixture
def page(visit: Visit, server: WebServer, cable: Cable) -> Page:
    """The calibration's page on a tablet, behind the cable."""
    opened = visit(server, path="calibrate", live=False)
    opened.goto(cable.url + "calibrate")
    opened.wait_for_selector(LIVE_PAGE)
    return opened


def connection(page: Page) -> Any:
    return page.locator("#connection")


def test_a_lost_network_is_shown_blocks_answers_and_recovers(
    page: Page, cable: Cable, calibration: OneStep
) -> None:
    expect(page.locator("#live")).to_be_visible()
    cable.cut()
    page.wait_for_selector(LOST_PAGE)
    expect(connection(page)).to_contain_text("Not connected")
    expect(page.locator("#live")).to_be_hidden()
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("#message")).to_have_text("Not connected: nothing was entered.")
    calibration.say("It is light.")
    cable.mend()
    page.wait_for_selector(LIVE_PAGE)
    expect(connection(page)).to_be_empty()
    expect(page.locator("#step")).to_contain_text("It is light.")
    expect(page.locator("#live")).to_be_visible()
    page.get_by_role("button", name="Check again").click()
    while not (answers := [call for call in calibration.calls if call[0] != "waited"]):
        page.wait_for_timeout(50)
    assert answers == [("answer", "camera", {"word": "again"})]


def test_a_page_that_is_visible_or_online_again_requests_the_latest_view(page: Page) -> None:
    with page.expect_request(re.compile("/api/calibration$")):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector(LIVE_PAGE)
    page.context.set_offline(True)
    page.wait_for_selector(LOST_PAGE)
    page.context.set_offline(False)
    page.wait_for_selector(LIVE_PAGE)


def test_a_page_shows_the_latest_view_after_sleep_even_without_its_connection(
    page: Page, cable: Cable, calibration: OneStep
) -> None:
    with suspend_page(page):
        calibration.say("It is light.")
    expect(page.locator("#step")).to_contain_text("It is light.")
    page.wait_for_selector(LIVE_PAGE)
    with suspend_page(page):
        cable.drop_open_connections()
        calibration.say("It is dark again.")
    expect(page.locator("#step")).to_contain_text("It is dark again.")
    page.wait_for_selector(LIVE_PAGE)


def test_a_page_recovers_after_a_server_restart(visit: Visit, free_port: int) -> None:
    settings = Settings(port=free_port)
    server = WebServer(as_table(FakeTable()), settings, calibration_api=as_calibration(OneStep()))
    server.start()
    page = visit(server, path="calibrate")
    server.stop()
    page.wait_for_selector(LOST_PAGE)
    with WebServer(
        as_table(FakeTable()),
        settings,
        rights=server.rights,
        calibration_api=as_calibration(OneStep("It is light.")),
    ):
        page.wait_for_selector(LIVE_PAGE)
        expect(page.locator("#step")).to_contain_text("It is light.")


def test_a_missing_picture_is_requested_again(page: Page) -> None:
    page.route(f"**{PICTURE}*", lambda route: None)
    asked = [page.wait_for_event("request", lambda request: PICTURE in request.url) for _ in range(2)]
    assert asked[0].url != asked[1].url
