"""The six corner marks on the calibration's page, by touch and by keyboard; three suffice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.accessible import axe_violations
from tests.web.test_calibration_newcomer import Steps, open_calibration, steps  # noqa: F401 (fixtures)

pytestmark = pytest.mark.browser

INITIAL_CORNERS = [[0.35, 0.2], [0.65, 0.2], [0.8, 0.5], [0.65, 0.8], [0.35, 0.8], [0.2, 0.5]]
Opened = Callable[..., Page]


@pytest.fixture
def page(open_calibration: Opened, steps: Steps) -> Page:  # noqa: F811 (the fixture)
    steps.set_step("picture", "wrong", "The island isn't found.", corners=INITIAL_CORNERS, pointed_out=False)
    page = open_calibration(1280, 800)
    page.get_by_role("button", name="Mark the island's corners").click()
    expect(page.get_by_role("slider")).to_have_count(6)
    return page


def submit_corners(page: Page) -> list[list[float] | None]:
    """Submit the corners and return the sent ones."""
    with page.expect_request("**/api/calibration/answer") as sent:
        page.get_by_role("button", name="Use these corners").click()
    body: Any = sent.value.post_data_json
    assert body["step"] == "picture"
    corners: list[list[float] | None] = body["answer"]["corners"]
    return corners


def test_corners_are_dragged_or_moved_by_arrow_keys_and_only_moved_ones_are_sent(page: Page) -> None:
    assert axe_violations(page) == []
    for number in (0, 2, 4):
        box = page.get_by_role("slider").nth(number).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 20, y + 10, steps=3)
        page.mouse.up()
    expect(page.locator(".tray-waiting")).to_have_count(3)
    corners = submit_corners(page)
    assert [corner is not None for corner in corners] == [True, False] * 3
    assert corners[0] is not None
    assert corners[0][0] > INITIAL_CORNERS[0][0]
    assert corners[0][1] > INITIAL_CORNERS[0][1]

    # Once they are answered, the drawing is over; it begins again where the calibration says.
    expect(page.get_by_role("slider")).to_have_count(0)
    page.get_by_role("button", name="Mark the island's corners").click()
    expect(page.locator(".tray-waiting")).to_have_count(6)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    corners = submit_corners(page)
    assert corners[:3] == [pytest.approx([0.36, 0.25]), pytest.approx([0.64, 0.2]), None]


def test_corners_that_were_set_before_are_sent_unchanged(open_calibration: Opened, steps: Steps) -> None:  # noqa: F811 (the fixture)
    steps.set_step("picture", "wrong", "A lamp is mirrored.", corners=INITIAL_CORNERS, pointed_out=True)
    page = open_calibration(390, 844)
    page.get_by_role("button", name="Mark the island's corners").click()
    assert submit_corners(page) == INITIAL_CORNERS
