"""The dice area is drawn on the page with a finger; the camera reads rolls only there."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, expect

from companion.calibration.context import CalibrationContext
from companion.calibration.repeatable_calibration import single_step_stages
from companion.calibration.session import CalibrationSession
from companion.calibration.setup import load
from companion.cli.parts.device_access import simulated_devices
from companion.sim.calibration_people import SimulatedCalibration
from tests.images import picture_of
from tests.patience import PATIENCE_MS
from tests.web.accessible import axe_violations
from tests.web.conftest import FakeTable, as_table
from tests.web.paired import pair_browser
from tests.web.waiting import wait_until
from vision.dice.region import DiceRegion
from web import Settings, WebServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

REDRAW_TEXT = "Redraw the dice area"
SIZES = [(1280, 800), (390, 844)]
PICTURE = (960, 540)
TRAY = ((0.76, 0.2), (0.97, 0.22), (0.98, 0.86), (0.77, 0.88))
"""Around where the simulated people's dice fall, in shares of the picture."""


class Calibrated:
    """A simulated table whose dice step is on; its people throw where they are asked to."""

    def __init__(self, folder: Path) -> None:
        self.setting = SimulatedCalibration(3, speed=2.0, size=PICTURE)
        self.throws = 0
        self._throw = self.setting.camera.throw
        self.setting.camera.throw = self._count_throw  # type: ignore[method-assign]  # counts on the way
        self.file = folder / "table.json"
        self.session = CalibrationSession(
            CalibrationContext(simulated_devices(self.setting), self.file, folder / "b.json"),
            single_step_stages("dice"),
        )
        self._stop = threading.Event()
        self._people = threading.Thread(target=self.setting.run, args=(self.session.view, self._stop))

    def _count_throw(self, a: int, b: int) -> bool:
        """Throw the dice if the camera is watched."""
        thrown = self._throw(a, b)
        self.throws += thrown
        return thrown

    def __enter__(self) -> Calibrated:
        self.session.start()
        self._people.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._people.join()
        self.session.close()
        self.setting.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Calibrated]:
    with Calibrated(tmp_path) as calibrated:
        yield calibrated


