"""A whole calibration of a simulated table: rendered camera, virtual tower, mock buttons."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.calibration.context import Buttons, CalibrationContext, DeviceAccess
from companion.calibration.repeatable_calibration import ALL_STAGES
from companion.calibration.session import CalibrationSession
from companion.calibration.setup import ExpectedPlayer, load
from companion.cli.calibrate.terminal_guide import TerminalGuide
from companion.cli.common.terminal_output import Keyboard
from companion.cli.parts.device_access import fitted_buttons
from companion.hardware.pins import open_parts
from companion.hardware.settings import PanelSettings
from companion.sim.calibration_people import CITY_PIECE, COLOURS, PIECE_SITES, SimulatedCalibration
from companion.sources.tower.console import TowerConsole
from tests.patience import PATIENCE_MS
from tests.web.accessible import assert_accessible
from tests.web.conftest import FakeTable, as_table
from tests.web.paired import pair_browser
from tests.web.waiting import wait_until
from vision.follow.calibration import load as load_calibration
from web import Settings, WebServer

pytestmark = pytest.mark.slow

PANEL = PanelSettings(pin_factory="mock", next_player=17, undo=27)
PINS = {"next_player": 17, "undo": 27}


class PressedButtons(SimulatedCalibration):
    """A simulated table whose people also press the buttons."""

    def __init__(self, press: Callable[[str], None], seed: int, *, speed: float) -> None:
        super().__init__(seed, speed=speed)
        self._press = press

    def follow_view(self, view: Mapping[str, Any]) -> None:
        super().follow_view(view)
        for step in view["steps"]:
            if step["name"] == view["current"] == "buttons" and step["state"] in ("looking", "wrong"):
                for key in step["about"].get("fitted", ()):
                    if key not in step["about"]["pressed"]:
                        self._press(key)


class Table:
    """A simulated table whose people do what the calibration asks."""

    def __init__(self, folder: Path, speed: float) -> None:
        self._pins = MockFactory(pin_class=MockPWMPin)
        self._down_since: dict[str, float] = {}
        self.setting = PressedButtons(self._press, 3, speed=speed)
        reach = DeviceAccess(
            cameras=lambda: ["simulated"],
            camera=lambda spec, exposure: self.setting.camera,
            tower=lambda: TowerConsole(self.setting.tower.port),
            buttons=self._buttons,
            button_names=fitted_buttons(PANEL),
            clock=self.setting.now,
            today=lambda: "2026-11-21T20:00:00",
        )
        self.world = CalibrationContext(
            reach, folder / "table.json", folder / "board.json", requested_steps=frozenset({"tower"})
        )
        self.session = CalibrationSession(self.world, ALL_STAGES)
        self._stop = threading.Event()
        self._people = threading.Thread(target=self.setting.run, args=(self.session.view, self._stop))

    def _buttons(self) -> AbstractContextManager[Buttons]:
        return open_parts(PANEL, time.monotonic, lambda: self._pins)

    def _press(self, key: str) -> None:
        """Hold a button down for a moment."""
        pin = self._pins.pin(PINS[key])
        since = self._down_since.setdefault(key, time.monotonic())
        if time.monotonic() - since < 0.3:
            pin.drive_low()
        else:
            pin.drive_high()
            del self._down_since[key]

    def __enter__(self) -> Table:
        self.session.start()
        self._people.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._people.join()
        self.session.close()
        self.setting.close()

    def has_laid(self, page: Page, lesson: int) -> None:
        """Wait until hands have laid the tower's dice for a lesson."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while self.setting.lesson != lesson:
            assert time.monotonic() < end, f"nobody has laid the dice for lesson {lesson}"
            page.wait_for_timeout(50)

    def is_kept(self) -> None:
        """Assert that the files contain all that was learned, and that it equals the truth."""
        kept = load(self.world.setup_file)
        assert kept.camera == "simulated"
        assert kept.quality > 0.6
        assert set(kept.colours) == set(COLOURS)
        assert kept.dice == "beside"
        assert kept.tower == self.setting.tower.port
        assert set(kept.buttons) == set(PINS)
        assert kept.players == (
            ExpectedPlayer("Ana", "red"),
            ExpectedPlayer("Ben", "blue"),
            ExpectedPlayer("Cyr", "white"),
        )
        assert kept.layout is not None
        assert sorted(kept.layout.numbers, key=str) == sorted(self.setting.layout.numbers, key=str)
        # This table has no Bluetooth dice, and nobody asked for the dice of the Catan Dice Game.
        assert set(kept.made) == {stage.name for stage in ALL_STAGES} - {"bluetooth", "faces"}
        board = load_calibration(self.world.calibration_file)
        assert set(board.tints) == set(COLOURS)
        assert {(one.at, one.kind) for one in board.examples} >= {(at, "settlement") for at in PIECE_SITES}
        assert self.setting.tower.memory.calibrated


