"""A demo that plays at the table: its camera picture, and taking over.

Its page is tested in test_demo_in_browser.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.web.conftest import FakeTable, as_table
from tests.web.paired import paired_client
from web.app import create_app
from web.demo import RunningDemo


@dataclass
class FakeDemo:
    """A demo whose camera has found the board."""

    has_found_board: bool = True
    is_picture_relevant: bool = False
    is_over: bool = False
    has_picture: bool = True

    def picture(self) -> bytes | None:
        if not self.has_picture:
            return None
        _, data = cv2.imencode(".jpg", np.full((36, 64, 3), 90, np.uint8))
        return data.tobytes()

    def take_over(self) -> None:
        self.is_over = True

    def running_demo(self) -> RunningDemo:
        return RunningDemo(
            self.picture,
            lambda: self.is_over,
            self.take_over,
            lambda: self.has_found_board,
            lambda: self.is_picture_relevant,
        )


def test_everybody_sees_the_demo_and_only_the_tablet_can_take_over(table: FakeTable) -> None:
    demo = FakeDemo()
    app = create_app(as_table(table), running_demo=demo.running_demo())
    viewer = app.test_client()
    assert viewer.get("/api/demo/state").json == {"found": True, "look": False, "over": False}
    assert viewer.get("/api/demo/picture").data.startswith(b"\xff\xd8")
    assert viewer.post("/api/demo/take_over", json={}).status_code == 403
    assert not demo.is_over
    client = paired_client(app, "tablet")
    assert client.post("/api/demo/take_over", json={}).json == {"found": True, "look": False, "over": True}
    assert demo.is_over


def test_a_table_without_a_demo_has_no_demo_pages(table: FakeTable) -> None:
    client = create_app(as_table(table)).test_client()
    assert client.get("/api/demo/state").status_code == 404
    assert b'id="demo"' not in client.get("/").data
