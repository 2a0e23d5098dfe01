"""The page of the phone camera in all sizes and themes: accessible and fully visible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.patience import PAGES
from tests.web.accessible import axe_violations
from tests.web.eye import RESTING_FEEDBACK, FakePhoneCamera
from web import Settings, WebServer

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (1024, 600), (390, 844), (844, 390)]
"""The last: a phone that lies on its side, as it mostly does above a table."""
PICTURE_FEEDBACK = {
    "hold": False,
    "remark": "The phone's battery is at 12 %: plug it in.",
    "state": "wrong",
    "text": "The island runs out of the picture at 3 of its 19 hexes: move the camera, or hang it higher.",
    "more": ["A lamp is mirrored in the mountains: move the lamp or the camera."],
    "outline": [[0.2, 0.2], [0.8, 0.2], [0.9, 0.6], [0.5, 0.9], [0.1, 0.6]],
}
EYES = """(() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 360 });
  const pen = canvas.getContext("2d");
  const paint = () => { pen.fillStyle = `hsl(${Date.now() / 50} 60% 40%)`; pen.fillRect(0, 0, 640, 360); };
  setInterval(paint, 100);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
})()"""
"""A camera for a browser that has none, before any page's script."""

Visit = Callable[..., Page]


@pytest.fixture
def eye() -> FakePhoneCamera:
    return FakePhoneCamera(PICTURE_FEEDBACK)


@pytest.fixture
def server(empty_table: Any, eye: FakePhoneCamera) -> Iterator[WebServer]:
    with WebServer(empty_table, Settings(port=0, patience=PAGES), camera=eye) as served:
        yield served


@pytest.fixture
def at_work(visit: Visit, server: WebServer) -> Page:
    """The page of a phone that has started its camera."""
    page = visit(server, "camera", path="camera", live=False, has_touch=True)
    page.evaluate(EYES)
    page.get_by_role("button", name="Start the camera").tap()
    expect(page.locator(".camera-view polygon")).to_be_attached()
    return page


def all_in_sight(page: Page, *parts: str) -> list[str]:
    """The sizes in which a part isn't wholly on the screen, or the page is scrolled sideways."""
    cut = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        boxes = {part: page.locator(part).first.bounding_box() for part in parts}
        low = [p for p, box in boxes.items() if box is None or box["y"] + box["height"] > height + 0.5]
        cut += [f"{width}x{height}: {'scrolled sideways ' if wide else ''}{low}"] if wide or low else []
    return cut


@pytest.mark.parametrize(
    ("role", "shows"), [("viewer", "The code that the terminal shows"), ("camera", "Start the camera")]
)
def test_the_page_is_accessible_before_the_camera_starts(
    visit: Visit, server: WebServer, role: str, shows: str
) -> None:
    page = visit(server, role, path="camera", live=False)
    expect(page.get_by_text(shows).first).to_be_visible()
    assert axe_violations(page) == []
    assert all_in_sight(page, "#camera .primary") == []


@pytest.mark.slow
@pytest.mark.smoke
def test_the_page_is_accessible_while_the_camera_runs(at_work: Page) -> None:
    expect(at_work.get_by_role("status")).to_contain_text("runs out of the picture")
    expect(at_work.get_by_role("alert")).to_contain_text("12 %")
    assert axe_violations(at_work) == []
    assert all_in_sight(at_work, "video", ".camera-status", ".camera .buttons button:last-child") == []


def test_feedback_is_announced_and_the_focus_stays(at_work: Page, eye: FakePhoneCamera) -> None:
    eye.says = RESTING_FEEDBACK
    expect(at_work.get_by_role("status")).to_contain_text("The table sees the island.")
    stop = at_work.get_by_role("button", name="Stop")
    stop.focus()
    at_work.keyboard.press("Enter")
    expect(at_work.get_by_role("button", name="Start the camera")).to_be_visible()
    expect(at_work.locator(":focus")).to_have_count(1)


def test_a_refused_phone_shows_the_reason(at_work: Page, eye: FakePhoneCamera) -> None:
    eye.refusal = "Another phone is the camera now."
    expect(at_work.get_by_role("status")).to_contain_text("Another phone is the camera now.")
    assert axe_violations(at_work) == []
