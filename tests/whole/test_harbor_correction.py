"""Correction of a read island's harbors on the page."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from companion.calibration.context import CalibrationContext, DeviceAccess
from companion.calibration.session import CalibrationSession, Stage
from companion.calibration.steps.island import IslandStep
from companion.calibration.steps.players import SaveStep
from companion.island.geometry import COAST, ENDS, HEXES, PathId
from companion.island.setups import first_game_layout
from companion.perception.camera_watch import FrameBuffer
from companion.sim.camera import find_camera_pose
from companion.sim.picture import render_board
from companion.sources.camera import Frame
from tests.web.accessible import axe_violations
from tests.web.conftest import FakeTable, as_table
from tests.web.paired import pair_browser
from vision.follow.calibration import Calibration, calibrate
from web import Settings, WebServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = [(1280, 800), (390, 844)]
HARBORS = dict(first_game_layout().harbors)
ORE_HARBOR_PATH = next(path for path, kind in HARBORS.items() if kind == "ore")


@pytest.fixture(scope="module")
def seen_board() -> tuple[Any, Calibration]:
    """A picture of the first game's island, and how its camera sees the board."""
    board = render_board(first_game_layout(), (), HEXES[9], camera=find_camera_pose(960, 540, 10, 5))
    calibration = calibrate([board] * 5)
    assert isinstance(calibration, Calibration)
    return board, calibration


@pytest.fixture
def session(seen_board: tuple[Any, Calibration], tmp_path: Path) -> Iterator[CalibrationSession]:
    """The step at which the island is confirmed."""
    reach = DeviceAccess(
        list, _no_camera, None, _no_buttons, {}, time.monotonic, lambda: "2026-11-21T20:00:00"
    )
    world = CalibrationContext(
        reach,
        tmp_path / "table.json",
        tmp_path / "board.json",
        calibration=seen_board[1],
        frame_buffer=FrameBuffer(),
    )
    assert world.frame_buffer is not None
    world.frame_buffer.process(Frame(0.0, seen_board[0], 0))
    stages = [
        Stage("island", "Island", lambda _: IslandStep()),
        Stage("saved", "Saved", lambda _: SaveStep()),
    ]
    walk = CalibrationSession(world, stages)
    walk.start()
    yield walk
    walk.close()


def _no_camera(*_: object) -> Any:
    raise AssertionError("no camera is to be opened")


def _no_buttons() -> Any:
    raise AssertionError("no buttons are to be opened")


@pytest.fixture
def open_page(browser: Browser, session: CalibrationSession) -> Iterator[Callable[..., Page]]:
    complaints: list[str] = []
    contexts: list[BrowserContext] = []
    with WebServer(as_table(FakeTable()), Settings(port=0), calibration_api=session) as server:

        def open_sized_page(width: int, height: int) -> Page:
            size = {"width": width, "height": height}
            context = browser.new_context(viewport=size, has_touch=True, locale="en-GB")  # type: ignore[arg-type]  # a plain dict will do
            contexts.append(context)
            pair_browser(context, server)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(server.url)
            expect(page.locator("#read .harbor")).to_have_count(len(HARBORS))
            return page

        yield open_sized_page
        for context in contexts:
            context.close()
    assert complaints == []


def free_coast_paths(harbors: Mapping[PathId, str]) -> set[str]:
    """The coastal paths where one more harbor can lie."""
    taken = {end for path in harbors for end in ENDS[path]}
    return {path for path in COAST if not taken & set(ENDS[path])}


def offered_paths(page: Page) -> set[str]:
    """The free places that the page offers."""
    return {str(each.get_attribute("data-key")) for each in page.locator("#read .coast").all()}


def on_coast(page: Page, path: str) -> Locator:
    return page.locator(f"#read [data-key='{path}']")


def save(page: Page, kind: str) -> None:
    page.locator("#dialog [name=harbor]").select_option(kind)
    page.locator("#dialog button.primary").tap()
    expect(page.locator("#dialog")).to_be_hidden()


def harbors_of(session: CalibrationSession) -> dict[str, str]:
    step = session.view()["steps"][0]
    return dict(step["about"]["layout"]["harbors"])


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_missed_harbor_can_be_added(
    session: CalibrationSession, open_page: Callable[..., Page], width: int, height: int
) -> None:
    page = open_page(width, height)
    assert offered_paths(page) == free_coast_paths(HARBORS), "few, where all were read"
    on_coast(page, ORE_HARBOR_PATH).tap()
    save(page, "")
    expect(on_coast(page, ORE_HARBOR_PATH)).to_have_class("coast")
    left = {path: kind for path, kind in HARBORS.items() if path != ORE_HARBOR_PATH}
    assert offered_paths(page) == free_coast_paths(left)
    expect(page.locator("#step .step-text")).to_contain_text("Harbor Ore 2:1: 0 on the table, 1 in the box")
    on_coast(page, ORE_HARBOR_PATH).locator(".coast-spot").tap()
    # The other kinds of harbor in the box.
    expect(page.locator("#dialog [name=harbor]")).to_have_value("ore")
    page.locator("#dialog button.primary").tap()
    expect(on_coast(page, ORE_HARBOR_PATH)).to_have_class("harbor")
    expect(page.locator("#step .more")).to_have_count(0)
    assert harbors_of(session) == HARBORS
    page.locator("#choices [data-key=right]").tap()
    expect(page.locator("#step .step-text")).to_contain_text("The table is ready.")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_harbor_places_are_large_enough_for_a_finger(
    open_page: Callable[..., Page], width: int, height: int
) -> None:
    """A tap 20 px off selects the nearest place: towards the sea, where nothing else is."""
    page = open_page(width, height)
    for path in sorted(free_coast_paths(HARBORS)):
        reach = page.locator(f"#read [data-reach='{path}']").bounding_box()
        assert reach is not None
        assert min(reach["width"], reach["height"]) >= 44
        x, y = reach["x"] + reach["width"] / 2, reach["y"] + reach["height"] / 2
        sea = page.locator("#read").bounding_box()
        assert sea is not None
        off = math.atan2(y - sea["y"] - sea["height"] / 2, x - sea["x"] - sea["width"] / 2)
        page.touchscreen.tap(x + 20 * math.cos(off), y + 20 * math.sin(off))
        expect(page.locator("#dialog")).to_be_visible()
        expect(page.locator("#read .chosen")).to_have_attribute("data-key", path)
        page.keyboard.press("Escape")
        expect(page.locator("#read .chosen")).to_have_count(0)


def test_the_harbor_editor_is_accessible(open_page: Callable[..., Page]) -> None:
    page = open_page(1280, 800)
    assert axe_violations(page) == []
    on_coast(page, min(free_coast_paths(HARBORS))).locator(".coast-spot").tap()
    expect(page.locator("#dialog")).to_be_visible()
    assert axe_violations(page) == []


def test_a_harbor_can_be_added_by_keyboard(
    session: CalibrationSession, open_page: Callable[..., Page]
) -> None:
    page = open_page(1280, 800)
    path = min(free_coast_paths(HARBORS))
    assert "No harbor" in str(on_coast(page, path).get_attribute("aria-label"))
    on_coast(page, path).focus()
    page.keyboard.press("Enter")
    save(page, "wool")
    expect(page.locator("#read .harbor")).to_have_count(len(HARBORS) + 1)
    assert harbors_of(session) == dict(HARBORS) | {path: "wool"}
    expect(page.locator("#step")).to_contain_text("Harbor Wool 2:1: 2 on the table, 1 in the box")
