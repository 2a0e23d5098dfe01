"""The page of a demo that plays: what its camera sees, and who takes over."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.patience import PAGES
from tests.web.conftest import FakeTable
from tests.web.paired import pair_browser, paired_client
from web import Settings, WebServer
from web.app import create_app


@dataclass
class FakeDemo:
    """A demo whose camera has found the board."""

    found: bool = True
    look: bool = False
    is_over: bool = False

    def picture(self) -> bytes | None:
        _, data = cv2.imencode(".jpg", np.full((36, 64, 3), 90, np.uint8))
        return data.tobytes()

    def take_over(self) -> None:
        self.is_over = True


def test_what_it_shows_is_for_everybody_and_taking_over_for_the_tablet(table: FakeTable) -> None:
    demo = FakeDemo()
    app = create_app(table, played=demo)
    viewer = app.test_client()
    assert viewer.get("/api/demo/state").json == {"found": True, "look": False, "over": False}
    assert viewer.get("/api/demo/picture").data.startswith(b"\xff\xd8")
    assert viewer.post("/api/demo/take_over", json={}).status_code == 403
    assert not demo.is_over
    client = paired_client(app, "tablet")
    assert client.post("/api/demo/take_over", json={}).json == {"found": True, "look": False, "over": True}
    assert demo.is_over


def test_a_table_that_is_no_demo_has_nothing_of_it(table: FakeTable) -> None:
    client = create_app(table).test_client()
    assert client.get("/api/demo/state").status_code == 404
    assert b'id="demo"' not in client.get("/").data


@pytest.fixture
def demo() -> FakeDemo:
    return FakeDemo()


def test_a_tap_takes_over_and_the_picture_lies_large_while_the_board_is_looked_for(
    browser: Browser, table: FakeTable, demo: FakeDemo
) -> None:
    demo.found = False
    with WebServer(table, Settings(port=0, patience=PAGES), played=demo) as server:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
        pair_browser(context, server, "tablet")
        page = context.new_page()
        page.goto(server.url)
        eye = page.locator(".demo-eye")
        expect(eye).to_have_class("demo-eye large")
        expect(eye.locator("figcaption")).to_have_text("The camera looks for the board …")
        demo.found = True
        expect(eye).to_have_class("demo-eye found")
        page.get_by_role("button", name="Take over").click()
        expect(page.locator(".demo-strip")).to_have_text(
            "The table is yours: hands put on it what you enter."
        )
        assert demo.is_over
        context.close()
