"""Every text of the guided calibration is translatable: checked in a made-up language.

The other pages are read so in node (marked_words).
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.calibration.context import CalibrationContext, DeviceAccess
from companion.calibration.repeatable_calibration import ALL_STAGES
from companion.calibration.session import CalibrationSession
from companion.hardware.panel import BUTTON_TITLES
from companion.hardware.pins import ButtonEvent
from companion.sources.camera import open_camera
from companion.sources.tower.console import NoTowerError
from companion.sources.tower.port import NOT_PLUGGED_IN
from tests.web.marked_language import MARKED_LANGUAGE, write_marked_language
from web import Settings, WebServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = {"Companion", "English", "Français", "Esperanto"}
"""Texts that aren't translated: names, including those of languages."""

VISIBLE_TEXTS = """() => {
    const said = [];
    const NAMED = ["aria-label", "title", "alt", "placeholder"];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.nodeType === Node.ELEMENT_NODE) {
            for (const name of NAMED) said.push(node.getAttribute(name));
        } else if (!node.parentElement.closest("script, style")) said.push(node.textContent);
    }
    return said.filter(Boolean);
}"""

Visit = Callable[..., Page]


def unmarked_texts(page: Page) -> set[str]:
    """Return the texts of a page that are neither from the catalogue nor names or numbers."""
    found = set()
    for text in page.evaluate(VISIBLE_TEXTS):
        left = text
        while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", left)) != left:
            left = inner
        words = set(re.findall(r"[^\W\d_]+", left)) - NAMES
        if any(len(word) > 1 for word in words):
            found.add(text.strip())
    return found


class Unpressed:
    """Buttons that nobody presses."""

    def poll_events(self) -> list[tuple[str, ButtonEvent]]:
        return []


def test_every_text_of_the_guided_calibration_is_translatable(
    visit: Visit, empty_table: Any, tmp_path: Path
) -> None:
    def no_tower() -> Any:
        raise NoTowerError(NOT_PLUGGED_IN)

    reach = DeviceAccess(
        list,
        lambda spec, exposure: open_camera(spec, exposure=exposure),
        no_tower,
        lambda: contextlib.nullcontext(Unpressed()),
        dict(BUTTON_TITLES),
        time.monotonic,
        lambda: "now",
    )
    world = CalibrationContext(reach, tmp_path / "table.json", tmp_path / "board.json")
    settings = Settings(port=0, translations=(write_marked_language(tmp_path / "languages"),))
    with (
        CalibrationSession(world, ALL_STAGES) as walk,
        WebServer(empty_table, settings, calibration_api=walk) as server,
    ):
        page = visit(server, path="calibrate", live=False, locale=MARKED_LANGUAGE)
        for stage in ALL_STAGES:
            walk.start_step(stage.name)
            step = page.locator(f"#steps [data-key={stage.name}]")
            expect(step).not_to_have_attribute("data-state", "to_do")
            assert unmarked_texts(page) == set()
