"""The calibration's page: a simulated table with a lamp mirrored on the island."""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from companion.calibration.context import CalibrationContext
from companion.calibration.repeatable_calibration import ALL_STAGES
from companion.calibration.session import CalibrationSession
from companion.cli.parts.device_access import simulated_devices
from companion.journal import Journal
from companion.sim.calibration_people import SimulatedCalibration
from companion.sim.picture import Light
from companion.sim.tabletop import TabletopMoment
from companion.table.table import Table
from tests.pictures.keeping import keep
from tests.pictures.studio import CHROMIUM, PATIENCE_MS
from web import Settings, WebServer

BROWSER: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")
GLARE: Final = Light(glare=1.0)
SEED: Final = 3
AFTER_PAINT_SCRIPT: Final = """image => new Promise((done) => {
  let left = 3;
  image.addEventListener("load", () => (left -= 1) || done());
})"""
"""Until pictures have come that were taken after the judgement: the island is drawn on them."""


def make() -> None:
    """Render the picture."""
    setting = SimulatedCalibration(SEED, size=(1280, 720))
    setting.camera.stage.play(lambda start: iter([TabletopMoment(replace(start.table, light=GLARE))]))
    with contextlib.ExitStack() as stack:
        stack.callback(setting.close)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        session = CalibrationSession(
            CalibrationContext(simulated_devices(setting), folder / "table.json", folder / "board.json"),
            ALL_STAGES,
        )
        journal = stack.enter_context(Journal.open(folder / "journal.db"))
        table = Table(journal, setting.now)
        server = stack.enter_context(WebServer(table, Settings(port=0), calibration_api=session))
        stack.enter_context(session)
        browser = stack.enter_context(sync_playwright()).chromium.launch(
            executable_path=CHROMIUM, args=list(BROWSER)
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
        page.set_default_timeout(PATIENCE_MS)
        page.goto(server.pairing_url)
        page.get_by_text("Continue anyway").wait_for()
        page.locator("#picture").evaluate(AFTER_PAINT_SCRIPT)
        keep("calibration", page.screenshot())
        browser.close()