def waiting_step(view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The step that is on, if it waits for an answer."""
    step = next((each for each in view["steps"] if each["name"] == view["current"]), None)
    return step if step is not None and any(each["usual"] for each in step["choices"]) else None


class Typist(Keyboard):
    """Presses Enter at each question once the hands are done, shows the robber and a city, and enters the
    players.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._shown: set[str] = set()
        self._answered = False

    def _shows_more(self, view: Mapping[str, Any]) -> str | None:
        (step,) = (each for each in view["steps"] if each["name"] == "colours")
        self._shown |= {what for what in ("robber", "city") if step["about"].get(what)}
        letters = {choice["word"]: letter for choice, letter in zip(step["choices"], "abc", strict=False)}
        busy = self._table.setting.camera.stage.is_busy
        if "is_city" in letters and not self._answered:
            self._answered = True
            return letters["is_city"]
        missing = next((what for what in ("robber", "city") if what not in self._shown), "")
        return None if busy else letters.get(missing)

    def read_line(self, seconds: float) -> str | None:
        time.sleep(seconds)
        view = self._table.session.view()
        step = waiting_step(view)
        if view["current"] == "players":
            return "Ana:red, Ben:blue, Cyr:white"
        if view["current"] == "colours":
            return self._shows_more(view)
        if step is None:
            return None
        laid = step["about"].get("lesson", self._table.setting.lesson) == self._table.setting.lesson
        return "" if laid else None


def test_a_table_is_calibrated_in_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Table(tmp_path, speed=3.0) as table:
        assert TerminalGuide(table.session, Typist(table)).run()
        table.is_kept()
        board = load_calibration(table.world.calibration_file)
        examples = board.examples
        assert board.robber is not None
        assert board.robber.mean[0] < 40, "it is black"
        assert {one.at for one in examples if one.kind == "city"} == {CITY_PIECE.at}
    out = capsys.readouterr().out
    titles = {1: "Camera", 2: "Picture", 3: "Island", 4: "Pieces", 5: "Dice", 7: "Dice tower"}
    for number, title in titles.items():
        assert f"{number} of {len(ALL_STAGES)}. {title}" in out
    assert "The camera read 3 and 5." in out
    assert "on the page you can draw the dice area" in out
    assert "All buttons work." in out
    assert out.rstrip().endswith(f"Everything is saved in {table.world.setup_file}.")


@pytest.fixture
def browse(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a paired browser at a server: browse(server, width, height)."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(server: WebServer, width: int, height: int) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, locale="en-GB"
        )
        contexts.append(context)
        pair_browser(context, server)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server.url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def step_text(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#step .step-text")).to_contain_text(words)


def tap(page: Page, word: str) -> None:
    page.locator(f"#choices [data-key={word}]").tap()


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_table_is_calibrated_on_a_tablet_and_a_phone(
    tmp_path: Path, browse: Callable[..., Page], width: int, height: int
) -> None:
    with (
        Table(tmp_path, speed=2.0) as table,
        WebServer(as_table(FakeTable()), Settings(port=0), calibration_api=table.session) as server,
    ):
        page = browse(server, width, height)
        step_text(page, "Is this your island?")
        assert page.url.endswith("/calibrate"), "it comes before the table's own page"
        expect(page.locator("#read .hex")).to_have_count(19)
        assert_accessible(page)
        correct_hex_twice(page)
        tap(page, "right")
        # Two, if the page is as quick as hands are.
        step_text(page, re.compile(r"[23] colours learned\."))
        picture = page.locator("#picture")
        expect(picture).to_be_visible()
        wait_until(page, "document.getElementById('picture').naturalWidth === 960")
        assert_accessible(page)
        step_text(page, "The camera read 3 and 5.")
        tap(page, "right")
        for lesson, words in enumerate(("Take all dice out", "its 6 up", "its 1 on top"), 1):
            step_text(page, words)
            table.has_laid(page, lesson)
            tap(page, "done")
        step_text(page, "The tower read 3 and 5")
        tap(page, "right")
        step_text(page, "Who plays?")
        page.locator("[name=count]").select_option("3")
        for seat, (name, colour) in enumerate((("Ana", "red"), ("Ben", "blue"), ("Cyr", "white"))):
            page.locator(f"[name=name{seat}]").fill(name)
            page.locator(f"[name=colour{seat}]").select_option(colour)
        assert_accessible(page)
        page.locator("#form button.primary").tap()
        step_text(page, "The table is ready.")
        table.is_kept()
        page.get_by_text("Back to the table").tap()
        expect(page).to_have_url(server.url)


def correct_hex_twice(page: Page) -> None:
    """A tap on a hex corrects it; the box's contents are held against it."""
    first = page.locator("#read .hex").first
    terrain = first.get_attribute("data-terrain")
    other = "hills" if terrain != "hills" else "forest"
    for chosen in (other, terrain):
        page.locator("#read .hex").first.tap()
        page.locator("#dialog [name=terrain]").select_option(chosen)
        page.locator("#dialog button.primary").tap()
        expect(page.locator("#read .hex").first).to_have_attribute("data-terrain", str(chosen))
        expect(page.locator("#step .more")).to_have_count(1 if chosen == other else 0)