@pytest.fixture
def open_page(browser: Browser, table: Calibrated) -> Iterator[Callable[..., Page]]:
    """The page of the dice step: open_page(width, height, language)."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []
    with WebServer(as_table(FakeTable()), Settings(port=0), calibration_api=table.session) as server:

        def open_sized_page(width: int, height: int, language: str = "en-GB") -> Page:
            size = {"width": width, "height": height}
            context = browser.new_context(viewport=size, has_touch=True, locale=language)  # type: ignore[arg-type]  # a plain dict will do
            contexts.append(context)
            pair_browser(context, server)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(server.url)
            expect(page.locator("#choices [data-key=draw]")).to_be_visible()
            wait_until(page, "document.getElementById('picture').naturalWidth > 0")
            return page

        yield open_sized_page
        for context in contexts:
            context.close()
    assert complaints == []


def dice_step(table: Calibrated) -> dict[str, Any]:
    steps: list[dict[str, Any]] = table.session.view()["steps"]
    return next(each for each in steps if each["name"] == "dice")


def expect_step_text(page: Page, words: str) -> None:
    expect(page.locator("#step .step-text")).to_contain_text(words)


def corner(page: Page, number: int) -> Locator:
    return page.locator(f"[data-corner='{number}']")


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """Return the screen position of a point of the picture (shares); the picture is fitted into its box,
    centred at the top.
    """
    box = page.locator("#picture").bounding_box()
    assert box is not None
    scale = min(box["width"] / PICTURE[0], box["height"] / PICTURE[1])
    left = box["x"] + (box["width"] - PICTURE[0] * scale) / 2
    return left + x * PICTURE[0] * scale, box["y"] + y * PICTURE[1] * scale


class Finger:
    """A finger on the screen, as touch events of Chromium."""

    def __init__(self, page: Page) -> None:
        self._touch: CDPSession = page.context.new_cdp_session(page)

    def drag(self, *places: tuple[float, float]) -> None:
        """Drag from place to place in one stroke."""
        self._event("touchStart", places[0])
        for start, end in pairwise(places):
            for part in (0.3, 0.7, 1.0):
                at = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
                self._event("touchMove", at)
        self._event("touchEnd")

    def _event(self, kind: str, at: tuple[float, float] | None = None) -> None:
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def shares(page: Page, number: int) -> tuple[int, int]:
    """Return the position of a corner in percent of the picture."""
    numbers = re.findall(r"\d+", str(corner(page, number).get_attribute("aria-valuetext")))
    return int(numbers[0]), int(numbers[1])


def wait_for(page: Page, done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_MS / 1000
    while not done():
        assert time.monotonic() < end
        page.wait_for_timeout(50)


def centre_of(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begin_to_draw(page: Page) -> Finger:
    page.locator("#choices [data-key=draw]").tap()
    expect(page.locator(".tray")).to_be_visible()
    page.locator("#live").scroll_into_view_if_needed()
    return Finger(page)


def draw(page: Page, finger: Finger, *places: tuple[float, float]) -> None:
    """One stroke over places of the picture, in shares."""
    finger.drag(*(on_screen(page, *place) for place in places))


def drag_to(page: Page, finger: Finger, tray: tuple[tuple[float, float], ...]) -> None:
    """Drag each corner to its place."""
    for number, place in enumerate(tray):
        finger.drag(centre_of(corner(page, number)), on_screen(page, *place))


def places(page: Page) -> list[str]:
    """Return the corner positions as announced to screen readers."""
    return [str(each.get_attribute("aria-valuetext")) for each in page.locator("[data-corner]").all()]


def brightness_at(table: Calibrated, x: float, y: float) -> float:
    """Return the brightness of the shown picture around a point (shares)."""
    jpeg = table.session.picture()
    assert jpeg is not None
    picture = picture_of(jpeg, cv2.IMREAD_GRAYSCALE)
    column, row = round(x * PICTURE[0]), round(y * PICTURE[1])
    return float(picture[row - 4 : row + 5, column - 4 : column + 5].mean())


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_roll_is_read_in_the_area_that_was_drawn(
    table: Calibrated, open_page: Callable[..., Page], width: int, height: int
) -> None:
    page = open_page(width, height)
    before = brightness_at(table, 0.1, 0.5)
    draw(page, begin_to_draw(page), *TRAY, TRAY[0])
    expect(page.locator(".tray-corner")).to_have_count(4)
    page.locator("[data-key=use]").tap()
    expect(page.locator(".tray")).to_have_count(0)
    expect(page.locator("#choices [data-key=draw]")).to_have_text(REDRAW_TEXT)
    expect_step_text(page, "The camera read 3 and 5.")
    assert brightness_at(table, 0.1, 0.5) < 0.7 * before, "what isn't looked at is dark"
    page.locator("#choices [data-key=draw]").tap()
    expect(page.locator(".tray")).to_be_visible()
    assert sorted(shares(page, number)[0] for number in range(4)) == pytest.approx([76, 77, 97, 98], abs=1)
    page.locator("[data-key=cancel]").tap()
    page.locator("#choices [data-key=right]").tap()
    expect_step_text(page, "Saved.")
    kept = load(table.file).dice
    assert isinstance(kept, DiceRegion)
    assert kept.inside is not None
    for place in TRAY:
        off = np.abs(np.subtract(kept.inside, place)).max(axis=1).min()
        assert off < 0.03, "a stroke has its corners where the finger turned, as far as the events show it"


def test_a_roll_outside_the_area_is_ignored(table: Calibrated, open_page: Callable[..., Page]) -> None:
    page = open_page(1280, 800)
    expect_step_text(page, "The camera read 3 and 5.")
    drag_to(page, begin_to_draw(page), ((0.02, 0.3), (0.18, 0.3), (0.16, 0.8), (0.02, 0.8)))
    before = table.throws
    page.locator("[data-key=use]").tap()
    expect_step_text(page, "Roll two dice into the area that you drew.")
    stage, now = table.setting.camera.stage, table.setting.now
    wait_for(page, lambda: table.throws > before)
    wait_for(page, lambda: not stage.is_busy)
    # Dice next to the island had taken as long, and longer.
    thrown = now()
    wait_for(page, lambda: now() > thrown + 6)
    expect_step_text(page, "Roll two dice into the area that you drew.")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_an_invalid_area_is_reported_and_stays_editable(
    table: Calibrated, open_page: Callable[..., Page], width: int, height: int
) -> None:
    page = open_page(width, height, "fr")
    finger = begin_to_draw(page)
    for crossed, why in (
        ((TRAY[0], TRAY[2], TRAY[1], TRAY[3]), "se croise"),
        (((0.4, 0.4), (0.5, 0.4), (0.5, 0.6), (0.4, 0.6)), "est sur l’île"),
    ):
        drag_to(page, finger, crossed)
        page.locator("[data-key=use]").tap()
        expect(page.locator("#message")).to_contain_text(why)
        expect(page.locator(".tray")).to_be_visible()
    page.locator("[data-key=cancel]").tap()
    expect(page.locator(".tray")).to_have_count(0)
    expect(page.locator("#choices [data-key=draw]")).to_be_visible()
    assert dice_step(table)["about"]["area"] == "beside"


def test_arrow_keys_move_corners_within_the_picture(open_page: Callable[..., Page]) -> None:
    page = open_page(390, 844)
    begin_to_draw(page)
    expect(corner(page, 0)).to_be_focused()
    x, y = shares(page, 0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowDown")
    assert shares(page, 0) == (x - 1, y + 5)
    page.keyboard.press("Tab")
    expect(corner(page, 1)).to_be_focused()
    for _ in range(30):
        page.keyboard.press("Shift+ArrowRight")
    assert shares(page, 1)[0] == 100
    assert shares(page, 0) == (x - 1, y + 5), "only one moves"


def test_a_diagonal_drag_draws_a_rectangle_with_draggable_corners(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(390, 844)
    finger = begin_to_draw(page)
    draw(page, finger, (0.2, 0.2), (0.5, 0.8))
    meant = ((20, 20), (50, 20), (50, 80), (20, 80))
    assert np.abs(np.subtract([shares(page, number) for number in range(4)], meant)).max() <= 1
    finger.drag(centre_of(corner(page, 0)), on_screen(page, 0.1, 0.1))
    wait_for(page, lambda: np.abs(np.subtract(shares(page, 0), (10, 10))).max() <= 1)
    draw(page, finger, (0.7, 0.3), (0.9, 0.7))
    assert np.abs(np.subtract(shares(page, 0), (70, 30))).max() <= 1, "beside it a new one is drawn"


def test_dragging_the_centre_moves_the_whole_area(open_page: Callable[..., Page]) -> None:
    page = open_page(1280, 800)
    finger = begin_to_draw(page)
    draw(page, finger, TRAY[0], TRAY[2])
    before = [shares(page, number) for number in range(4)]
    finger.drag(centre_of(page.locator(".tray-area")), (5.0, 5.0))
    wait_for(page, lambda: min(min(shares(page, number)) for number in range(4)) == 0)
    after = [shares(page, number) for number in range(4)]
    assert min(x for x, _ in after) == min(y for _, y in after) == 0, "as far as the picture goes"
    moved = np.subtract(before, after)
    assert np.ptp(moved, axis=0).max() <= 1, "rounded to whole percents"


def test_a_tap_outside_the_area_moves_the_nearest_corner(open_page: Callable[..., Page]) -> None:
    page = open_page(390, 844)
    begin_to_draw(page)
    before = places(page)
    page.touchscreen.tap(*on_screen(page, 0.05, 0.9))
    wait_for(page, lambda: places(page) != before)
    after = places(page)
    moved = [number for number in range(4) if before[number] != after[number]]
    assert len(moved) == 1
    assert np.abs(np.subtract(shares(page, moved[0]), (5, 90))).max() <= 1


def test_a_suggested_area_can_be_drawn_over(open_page: Callable[..., Page]) -> None:
    page = open_page(1280, 800)
    finger = begin_to_draw(page)
    x, y = centre_of(page.locator(".tray-area"))
    finger.drag((x - 30, y - 20), (x + 40, y + 50))
    box = page.locator(".tray-area").bounding_box()
    assert box is not None
    # Its border's width and shadow count with the box.
    assert (box["x"], box["y"]) == pytest.approx((x - 30, y - 20), abs=10)


def test_the_drawing_page_is_accessible_and_fits_any_size(open_page: Callable[..., Page]) -> None:
    page = open_page(1280, 800)
    drag_to(page, begin_to_draw(page), TRAY)
    before = places(page)
    assert axe_violations(page) == []
    width, height = SIZES[1]
    page.set_viewport_size({"width": width, "height": height})
    assert places(page) == before

    def corner_error() -> float:
        """Return the largest distance, in px, of the corners from their places on the picture."""
        shown = [centre_of(corner(page, number)) for number in range(len(TRAY))]
        return float(np.abs(np.subtract(shown, [on_screen(page, *place) for place in TRAY])).max())

    # The drawing follows the picture as soon as that has its new size.
    wait_for(page, lambda: corner_error() < 2)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_corners_are_large_enough_for_a_finger(
    open_page: Callable[..., Page], width: int, height: int
) -> None:
    page = open_page(width, height)
    begin_to_draw(page)
    for number in range(4):
        box = corner(page, number).locator(".tray-reach").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert corner(page, number).get_attribute("aria-label") == f"Corner {number + 1}"
