"""The calibration's page for a first-time user."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.island.setups import first_game_layout
from tests.patience import PAGES
from tests.web.accessible import axe_violations
from tests.web.conftest import FakeTable, as_table
from tests.web.paired import pair_browser
from tests.web.test_calibration import as_calibration
from tests.web.test_calibration_cut import OneStep
from tests.web.test_stream import eventually
from tests.web.waiting import wait_until
from web import Settings, WebServer

pytestmark = pytest.mark.browser

HINT = "Tap a hex or a harbor to correct it; tap + to add a harbor that wasn't read."
SIZES = [(1280, 800), (390, 844)]
CONFIRM_CHOICE = {"word": "right", "text": "Confirm", "usual": True}
NO_FIELDS: Mapping[str, Any] = {}
COLOURS = ["red", "blue", "white", "orange"]
PORTRAIT_JPEG = cv2.imencode(".jpg", np.zeros((160, 90, 3), np.uint8))[1].tobytes()


class Steps(OneStep):
    """A calibration that stands as the test says."""

    def __init__(self) -> None:
        super().__init__()
        self.current: str | None = "tower"
        self.steps: list[dict[str, Any]] = []
        self.set_step("tower", "looking")

    def set_step(self, name: str, state: str, text: str = "Well?", **about: Any) -> None:
        """A step is on, or, once it is good, over."""
        self.current = None if state == "good" else name
        step = {"name": name, "title": name.title(), "state": state, "text": text, "more": []}
        self.steps = [{**step, "choices": [] if state == "good" else [CONFIRM_CHOICE], "about": about}]
        self.version += 1
        self.changed.set()

    def view(self) -> Mapping[str, Any]:
        base = {"version": self.version, "picture": True, "leads": self.leads}
        return {**base, "current": self.current, "steps": self.steps}


@pytest.fixture
def steps() -> Steps:
    return Steps()


@pytest.fixture
def open_calibration(browser: Browser, steps: Steps, free_port: int) -> Iterator[Callable[..., Page]]:
    """Open the page: open_calibration(width, height); `restart` replaces the server at its port."""
    complaints: list[str] = []
    servers: list[WebServer] = []
    contexts: list[BrowserContext] = []

    def serve(calibration: Steps) -> WebServer:
        for old in servers:
            old.stop()
        rights = servers[-1].rights if servers else None
        servers.append(
            WebServer(
                as_table(FakeTable()),
                Settings(port=free_port, patience=PAGES),
                rights,
                as_calibration(calibration),
            )
        )
        servers[-1].start()
        return servers[-1]

    def open_page(width: int = 1280, height: int = 800) -> Page:
        size = {"width": width, "height": height}
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]  # a plain dict will do
            has_touch=True,
            locale="en-GB",
            service_workers="block",
        )
        contexts.append(context)
        pair_browser(context, servers[-1])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(servers[-1].url)
        expect(page.locator("body")).to_have_attribute("data-connection", "live")
        return page

    open_page.serve = serve  # type: ignore[attr-defined]  # one function of two
    serve(steps)
    yield open_page
    for context in contexts:
        context.close()
    servers[-1].stop()
    assert complaints == []


def island(hexes: Mapping[str, Any] = NO_FIELDS, harbors: Mapping[str, Any] = NO_FIELDS) -> dict[str, Any]:
    perhaps = {"hexes": dict(hexes), "harbors": dict(harbors)}
    return {"layout": first_game_layout().to_json(), "perhaps": perhaps, "missing": []}


@pytest.mark.slow
def test_the_camera_s_picture_is_next_to_the_island_and_the_tower_s_lane_is_drawn(
    steps: Steps, open_calibration: Callable[..., Page]
) -> None:
    steps.set_step("island", "looking", **island())
    page = open_calibration()
    read, live = (page.locator(at) for at in ("#read", "#live"))
    expect(live).to_be_visible()
    expect(page.locator("#hint li")).to_have_text([HINT])
    wait_until(page, "document.getElementById('picture').naturalWidth > 0")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        one, other = read.bounding_box(), live.bounding_box()
        assert one is not None
        assert other is not None
        if width > 900:
            assert other["x"] >= one["x"] + one["width"]
            assert other["y"] == pytest.approx(one["y"], abs=2)
        else:
            assert other["y"] >= one["y"] + one["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    desert, fields = {"terrain": "desert", "number": None}, {"terrain": "fields", "number": 2}
    steps.set_step("island", "looking", **island({"h0,0": [desert, fields]}))
    expect(page.locator("#hint li")).to_have_count(2)
    expect(page.locator("#hint .dashed")).to_be_visible()
    check_accessibility_at_sizes(page)

    for lesson, pips in ((1, 0), (2, 12), (3, 2)):
        steps.set_step("tower", "looking", lesson=lesson, lessons=3)
        expect(page.locator("#lane .lane-pip")).to_have_count(pips)
        expect(page.locator("#lane svg")).to_be_visible()
    check_accessibility_at_sizes(page)
    steps.set_step("tower", "looking", dice=[3, 5])
    expect(page.locator("#lane svg")).to_have_count(0)

    steps.set_step("picture", "looking")
    expect(live).to_be_visible()
    expect(live).not_to_have_class("live upright")
    steps.jpeg = PORTRAIT_JPEG
    expect(live).to_have_class("live upright")


def check_accessibility_at_sizes(page: Page) -> None:
    """Checks that axe finds nothing at any size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert axe_violations(page) == []


