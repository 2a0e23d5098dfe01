"""Repeating a calibration step during a game, in a browser."""

from __future__ import annotations

import argparse
import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.calibration.repeatable_calibration import RepeatableCalibration
from companion.calibration.setup import TableSetup, load
from companion.cli.parts.served_table import ServedTable
from companion.hardware.settings import PanelSettings
from companion.island.geometry import HEXES
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.sim.camera import find_camera_pose
from companion.sim.picture import render_board
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower
from companion.table.table import Table
from tests.patience import PAGES, PATIENCE_MS
from tests.web.accessible import assert_accessible
from tests.web.beginning import begin
from tests.web.paired import pair_browser
from web import Settings, WebServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
LEFT_S = 10.0
"""Where it is to be left: nobody waits a minute in a test."""


class Evening:
    """A table that plays: a photo in the camera's stead, a virtual tower, a game that is on."""

    def __init__(
        self, folder: Path, stack: contextlib.ExitStack, camera: bool = True, left_s: float = 60.0
    ) -> None:
        photo = folder / "board.png"
        pose = find_camera_pose(960, 540, 10, 5, dice=True)
        cv2.imwrite(str(photo), render_board(first_game_layout(), (), HEXES[9], camera=pose, seed=3))
        self.tower = stack.enter_context(VirtualTower())
        self._stop = threading.Event()
        driver = threading.Thread(target=self.tower.run, args=(self._stop,))
        driver.start()
        stack.callback(driver.join)
        stack.callback(self._stop.set)
        self.kept = folder / "journal-table.json"
        if camera:
            TableSetup(camera=str(photo)).save(self.kept)
        file = folder / "journal.db"
        arguments = argparse.Namespace(
            camera=None, tower=self.tower.port, dice_area=None, calibration=None, journal=file
        )
        journal = stack.enter_context(Journal.open(file))
        self.table = begin(Table(journal, time.monotonic), 3)
        served = ServedTable(arguments, PanelSettings(), self.table)
        self.repeating = RepeatableCalibration(served, idle_timeout_s=left_s)
        self.server = stack.enter_context(
            WebServer(
                self.table, Settings(port=0, patience=PAGES, heartbeat=0.5), calibration_api=self.repeating
            )
        )
        stack.enter_context(self.repeating)
        stack.callback(self.table.stop)
        self.table.start(served.sources)

    def has(self, part: str) -> None:
        """Wait until the table is watched with a part, at first or again."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while self.health(part) != "ok":
            assert time.monotonic() < end, f"without its {part}"
            time.sleep(0.05)

    def health(self, name: str) -> str:
        sources: Sequence[Mapping[str, Any]] = self.table.snapshot()["sources"]
        return next((each["health"] for each in sources if each["name"] == name), "none")


@pytest.fixture
def stack() -> Iterator[contextlib.ExitStack]:
    with contextlib.ExitStack() as stack:
        yield stack


@pytest.fixture
def evening(tmp_path: Path, stack: contextlib.ExitStack) -> Evening:
    return Evening(tmp_path, stack)


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A page of the evening, on the table's tablet or another device: open_page(evening, path, ...)."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def open_in_role(
        evening: Evening, path: str = "calibrate", width: int = 1280, height: int = 800, role: str = "tablet",
        language: str = "en-GB",
    ) -> Page:  # fmt: skip
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, locale=language,
            service_workers="block",
        )  # fmt: skip
        contexts.append(context)
        pair_browser(context, evening.server, role)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(evening.server.url + path)
        return page

    yield open_in_role
    for context in contexts:
        context.close()
    assert complaints == []


def tap_step(page: Page, name: str) -> None:
    page.locator(f"#steps [data-key={name}]").tap()


def says(page: Page, words: str) -> None:
    expect(page.locator("#step .step-text")).to_contain_text(words)


def is_on(page: Page, name: str) -> None:
    expect(page.locator("#steps [aria-current]")).to_have_attribute("data-key", name)


@SIZES
def test_a_step_is_repeated_and_the_game_continues(
    evening: Evening, open_page: Callable[..., Page], width: int, height: int
) -> None:
    page = open_page(evening, width=width, height=height)
    says(page, "The picture is good.")
    expect(page.locator("#steps .step-button")).to_have_count(11)
    for each in page.locator("#steps .step-button").all():
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert each.inner_text().strip() != "", "a step is chosen by its name"
    assert_accessible(page)
    evening.has("camera")
    tap_step(page, "dice")
    says(page, "Roll two dice beside the island")
    expect(page.locator("#meanwhile")).to_contain_text("Paused during this step: Camera")
    expect(page.locator("#picture")).to_be_visible()
    assert evening.health("camera") == "waiting"
    assert_accessible(page)
    page.locator("#choices [data-key=nowhere]").tap()
    is_on(page, "live")
    expect(page.locator("#meanwhile .step-outcome")).to_contain_text("The camera doesn't read dice.")
    says(page, "The picture is good.")
    assert load(evening.kept).dice == "nowhere"
    assert_accessible(page)
    page.locator("#choices [data-key=back]").tap()
    expect(page).to_have_url(evening.server.url)


def test_the_back_button_cancels_the_step(evening: Evening, open_page: Callable[..., Page]) -> None:
    # The test would prove nothing if it had never been there.
    for part in ("camera", "tower"):
        evening.has(part)
    page = open_page(evening)
    tap_step(page, "tower")
    says(page, "Take all dice out")
    table = open_page(evening, "")
    sign = table.locator(".source[data-health=waiting]")
    expect(sign).to_have_count(1)
    expect(sign).to_contain_text("Dice tower")
    expect(table.locator(".source[data-health=fault]")).to_have_count(0)
    page.locator("#choices [data-key=back]").tap()
    expect(page).to_have_url(evening.server.url)
    expect(table.locator(".source[data-health=waiting]")).to_have_count(0)
    evening.has("tower")


def test_an_abandoned_step_is_cancelled(
    tmp_path: Path, stack: contextlib.ExitStack, open_page: Callable[..., Page]
) -> None:
    evening = Evening(tmp_path, stack, left_s=LEFT_S)
    page = open_page(evening)
    tap_step(page, "dice")
    says(page, "Roll two dice")
    page.goto("about:blank")
    evening.has("camera")
    table = open_page(evening, "")
    expect(table.locator(".source[data-health=ok]").first).to_be_visible()
    expect(table.locator(".source[data-health=waiting]")).to_have_count(0)
    page.goto(f"{evening.server.url}calibrate")
    expect(page.locator("#meanwhile .step-outcome")).to_contain_text("Nobody used this step for a while")
    is_on(page, "live")


def test_two_devices_see_the_same_step_and_either_can_answer(
    evening: Evening, open_page: Callable[..., Page]
) -> None:
    one, other = open_page(evening), open_page(evening, width=390, height=844)
    evening.has("camera")
    tap_step(one, "players")
    says(other, "Who plays?")
    for seat, name in enumerate(("Ana", "Ben", "Cyr", "Dora")):
        other.locator(f"[name=name{seat}]").fill(name)
    other.locator("#form button.primary").tap()
    for page in (one, other):
        expect(page.locator("#meanwhile .step-outcome")).to_contain_text(
            "In this order: Ana, Ben, Cyr, Dora."
        )
        is_on(page, "live")
    assert evening.health("camera") == "ok", "nothing rests for that"


def test_a_table_without_a_camera_is_led_to_the_camera_step(
    tmp_path: Path, stack: contextlib.ExitStack, open_page: Callable[..., Page]
) -> None:
    evening = Evening(tmp_path, stack, camera=False)
    page = open_page(evening, "")
    page.get_by_role("button", name="View and sound").tap()
    page.get_by_role("link", name="Camera and calibration").tap()
    says(page, "There is no camera yet")
    expect(page.locator("#live")).to_be_hidden()
    assert_accessible(page)
    tap_step(page, "camera")
    page.locator("[data-key=camera-text]").fill(str(tmp_path / "board.png"))
    page.locator("#form button.primary").tap()
    expect(page.locator("#meanwhile .step-outcome")).to_contain_text("gives pictures of 960 x 540")
    expect(page.locator("#picture")).to_be_visible()
    says(page, "The picture is good.")


def test_only_a_tablet_can_repeat_a_step(evening: Evening, open_page: Callable[..., Page]) -> None:
    page = open_page(evening, role="viewer")
    expect(page.locator("#step")).to_contain_text("Only the table's tablet sees this.")
    expect(page.locator("#steps .step-button")).to_have_count(0)


def test_the_repeated_step_is_translated_into_french(
    evening: Evening, open_page: Callable[..., Page]
) -> None:
    page = open_page(evening, language="fr-FR")
    is_on(page, "live")
    expect(page.locator("#steps")).to_contain_text("Image en direct")
    tap_step(page, "tower")
    expect(page.locator("#meanwhile")).to_contain_text("En pause pendant cette étape")