@pytest.mark.slow
@pytest.mark.smoke
def test_a_doubtful_place_is_corrected_with_one_tap_on_an_alternative_or_two_on_anything_else(
    steps: Steps, open_calibration: Callable[..., Page]
) -> None:
    path, kind = first_game_layout().harbors[0]
    fields = [{"terrain": "fields", "number": number} for number in (9, 10)]
    steps.set_step("island", "looking", **island({"h0,0": fields}, {path: [kind, None]}))
    page = open_calibration(390, 844)
    buttons = page.locator("#dialog button")
    expect(
        page.locator(f"#read .hex-due[data-key='h0,0'], #read .harbor-due[data-key='{path}']")
    ).to_have_count(2)
    page.locator("#read .hex[data-key='h0,0']").tap()
    expect(buttons).to_have_text(["Fields, 9", "Fields, 10", "Something else …", "Cancel"])
    buttons.nth(1).tap()
    expect(page.locator("#dialog")).to_be_hidden()
    page.locator(f"#read .harbor[data-key='{path}']").tap()
    expect(buttons.nth(1)).to_have_text("No harbor")
    buttons.nth(2).tap()
    page.locator("#dialog select").select_option("ore")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#dialog")).to_be_hidden()
    wanted = [
        ("answer", "island", {"hex": "h0,0", **fields[1]}),
        ("answer", "island", {"path": path, "harbor": "ore"}),
    ]
    assert eventually(lambda: steps.calls == wanted)


def test_a_question_disappears_when_another_device_answers_it(
    steps: Steps, open_calibration: Callable[..., Page]
) -> None:
    steps.set_step("island", "looking", **island())
    page = open_calibration()
    page.locator("#read .harbor").first.tap()
    expect(page.locator("#dialog")).to_be_visible()
    steps.set_step("tower", "looking")
    expect(page.locator("#dialog")).to_be_hidden()


def test_a_starting_step_shows_a_text(steps: Steps, open_calibration: Callable[..., Page]) -> None:
    steps.set_step("tower", "looking", "")
    expect(open_calibration().locator("#step .step-text")).to_have_text("One moment …")


def test_the_end_says_well_done_only_when_no_step_was_skipped(
    steps: Steps, open_calibration: Callable[..., Page]
) -> None:
    steps.leads = False
    steps.set_step("saved", "good", "The table is ready.", left_out=0, trial=False)
    page = open_calibration()
    page.goto(f"{page.url}calibrate")
    expect(page.locator("#step h2")).to_have_text("Well done")
    expect(page.locator("#choices").get_by_text("Back to the table")).to_be_visible()
    steps.set_step("saved", "good", "Saved. Steps skipped: Dice.", left_out=1, trial=False)
    expect(page.locator("#step h2")).to_have_text("Saved")
    steps.set_step("saved", "good", "The trial ends here.", left_out=0, trial=True)
    expect(page.locator("#step .step-text")).to_have_text("The trial ends here.")
    expect(page.locator("#choices a")).to_have_count(0)


def test_a_finished_page_follows_the_next_calibration(
    steps: Steps, open_calibration: Callable[..., Page]
) -> None:
    page = open_calibration()
    steps.set_step("saved", "good", "The table is ready.")
    expect(page.locator("#step h2")).to_have_text("Well done")
    again = Steps()
    open_calibration.serve(again)  # type: ignore[attr-defined]  # see there
    expect(page.locator("#step .step-text")).to_have_text("Well?")
    again.set_step("tower", "looking", "Once more.")
    expect(page.locator("#step .step-text")).to_have_text("Once more.")


def test_a_player_without_a_name_is_shown_by_colour(
    steps: Steps, open_calibration: Callable[..., Page]
) -> None:
    steps.set_step("players", "looking", players=[], colours=COLOURS, suggested=4)
    page = open_calibration()
    names = page.locator("[data-field=name]")
    expect(names).to_have_count(4)
    placeholders = [str(each.get_attribute("placeholder")) for each in names.all()]
    assert placeholders == ["Red", "Blue", "White", "Orange"]
    page.locator("[name=colour0]").select_option("blue")
    placeholders = [str(each.get_attribute("placeholder")) for each in names.all()]
    assert placeholders[:2] == ["Blue", "Red"], "who had it has the other now"
    assert page.locator("[name=count] option").all_inner_texts() == ["3", "4"]
    last = page.locator(".seat-later").nth(3)
    expect(last).to_be_disabled()
    assert float(last.evaluate("button => getComputedStyle(button).opacity")) < 0.6


def test_a_device_that_is_not_the_tablet_shows_the_table_during_calibration(
    browser: Browser, steps: Steps, open_calibration: Callable[..., Page]
) -> None:
    address = open_calibration().url.removesuffix("calibrate")
    context = browser.new_context(locale="en-GB", service_workers="block")
    page = context.new_page()
    page.goto(f"{address}calibrate")
    page.get_by_text("Pair this device").click()
    page.get_by_text("View the table only").click()
    expect(page).to_have_url(address)
    context.close()
